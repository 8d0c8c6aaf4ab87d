package bot

import (
	"cmp"
	"errors"
	"fmt"
	"strconv"
	"strings"
	"time"

	"stackmate/bot/chat"
	"stackmate/bot/game"
	"stackmate/bot/words"
	"stackmate/rules"
)

// maxOpen is how many challenges of one player may wait for an answer.
const maxOpen = 20

// challenge offers a game to somebody, or to everybody in the server.
func (c *request) challenge() error {
	opponent, address, err := c.challenged()
	if err != nil {
		return err
	}
	ch, err := c.offer()
	if err != nil {
		return err
	}
	if address != "" && opponent.ID == 0 {
		if opponent, err = c.tx.PlayerAt(chat.Person{Address: mailTo(address)}, c.now); err != nil {
			return err
		}
	}
	ch.To, ch.Address = opponent.ID, address
	return c.send(ch, opponent)
}

// challenged finds whom a challenge is for, and the mail address if one was named; it is
// nobody in particular if the challenge is open.
func (c *request) challenged() (opponent Player, address string, err error) {
	word, named := c.args["opponent"], strings.TrimSpace(c.args["address"])
	switch {
	case word != "" && named != "":
		return opponent, "", refuse("challenge.two")
	case word != "":
		opponent, address, err = c.addressee(word)
	case named != "":
		opponent, address, err = c.mailAddressee(named)
	case c.msg.In.Private:
		return opponent, "", refuse("challenge.nobody")
	default:
		return opponent, "", nil
	}
	if err == nil && opponent.ID == c.player.ID {
		err = refuse("challenge.self")
	}
	return opponent, address, err
}

// send stores a challenge and says it to whom it is for.
func (c *request) send(ch *game.Challenge, opponent Player) error {
	open, err := c.tx.OpenChallenges(c.player.ID)
	if err != nil {
		return err
	}
	if err := c.mayChallenge(ch, opponent); err != nil {
		return err
	}
	own := 0
	for _, other := range open {
		if other.From == c.player.ID {
			own++
		}
	}
	if own >= maxOpen {
		return refuse("challenge.many", "count", own)
	}
	if err := c.tx.AddChallenge(ch); err != nil {
		return err
	}
	c.gameID = ch.ID
	return c.tell(ch, opponent, func() (chat.Reply, error) { return c.offerReply(ch, opponent), nil }, "challenge.sent")
}

// mayChallenge refuses a challenge to somebody who may not play in the server, or does
// not want to hear from the speaker. Of the owner of an address it tells nothing: whether
// that player may play is seen when the challenge is accepted.
func (c *request) mayChallenge(ch *game.Challenge, opponent Player) error {
	if err := c.mayPlay(ch.Server, c.player); err != nil || ch.To == 0 || ch.Address != "" {
		return err
	}
	if err := c.mayPlay(ch.Server, opponent); err != nil {
		return err
	}
	return c.mayAsk(opponent)
}

// displayName is what a player is called in sentences about a challenge: its opponent by the
// address that was named, until the game begins. An address is for nobody else to read.
func (c *request) displayName(ch *game.Challenge, p Player) string {
	if ch.Address != "" && p.ID == ch.To {
		c.secret = true
		return ch.Address
	}
	return c.nameOf(p)
}

// offerReply says what a challenge offers, with buttons to answer it.
func (c *request) offerReply(ch *game.Challenge, opponent Player) chat.Reply {
	key, name := "challenge.offer", c.displayName(ch, opponent)
	if ch.To == 0 {
		key = "challenge.open"
	}
	text := c.lang.Text(key, "name", c.nameOf(c.player), "opponent", name, "variant", ch.Variant.Name()) + " " +
		c.lang.Text("challenge.color."+string(ch.Color), "name", c.nameOf(c.player))
	for _, term := range termTexts(c.lang, ch.Terms) {
		text += " " + term
	}
	asked := chat.Everybody
	if ch.To != 0 {
		asked = chat.Only(ch.To)
	}
	buttons := []chat.Button{{Label: c.lang.Text("button.accept"), Command: fmt.Sprintf("accept #%d", ch.ID), Style: chat.Invite, For: asked}}
	if ch.To != 0 {
		buttons = append(buttons, chat.Button{Label: c.lang.Text("button.decline"), Command: fmt.Sprintf("decline #%d", ch.ID), For: asked})
	}
	return chat.Reply{Text: text + " " + c.lang.Text("challenge.how", "id", ch.ID), Buttons: [][]chat.Button{buttons}}
}

// tell says something about a challenge to the other player: in the challenge's
// place, where it is the answer if the speaker is there, or in private. An open
// challenge is said where it is made.
func (c *request) tell(ch *game.Challenge, other Player, build func() (chat.Reply, error), note string) error {
	c.noteHome(ch.Home, ch.Server)
	server, err := c.settingsOf(ch.Server)
	if err != nil {
		return err
	}
	a := c.privateTo(other, server)
	switch {
	case ch.Address != "" && other.ID == ch.To:
		a.to = mailTo(ch.Address)
	case ch.Address != "": // nobody else is to read the address
	case ch.To == 0 || !ch.Home.IsZero() && reachable(other, ch.Home):
		a = c.publicIn(ch.Home, ch.Server, server)
	}
	r, err := c.renderFor(a, func() (chat.Reply, error) {
		r, err := build()
		r.Title, r.Game = c.lang.Text("challenge.title", "id", ch.ID), ch.ID
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
		r.Notify = []chat.Person{{Address: a.to, Name: ch.Address}}
	case ch.Address != "":
		r.Audience, r.Place, r.Command = chat.Secret, ch.Home, "games"
	}
	if a.to == c.msg.In.Address {
		c.reply = &r
		return nil
	}
	if hears, err := c.acceptsFrom(ch, other); err != nil {
		return err
	} else if hears {
		if _, err := c.tx.Enqueue(OutboxMessage{To: a.to, Reply: r, NotBefore: c.now}); err != nil {
			return err
		}
	}
	return c.answerText(note, "id", ch.ID, "name", c.displayName(ch, other))
}

// acceptsFrom reports whether the other player is told of a challenge: not if it came by an
// address whose owner has blocked the speaker.
func (c *request) acceptsFrom(ch *game.Challenge, other Player) (bool, error) {
	if ch.Address == "" || other.ID != ch.To {
		return true, nil
	}
	return c.tx.AcceptsFrom(other.ID, c.player.ID, true)
}

// accept begins the game.
func (c *request) accept() error {
	ch, err := c.openChallenge(c.mayAccept, "accept")
	if err != nil {
		return err
	}
	from, err := c.person(ch.From)
	if err != nil {
		return err
	}
	if err := c.mayPlay(ch.Server, c.player, from); err != nil {
		return err
	}
	if ch.To == 0 {
		if err := c.mayAsk(from); err != nil {
			return err
		}
	}
	if err := c.tx.AnswerChallenge(ch.ID, game.Accepted); err != nil {
		return err
	}
	g, err := ch.Start(c.player.ID, c.desk.coin(), c.now)
	if err != nil {
		return err
	}
	for color, id := range g.Seats { // the first deadline knows of them
		if g.Vacations[color], err = c.tx.Vacations(id); err != nil {
			return err
		}
	}
	if err := c.tx.AddGame(g); err != nil {
		return err
	}
	notify, err := c.toMove(g)
	if err != nil {
		return err
	}
	server, err := c.settingsOf(g.Server)
	if err != nil {
		return err
	}
	return c.announce(g, func() (chat.Reply, error) {
		names, err := c.names(g)
		if err != nil {
			return chat.Reply{}, err
		}
		text := c.lang.Text("game.begins", "game", g.ID, "name", names[g.Turn()], "seats", c.seats(names),
			"example", c.exampleMove(g))
		r := chat.Reply{Text: text + c.clockLine(g), Picture: picture(g), Notify: notify, Buttons: c.moveButtons(g)}
		if !g.Home.IsZero() && !server.NoThreads {
			r.Thread = fmt.Sprintf("#%d %s – %s", g.ID, names[0], names[1])
			for _, id := range g.Seats {
				p, err := c.person(id)
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
func (c *request) mayAccept(ch *game.Challenge) bool {
	if ch.To != 0 || ch.From == c.player.ID {
		return ch.To == c.player.ID
	}
	return ch.Server == c.msg.In.Server && (ch.Server != "" || ch.Home == c.msg.In.Address)
}

// exampleMove writes some legal move, to show how moves are typed.
func (c *request) exampleMove(g *game.Game) string {
	p := g.Position()
	legal := p.Moves()
	if len(legal) == 0 {
		return ""
	}
	return p.SANs(legal[len(legal)/2:len(legal)/2+1], legal)[0]
}

// decline refuses a challenge.
func (c *request) decline() error {
	ch, err := c.openChallenge(func(ch *game.Challenge) bool { return ch.To == c.player.ID }, "decline")
	if err != nil {
		return err
	}
	return c.closeChallenge(ch, game.Declined, ch.From, "challenge.declined")
}

// cancel takes one's own challenge back.
func (c *request) cancel() error {
	ch, err := c.openChallenge(func(ch *game.Challenge) bool { return ch.From == c.player.ID }, "cancel")
	if err != nil {
		return err
	}
	return c.closeChallenge(ch, game.Cancelled, ch.To, "challenge.cancelled")
}

func (c *request) closeChallenge(ch *game.Challenge, s game.State, other int64, sentence string) error {
	if err := c.tx.AnswerChallenge(ch.ID, s); err != nil {
		return err
	}
	build := func() (chat.Reply, error) {
		return chat.Reply{Text: c.lang.Text(sentence, "name", c.displayName(ch, c.player), "id", ch.ID)}, nil
	}
	if other == 0 { // everybody who could have accepted it hears of it
		return c.tell(ch, Player{}, build, "announce.elsewhere")
	}
	p, err := c.person(other)
	if err != nil {
		return err
	}
	return c.tell(ch, p, build, "challenge.told")
}

// openChallenge returns the open challenge that a command means: the one with the
// number, else the one that the message answers to, else the only one that fits.
func (c *request) openChallenge(fits func(*game.Challenge) bool, verb string) (*game.Challenge, error) {
	if word := c.args["challenge"]; word != "" {
		ref, ok := gameRef(word)
		if !ok {
			return nil, refuse("challenge.number", "text", quote(word))
		}
		ch, err := c.seenChallenge(ref.id)
		switch {
		case errors.Is(err, ErrNotFound):
			return nil, refuse("challenge.unknown", "id", ref.id)
		case err != nil:
			return nil, err
		case ch.State != game.Open:
			return nil, refuse("challenge.closed."+string(ch.State), "id", ch.ID)
		case !fits(ch):
			return nil, refuse("challenge.not-yours."+verb, "id", ch.ID)
		}
		c.gameID = ch.ID
		return ch, nil
	}
	if c.msg.Game > 0 { // also one for everybody
		switch ch, err := c.seenChallenge(c.msg.Game); {
		case err == nil && ch.State == game.Open && fits(ch):
			c.gameID = ch.ID
			return ch, nil
		case err != nil && !errors.Is(err, ErrNotFound):
			return nil, err
		}
	}
	open, err := c.tx.OpenChallenges(c.player.ID)
	if err != nil {
		return nil, err
	}
	var fit []*game.Challenge
	var numbers []string
	for _, ch := range open {
		if fits(ch) {
			fit = append(fit, ch)
			numbers = append(numbers, fmt.Sprintf("%s #%d", verb, ch.ID))
		}
	}
	switch len(fit) {
	case 0:
		return nil, refuse("challenge.none." + verb)
	case 1:
		return fit[0], nil
	}
	return nil, refuse("challenge.which", "commands", strings.Join(numbers, ", "))
}

// seenChallenge returns a challenge that the speaker may see, else ErrNotFound.
func (c *request) seenChallenge(id int64) (*game.Challenge, error) {
	ch, err := c.tx.Challenge(id)
	if err != nil {
		return nil, err
	}
	seen, err := c.maySee(GameSummary{ID: ch.ID, Seats: [2]int64{ch.From, ch.To}, Home: ch.Home, Server: ch.Server})
	if err == nil && !seen {
		err = ErrNotFound
	}
	return ch, err
}

// offer reads the terms of a challenge; what is not said is as usual in the server.
func (c *request) offer() (*game.Challenge, error) {
	server, err := c.server()
	if err != nil {
		return nil, err
	}
	if err := c.mayOffer(c.msg.In.Server, server, c.msg.In.Address); err != nil {
		return nil, err
	}
	ch := &game.Challenge{From: c.player.ID, Color: game.AsRandom, State: game.Open, Made: c.now, Server: c.msg.In.Server}
	if !c.msg.In.Private {
		ch.Home = c.msg.In.Address
	}
	word := cmp.Or(c.args["variant"], server.Variant, "millennium")
	if ch.Variant = variantNamed(word); ch.Variant == nil {
		return nil, refuse("variant.unknown", "text", quote(word), "variants", strings.Join(variantKeys(), ", "))
	}
	if word := c.args["color"]; word != "" {
		name, ok := colorNamed(word)
		if !ok {
			return nil, refuse("color.unknown", "text", quote(word))
		}
		ch.Color = game.Preference(name)
	}
	word = cmp.Or(c.args["clock"], server.Clock, "none")
	if ch.Terms.Clock, err = game.ParseClock(word); err != nil {
		return nil, refuse("clock.unknown", "text", quote(word))
	}
	if word := c.args["limit"]; word != "" {
		n, err := strconv.Atoi(word)
		if err != nil || n < 10 || n > 500 {
			return nil, refuse("challenge.limit", "text", quote(word))
		}
		ch.Terms.MoveLimit = n
	}
	ch.Terms.Rated = c.args["rated"] != ""
	ch.Terms.WeekendsOff = c.args["weekends"] != ""
	return ch, nil
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
		return say.Text("clock.per-move", "days", int(c.PerMove/(24*time.Hour)))
	case c.Bank > 0:
		return say.Text("clock.bank", "days", int(c.Bank/(24*time.Hour)), "hours", int(c.Increment/time.Hour))
	}
	return say.Text("clock.none")
}

func variantKeys() (keys []string) {
	for _, v := range rules.Variants() {
		keys = append(keys, v.Key())
	}
	return keys
}
