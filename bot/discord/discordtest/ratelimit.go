package discordtest

import (
	"encoding/json"
	"fmt"
	"hash/fnv"
	"math"
	"net/http"
	"regexp"
	"strconv"
	"strings"
	"time"
)

// defaultRateLimit is the limit in the headers where a test has set none. It is so high that tests never wait.
const defaultRateLimit = 1000

// limit is a rate limit that a test has set.
type limit struct {
	part   string // of the path; "" for the global one
	most   int
	window time.Duration
	used   []time.Time
}

// RateLimit allows at most n requests per window to paths that contain part; others are answered with 429. With a
// method and a space in front, part limits only requests of that method. An empty part is the global limit, from
// which the answers to interactions are exempt.
func (s *Server) RateLimit(part string, n int, window time.Duration) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.limits = append(s.limits, &limit{part: part, most: n, window: window})
}

// exempt reports whether the path belongs to interactions, which the global limit doesn't count.
func exempt(path string) bool {
	return strings.HasPrefix(path, "/interactions/") || strings.HasPrefix(path, "/webhooks/")
}

// overLimit counts the call, and returns whether it exceeds a limit and after which time it may be retried.
func (s *Server) overLimit(c *call) (retry time.Duration, global, over bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	now := s.now()
	for _, l := range s.limits {
		if !l.appliesTo(c) {
			continue
		}
		for len(l.used) > 0 && now.Sub(l.used[0]) >= l.window {
			l.used = l.used[1:]
		}
		if len(l.used) >= l.most {
			s.excuseInteraction(c.path)
			return l.window - now.Sub(l.used[0]), l.part == "", true
		}
		l.used = append(l.used, now)
	}
	return 0, false, false
}

func (l *limit) appliesTo(c *call) bool {
	if l.part == "" {
		return !exempt(c.path)
	}
	if method, part, ok := strings.Cut(l.part, " "); ok {
		return c.method == method && strings.Contains(c.path, part)
	}
	return strings.Contains(c.path, l.part)
}

var snowflakeInPath = regexp.MustCompile(`\d{15,}`)

// bucket returns the name of the rate limit bucket of a call, which is the same for all calls of a route.
func bucket(c *call) string {
	h := fnv.New64a()
	fmt.Fprint(h, c.method, snowflakeInPath.ReplaceAllString(c.path, "id"))
	return fmt.Sprintf("%016x", h.Sum64())
}

// rateHeaders writes the X-RateLimit headers of a call within its limits.
func (s *Server) rateHeaders(h http.Header, c *call) {
	most, remaining, reset := defaultRateLimit, defaultRateLimit-1, time.Second
	s.mu.Lock()
	now := s.now()
	for _, l := range s.limits {
		if l.part != "" && l.appliesTo(c) {
			most, remaining, reset = l.most, l.most-len(l.used), l.window
			if len(l.used) > 0 {
				reset -= now.Sub(l.used[0])
			}
		}
	}
	s.mu.Unlock()
	h.Set("X-RateLimit-Limit", strconv.Itoa(most))
	h.Set("X-RateLimit-Remaining", strconv.Itoa(remaining))
	h.Set("X-RateLimit-Reset", fmt.Sprintf("%.3f", float64(now.Add(reset).UnixMilli())/1000))
	h.Set("X-RateLimit-Reset-After", fmt.Sprintf("%.3f", reset.Seconds()))
	h.Set("X-RateLimit-Bucket", bucket(c))
}

// writeRateLimited answers with 429.
func (s *Server) writeRateLimited(w http.ResponseWriter, c *call, retry time.Duration, global bool) {
	s.rateHeaders(w.Header(), c)
	h := w.Header()
	h.Set("X-RateLimit-Remaining", "0")
	h.Set("X-RateLimit-Reset-After", fmt.Sprintf("%.3f", retry.Seconds()))
	h.Set("Retry-After", strconv.Itoa(int(math.Ceil(retry.Seconds()))))
	h.Set("X-RateLimit-Scope", "user")
	if global {
		h.Set("X-RateLimit-Global", "true")
		h.Set("X-RateLimit-Scope", "global")
	}
	body, _ := json.Marshal(map[string]any{
		"message": "You are being rate limited.", "retry_after": retry.Seconds(), "global": global,
	})
	writeJSON(w, http.StatusTooManyRequests, body)
}
