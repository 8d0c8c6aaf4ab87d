package boards

import (
	"errors"
	"strings"
	"time"

	"stackmate/bot/chat"
	"stackmate/bot/game"
	"stackmate/bot/request"
	"stackmate/bot/words"
	"stackmate/render"
	"stackmate/rules"
)

// MaxStudied is how many plies a study has at most.
const MaxStudied = request.MaxStudied

// WrongError says in a sentence what is wrong with a study.
type WrongError struct {
	Text string
	// Unknown is whether there is no such game.
	Unknown bool
}

// Error implements error.
func (e *WrongError) Error() string { return e.Text }

// Name is a game for people: its key, and its full name.
type Name struct{ Key, Title string }

// Names returns all games.
func Names() (list []Name) {
	for _, v := range rules.Variants() {
		list = append(list, Name{v.Key(), v.Name()})
	}
	return list
}

// Study returns the position after the moves of a study. If one of them is wrong, the error is a WrongError, and the position
// is that before it; if all else is wrong, there is none.
func Study(s chat.Study, lang words.Language) (b chat.StudyBoard, err error) {
	g, err := study(s, lang)
	if g == nil {
		return b, err
	}
	start, p := g.Rules().Start(), g.Position()
	b = chat.StudyBoard{Study: chat.Study{Variant: g.Variant.Key(), Start: g.Origin, Moves: request.StudyMoves(g)},
		Board: position(g, len(g.Plies), 0, lang), FEN: p.FEN(), First: start.MoveNumber(), BlackFirst: start.Turn() == rules.Black}
	b.Words = render.At(g.Rules(), len(g.Plies), render.NewTexts(lang)).Alt()
	b.Board.Status = lang.Text("picture.to-move."+p.Turn().String()) + "."
	if p.InCheck() {
		b.Board.Status = lang.Text("check") + " " + b.Board.Status
	}
	if status := p.Status(); status.Over() {
		b.Board.Over, b.Board.Status = true, lang.Text("analyse.over", "status", lang.Text("reason."+status.String()))
	}
	return b, err
}

// study returns a study as a game; see request.StudyOf.
func study(s chat.Study, lang words.Language) (*game.Game, error) {
	g, err := request.StudyOf(&request.Request{Lang: lang}, s)
	if refusal := (*request.Refusal)(nil); errors.As(err, &refusal) {
		return g, &WrongError{refusal.Text(lang), g == nil && rules.VariantByName(s.Variant) == nil}
	}
	return g, err
}

// Record returns the record of a study (PGN), with the day on which it was made.
func Record(s chat.Study, day time.Time, lang words.Language) (string, error) {
	g, err := study(s, lang)
	if err != nil {
		return "", err
	}
	p := g.Position()
	rec := rules.PGN{Variant: g.Variant, Start: g.Rules().Start(), Moves: g.Rules().Moves(), Result: outcome(&p)}
	for _, t := range [][2]string{{"Event", "Analysis"}, {"Site", "Stackmate"}, {"Date", day.UTC().Format("2006.01.02")}, {"Round", "-"}, {"White", "?"}, {"Black", "?"}} {
		rec.Tags = append(rec.Tags, rules.Tag{Name: t[0], Value: t[1]})
	}
	if status := p.Status(); status.Over() {
		rec.Reason = status.String()
	}
	var b strings.Builder
	err = rec.Write(&b)
	return b.String(), err
}

// outcome says who has won in a position by the rules.
func outcome(p *rules.Position) rules.Outcome {
	switch status := p.Status(); {
	case status == rules.Checkmate:
		return rules.WinFor(p.Turn().Other())
	case status.Over():
		return rules.Draw
	}
	return rules.Undecided
}
