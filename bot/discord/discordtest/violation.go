package discordtest

import (
	"fmt"
	"net/http"
)

// Violation is a request that Discord would not accept, or a missing one.
type Violation struct {
	Method, Path string
	Field        string // the field of the body, "" if it is not about a field
	Problem      string
}

// String returns the violation in one line.
func (b Violation) String() string {
	where := b.Method + " " + b.Path
	if b.Method == "" {
		where = b.Path
	}
	if b.Field != "" {
		where += ": " + b.Field
	}
	return where + ": " + b.Problem
}

// AllowViolations sets whether violations are only collected (true) or also fail the test (false, the default).
func (s *Server) AllowViolations(on bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.allowViolations = on
}

// Violations returns all violations so far.
func (s *Server) Violations() []Violation {
	s.mu.Lock()
	defer s.mu.Unlock()
	return append([]Violation(nil), s.violations...)
}

// report records a violation and fails the test unless violations are allowed. The caller holds the server's lock.
func (s *Server) report(b Violation) {
	if s.closed {
		return
	}
	s.violations = append(s.violations, b)
	if !s.allowViolations {
		s.t.Errorf("discordtest: violation: %s", b)
	}
	s.notify()
}

// problem is an error in a field.
type problem struct{ field, text string }

// problems are those that checks have found.
type problems []problem

func (p *problems) add(field, format string, args ...any) {
	*p = append(*p, problem{field, fmt.Sprintf(format, args...)})
}

// rejectBody reports each problem as a violation, and returns the error for all of them; nil if there are none.
func (c *call) rejectBody(found problems) *apiError {
	if len(found) == 0 {
		return nil
	}
	fields := map[string]any{}
	for _, p := range found {
		c.s.report(Violation{c.method, c.path, p.field, p.text})
		fields[p.field] = map[string]any{"_errors": []any{map[string]any{"code": "BASE_TYPE_BAD", "message": p.text}}}
	}
	return &apiError{Status: http.StatusBadRequest, Code: codeInvalidForm, Message: "Invalid Form Body", Errors: fields}
}

// reject reports a violation and returns an error with a code of its own. why explains it to the reader of a failing test.
func (c *call) reject(status, code int, message, why string) *apiError {
	c.s.report(Violation{c.method, c.path, "", fmt.Sprintf("%s (%s)", why, message)})
	return fail(status, code, message)
}
