package puzzles

import (
	"context"
	"errors"
	"log/slog"
	"time"

	"stackmate/bot/chat"
	"stackmate/bot/command"
	"stackmate/bot/data"
	"stackmate/bot/logging"
	"stackmate/bot/panics"
	"stackmate/bot/request"
	"stackmate/bot/timeutil"
	"stackmate/bot/words"
	"stackmate/rules"
	"stackmate/rules/engine/puzzle"
)

// Limits and times of daily puzzles.
const (
	// PostHour is the hour, in UTC, at which puzzles are posted.
	PostHour = 9
	// MaxDaily is in how many channels of a server they are posted at most.
	MaxDaily = 10
	// postPause is the pause between two looks at what is due.
	postPause = 20 * time.Second
	// retryPause is when a post is tried again that could not be made.
	retryPause = time.Hour
)

// SetDaily changes whether a puzzle is posted every day in the channel of the message. Choice is
// the key of a game without its setup, or command.Off.
func SetDaily(req *request.Request, choice string) error {
	place, err := request.ChannelOf(req, req.Msg.In.Address)
	if err != nil {
		return err
	}
	if choice == command.Off {
		_, err := req.Tx.RemoveDailyPuzzle(place)
		return err
	}
	d, err := req.Tx.DailyPuzzle(place)
	switch {
	case errors.Is(err, data.ErrNotFound):
		n, err := req.Tx.CountDailyPuzzles(req.Msg.In.Server)
		if err != nil {
			return err
		}
		if n >= MaxDaily {
			return request.Refuse("settings.daily-many", "count", n)
		}
		d = data.DailyPuzzle{Place: place, Due: req.Now} // the first at once
	case err != nil:
		return err
	}
	d.Server, d.Variant = req.Msg.In.Server, choice
	return req.Tx.SetDailyPuzzle(d)
}

// DailyText says which puzzles are posted in the channel of the message.
func DailyText(req *request.Request) (string, error) {
	place, err := request.ChannelOf(req, req.Msg.In.Address)
	if err != nil {
		return "", err
	}
	d, err := req.Tx.DailyPuzzle(place)
	v := rules.VariantByKey(d.Variant)
	switch {
	case errors.Is(err, data.ErrNotFound) || err == nil && v == nil:
		return req.Lang.Text("choice." + command.Off), nil
	case err != nil:
		return "", err
	}
	return req.Lang.Text("settings.daily", "variant", v.Name(), "hour", PostHour), nil
}

// today returns the puzzle of the day: the last one that was posted in the channel of the message,
// if it is of the game that was named or none was, else that of a game for everybody.
func today(req *request.Request, v *rules.Variant) (*puzzle.Puzzle, error) {
	place, err := request.ChannelOf(req, req.Msg.In.Address)
	if err != nil {
		return nil, err
	}
	d, err := req.Tx.DailyPuzzle(place)
	if err != nil && !errors.Is(err, data.ErrNotFound) {
		return nil, err
	}
	if p := puzzle.ByID(d.Puzzle); err == nil && p != nil && (req.Cmd.Variant == nil || request.RatingKey(v) == d.Variant) {
		return p, nil
	}
	return dailyPuzzle(v, "", req.Now), nil
}

// dailyPuzzle returns the puzzle of a game in a place on a day. It is another one every day until
// all have been there.
func dailyPuzzle(v *rules.Variant, place string, now time.Time) *puzzle.Puzzle {
	list := shuffled(puzzle.Of(v), place)
	return list[dayOf(now)%int64(len(list))]
}

// nextPost returns the first time after now at which puzzles are posted.
func nextPost(now time.Time) time.Time {
	at := now.UTC().Truncate(timeutil.Day).Add(PostHour * time.Hour)
	if !at.After(now) {
		at = at.Add(timeutil.Day)
	}
	return at
}

// Poster posts daily puzzles.
type Poster struct{ opt PosterOptions }

// PosterOptions are what a poster needs. All are required.
type PosterOptions struct {
	Store data.Store
	// Update runs fn in a transaction that may write, and passes it the current time.
	Update func(ctx context.Context, fn func(tx data.Tx, now time.Time) error) error
	// Now returns the current time, Wake is called when messages may be due.
	Now  func() time.Time
	Wake func()
	// Mine reports whether this process posts puzzles.
	Mine func() bool
	Env  *request.Env
	Log  *slog.Logger
}

// NewPoster returns a poster.
func NewPoster(o PosterOptions) *Poster { return &Poster{o} }

// Run posts puzzles when they are due until the context ends.
func (p *Poster) Run(ctx context.Context) {
	for again := true; again; again = timeutil.Sleep(ctx, postPause) == nil {
		if !p.opt.Mine() {
			continue
		}
		if err := p.Post(ctx); err != nil && ctx.Err() == nil {
			p.opt.Log.ErrorContext(ctx, "daily puzzles", "error", err)
		}
	}
}

// Post puts all puzzles that are due into the outbox, one transaction each, in which it is also
// stored that they were posted. A post that fails is tried again an hour later.
func (p *Poster) Post(ctx context.Context) (err error) {
	ctx = data.ForJob(ctx, "puzzle")
	for ctx.Err() == nil {
		var due []data.DailyPuzzle
		failure := p.opt.Store.View(ctx, func(tx data.Tx) (err error) {
			due, err = tx.DueDailyPuzzles(p.opt.Now(), 1)
			return err
		})
		if failure != nil || len(due) == 0 {
			return errors.Join(err, failure)
		}
		place := due[0].Place
		ctx := logging.WithTrace(ctx, logging.TraceOf("puzzle", place.Transport, place.ID, p.opt.Now().String()))
		if failure := p.postIn(ctx, place); failure != nil {
			err = errors.Join(err, failure)
			if failure := p.postpone(ctx, place); failure != nil {
				return errors.Join(err, failure)
			}
		}
		p.opt.Wake()
	}
	return err
}

// postIn posts the puzzle of a place if it is still due.
func (p *Poster) postIn(ctx context.Context, place chat.Address) (err error) {
	defer panics.Catch(&err)
	return p.opt.Update(ctx, func(tx data.Tx, now time.Time) error {
		d, err := tx.DailyPuzzle(place)
		if errors.Is(err, data.ErrNotFound) || err == nil && d.Due.After(now) {
			return nil
		}
		if err != nil {
			return err
		}
		server, err := tx.Server(d.Server)
		if err != nil {
			return err
		}
		req := &request.Request{Ctx: ctx, Env: p.opt.Env, Tx: tx, Now: now, Lang: words.In(server.Language), LastAttempt: true}
		return post(req, d, server)
	})
}

func (p *Poster) postpone(ctx context.Context, place chat.Address) error {
	return p.opt.Update(ctx, func(tx data.Tx, now time.Time) error {
		d, err := tx.DailyPuzzle(place)
		if err != nil {
			return err
		}
		d.Due = now.Add(retryPause)
		return tx.SetDailyPuzzle(d)
	})
}

// post puts the puzzle of a place into the outbox, once a day. One that still waits there, since
// the place could not be reached, is left out.
func post(req *request.Request, d data.DailyPuzzle, server data.Server) error {
	v := rules.VariantByKey(d.Variant)
	if v == nil { // a game of another version
		_, err := req.Tx.RemoveDailyPuzzle(d.Place)
		return err
	}
	before := d
	d.Due = nextPost(req.Now)
	if !d.Posted.IsZero() && dayOf(d.Posted) == dayOf(req.Now) { // the clock was set back
		return req.Tx.SetDailyPuzzle(d)
	}
	waiting, err := req.Tx.Waiting(d.Place, 0)
	if err != nil {
		return err
	}
	for _, m := range waiting {
		if m.Reply.Picture != nil && m.Reply.Picture.Puzzle != "" {
			if err := req.Tx.MarkMerged(m.ID, req.Now); err != nil {
				return err
			}
		}
	}
	p := dailyPuzzle(v, d.Place.ID, req.Now)
	d.Posted, d.Puzzle = req.Now, p.ID
	if err := req.Tx.SetDailyPuzzle(d); err != nil {
		return err
	}
	r, err := req.RenderFor(req.PublicIn(d.Place, d.Server, server), func(req *request.Request) (chat.Reply, error) { return postOf(req, p, before) })
	if err != nil {
		return err
	}
	_, err = req.Tx.Enqueue(data.OutboxMessage{To: d.Place, Reply: r, NotBefore: req.Now})
	req.Env.Log.InfoContext(req.Ctx, "daily puzzle", "server", d.Server, "puzzle", p.ID)
	return err
}

// postOf is the message with a puzzle for a channel, in which there was another one before.
func postOf(req *request.Request, p *puzzle.Puzzle, before data.DailyPuzzle) (chat.Reply, error) {
	text := join(TaskText(req, p), req.Lang.Text("puzzle.daily"))
	if before.Puzzle != "" {
		n, err := req.Tx.CountSolvers(before.Puzzle, before.Posted)
		if err != nil {
			return chat.Reply{}, err
		}
		key := "puzzle.last"
		if dayOf(before.Posted)+1 == dayOf(req.Now) {
			key = "puzzle.yesterday"
		}
		text = join(text, req.Lang.Text(key, "count", n))
	}
	solve := command.Invocation{Path: command.Solve, Puzzle: command.PuzzleRef{ID: p.ID}}
	a := data.PuzzleAttempt{}
	return chat.Reply{Title: req.Lang.Text("puzzle.daily-title", "variant", p.Variant.Name()), Text: text, Picture: pictureOf(p, &a),
		Buttons: [][]chat.Button{{{Label: req.Lang.Text("button.solve"), Command: solve.String(), Style: chat.Invite, For: chat.Everybody}}}}, nil
}
