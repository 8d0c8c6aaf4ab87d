package web

import (
	"errors"
	"net/http"
)

// openLink shows the page behind a link. Programs that look at links for people open them too, so that only the button
// of the page signs in.
func (s *Server) openLink(w http.ResponseWriter, r *http.Request) {
	link, err := s.opt.Doors.Peek(r.Context(), r.PathValue("token"))
	switch {
	case errors.Is(err, ErrNobody):
		s.fail(w, r, http.StatusNotFound, "web.error.link")
	case err != nil:
		s.broken(w, r, err)
	default:
		p := s.newPage(r, "Stackmate")
		p.Here, p.Content = s.base+"/in/"+r.PathValue("token"), link
		s.write(w, r, http.StatusOK, "link", p)
	}
}

// enter signs in with a link.
func (s *Server) enter(w http.ResponseWriter, r *http.Request) {
	_, current, _ := s.visitor(r)
	session, link, err := s.opt.Doors.Enter(r.Context(), r.PathValue("token"), browserName(r.UserAgent()), current)
	switch {
	case errors.Is(err, ErrNobody):
		s.fail(w, r, http.StatusNotFound, "web.error.link")
	case err != nil:
		s.broken(w, r, err)
	default:
		s.setCookie(w, session)
		http.Redirect(w, r, s.gamePath(link.Game), http.StatusSeeOther)
	}
}

// leave ends the session.
func (s *Server) leave(w http.ResponseWriter, r *http.Request) {
	_, session, ok := s.visitor(r)
	if ok && !fromOwnForm(r, session) {
		s.fail(w, r, http.StatusForbidden, "web.error.form")
		return
	}
	if ok {
		if err := s.opt.Doors.Leave(r.Context(), session); err != nil {
			s.broken(w, r, err)
			return
		}
	}
	s.setCookie(w, "")
	http.Redirect(w, r, s.gamePath(0), http.StatusSeeOther)
}
