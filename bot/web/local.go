package web

import (
	"cmp"
	"context"
	"crypto/subtle"
	"errors"
	"fmt"
	"sync"

	"stackmate/bot"
	"stackmate/bot/chat"
	"stackmate/bot/command"
	"stackmate/bot/words"
)

// Local is the Doors of a board at which one or two people sit at this computer. Everybody with the link plays both colors,
// or the one that the program does not play.
type Local struct {
	// Desk carries out commands.
	Desk LocalDesk
	// Token is the secret of the link, which stays of use. Once, unless empty, is that of a link that can be used a single time, for
	// starting a browser: everybody at a computer can see with what programs were started. Session is the name of the only
	// session.
	Token, Once, Session string
	// Table is the key of the variant. Each has games of its own.
	Table string
	// Against is the level of the program if it plays, else 0, and As the color of the person then. People is whether two
	// people were asked for, AsChosen whether the color was: a game that is not like that is not resumed.
	Against  int
	As       string
	People   bool
	AsChosen bool
	// Language is that of the people unless they have chosen another one.
	Language words.Language
	// Beside are people at this computer who share the preferences: the seats of the terminal.
	Beside []chat.Address
	// LanguageChosen returns the tag of the language that somebody has chosen in the preferences, empty for none. It may be nil.
	LanguageChosen func(ctx context.Context, a chat.Address) (tag string, err error)

	using     sync.Mutex // for Once
	beginning sync.Mutex
	now       int64 // the game at the board; 0 until it is asked for
}

// LocalDesk is what a local board asks of the desk.
type LocalDesk interface {
	Desk
	Table(ctx context.Context, home chat.Address, id int64) (bot.Table, error)
}

// Visitor implements Doors.
func (l *Local) Visitor(ctx context.Context, session string) (Visitor, error) {
	if !same(session, l.Session) {
		return Visitor{}, ErrNobody
	}
	shown, heard, err := l.languages(ctx)
	return Visitor{In: l.place(), Language: shown.Tag, Heard: heard.Tag, Speaker: l.speaker, Seats: l.seats, Game: l.game, Both: l.both, Again: l.again}, err
}

// languages returns the language that people read: the one that they have chosen here, else the one that the desk is told.
// That is the one that was chosen at the terminal, else Language.
func (l *Local) languages(ctx context.Context) (shown, heard words.Language, err error) {
	heard = l.Language
	for i, a := range append([]chat.Address{l.seat("white")}, l.Beside...) {
		if l.LanguageChosen == nil {
			break
		}
		tag, err := l.LanguageChosen(ctx, a)
		switch {
		case err != nil:
			return heard, heard, err
		case words.Known(tag) && i == 0:
			return words.In(tag), heard, nil
		case words.Known(tag):
			return words.In(tag), words.In(tag), nil
		}
	}
	return heard, heard, nil
}

// Prefer sets preferences of everybody at this computer, such as "language:de".
func (l *Local) Prefer(ctx context.Context, what string) error {
	for _, p := range l.seats(l.Language) {
		m := chat.Message{From: p, In: chat.Place{Address: p.Address, Private: true}, Text: string(command.Preferences) + " " + what, Language: l.Language.Tag}
		if _, err := l.do(ctx, m); err != nil {
			return err
		}
	}
	return nil
}

// both reports whether two people play a game.
func (l *Local) both(ctx context.Context, game int64) (bool, error) {
	now, err := l.Desk.Table(ctx, l.place().Address, game)
	return err == nil && now.Level == 0, err
}

// Peek implements Doors.
func (l *Local) Peek(_ context.Context, token string) (Link, error) {
	l.using.Lock()
	defer l.using.Unlock()
	if !same(token, l.Token) && !same(token, l.Once) {
		return Link{}, ErrNobody
	}
	return Link{Local: true}, nil
}

// use uses up the link for starting a browser, if a token is that of it. It reports whether the token is of use.
func (l *Local) use(token string) bool {
	l.using.Lock()
	defer l.using.Unlock()
	if same(token, l.Once) {
		l.Once = ""
		return true
	}
	return same(token, l.Token)
}

// Enter implements Doors.
func (l *Local) Enter(ctx context.Context, token, _, _ string) (string, Link, error) {
	if !l.use(token) {
		return "", Link{}, ErrNobody
	}
	game, err := l.game(ctx)
	return l.Session, Link{Local: true, Game: game}, err
}

// Leave implements Doors. The link stays of use.
func (l *Local) Leave(context.Context, string) error { return nil }

func same(a, b string) bool { return b != "" && subtle.ConstantTimeCompare([]byte(a), []byte(b)) == 1 }

func (l *Local) place() chat.Place {
	return chat.Place{Address: chat.Address{Transport: Transport, ID: "table " + l.Table}}
}

func (l *Local) seat(color string) chat.Address { return chat.Address{Transport: Transport, ID: color} }

// person returns the player of a color.
func (l *Local) person(color string, lang words.Language) chat.Person {
	return chat.Person{Address: l.seat(color), Name: lang.Text("color." + color)}
}

// seats returns everybody who shares the preferences.
func (l *Local) seats(lang words.Language) []chat.Person {
	list := []chat.Person{l.person("white", lang), l.person("black", lang)}
	for _, a := range l.Beside {
		list = append(list, chat.Person{Address: a, Name: lang.Text("color." + a.ID)})
	}
	return list
}

// speaker returns who says something: who is to move, but a move is taken back by who made it, what answers an offer comes
// from the player who was asked, and what withdraws it from the other.
func (l *Local) speaker(ctx context.Context, game int64, text string) (chat.Person, error) {
	lang, _, err := l.languages(ctx)
	if err != nil {
		return chat.Person{}, err
	}
	now, err := l.Desk.Table(ctx, l.place().Address, game)
	if err != nil || now.Game == 0 || now.ToMove.IsZero() && now.Waiting.IsZero() {
		return l.person("white", lang), nil // the desk says what is wrong
	}
	_, text = chat.ReadCode(text)
	in, _ := command.Parse(chat.Message{Text: text, Game: game}, nil) // of a text that is no command it is the path
	switch in.Path {
	case command.Puzzle, command.Solve, command.Solution: // solved by everybody together
		return l.person("white", lang), nil
	}
	speaks := now.ToMove
	switch {
	case now.ToMove.IsZero(): // the program
		speaks = now.Waiting
	case now.Level != 0:
	case in.Path == command.TakebackAsk: // who made the last move
		speaks = now.Waiting
	case now.Asked.IsZero():
	case in.Path == command.DrawAccept, in.Path == command.DrawDecline:
		speaks = now.Asked
	case in.Path == command.DrawWithdraw && now.Asked.Address == now.ToMove.Address:
		speaks = now.Waiting
	}
	return l.person(speaks.ID, lang), nil
}

// game returns the game at the board, and begins one if there is none.
func (l *Local) game(ctx context.Context) (int64, error) {
	l.beginning.Lock()
	defer l.beginning.Unlock()
	now, err := l.Desk.Table(ctx, l.place().Address, l.now)
	if err == nil && l.now != 0 && now.Over { // perhaps another one has begun
		now, err = l.Desk.Table(ctx, l.place().Address, 0)
	}
	if err != nil {
		return 0, err
	}
	if l.now != 0 {
		l.now = cmp.Or(now.Game, l.now)
		return l.now, nil
	}
	sits := now.ToMove
	if sits.IsZero() {
		sits = now.Waiting
	}
	resumes := now.Game != 0 && !(l.People && now.Level != 0) && (l.Against == 0 || l.Against == now.Level && (!l.AsChosen || sits.ID == l.As))
	if l.now = now.Game; !resumes {
		l.now, err = l.begin(ctx)
	}
	return l.now, err
}

// again begins another game like one that is over.
func (l *Local) again(ctx context.Context, game int64, level int) (int64, error) {
	l.beginning.Lock()
	defer l.beginning.Unlock()
	now, err := l.Desk.Table(ctx, l.place().Address, game)
	if err != nil || !now.Over {
		return 0, err
	}
	if l.Against = now.Level; l.Against != 0 {
		l.As = cmp.Or(now.ToMove.ID, now.Waiting.ID) // the program has no address
		l.Against = cmp.Or(level, l.Against)
	}
	l.now, err = l.begin(ctx)
	return l.now, err
}

// begin begins a game.
func (l *Local) begin(ctx context.Context) (int64, error) {
	lang, heard, err := l.languages(ctx)
	if err != nil {
		return 0, err
	}
	m := chat.Message{From: l.person("white", lang), In: l.place(), Text: "challenge @black " + l.Table + " white", Language: heard.Tag}
	if l.Against != 0 {
		m.From, m.Text = l.person(l.As, lang), fmt.Sprintf("challenge stackmate %s %s level:%d", l.Table, l.As, l.Against)
	} else {
		m.Mentioned = map[string]chat.Person{"@black": l.person("black", lang)}
	}
	a, err := l.do(ctx, m)
	if err != nil || l.Against != 0 {
		return a.Game, err
	}
	accept := chat.Message{From: l.person("black", lang), In: l.place(), Text: fmt.Sprintf("accept #%d", a.Game), Language: heard.Tag}
	a, err = l.do(ctx, accept)
	return a.Game, err
}

// do has the desk carry out a command that must not be refused.
func (l *Local) do(ctx context.Context, m chat.Message) (bot.Answer, error) {
	a, err := l.Desk.Handle(ctx, m)
	switch {
	case err != nil:
		return bot.Answer{}, err
	case a.Refused:
		return *a, errors.New(a.Text)
	}
	return *a, l.Desk.Delivered(ctx, a, nil)
}
