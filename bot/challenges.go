package bot

import (
	"errors"
	"fmt"
	"strings"

	"stackmate/bot/chat"
	"stackmate/bot/game"
	"stackmate/rules"
)

// maxOpen is how many challenges of one player may wait for an answer.
const maxOpen = 20

// challenge offers a game to somebody.
func (c *call) challenge() error {
	opponent, err := c.personArg(c.args["opponent"])
	if err != nil {
		return err
	}
	if opponent.ID == c.player.ID {
		return refuse("challenge.self")
	}
	variant := rules.VariantByKey("millennium")
	if word := c.args["variant"]; word != "" {
		if variant = variantNamed(word); variant == nil {
			return refuse("variant.unknown", "text", quote(word), "variants", strings.Join(variantKeys(), ", "))
		}
	}
	color := game.AsRandom
	if word := c.args["color"]; word != "" {
		name, ok := colorNamed(word)
		if !ok {
			return refuse("color.unknown", "text", quote(word))
		}
		color = game.Preference(name)
	}
	open, err := c.tx.OpenChallenges(c.player.ID)
	if err != nil {
		return err
	}
	if len(open) >= maxOpen {
		return refuse("challenge.many", "count", len(open))
	}
	ch := &game.Challenge{Variant: variant, From: c.player.ID, To: opponent.ID, Color: color,
		State: game.Open, Made: c.now, Server: c.msg.In.Server}
	if !c.msg.In.Private {
		ch.Home = c.msg.In.Address
	}
	if err := c.tx.AddChallenge(ch); err != nil {
		return err
	}
	c.gameID = ch.ID
	text := c.say.Text("challenge.offer", "name", c.player.Name, "opponent", opponent.Name, "variant", variant.Name(),
		"color", c.say.Text("challenge.color."+string(color), "name", c.player.Name)) + " " +
		c.say.Text("challenge.how", "id", ch.ID)
	return c.tell(ch, opponent, chat.Reply{Text: text, Buttons: [][]chat.Button{{
		{Label: c.say.Text("button.accept"), Command: fmt.Sprintf("accept #%d", ch.ID), Style: chat.Invite},
		{Label: c.say.Text("button.decline"), Command: fmt.Sprintf("decline #%d", ch.ID)},
	}}}, "challenge.sent")
}

// tell says something about a challenge to the other player: in the challenge's
// place, where it is the answer if the speaker is there, or in private.
func (c *call) tell(ch *game.Challenge, other Player, r chat.Reply, note string) error {
	r.Title = c.say.Text("challenge.title", "id", ch.ID)
	r.Game = ch.ID
	to := ch.Home
	if to.IsZero() || !reachable(other, to) {
		to = other.Person().Address
	}
	r.Notify = []chat.Person{other.Person()}
	if to == c.msg.In.Address {
		c.reply = &r
		return nil
	}
	if _, err := c.tx.Post(Letter{To: to, Reply: r, NotBefore: c.now}); err != nil {
		return err
	}
	return c.answerText(note, "id", ch.ID, "name", other.Name)
}

// reachable reports whether a player has an address on a place's transport.
func reachable(p Player, place chat.Address) bool {
	for _, a := range p.Addresses {
		if a.Transport == place.Transport {
			return true
		}
	}
	return false
}

// accept begins the game.
func (c *call) accept() error {
	ch, err := c.openChallenge(func(ch *game.Challenge) bool { return ch.To == c.player.ID }, "accept")
	if err != nil {
		return err
	}
	if err := c.tx.AnswerChallenge(ch.ID, game.Accepted); err != nil {
		return err
	}
	g, err := ch.Start(c.player.ID, c.desk.coin(), c.now)
	if err != nil {
		return err
	}
	if err := c.tx.AddGame(g); err != nil {
		return err
	}
	names, err := c.names(g)
	if err != nil {
		return err
	}
	notify, err := c.toMove(g)
	if err != nil {
		return err
	}
	return c.announce(g, chat.Reply{
		Text: c.say.Text("game.begins", "game", g.ID, "name", c.player.Name, "white", names[0], "black", names[1],
			"example", c.exampleMove(g)),
		Picture: picture(g), Notify: notify})
}

// exampleMove writes some legal move, to show how moves are typed.
func (c *call) exampleMove(g *game.Game) string {
	p := g.Position()
	legal := p.Moves()
	if len(legal) == 0 {
		return ""
	}
	return p.MoveTexts(legal[len(legal)/2:len(legal)/2+1], legal)[0]
}

// decline refuses a challenge.
func (c *call) decline() error {
	ch, err := c.openChallenge(func(ch *game.Challenge) bool { return ch.To == c.player.ID }, "decline")
	if err != nil {
		return err
	}
	return c.closeChallenge(ch, game.Declined, ch.From, "challenge.declined")
}

// cancel takes one's own challenge back.
func (c *call) cancel() error {
	ch, err := c.openChallenge(func(ch *game.Challenge) bool { return ch.From == c.player.ID }, "cancel")
	if err != nil {
		return err
	}
	return c.closeChallenge(ch, game.Cancelled, ch.To, "challenge.cancelled")
}

func (c *call) closeChallenge(ch *game.Challenge, s game.State, other int64, sentence string) error {
	if err := c.tx.AnswerChallenge(ch.ID, s); err != nil {
		return err
	}
	p, err := c.person(other)
	if err != nil {
		return err
	}
	return c.tell(ch, p, chat.Reply{Text: c.say.Text(sentence, "name", c.player.Name, "id", ch.ID)}, "challenge.told")
}

// openChallenge returns the open challenge that a command means: the one with the
// number, else the only one that fits.
func (c *call) openChallenge(fits func(*game.Challenge) bool, verb string) (*game.Challenge, error) {
	if word := c.args["challenge"]; word != "" {
		ref, ok := gameRef(word)
		if !ok {
			return nil, refuse("challenge.number", "text", quote(word))
		}
		ch, err := c.tx.Challenge(ref.id)
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

// personArg finds whom a word names: somebody mentioned, or a player known here by name.
func (c *call) personArg(word string) (Player, error) {
	if p, ok := c.msg.Mentioned[word]; ok {
		if p.Robot {
			return Player{}, refuse("person.robot", "name", p.Name)
		}
		return c.tx.PlayerAt(p, c.now)
	}
	name := strings.TrimPrefix(word, "@")
	found, err := c.tx.PlayersNamed(c.msg.From.Transport, name)
	if err != nil {
		return Player{}, err
	}
	switch len(found) {
	case 1:
		return found[0], nil
	case 0:
		return Player{}, refuse("person.unknown", "text", quote(word))
	}
	return Player{}, refuse("person.many", "text", quote(word))
}

func variantKeys() (keys []string) {
	for _, v := range rules.Variants() {
		keys = append(keys, v.Key())
	}
	return keys
}
