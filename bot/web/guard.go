package web

import (
	"cmp"
	"context"
	"crypto/sha256"
	"crypto/subtle"
	"encoding/base64"
	"net"
	"net/http"
	"net/netip"
	"strings"
	"sync"
	"time"

	"stackmate/bot/lru"
)

// maxBody is how many bytes a form may have: a game that is imported is the longest text.
const maxBody = 256 << 10

// headers are those of every answer: no page runs scripts, shows pictures or sends forms of others, or is shown in theirs.
var headers = map[string]string{
	"Content-Security-Policy": "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; " +
		"form-action 'self'; frame-ancestors 'none'; base-uri 'none'",
	"X-Content-Type-Options":       "nosniff",
	"X-Frame-Options":              "DENY",
	"X-Robots-Tag":                 "noindex",
	"Referrer-Policy":              "same-origin", // with no-referrer, forms would come from the origin "null"
	"Cross-Origin-Opener-Policy":   "same-origin",
	"Cross-Origin-Resource-Policy": "same-origin",
	"Permissions-Policy":           "camera=(), geolocation=(), microphone=(), payment=(), usb=()",
	"Cache-Control":                "no-store",
	"Vary":                         "Accept, Accept-Language, Cookie",
}

// guard refuses requests for other hosts, forms from other sites, large bodies, and too many requests at once, and strips
// the path of the public URL, which a proxy in front may have removed already.
func (s *Server) guard(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		for name, value := range headers {
			w.Header().Set(name, value)
		}
		if s.secure {
			w.Header().Set("Strict-Transport-Security", "max-age=31536000")
		}
		if path, ok := strings.CutPrefix(r.URL.Path, s.base+"/"); ok && s.base != "" {
			clone := r.Clone(r.Context())
			// Further slashes go: the multiplexer would redirect to a path without them, and without the base.
			clone.URL.Path, clone.URL.RawPath = "/"+strings.TrimLeft(path, "/"), ""
			r = clone
		}
		switch {
		case !s.ownHost(r.Host):
			s.fail(w, r, http.StatusMisdirectedRequest, "web.error.host")
			return
		case s.base != "" && r.URL.Path == s.base: // as the public URL is written
			http.Redirect(w, r, s.base+"/", http.StatusTemporaryRedirect)
			return
		case r.Method == http.MethodPost && !s.ownOrigin(r):
			s.fail(w, r, http.StatusForbidden, "web.error.origin")
			return
		case r.Method == http.MethodPost && !s.forms.allow(client(r)),
			!strings.HasPrefix(r.URL.Path, assetRoot) && !s.pages.allow(client(r)):
			w.Header().Set("Retry-After", "10")
			s.fail(w, r, http.StatusTooManyRequests, "web.error.busy")
			return
		}
		allowTime(w, r)
		r = r.WithContext(context.WithValue(r.Context(), visitorKey{}, &asking{}))
		r.Body = http.MaxBytesReader(w, r.Body, maxBody)
		began := time.Now()
		if !strings.HasPrefix(r.URL.Path, assetRoot) {
			if err := s.identify(r); err != nil {
				s.broken(w, r, err)
				return
			}
		}
		next.ServeHTTP(w, r)
		if r.Pattern != streamPattern {
			s.opt.Served(cmp.Or(strings.TrimPrefix(r.Pattern, "/"), "other"), time.Since(began))
		}
	})
}

// How long a request may take: forms until an answer is found that takes the program long, and all else less.
const (
	bodyTimeout = 20 * time.Second
	formTimeout = 5 * time.Minute
	pageTimeout = time.Minute // a store may wait for half of it
)

// allowTime sets how long a request may take. Where that cannot be set, as in tests, the server's times hold.
func allowTime(w http.ResponseWriter, r *http.Request) {
	c, limit := http.NewResponseController(w), pageTimeout
	if r.Method == http.MethodPost {
		if limit = formTimeout; r.ContentLength != 0 { // without a body the server reads on already, and would take the deadline for the browser's end
			_ = c.SetReadDeadline(time.Now().Add(bodyTimeout))
		}
	}
	_ = c.SetWriteDeadline(time.Now().Add(limit))
}

// ownHost reports whether a request is for this server: a page of another name that leads to this computer may not talk
// to it. A proxy in front may ask for the computer itself.
func (s *Server) ownHost(host string) bool {
	if s.secure {
		host = strings.TrimSuffix(host, ":443") // which browsers leave out, but not every proxy
	}
	if strings.EqualFold(host, s.opt.Public.Host) {
		return true
	}
	if s.opt.Alone { // with no proxy
		name, port, err := net.SplitHostPort(host)
		return err == nil && port == s.opt.Public.Port() && loopback(name)
	}
	name, _, err := net.SplitHostPort(host)
	if err != nil {
		name = host
	}
	return loopback(name)
}

// loopback reports whether a host is this computer.
func loopback(name string) bool {
	a, err := netip.ParseAddr(strings.Trim(name, "[]"))
	return strings.EqualFold(name, "localhost") || err == nil && a.IsLoopback()
}

// ownOrigin reports whether a form was sent by a page of this server, as far as the browser tells.
func (s *Server) ownOrigin(r *http.Request) bool {
	if site := r.Header.Get("Sec-Fetch-Site"); site != "" && site != "same-origin" && site != "none" {
		return false
	}
	origin := r.Header.Get("Origin")
	if origin == "" || strings.EqualFold(origin, s.opt.Public.Scheme+"://"+s.opt.Public.Host) {
		return true
	}
	return s.opt.Alone && strings.EqualFold(origin, "http://"+r.Host) // whose host was found to be ours
}

// csrf returns the token that the forms of a session carry.
func csrf(session string) string {
	sum := sha256.Sum256([]byte("form " + session))
	return base64.RawURLEncoding.EncodeToString(sum[:16])
}

// fromOwnForm reports whether a form has the token of the session.
func fromOwnForm(r *http.Request, session string) bool {
	return subtle.ConstantTimeCompare([]byte(r.PostFormValue("csrf")), []byte(csrf(session))) == 1
}

// client returns who asks, for limits: what a proxy on this computer or in its network says last, else the address. Of an
// IPv6 address it is the network, all of which one customer has.
func client(r *http.Request) string {
	at, err := netip.ParseAddrPort(r.RemoteAddr)
	if err != nil {
		return r.RemoteAddr
	}
	if a := at.Addr().Unmap(); a.IsLoopback() || a.IsPrivate() {
		list := strings.Split(strings.Join(r.Header.Values("X-Forwarded-For"), ","), ",") // some proxies add a line of their own
		last := strings.TrimSpace(list[len(list)-1])
		if said, err := netip.ParseAddr(last); err == nil {
			return network(said)
		}
		if said, err := netip.ParseAddrPort(last); err == nil { // some name the port too
			return network(said.Addr())
		}
	}
	return network(at.Addr())
}

// network returns an IPv4 address, or the network of an IPv6 address.
func network(a netip.Addr) string {
	a = a.Unmap().WithZone("")
	if a.Is6() {
		if p, err := a.Prefix(64); err == nil {
			return p.String()
		}
	}
	return a.String()
}

// Limits on what one client asks for: on forms, and on all else but scripts and styles.
const (
	maxForms  = 30
	perForm   = time.Second / 2
	maxPages  = 200
	perPage   = time.Second / 20
	maxKnown  = 4096
	assetRoot = "/assets/"
)

// limiter bounds how much each client asks for: a number at once, and one more each time that a while is over.
type limiter struct {
	now  func() time.Time
	most int
	per  time.Duration
	mu   sync.Mutex
	free *lru.Cache[string, time.Time] // when a client has the whole number again
}

func newLimiter(now func() time.Time, most int, per time.Duration) *limiter {
	return &limiter{now: now, most: most, per: per, free: lru.New[string, time.Time](maxKnown)}
}

// allow reports whether a client may ask now, and counts it.
func (l *limiter) allow(who string) bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	now := l.now()
	at, _ := l.free.Get(who)
	if at.Before(now) {
		at = now
	}
	if at = at.Add(l.per); at.Sub(now) > time.Duration(l.most)*l.per {
		return false
	}
	l.free.Set(who, at, 1)
	return true
}
