package email

import (
	"context"
	"errors"
	"slices"
	"strings"
	"time"

	"stackmate/bot/chat"
	"stackmate/bot/command"
	"stackmate/bot/data"
	"stackmate/bot/email/inbound"
	"stackmate/bot/email/mailstore"
	"stackmate/bot/logging"
)

// envelope is what a transport says about a mail, beyond its bytes.
type envelope struct {
	sender *string // where bounces go; nil if unknown
	to     []string
}

// topic is the game that a mail is about, 0 if none, and what its author had seen of it.
type topic struct {
	game    int64
	written chat.Seen
	began   time.Time // when the bot began to read the mail
}

// receive does what a raw mail asks for. When it returns nil, that and the answer are
// on disk, and the mail need not be kept. Receiving a mail again changes nothing.
func (b *Bot) receive(ctx context.Context, raw []byte, env envelope) (err error) {
	defer b.desk.Wake()
	result := ""
	err = b.guard(ctx, raw, func() (err error) { result, err = b.handle(ctx, raw, env); return err })
	switch {
	case errors.Is(err, errSetAside):
		result = resultSetAside
	case err != nil:
		result = resultFailed
	}
	b.count.in(result)
	return err
}

// handle is receive without protection from panics and repeated failures. Unless it fails, it
// returns one of ReceivedResults.
func (b *Bot) handle(ctx context.Context, raw []byte, env envelope) (result string, err error) {
	ctx = data.ForJob(context.WithoutCancel(ctx), "mail") // a mail that has been begun is finished
	m, began := inbound.Parse(raw), b.now()
	ctx = logging.WithTrace(ctx, traceOf(mailKey(m)))
	b.log.InfoContext(ctx, "received", "bytes", len(raw))
	if env.sender != nil && strings.Trim(*env.sender, " <>") == "" {
		m.AutomaticSign = "empty return path"
	}
	if b.self.owns(m.From) || slices.Contains(m.LoopAddresses, b.self.String()) {
		b.log.InfoContext(ctx, "email: ignored", "sign", "own mail")
		return resultIgnored, nil
	}
	if m.Bounce != nil {
		return resultBounce, b.handleBounce(ctx, m)
	}
	grant, err := b.findGrant(ctx, m, env.to)
	if err != nil {
		return "", err
	}
	m.Subject = withoutTags(m.Subject)
	commands, beyond := m.Commands(looksLikeCommand, command.TakesText)
	if grant != nil {
		commands = forPuzzle(grant.puzzle, grant.asked.answer(commands))
	}
	if m.AutomaticSign != "" {
		b.log.InfoContext(ctx, "email: ignored", "sign", m.AutomaticSign)
		if grant != nil && len(commands) > 0 && ownCommandOf(commands[0]) == stopCommand { // some mail programs unsubscribe like that
			return resultHandled, b.store.UpdateMail(ctx, func(tx mailstore.Tx) error { return tx.Mute(m.From) })
		}
		return resultIgnored, nil
	}
	authentic, err := b.authentic(ctx, raw, m, grant, commands)
	if err != nil {
		return "", err
	}
	if !authentic {
		if forgot, err := wasForgotten(ctx, b, m); err != nil || forgot {
			return resultHandled, err
		}
		return resultUnconfirmed, b.askToConfirm(ctx, m)
	}
	about := topicOf(m, grant, b.now())
	about.began = began
	if lost, ok := b.lostReply(m); ok && grant == nil { // the desk says that it was lost
		about.game, about.written.Message = lost.game, lost.key
	}
	return resultHandled, b.runCommands(ctx, m, about, commands, beyond)
}

// wasForgotten reports whether a mail has itself deleted everything about its author, before a crash:
// then its token is gone too, and nothing is left to do.
func wasForgotten(ctx context.Context, b *Bot, m inbound.Mail) (yes bool, err error) {
	p, err := b.player(ctx, m.From)
	if err != nil || p.ID != 0 {
		return false, err
	}
	err = b.store.ViewMail(ctx, func(tx mailstore.Tx) error {
		yes, err = tx.Began(mailKey(m))
		return err
	})
	return yes, err
}

// topicOf returns what an authentic mail is about.
func topicOf(m inbound.Mail, g *tokenGrant, now time.Time) (t topic) {
	t.written = chat.Seen{Ply: -1, At: m.Date}
	if m.Date.After(now) { // by the author's clock
		t.written.At = now
	}
	if g != nil {
		t.game, t.written.Ply, t.written.Message = g.game, g.ply, g.key
	}
	return t
}

// rememberConversation notes what a mail is about, so that the answer goes into its thread.
func (b *Bot) rememberConversation(tx mailstore.Tx, m inbound.Mail, game int64) error {
	id := referableID(m.ID)
	err := tx.SetLastConversation(m.From, mailstore.Conversation{Game: game, ID: id, Subject: m.Subject, At: b.now()})
	if err != nil || game == 0 || id == "" {
		return err
	}
	return tx.SetThread(m.From, game, mailstore.Thread{Last: id}, b.now())
}

// referableID returns a Message-ID if the header fields of other mails can hold it, else "".
func referableID(id string) string {
	if strings.ContainsAny(id, " \t<>\"\\(),;") || !strings.Contains(id, "@") || len(id) > 250 {
		return ""
	}
	for _, r := range id {
		if r < 0x21 || r > 0x7e {
			return ""
		}
	}
	return id
}
