package uci

import (
	"fmt"
	"slices"
	"strings"

	"stackmate/rules"
)

// position handles "position": it sets up a game. If a move is wrong, the current game
// stays.
func (s *session) position(args []string) error {
	var texts []string
	if at := slices.Index(args, "moves"); at >= 0 {
		args, texts = args[:at], args[at+1:]
	}
	g, known, started := s.game, len(s.played), strings.Join(args, " ")
	if s.started == "" || s.started != started || len(texts) < known || !slices.Equal(s.played, texts[:known]) {
		start, err := s.start(args)
		if err != nil {
			return err
		}
		g, known = rules.NewGame(start, 0), 0
	}
	p := g.Position()
	var moves []rules.Move
	for i, text := range texts[known:] {
		m, err := p.ParseUCI(text)
		if err != nil {
			return fmt.Errorf("move %d: %w", known+i+1, err)
		}
		moves = append(moves, m)
		p = p.Play(m)
	}
	for _, m := range moves {
		g.Play(m)
	}
	s.game, s.started, s.played = g, started, texts
	return nil
}

// start returns the position with which "position" begins.
func (s *session) start(args []string) (rules.Position, error) {
	switch {
	case len(args) == 1 && args[0] == "startpos":
		return s.variant().Start(), nil
	case len(args) > 1 && args[0] == "fen":
		return s.variant().ParseFEN(strings.Join(args[1:], " "))
	}
	return rules.Position{}, fmt.Errorf("want position startpos or position fen F")
}
