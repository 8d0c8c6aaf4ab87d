package web

import (
	"net/http"
	"slices"
	"strings"

	"stackmate/bot/chat"
	"stackmate/bot/command"
	"stackmate/bot/words"
)

// panels are parts of the page of a game, for who may see them: what the reader keeps about the game, and files of it.
type panels struct {
	// Conditions are the reader's conditional moves; nil if there can be none.
	Conditions *conditionsView
	// Note is the reader's private note; nil for somebody who is not signed in.
	Note *noteView
	// Exports are the formats in which the game can be had.
	Exports []export
}

// conditionsView are somebody's conditional moves in a game.
type conditionsView struct {
	// Text says what they are, and Lines has one line of moves each.
	Text  string
	Lines []string
	// Open is whether lines can be added and removed now: it is the opponent's turn.
	Open bool
}

// noteView is a private note, and how long it may be.
type noteView struct {
	Text string
	Max  int
}

// export is a format in which a game can be had.
type export struct{ Path, Label string }

// panels returns the panels of a game for its reader.
func (s gamePages) panels(r *http.Request, b chat.Board, lang words.Language) (p panels, err error) {
	v, _, _ := s.visitor(r)
	if v.Both == nil { // else two people share a screen
		note, err := s.look(r, v, b.Game, "note", nil)
		if err != nil {
			return p, err
		}
		p.Note = &noteView{Text: note.Block, Max: command.MaxGameNote}
	}
	for _, format := range command.Formats {
		p.Exports = append(p.Exports, export{s.gamePath(b.Game) + "/export/" + format, lang.Text("choice." + format)})
	}
	if b.Over || len(b.Yours) != 1 || b.Hints { // nobody waits for the program
		return p, nil
	}
	lines, err := s.look(r, v, b.Game, "if show", nil)
	if err != nil {
		return p, err
	}
	p.Conditions = &conditionsView{Text: plainSurface(lang).Expand(lines.Text), Open: b.Yours[0] != b.Turn || b.Ply != b.Plies}
	for line := range strings.Lines(lines.Block) {
		p.Conditions.Lines = append(p.Conditions.Lines, strings.TrimSpace(line))
	}
	return p, nil
}

// export answers with a game as a file.
func (s gamePages) export(w http.ResponseWriter, r *http.Request) {
	format := r.PathValue("format")
	b, in, ok := s.boardAsked(w, r, gameOf(r))
	switch {
	case !ok:
		return
	case !in:
		s.signedOut(w, r)
		return
	case !slices.Contains(command.Formats, format):
		s.fail(w, r, http.StatusNotFound, "web.error.page")
		return
	}
	v, _, _ := s.visitor(r)
	args := boardArgs(b)
	args["format"] = format
	a, err := s.look(r, v, b.Game, "export", args)
	switch {
	case err != nil:
		s.broken(w, r, err)
	case len(a.Files) > 0:
		sendFile(w, r, a.Files[0])
	case a.Block != "" && !a.Refused:
		sendFile(w, r, chat.File{Name: "position.txt", Type: "text/plain; charset=utf-8", Data: []byte(a.Block + "\n")})
	default: // a game that is too long for an animation
		text := plainSurface(languageOf(v, r)).Expand(a.Text)
		p := s.newPage(r, text)
		p.Content = text
		s.write(w, r, http.StatusConflict, "error", p)
	}
}

// sendFile sends a file that is to be kept.
func sendFile(w http.ResponseWriter, r *http.Request, f chat.File) {
	w.Header().Set("Content-Type", f.Type)
	w.Header().Set("Content-Disposition", `attachment; filename="`+strings.Map(harmless, f.Name)+`"`)
	send(w, r, http.StatusOK, f.Data)
}

// harmless replaces what has a meaning in the name of a file, or in a header.
func harmless(c rune) rune {
	if c > ' ' && c < 127 && !strings.ContainsRune(`"\/:;`, c) {
		return c
	}
	return '-'
}

// formCalls are commands whose only argument is a field of a form, with the name of that argument. What is in the field is never
// read as anything else.
var formCalls = map[string]struct {
	path []string
	arg  string
}{
	"solve":     {[]string{"solve"}, "move"},
	"note":      {[]string{"note"}, "text"},
	"if":        {[]string{"if", "add"}, "line"},
	"if-remove": {[]string{"if", "remove"}, "line"},
}

// callOf returns the command of such a form; nil if it is another one.
func callOf(r *http.Request) *chat.Call {
	for field, c := range formCalls {
		if r.PostForm.Has(field) {
			value := strings.TrimSpace(r.PostForm.Get(field))
			if value == "" && field == "note" {
				value = "-" // which deletes it
			}
			return &chat.Call{Path: c.path, Args: map[string]string{c.arg: value}}
		}
	}
	return nil
}
