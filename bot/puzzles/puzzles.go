// Package puzzles gives people puzzles to solve: one near their rating, or the daily one of a
// channel, which it also posts. What a player has done with a puzzle is in the store, so that a
// button of any age finds it.
package puzzles

import (
	"cmp"
	"errors"
	"hash/fnv"
	"math"
	"slices"
	"strconv"
	"strings"
	"time"

	"stackmate/bot/data"
	"stackmate/bot/request"
	"stackmate/rules"
	"stackmate/rules/engine/puzzle"
)

// HandlePuzzle gives the speaker a puzzle: the one that is not tried yet, else a new one near the
// speaker's rating, or the puzzle of the day.
func HandlePuzzle(req *request.Request) error {
	v, err := variantFor(req)
	if err != nil {
		return err
	}
	if req.Cmd.Daily {
		p, err := today(req, v)
		if err != nil {
			return err
		}
		return open(req, p, "")
	}
	attempts, err := req.Tx.PuzzleAttempts(req.Player.ID)
	if err != nil {
		return err
	}
	all := puzzle.Of(v)
	begun, untried, oldest := sift(all, attempts)
	switch {
	case begun != nil:
		return open(req, begun, req.Lang.Text("puzzle.unsolved"))
	case len(untried) > 0:
		p, err := nearest(req, v, untried)
		if err != nil {
			return err
		}
		return open(req, p, "")
	}
	text := req.Lang.Text("puzzle.all", "count", len(all), "variant", baseOf(v).Name())
	return start(req, oldest, text)
}

// sift returns of all puzzles of a game the one that the player was given last without trying it,
// nil if there is none, those that were never tried, and the one that was not shown for longest.
// The attempts are in the order in which they were shown.
func sift(all []*puzzle.Puzzle, attempts []data.PuzzleAttempt) (begun *puzzle.Puzzle, untried []*puzzle.Puzzle, oldest *puzzle.Puzzle) {
	known := map[string]*puzzle.Puzzle{}
	for _, p := range all {
		known[p.ID] = p
	}
	tried := map[string]bool{}
	for _, a := range attempts {
		switch p := known[a.Puzzle]; {
		case p == nil: // of another game, or of another version
		case !a.Tried:
			begun = p
		default:
			tried[a.Puzzle] = true
			if oldest == nil {
				oldest = p
			}
		}
	}
	untried = slices.DeleteFunc(slices.Clone(all), func(p *puzzle.Puzzle) bool { return tried[p.ID] })
	return begun, untried, oldest
}

// near is among how many puzzles a player's next one is chosen, so that not all get the same.
const near = 10

// nearest returns one of the puzzles whose ratings are nearest to the speaker's: always the same
// as long as the ratings are.
func nearest(req *request.Request, v *rules.Variant, list []*puzzle.Puzzle) (*puzzle.Puzzle, error) {
	own, err := req.Tx.SolverRating(req.Player.ID, request.RatingKey(v))
	if err != nil {
		return nil, err
	}
	rated, err := req.Tx.PuzzleRatings(request.RatingKey(v))
	if err != nil {
		return nil, err
	}
	distance := func(p *puzzle.Puzzle) float64 { return math.Abs(ratingOf(p, rated).Value - own.Rating.Value) }
	slices.SortStableFunc(list, func(p, q *puzzle.Puzzle) int { return cmp.Compare(distance(p), distance(q)) })
	return shuffled(list[:min(near, len(list))], strconv.FormatInt(req.Player.ID, 10))[0], nil
}

// shuffled sorts puzzles in an order that depends on a text alone.
func shuffled(list []*puzzle.Puzzle, salt string) []*puzzle.Puzzle {
	order := func(p *puzzle.Puzzle) uint64 {
		h := fnv.New64a()
		h.Write([]byte(salt + " " + p.ID))
		return h.Sum64()
	}
	slices.SortFunc(list, func(p, q *puzzle.Puzzle) int { return cmp.Compare(order(p), order(q)) })
	return list
}

// variantFor returns the game that the command names, else that of the thread or the last puzzle,
// the one that the server usually plays, that of the speaker's last game, or the default one.
func variantFor(req *request.Request) (*rules.Variant, error) {
	if req.Cmd.Variant != nil {
		return req.Cmd.Variant, nil
	}
	if id := req.Msg.Game; id != 0 {
		if g, err := req.Tx.GameSummary(id); err == nil && g.Has(req.Player.ID) {
			return g.Variant, nil
		}
	}
	last, err := req.Tx.LastPuzzle(req.Player.ID)
	if v := rules.VariantByKey(last.Variant); err == nil && v != nil {
		return v, nil
	} else if err != nil && !errors.Is(err, data.ErrNotFound) {
		return nil, err
	}
	server, err := req.Server()
	if err != nil {
		return nil, err
	}
	if server.Variant != "" {
		return req.Variant(server), nil
	}
	for _, kind := range []data.GameKind{data.Running, data.Ended} {
		found, err := req.Tx.FindGames(data.GameFilter{Player: req.Player.ID, Kind: kind, Limit: 1})
		if err != nil {
			return nil, err
		}
		if len(found.Games) > 0 {
			return found.Games[0].Variant, nil
		}
	}
	return rules.VariantByKey(rules.DefaultKey), nil
}

// baseOf returns a game without its setup, by which puzzles are kept.
func baseOf(v *rules.Variant) *rules.Variant { return rules.VariantByKey(request.RatingKey(v)) }

// attemptOf returns what the speaker has done with a puzzle, a new attempt if that is nothing.
func attemptOf(req *request.Request, p *puzzle.Puzzle) (data.PuzzleAttempt, error) {
	a, err := req.Tx.PuzzleAttempt(req.Player.ID, p.ID)
	if errors.Is(err, data.ErrNotFound) {
		return data.PuzzleAttempt{Player: req.Player.ID, Puzzle: p.ID, Variant: request.RatingKey(p.Variant), State: data.PuzzleOpen}, nil
	}
	return a, err
}

// open shows a puzzle as far as the speaker has come with it, below a text.
func open(req *request.Request, p *puzzle.Puzzle, text string) error {
	a, err := attemptOf(req, p)
	if err != nil {
		return err
	}
	return show(req, p, a, text)
}

// start shows a puzzle from its beginning, also if the speaker has solved it before.
func start(req *request.Request, p *puzzle.Puzzle, text string) error {
	a, err := attemptOf(req, p)
	if err != nil {
		return err
	}
	a.Line, a.State = "", data.PuzzleOpen
	return show(req, p, a, text)
}

// save stores an attempt as the one that was shown last.
func save(req *request.Request, a *data.PuzzleAttempt) error {
	a.Shown = req.Now
	last, err := req.Tx.LastPuzzle(req.Player.ID)
	switch {
	case errors.Is(err, data.ErrNotFound):
	case err != nil:
		return err
	case last.Puzzle != a.Puzzle && !a.Shown.After(last.Shown): // several at once, or the clock was set back
		a.Shown = last.Shown.Add(time.Millisecond)
	case a.Shown.Before(last.Shown):
		a.Shown = last.Shown
	}
	return req.Tx.SavePuzzleAttempt(*a)
}

// played returns the moves of an attempt since the puzzle's position.
func played(p *puzzle.Puzzle, a *data.PuzzleAttempt) []rules.Move {
	g := p.Game()
	if err := g.PlayLAN(strings.Fields(a.Line)...); err != nil { // by another version's rules
		a.Line = ""
		return nil
	}
	return g.Moves()[1:]
}
