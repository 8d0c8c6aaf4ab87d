package bot

import (
	"cmp"
	"errors"
	"fmt"
	"strings"
	"time"

	"stackmate/bot/account"
	"stackmate/bot/chat"
	"stackmate/bot/command"
	"stackmate/bot/data"
	"stackmate/bot/game"
	"stackmate/bot/request"
	"stackmate/bot/timeutil"
	"stackmate/bot/words"
)

// maxOpen is how many challenges of one player may wait for an answer.
const maxOpen = 20

// handleChallenge offers a game to somebody, or to everybody in the server.
func handleChallenge(req *request.Request) error {
	opponent, address, err := challenged(req)
	if err != nil {
		return err
	}
	ch, err := offer(req)
	if err != nil {
		return err
	}
	if address != "" && opponent.ID == 0 {
		if opponent, err = req.Tx.PlayerAt(chat.Person{Address: request.MailTo(address)}, req.Now); err != nil {
			return err
		}
	}
	ch.To, ch.Address = opponent.ID, address
	return send(req, ch, opponent)
}

// challenged finds whom a challenge is for, and the mail address if one was named; it is
// nobody in particular if the challenge is open.
func challenged(req *request.Request) (opponent data.Player, address string, err error) {
	word, named := req.Cmd.Person, req.Cmd.Address
	switch {
	case word != "" && named != "":
		return opponent, "", request.Refuse("challenge.two")
	case word != "":
		opponent, address, err = request.Addressee(req, word)
	case named != "":
		opponent, address, err = request.MailAddressee(req, named)
	case req.Msg.In.Private:
		return opponent, "", request.Refuse("challenge.nobody")
	default:
		return opponent, "", nil
	}
	if err == nil && opponent.ID == req.Player.ID {
		err = request.Refuse("challenge.self")
	}
	return opponent, address, err
}

// send stores a challenge and says it to whom it is for.
func send(req *request.Request, ch *game.Challenge, opponent data.Player) error {
	open, err := req.Tx.OpenChallenges(req.Player.ID)
	if err != nil {
		return err
	}
	if err := mayChallenge(req, ch, opponent); err != nil {
		return err
	}
	own := 0
	for _, other := range open {
		if other.From == req.Player.ID {
			own++
		}
	}
	if own >= maxOpen {
		return request.Refuse("challenge.many", "count", own)
	}
	if err := req.Tx.AddChallenge(ch); err != nil {
		return err
	}
	req.GameID = ch.ID
	return tell(req, ch, opponent, func(req *request.Request) (chat.Reply, error) { return offerReply(req, ch, opponent), nil }, "challenge.sent")
}

// mayChallenge refuses a challenge to somebody who may not play in the server, or does
// not want to hear from the speaker. Of the owner of an address it tells nothing: whether
// that player may play is seen when the challenge is accepted.
func mayChallenge(req *request.Request, ch *game.Challenge, opponent data.Player) error {
	if err := mayPlay(req, ch.Server, req.Player); err != nil || ch.To == 0 || ch.Address != "" {
		return err
	}
	if err := mayPlay(req, ch.Server, opponent); err != nil {
		return err
	}
	return account.MayAsk(req, opponent)
}

// displayName is what a player is called in sentences about a challenge: its opponent by the
// address that was named, until the game begins. An address is for nobody else to read.
func displayName(req *request.Request, ch *game.Challenge, p data.Player) string {
	if ch.Address != "" && p.ID == ch.To {
		req.Secret = true
		return ch.Address
	}
	return req.NameOf(p)
}

// offerReply says what a challenge offers, with buttons to answer it.
func offerReply(req *request.Request, ch *game.Challenge, opponent data.Player) chat.Reply {
	key, name := "challenge.offer", displayName(req, ch, opponent)
	if ch.To == 0 {
		key = "challenge.open"
	}
	text := req.Lang.Text(key, "name", req.NameOf(req.Player), "opponent", name, "variant", ch.Variant.Name()) + " " +
		req.Lang.Text("challenge.color."+string(ch.Color), "name", req.NameOf(req.Player))
	for _, term := range termTexts(req.Lang, ch.Terms) {
		text += " " + term
	}
	asked := chat.Everybody
	if ch.To != 0 {
		asked = chat.Only(ch.To)
	}
	buttons := []chat.Button{{Label: req.Lang.Text("button.accept"), Style: chat.Invite, For: asked,
		Command: command.Invocation{Path: command.Accept, Challenge: ch.ID}.String()}}
	if ch.To != 0 {
		buttons = append(buttons, chat.Button{Label: req.Lang.Text("button.decline"), For: asked,
			Command: command.Invocation{Path: command.Decline, Challenge: ch.ID}.String()})
	}
	return chat.Reply{Text: text + " " + req.Lang.Text("challenge.how", "id", ch.ID), Buttons: [][]chat.Button{buttons}}
}

// tell says something about a challenge to the other player: in the challenge's
// place, where it is the answer if the speaker is there, or in private. An open
// challenge is said where it is made.
func tell(req *request.Request, ch *game.Challenge, other data.Player, build func(*request.Request) (chat.Reply, error), note string) error {
	req.NoteHome(ch.Home, ch.Server)
	server, err := req.SettingsOf(ch.Server)
	if err != nil {
		return err
	}
	a := req.PrivateTo(other, server)
	switch {
	case ch.Address != "" && other.ID == ch.To:
		a.To = request.MailTo(ch.Address)
	case ch.Address != "": // nobody else is to read the address
	case ch.To == 0 || !ch.Home.IsZero() && request.Reachable(other, ch.Home):
		a = req.PublicIn(ch.Home, ch.Server, server)
	}
	r, err := req.RenderFor(a, func(req *request.Request) (chat.Reply, error) {
		r, err := build(req)
		r.Title, r.Game = req.Lang.Text("challenge.title", "id", ch.ID), ch.ID
		return r, err
	})
	if err != nil {
		return err
	}
	if ch.To != 0 {
		r.Notify = []chat.Person{other.Person()}
	}
	switch r.Unasked = ch.Address != "" && other.ID == ch.To; {
	case r.Unasked:
		r.Notify = []chat.Person{{Address: a.To, Name: ch.Address}}
	case ch.Address != "":
		r.Audience, r.Place, r.Command = chat.Secret, ch.Home, string(command.Games)
	}
	if a.To == req.Msg.In.Address {
		req.Reply = &r
		return nil
	}
	if hears, err := acceptsFrom(req, ch, other); err != nil {
		return err
	} else if hears {
		if _, err := req.Tx.Enqueue(data.OutboxMessage{To: a.To, Reply: r, NotBefore: req.Now}); err != nil {
			return err
		}
	}
	return req.AnswerText(note, "id", ch.ID, "name", displayName(req, ch, other))
}

// acceptsFrom reports whether the other player is told of a challenge: not if it came by an
// address whose owner has blocked the speaker.
func acceptsFrom(req *request.Request, ch *game.Challenge, other data.Player) (bool, error) {
	if ch.Address == "" || other.ID != ch.To {
		return true, nil
	}
	return req.Tx.AcceptsFrom(other.ID, req.Player.ID, true)
}

// handleAccept begins the game.
func handleAccept(req *request.Request) error {
	ch, err := openChallenge(req, func(ch *game.Challenge) bool { return mayAccept(req, ch) }, command.Accept)
	if err != nil {
		return err
	}
	from, err := req.Person(ch.From)
	if err != nil {
		return err
	}
	if err := mayPlay(req, ch.Server, req.Player, from); err != nil {
		return err
	}
	if ch.To == 0 {
		if err := account.MayAsk(req, from); err != nil {
			return err
		}
	}
	if err := req.Tx.AnswerChallenge(ch.ID, game.Accepted); err != nil {
		return err
	}
	g, err := ch.Start(req.Player.ID, req.Env.Coin(), req.Now)
	if err != nil {
		return err
	}
	for color, id := range g.Seats { // the first deadline knows of them
		if g.Vacations[color], err = req.Tx.Vacations(id); err != nil {
			return err
		}
	}
	if err := req.Tx.AddGame(g); err != nil {
		return err
	}
	notify, err := req.ToMove(g)
	if err != nil {
		return err
	}
	server, err := req.SettingsOf(g.Server)
	if err != nil {
		return err
	}
	return req.Announce(g, func(req *request.Request) (chat.Reply, error) {
		names, err := req.Names(g)
		if err != nil {
			return chat.Reply{}, err
		}
		text := req.Lang.Text("game.begins", "game", g.ID, "name", names[g.Turn()], "seats", req.Seats(names),
			"example", request.ExampleMove(req, g))
		r := chat.Reply{Text: text + request.ClockLine(req, g), Picture: request.PictureOf(g), Notify: notify, Buttons: request.MoveButtons(req, g)}
		if !g.Home.IsZero() && !server.NoThreads {
			r.Thread = fmt.Sprintf("#%d %s – %s", g.ID, names[0], names[1])
			for _, id := range g.Seats {
				p, err := req.Person(id)
				if err != nil {
					return r, err
				}
				r.Players = append(r.Players, p.Person())
			}
		}
		return r, nil
	})
}

// mayAccept reports whether a challenge is for the speaker: by name, or made to
// everybody in this server, or in this place where there is none, by somebody else.
func mayAccept(req *request.Request, ch *game.Challenge) bool {
	if ch.To != 0 || ch.From == req.Player.ID {
		return ch.To == req.Player.ID
	}
	return ch.Server == req.Msg.In.Server && (ch.Server != "" || ch.Home == req.Msg.In.Address)
}

// handleDecline refuses a challenge.
func handleDecline(req *request.Request) error {
	ch, err := openChallenge(req, func(ch *game.Challenge) bool { return ch.To == req.Player.ID }, command.Decline)
	if err != nil {
		return err
	}
	return closeChallenge(req, ch, game.Declined, ch.From, "challenge.declined")
}

// handleCancel takes one's own challenge back.
func handleCancel(req *request.Request) error {
	ch, err := openChallenge(req, func(ch *game.Challenge) bool { return ch.From == req.Player.ID }, command.Cancel)
	if err != nil {
		return err
	}
	return closeChallenge(req, ch, game.Cancelled, ch.To, "challenge.cancelled")
}

func closeChallenge(req *request.Request, ch *game.Challenge, s game.State, other int64, sentence string) error {
	if err := req.Tx.AnswerChallenge(ch.ID, s); err != nil {
		return err
	}
	build := func(req *request.Request) (chat.Reply, error) {
		return chat.Reply{Text: req.Lang.Text(sentence, "name", displayName(req, ch, req.Player), "id", ch.ID)}, nil
	}
	if other == 0 { // everybody who could have accepted it hears of it
		return tell(req, ch, data.Player{}, build, "announce.elsewhere")
	}
	p, err := req.Person(other)
	if err != nil {
		return err
	}
	return tell(req, ch, p, build, "challenge.told")
}

// openChallenge returns the open challenge that a command means: the one with the
// number, else the one that the message answers to, else the only one that fits.
func openChallenge(req *request.Request, fits func(*game.Challenge) bool, verb command.Path) (*game.Challenge, error) {
	if id := req.Cmd.Challenge; id != 0 {
		ch, err := seenChallenge(req, id)
		switch {
		case errors.Is(err, data.ErrNotFound):
			return nil, request.Refuse("challenge.unknown", "id", id)
		case err != nil:
			return nil, err
		case ch.State != game.Open:
			return nil, request.Refuse("challenge.closed."+string(ch.State), "id", ch.ID)
		case !fits(ch):
			return nil, request.Refuse("challenge.not-yours."+string(verb), "id", ch.ID)
		}
		req.GameID = ch.ID
		return ch, nil
	}
	if req.Msg.Game > 0 { // also one for everybody
		switch ch, err := seenChallenge(req, req.Msg.Game); {
		case err == nil && ch.State == game.Open && fits(ch):
			req.GameID = ch.ID
			return ch, nil
		case err != nil && !errors.Is(err, data.ErrNotFound):
			return nil, err
		}
	}
	open, err := req.Tx.OpenChallenges(req.Player.ID)
	if err != nil {
		return nil, err
	}
	var fit []*game.Challenge
	var numbers []string
	for _, ch := range open {
		if fits(ch) {
			fit = append(fit, ch)
			numbers = append(numbers, command.Invocation{Path: verb, Challenge: ch.ID}.String())
		}
	}
	switch len(fit) {
	case 0:
		return nil, request.Refuse("challenge.none." + string(verb))
	case 1:
		return fit[0], nil
	}
	return nil, request.Refuse("challenge.which", "commands", strings.Join(numbers, ", "))
}

// seenChallenge returns a challenge that the speaker may see, else ErrNotFound.
func seenChallenge(req *request.Request, id int64) (*game.Challenge, error) {
	ch, err := req.Tx.Challenge(id)
	if err != nil {
		return nil, err
	}
	seen, err := req.MaySee(data.GameSummary{ID: ch.ID, Seats: [2]int64{ch.From, ch.To}, Home: ch.Home, Server: ch.Server})
	if err == nil && !seen {
		err = data.ErrNotFound
	}
	return ch, err
}

// offer reads the terms of a challenge; what is not said is as usual in the server.
func offer(req *request.Request) (*game.Challenge, error) {
	server, err := req.Server()
	if err != nil {
		return nil, err
	}
	if err := mayOffer(req, req.Msg.In.Server, server, req.Msg.In.Address); err != nil {
		return nil, err
	}
	ch := &game.Challenge{Variant: req.Variant(server), Color: cmp.Or(req.Cmd.Color, game.AsRandom), From: req.Player.ID, State: game.Open, Made: req.Now,
		Server: req.Msg.In.Server}
	if !req.Msg.In.Private {
		ch.Home = req.Msg.In.Address
	}
	ch.Terms = game.Terms{MoveLimit: req.Cmd.Limit, Rated: req.Cmd.Rated, WeekendsOff: req.Cmd.WeekendsOff}
	if req.Cmd.Clock != nil {
		ch.Terms.Clock = *req.Cmd.Clock
	} else if server.Clock != "" {
		ch.Terms.Clock, err = game.ParseClock(server.Clock)
	}
	return ch, err
}

// termTexts says what is agreed besides game and colors.
func termTexts(say words.Language, t game.Terms) (list []string) {
	if !t.Clock.IsZero() {
		list = append(list, say.Text("terms.clock", "clock", clockText(say, t.Clock)))
	}
	if t.WeekendsOff {
		list = append(list, say.Text("terms.weekends"))
	}
	if t.MoveLimit != 0 {
		list = append(list, say.Text("terms.limit", "limit", t.MoveLimit))
	}
	if t.Rated {
		list = append(list, say.Text("terms.rated"))
	}
	return list
}

// clockText says what a clock is.
func clockText(say words.Language, c game.Clock) string {
	switch {
	case c.PerMove > 0:
		return say.Text("clock.per-move", "days", int(c.PerMove/timeutil.Day))
	case c.Bank > 0:
		return say.Text("clock.bank", "days", int(c.Bank/timeutil.Day), "hours", int(c.Increment/time.Hour))
	}
	return say.Text("clock.none")
}
