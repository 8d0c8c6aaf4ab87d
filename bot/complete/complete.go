// Package complete has what the desk offers while somebody types the argument of a command.
package complete

import (
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"stackmate/bot/chat"
	"stackmate/bot/command"
	"stackmate/bot/data"
	"stackmate/bot/game"
	"stackmate/bot/lesson"
	"stackmate/bot/puzzles"
	"stackmate/bot/request"
	"stackmate/render"
	"stackmate/rules"
)

// Max is the most completions that are offered, which is Discord's limit.
const Max = 25

// Options returns completions for an argument of the request's command that begin with what was
// typed, or have it in them. The error may be a Refusal or an ExpiredError of package request.
func Options(req *request.Request, argument, typed string) ([]chat.Option, error) {
	typed = strings.TrimSpace(typed)
	switch argument {
	case "move":
		return completeMove(req, typed)
	case "square":
		return completeSquare(req, typed)
	case "level":
		if req.Cmd.Path != command.Board {
			return completeStrength(req, typed), nil
		}
		return completeLevel(req, typed)
	case "game":
		return completeGame(req, strings.TrimPrefix(typed, "#"))
	case "page":
		return lesson.Complete(req, typed), nil
	case "challenge":
		return completeChallenge(req, strings.TrimPrefix(typed, "#"))
	}
	return nil, nil
}

// completeStrength offers the levels of the program with their ratings in the game that is chosen, or
// in that of the rematch.
func completeStrength(req *request.Request, typed string) (list []chat.Option) {
	if req.Env.Computer == nil {
		return nil
	}
	server, err := req.Server()
	if err != nil {
		return nil
	}
	v := req.Variant(server)
	if req.Cmd.Path == command.Rematch {
		if g, _, err := request.LastGame(req); err == nil {
			v = g.Variant
		}
	}
	for level := 1; level <= game.MaxLevel; level++ {
		if n := strconv.Itoa(level); strings.HasPrefix(n, typed) {
			list = append(list, chat.Option{Label: req.Lang.Text("button.level", "level", level, "rating", req.Env.Computer.Rating(v, level)), Command: n})
		}
	}
	return list
}

// completeMove offers the legal moves that contain what was typed, first those that begin
// with it.
func completeMove(req *request.Request, typed string) (list []chat.Option, err error) {
	var p rules.Position
	if req.Cmd.Path == command.Solve {
		if p, err = puzzles.Position(req); err != nil {
			return nil, err
		}
	} else {
		g, by, err := req.OwnGame()
		if err != nil || g.Over() || by != g.Turn() {
			return nil, err
		}
		p = g.Position()
	}
	legal := p.Moves()
	typed = strings.ToLower(typed)
	var begin, contain []chat.Option
	for i, text := range p.SANs(legal, legal) {
		lower, machine := strings.ToLower(text), strings.ToLower(p.Variant().LAN(legal[i]))
		o := chat.Option{Label: text, Command: strings.TrimRight(text, "+#")}
		if req.Cmd.Path == command.Solve {
			o.Label = o.Command // a mate would show what to find
		}
		switch {
		case strings.HasPrefix(lower, typed), strings.HasPrefix(machine, typed):
			begin = append(begin, o)
		case strings.Contains(lower, typed), strings.Contains(machine, typed):
			contain = append(contain, o)
		}
	}
	return append(begin, contain...), nil
}

// completeSquare offers the squares of pieces that can move and begin with what was typed.
func completeSquare(req *request.Request, typed string) (list []chat.Option, err error) {
	g, err := req.ShownGame()
	if err != nil {
		return nil, err
	}
	if p := g.Position(); req.Cmd.Path != command.Moves {
		return completePiece(req, p, typed), nil
	} else if g.Over() {
		return nil, nil
	}
	p := g.Position()
	offered := map[string]bool{}
	for _, m := range p.Moves() {
		piece, from, _ := p.Mover(m)
		if !piece.Exists() {
			continue
		}
		name := g.Variant.CellName(from)
		if !offered[name] && strings.HasPrefix(strings.ToLower(name), strings.ToLower(typed)) {
			offered[name] = true
			list = append(list, chat.Option{Label: name + " " + req.Lang.Text("piece."+piece.Role().String()), Command: name})
		}
	}
	slices.SortFunc(list, func(a, b chat.Option) int { return strings.Compare(a.Command, b.Command) })
	return list, nil
}

// completePiece offers the squares of all pieces that begin with what was typed.
func completePiece(req *request.Request, p rules.Position, typed string) (list []chat.Option) {
	v := p.Variant()
	for c := range rules.Cell(v.Cells()) {
		name := v.CellName(c)
		if p.At(c).Exists() && strings.HasPrefix(strings.ToLower(name), strings.ToLower(typed)) {
			list = append(list, chat.Option{Label: name + " " + req.Lang.Text("piece."+p.At(c).Role().String()), Command: name})
		}
	}
	return list
}

// completeLevel offers the levels of the game, and each level as a picture of its own.
func completeLevel(req *request.Request, typed string) (list []chat.Option, err error) {
	g, err := req.ShownGame()
	if err != nil {
		return nil, err
	}
	all := chat.Option{Label: req.Lang.Text("button.gallery"), Command: command.AllLevels}
	for _, name := range render.Levels(0).Names(g.Variant) {
		list = append(list, chat.Option{Label: req.Lang.Text("picture.level", "name", name), Command: name})
	}
	return slices.DeleteFunc(append(list, all), func(o chat.Option) bool {
		return !strings.HasPrefix(strings.ToLower(o.Command), strings.ToLower(typed))
	}), nil
}

// completeGame offers the speaker's games whose numbers begin with what was typed: first
// the one with exactly that number, then those that wait for the speaker's move.
func completeGame(req *request.Request, typed string) (list []chat.Option, err error) {
	var lists []data.GameList
	if ref, ok := command.ParseGameRef(typed); ok {
		line, err := req.Tx.GameSummary(ref.ID)
		if err == nil && line.Has(req.Player.ID) {
			lists = append(lists, data.GameList{Games: []data.GameSummary{line}})
		} else if err != nil && !errors.Is(err, data.ErrNotFound) {
			return nil, err
		}
	}
	kinds := []data.GameKind{data.Waiting, data.Running, data.Analyses, data.Ended}
	switch req.Cmd.Path {
	case command.Analyse, command.Review, command.Quiz: // which are not for games that are running
		kinds = []data.GameKind{data.Ended, data.Analyses}
	}
	for _, kind := range kinds {
		found, err := req.Tx.FindGames(data.GameFilter{Player: req.Player.ID, Kind: kind, Limit: 2 * Max})
		if err != nil {
			return nil, err
		}
		lists = append(lists, found)
	}
	listed := map[int64]bool{}
	for _, found := range lists {
		for _, l := range found.Games {
			number := fmt.Sprint(l.ID)
			if listed[l.ID] || !strings.HasPrefix(number, typed) {
				continue
			}
			listed[l.ID] = true
			line, err := request.GameLine(req, l)
			if err != nil {
				return nil, err
			}
			list = append(list, chat.Option{Label: line, Command: number})
		}
	}
	return list, nil
}

// completeChallenge offers the open challenges from and to the speaker.
func completeChallenge(req *request.Request, typed string) (list []chat.Option, err error) {
	open, err := req.Tx.OpenChallenges(req.Player.ID)
	if err != nil {
		return nil, err
	}
	for _, ch := range open {
		number := fmt.Sprint(ch.ID)
		if !strings.HasPrefix(number, typed) {
			continue
		}
		from, err := req.Person(ch.From)
		if err != nil {
			return nil, err
		}
		list = append(list, chat.Option{Label: fmt.Sprintf("#%d %s: %s", ch.ID, req.NameOf(from), ch.Variant.Name()), Command: number})
	}
	return list, nil
}
