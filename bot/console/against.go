package console

import (
	"context"
	"errors"
	"io"
	"strconv"
	"strings"

	"stackmate/bot"
	"stackmate/bot/chat"
	"stackmate/bot/command"
	"stackmate/bot/textutil"
	"stackmate/bot/words"
	"stackmate/rules"
)

// me returns the person at the terminal: in a game against the program the one who plays it, else the one to move.
func me(now bot.Table) chat.Person {
	if now.ToMove.Address.IsZero() {
		return now.Waiting
	}
	return now.ToMove
}

// level reads the level of the program; ok is false for anything else.
func level(text string) (n int, ok bool) {
	n, err := strconv.Atoi(text)
	return n, err == nil && n >= 1 && n <= command.MaxLevel
}

// askAgainst asks who plays. Anything but a level or a yes is the first line of a game of two people.
func askAgainst(t *Table, ctx context.Context) error {
	for {
		t.say("console.against", "max", command.MaxLevel)
		line, err := t.readLine(ctx, "> ")
		if errors.Is(err, io.EOF) {
			return nil
		}
		if err != nil {
			return err
		}
		line = strings.TrimSpace(line)
		n, ok := level(line)
		if _, bad := strconv.Atoi(line); bad == nil && !ok {
			t.say("level.unknown", "text", textutil.Quote(line), "max", command.MaxLevel)
			continue
		}
		switch t.Against = n; {
		case !ok && (words.Means("answer.yes", line) || strings.EqualFold(line, "stackmate")): // at which level?
			continue
		case !ok && !words.Means("console.person", line) && !words.Means("answer.no", line):
			t.pending = line
		}
		return nil
	}
}

// follow has the next game be played as the one at the table: against the same level, by the same side.
func follow(t *Table) {
	if t.now.Game == 0 {
		return
	}
	if t.Against = t.now.Level; t.Against == 0 {
		return
	}
	t.As = rules.White
	if me(t.now).ID == rules.Black.String() {
		t.As = rules.Black
	}
}

// playAgain starts another game like the last one. Rest may name a level.
func playAgain(t *Table, ctx context.Context, rest string) error {
	in, err := command.Parse(chat.Message{Text: string(command.Rematch) + " " + rest, Game: t.now.Game}, nil)
	if err != nil {
		return t.refuse("level.unknown", "text", textutil.Quote(rest), "max", command.MaxLevel)
	}
	return rematch(t, ctx, in)
}

// rematch starts another game like the one at the table. Against the program, a number alone is a level, as it is
// elsewhere in a message about such a game.
func rematch(t *Table, ctx context.Context, in command.Invocation) error {
	follow(t)
	n := in.Strength
	if in.MayBeLevel {
		n = int(in.Game.ID)
	}
	switch said := in.Game.String(); {
	case n == 0 && in.Game.ID != 0 && in.Game.ID != t.now.Game:
		if in.Game.ID > command.MaxLevel {
			said = strings.TrimPrefix(said, "#")
		}
		return t.refuse("level.unknown", "text", textutil.Quote(said), "max", command.MaxLevel)
	case n != 0 && t.Against == 0:
		return t.refuse("console.whom", "max", command.MaxLevel)
	case n != 0:
		t.Against = n
	}
	return t.newGame(ctx, "")
}

// playAgainst starts a game against a level of the program, or of two people.
func playAgainst(t *Table, ctx context.Context, whom string) error {
	if whom == "" {
		return t.refuse("console.whom", "max", command.MaxLevel)
	}
	n, ok := level(whom)
	if !ok && !words.Means("console.person", whom) {
		return t.refuse("level.unknown", "text", textutil.Quote(whom), "max", command.MaxLevel)
	}
	t.Against = n
	if !ok {
		t.Against = 0
	}
	return t.newGame(ctx, "")
}

// wantsProgram reports whether a command asks to play against the program as people do elsewhere, such as "challenge
// stackmate 3" and "level 3".
func wantsProgram(in command.Invocation) bool {
	named := strings.EqualFold(strings.TrimPrefix(in.Person, "@"), "stackmate")
	return in.Path == command.Level || in.Path == command.Challenge && (named || in.Strength != 0)
}

// challengeProgram starts the game for which a command asks that wantsProgram knows. Rest is what follows its name.
func challengeProgram(t *Table, ctx context.Context, in command.Invocation, rest string) error {
	switch {
	case in.Strength != 0:
		rest = strconv.Itoa(in.Strength)
	case in.Path == command.Challenge:
		rest = ""
	}
	if n, ok := level(rest); in.Path == command.Level && ok && t.now.Plies > 0 && !t.now.Over {
		return t.refuse("console.level", "level", n)
	}
	if rest != "" && in.Variant != nil {
		t.Variant = in.Variant.Key()
	}
	for _, c := range []rules.Color{rules.White, rules.Black} {
		if rest != "" && string(in.Color) == c.String() {
			t.As, t.Style.Side = c, c
		}
	}
	return playAgainst(t, ctx, rest)
}

// takeLevel reads a number alone as a level of the program before the first move, as askAgainst does where it asks, unless
// it is that of another game. Done is whether there is no more to do.
func takeLevel(t *Table, ctx context.Context, line string) (done bool, err error) {
	n, ok := level(line)
	if !ok {
		return false, nil
	}
	if int64(n) != t.now.Game {
		other, err := t.Desk.Table(ctx, t.place().Address, int64(n))
		if cancelled := other.Over && other.Plies == 0; err == nil && !cancelled {
			return false, nil
		}
	}
	switch {
	case t.now.Plies == 0 && !t.People && t.Against == 0:
		return true, playAgainst(t, ctx, line)
	case int64(n) != t.now.Game:
		return true, t.refuse("console.number", "level", n)
	}
	return false, nil
}

// printer is the outbox's front end of a table.
type printer struct{ *Table }

// Deliver has the table print a message.
func (t printer) Deliver(ctx context.Context, _ chat.Address, r chat.Reply) error {
	select {
	case t.delivered <- r:
		return nil
	case <-t.left:
		return errLeft
	case <-ctx.Done():
		return ctx.Err()
	}
}

// errLeft says that nobody sits at the table any more.
var errLeft = errors.New("the table was left")

// awaitReply waits until the program has moved, and prints its moves.
func awaitReply(t *Table, ctx context.Context) error {
	for t.now.Thinks {
		select {
		case <-ctx.Done():
			return ctx.Err()
		case r := <-t.delivered:
			if err := printDelivered(t, ctx, r); err != nil {
				return err
			}
		}
	}
	return nil
}

// printDelivered prints a message from the outbox, unless it is about another game, or of people, who have read it.
func printDelivered(t *Table, ctx context.Context, r chat.Reply) error {
	if r.Game != t.now.Game || t.now.Level == 0 {
		return nil
	}
	if err := t.look(ctx, t.now.Game); err != nil {
		return err
	}
	if p := r.Picture; p != nil && p.Format == chat.Still {
		if err := t.show(ctx, *p, nil); err != nil {
			return err
		}
	}
	return t.print(&bot.Answer{Reply: r})
}
