package request

import (
	"cmp"
	"slices"

	"stackmate/bot/chat"
	"stackmate/bot/command"
	"stackmate/bot/data"
	"stackmate/bot/game"
	"stackmate/bot/outbox"
	"stackmate/rules"
)

// Announce tells everybody who follows a game what happened in it. Players who can see
// the game's home read it there, the others and the watchers in private. It calls build
// once for each recipient, in that recipient's language. The answer to the command is the
// announcement itself if it goes to the place of the command, else a short note.
func (req *Request) Announce(g *game.Game, build func(*Request) (chat.Reply, error)) error {
	req.NoteGame(g)
	closing, err := closesThread(req, g)
	if err != nil {
		return err
	}
	full := func(req *Request) (chat.Reply, error) {
		r, err := build(req)
		r.Game, r.Ply, r.Close = g.ID, PlyCount(g), closing
		r.Notify = slices.DeleteFunc(slices.Clone(r.Notify), func(p chat.Person) bool { return p.Address.IsZero() }) // the program needs no message
		if r.Title == "" {
			r.Title = req.Title(g)
		}
		if req.ByMail { // each mail shows the boards, the last one also the whole game
			pic := *cmp.Or(r.Picture, PictureOf(g))
			pic.WithRecord = g.Over()
			r.Picture = &pic
		}
		return r, err
	}
	if g.Analysis() && g.Home.IsZero() {
		r, err := full(req)
		if err != nil {
			return err
		}
		return req.Answer(r)
	}
	if req.Awaits, err = req.awaitsReply(g); err != nil {
		return err
	}
	places, err := req.recipients(g)
	if err != nil {
		return err
	}
	for _, a := range places {
		r, err := req.RenderFor(a, full)
		if err != nil {
			return err
		}
		r.Picture = seenFrom(r.Picture, g, a.player)
		r.Close = r.Close && a.To == g.Home
		if a.To == g.Home {
			if r.Notify, err = dropAbsent(req, g, r.Notify); err != nil {
				return err
			}
		}
		inBrowser := a.player == req.Player.ID && a.To != g.Home && req.Msg.In.Transport == WebTransport
		if a.To == req.Msg.In.Address || inBrowser {
			req.Reply = &r
			continue
		}
		if err := req.enqueue(a.To, r); err != nil {
			return err
		}
	}
	if err := tellWatchers(req, g, full, places); err != nil {
		return err
	}
	switch told := slices.ContainsFunc(places, func(a Recipient) bool { return a.To == req.Msg.From.Address }); {
	case req.Reply != nil:
		return nil
	case told && req.Msg.PublicAnswer: // the speaker reads it in private
		req.Reply = &chat.Reply{Text: req.Lang.Text("answer.alone"), Audience: chat.Quiet}
		return nil
	}
	r, err := full(req)
	if err != nil {
		return err
	}
	told := "announce.private"
	if !g.Home.IsZero() {
		told = "announce.elsewhere"
	}
	return req.Answer(chat.Reply{Game: g.ID, Title: r.Title, Text: r.Text + " " + req.Lang.Text(told), Picture: r.Picture})
}

// closesThread reports whether a game is over and has a thread of its own, which closes
// with it.
func closesThread(req *Request, g *game.Game) (bool, error) {
	if !g.Over() || g.Home.IsZero() {
		return false, nil
	}
	ch, err := req.Tx.Challenge(g.ID)
	return err == nil && ch.Home != g.Home, err
}

// tellWatchers sends an announcement to each watcher of a game in private, except to those
// who are among the recipients already.
func tellWatchers(req *Request, g *game.Game, build func(*Request) (chat.Reply, error), places []Recipient) error {
	watchers, err := req.Tx.Watchers(g.ID)
	if err != nil {
		return err
	}
	for _, id := range watchers {
		p, err := req.Person(id)
		if err != nil {
			return err
		}
		a := req.PrivateTo(p, data.Server{})
		a.forWatchers = true
		if len(g.Colors(id)) > 0 || slices.ContainsFunc(places, func(other Recipient) bool { return other.To == a.To }) {
			continue
		}
		r, err := req.RenderFor(a, build)
		if err != nil {
			return err
		}
		r.Notify, r.Buttons, r.Close = nil, forEverybody(r.Buttons), false
		if err := req.enqueue(a.To, r); err != nil {
			return err
		}
	}
	return nil
}

// Seat returns the name and color of a player of a game with names, such as "Anna (White)". The
// color is written alone if it is the name, as at a terminal, also where the person called White has both seats.
func (req *Request) Seat(names [2]string, color rules.Color) string {
	name, written := names[color], req.Lang.Text("color."+color.String())
	if name == written || names[0] == names[1] && name == req.Lang.Text("color."+color.Other().String()) {
		return written
	}
	return name + " (" + written + ")"
}

// Seats returns the names and colors of both players, White first.
func (req *Request) Seats(names [2]string) string {
	return req.Seat(names, rules.White) + " – " + req.Seat(names, rules.Black)
}

// Title returns the title of messages about a game, such as "Game 12: Orthodox".
func (req *Request) Title(g *game.Game) string {
	return req.Lang.Text("game.title", "game", g.ID, "variant", g.Variant.Name())
}

// Names returns the names of White and Black, as AudienceServer knows them.
func (req *Request) Names(g *game.Game) (names [2]string, err error) {
	for color, id := range g.Seats {
		p, err := req.Person(id)
		if err != nil {
			return names, err
		}
		names[color] = req.NameOf(p)
	}
	return names, nil
}

// PictureOf describes a picture of the current position, seen from the side to move, or
// from the winner's side when the game is over.
func PictureOf(g *game.Game) *chat.Picture {
	below := g.Turn()
	if winner, ok := g.Outcome.Winner(); ok {
		below = winner
	}
	return &chat.Picture{Game: g.ID, Ply: len(g.Plies), Black: below == rules.Black}
}

// seenFrom returns a picture of a game as seen from the side of a player, unchanged for anybody
// who does not have exactly one.
func seenFrom(pic *chat.Picture, g *game.Game, player int64) *chat.Picture {
	colors := g.Colors(player)
	if pic == nil || len(colors) != 1 {
		return pic
	}
	turned := *pic
	turned.Black = colors[0] == rules.Black
	return &turned
}

// MoveButtons returns the button that starts choosing a move from menus, unless the program is to move.
func MoveButtons(req *Request, g *game.Game) [][]chat.Button {
	if thinks, err := req.Thinks(g); err == nil && thinks {
		return nil
	}
	return [][]chat.Button{{{Label: req.Lang.Text("button.move"), Command: command.Invocation{Path: command.Pick, Game: command.GameAt(g)}.String(), Style: chat.Invite, For: chat.PlayersOf(g.ID)}}}
}

// TurnText returns a sentence that says whose turn it is, or how the game ended.
func TurnText(req *Request, g *game.Game) (string, error) {
	names, err := req.Names(g)
	if err != nil {
		return "", err
	}
	if g.Over() {
		return ResultText(req, g, names)
	}
	t := g.Turn()
	thinks, err := req.Thinks(g)
	text := req.Lang.Text("turn", "seat", req.Seat(names, t))
	switch {
	case err != nil:
		return "", err
	case thinks && req.Env.Computer == nil:
		text = req.Lang.Text("computer.off", "seat", req.Seat(names, t))
	case thinks:
		text = req.Lang.Text("computer.thinking", "seat", req.Seat(names, t))
	}
	p := g.Position()
	if p.InCheck() {
		text = req.Lang.Text("check") + " " + text
	}
	return text, nil
}

// ResultText returns sentences that say how a game ended and how the ratings changed.
func ResultText(req *Request, g *game.Game, names [2]string) (string, error) {
	ratings, err := ratingText(req.Tx, req.Lang, g, names)
	if ratings != "" {
		ratings = " " + ratings
	}
	if g.Outcome == rules.Undecided {
		return req.Lang.Text("result.none."+string(g.Reason)) + ratings, err
	}
	if w, ok := g.Outcome.Winner(); ok {
		return req.Lang.Text("result.win."+string(g.Reason), "winner", names[w], "loser", names[w.Other()],
			"result", g.Outcome) + ratings, err
	}
	return req.Lang.Text("result.draw."+string(g.Reason), "result", g.Outcome) + ratings, err
}

// ToMove returns the player to move, to be notified; nobody when the game is over.
func (req *Request) ToMove(g *game.Game) ([]chat.Person, error) {
	if g.Over() {
		return nil, nil
	}
	p, err := req.Person(g.ToMove())
	if err != nil {
		return nil, err
	}
	return []chat.Person{p.Person()}, nil
}

// Opponent returns the player who plays against a color.
func (req *Request) Opponent(g *game.Game, of rules.Color) (data.Player, error) {
	return req.Person(g.Seats[of.Other()])
}

// Save stores a game, and rates it if it is a rated game that has ended. Nobody can have
// changed it since it was read: transactions that write wait for one another.
func (req *Request) Save(g *game.Game) error {
	if err := req.Tx.SaveGame(g); err != nil {
		return err
	}
	req.Saved = g
	return rate(req.Tx, g, req.Now)
}

// Change changes a game for the speaker, who acts for the color by. It calls change, saves
// the game, and announces what tell returns, notifying the opponent. If tell is nil, it
// announces how the game ended. An error of package game becomes a Refusal.
func (req *Request) Change(g *game.Game, by rules.Color, change func() error, tell func(req *Request, other data.Player) (chat.Reply, error)) error {
	if err := change(); err != nil {
		return GameRefusal(g, err)
	}
	if err := req.Save(g); err != nil {
		return err
	}
	other, err := req.Opponent(g, by)
	if err != nil {
		return err
	}
	if tell == nil {
		return req.announceEnd(g, other.Person())
	}
	return req.Announce(g, func(req *Request) (chat.Reply, error) {
		r, err := tell(req, other)
		r.Notify = []chat.Person{other.Person()}
		return r, err
	})
}

// announceEnd announces how a game ended, and notifies people.
func (req *Request) announceEnd(g *game.Game, notify ...chat.Person) error {
	return req.Announce(g, func(req *Request) (chat.Reply, error) {
		names, err := req.Names(g)
		if err != nil {
			return chat.Reply{}, err
		}
		result, err := ResultText(req, g, names)
		return chat.Reply{Text: result, Picture: PictureOf(g), Buttons: EndButtons(req, g), Notify: notify}, err
	})
}

// enqueue puts a message about a game into the outbox, merged with moves that still wait
// there for the same recipient. If the program is about to reply, the message waits for
// that.
func (req *Request) enqueue(to chat.Address, r chat.Reply) error {
	older, err := outbox.MergeWaiting(req.Tx, to, &r, req.Now)
	if err != nil {
		return err
	}
	m := data.OutboxMessage{To: to, Reply: r, NotBefore: req.Now}
	if req.Awaits && r.Played != "" {
		m.NotBefore = req.Now.Add(ReplyWaitFor(to.Transport))
	} else if older > 0 {
		if err := outbox.StopWaiting(req.Tx, to, r.Game, req.Now); err != nil {
			return err
		}
	}
	_, err = req.Tx.Enqueue(m)
	return err
}

// AnnounceFlag saves a game that was lost on time, and announces its end.
func AnnounceFlag(req *Request, g *game.Game) error {
	if err := req.Save(g); err != nil {
		return err
	}
	req.Env.Log.InfoContext(req.Ctx, "time is over", "game", g.ID)
	notify, err := SeatedPeople(req, g)
	if err != nil {
		return err
	}
	return req.announceEnd(g, notify...)
}

// ClockLine returns a sentence with the deadline of the side to move, after a space; it is
// empty for a game without a clock.
func ClockLine(req *Request, g *game.Game) string {
	deadline, ok := g.Deadline()
	if !ok {
		return ""
	}
	return " " + req.Lang.Text("clock.deadline", "when", chat.When(deadline))
}

// EndButtons returns the buttons for what may follow a game: another one, against the program also at
// another level, and a review. There are none that cannot work because the program does not play.
func EndButtons(req *Request, g *game.Game) (rows [][]chat.Button) {
	p, err := req.ComputerIn(g)
	against, plays := err == nil && p.Level > 0, req.Env.Computer != nil
	var row []chat.Button
	if !against || plays {
		row = append(row, chat.Button{Label: req.Lang.Text("button.rematch"), Style: chat.Invite,
			Command: command.Invocation{Path: command.Rematch, Game: command.GameID(g.ID)}.String(), For: chat.PlayersOf(g.ID)})
	}
	if against && plays {
		row = append(row, chat.Button{Label: req.Lang.Text("button.other-level"), For: chat.Only(g.Seats[0] + g.Seats[1] - p.ID),
			Command: command.Invocation{Path: command.Level, Game: command.GameID(g.ID)}.String()})
	}
	if row = append(row, ReviewButton(req, g)...); row != nil {
		rows = append(rows, row)
	}
	return rows
}

// ReviewButton returns the button that reviews a game; none for a game that cannot be reviewed.
func ReviewButton(req *Request, g *game.Game) []chat.Button {
	if req.Env.Computer == nil || len(g.Plies) < MinReviewed || len(g.Plies) > MaxReviewed {
		return nil
	}
	return []chat.Button{{Label: req.Lang.Text("button.review"), For: chat.Everybody,
		Command: command.Invocation{Path: command.Review, Game: command.GameID(g.ID)}.String()}}
}

// MinReviewed and MaxReviewed are how many plies a game that can be reviewed has.
const (
	MinReviewed = 2
	MaxReviewed = 1000
)

// SeatedPeople returns those who play a game, White first.
func SeatedPeople(req *Request, g *game.Game) (people []chat.Person, err error) {
	for _, id := range g.Seats {
		p, err := req.Person(id)
		if err != nil {
			return nil, err
		}
		people = append(people, p.Person())
	}
	return people, nil
}
