package discordtest

import (
	"fmt"
	"net/http"
)

// Breach is one request, or one silence, that Discord would not accept.
type Breach struct {
	Method, Path string
	Field        string // the field of the body, "" where none is to blame
	Problem      string
}

// String is the breach in one line.
func (b Breach) String() string {
	where := b.Method + " " + b.Path
	if b.Method == "" {
		where = b.Path
	}
	if b.Field != "" {
		where += ": " + b.Field
	}
	return where + ": " + b.Problem
}

// AllowBreaches says whether breaches are only collected (true) or also fail the test (false, as at the start).
func (s *Server) AllowBreaches(on bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.allowBreach = on
}

// Breaches lists all that the bot did against Discord's rules so far.
func (s *Server) Breaches() []Breach {
	s.mu.Lock()
	defer s.mu.Unlock()
	return append([]Breach(nil), s.breaches...)
}

// report records a breach and fails the test unless breaches are allowed. The lock is held.
func (s *Server) report(b Breach) {
	if s.closed {
		return
	}
	s.breaches = append(s.breaches, b)
	if !s.allowBreach {
		s.t.Errorf("discordtest: breach: %s", b)
	}
	s.touch()
}

// problem is what a check found wrong in one field.
type problem struct{ field, text string }

// problems collects what checks find.
type problems []problem

func (p *problems) add(field, format string, args ...any) {
	*p = append(*p, problem{field, fmt.Sprintf(format, args...)})
}

// refuse reports each problem as a breach and makes the answer for all of them; nil if there are none.
func (c *call) refuse(found problems) *apiError {
	if len(found) == 0 {
		return nil
	}
	fields := map[string]any{}
	for _, p := range found {
		c.s.report(Breach{c.method, c.path, p.field, p.text})
		fields[p.field] = map[string]any{"_errors": []any{map[string]any{"code": "BASE_TYPE_BAD", "message": p.text}}}
	}
	return &apiError{Status: http.StatusBadRequest, Code: codeInvalidForm, Message: "Invalid Form Body", Errors: fields}
}

// breach is refuse for one problem that has a code of its own.
func (c *call) breach(status, code int, message, why string) *apiError {
	c.s.report(Breach{c.method, c.path, "", fmt.Sprintf("%s (%s)", why, message)})
	return fail(status, code, message)
}
