package email

import (
	"context"
	"slices"
	"strings"
	"time"

	"stackmate/bot/chat"
	"stackmate/bot/command"
	"stackmate/bot/data"
	"stackmate/bot/email/inbound"
	"stackmate/bot/timeutil"
)

// What is counted of an address within a day.
const (
	eventAnswered   = "answer"  // mails that were answered
	eventRefused    = "refused" // mails in a row of which nothing was understood
	eventAsked      = "ask"     // questions whether a mail is genuine
	eventUnanswered = "invite"  // letters to an address that has not answered since, and did not ask for them
)

// Bounds of what is said to an address within a day. A loop with another robot ends
// by itself: what such a program writes is refused, and soon no longer answered.
const (
	maxRefused    = 10
	maxAsked      = 1
	maxUnanswered = 3
)

// envelope is what a transport says of a mail, beyond its bytes.
type envelope struct {
	// sender is where bounces go; nil if unknown.
	sender *string
	to     []string
}

// receive does what a raw mail asks for. When it returns nil, that and the answer are
// on disk, and the mail need not be kept. A mail that comes twice changes nothing.
func (b *Bot) receive(ctx context.Context, raw []byte, env envelope) (err error) {
	defer b.Desk.Wake()
	return b.guard(ctx, raw, func() error { return b.handle(ctx, raw, env) })
}

// handle is hear without a net.
func (b *Bot) handle(ctx context.Context, raw []byte, env envelope) (err error) {
	ctx = context.WithoutCancel(ctx) // what has begun is finished
	m := inbound.Parse(raw)
	if env.sender != nil && strings.Trim(*env.sender, " <>") == "" {
		m.AutomaticSign = "empty return path"
	}
	if _, own := b.subaddress(m.From); own || slices.Contains(m.LoopAddresses, b.config.Address) {
		b.Log.Info("email: ignored", "sign", "own mail")
		return nil
	}
	if m.Bounce != nil {
		return b.handleBounce(ctx, m)
	}
	s, err := b.findGrant(ctx, m, env.to)
	if err != nil {
		return err
	}
	m.Subject = b.cleanSubject(m.Subject)
	commands, beyond := m.Commands(looksLikeCommand, command.TakesText)
	if m.AutomaticSign != "" {
		b.Log.Info("email: ignored", "sign", m.AutomaticSign)
		if s != nil && len(commands) > 0 && ownCommandOf(commands[0]) == stopCommand { // as some readers send it
			return b.update(ctx, func(tx Tx) error { return tx.MailMute(m.From, 0) })
		}
		return nil
	}
	genuine, err := b.authentic(ctx, raw, m, s, commands)
	if err != nil {
		return err
	}
	if !genuine {
		return b.askToConfirm(ctx, m)
	}
	return b.runCommands(ctx, m, b.topicOf(m, s), commands, beyond)
}

// topicOf returns what a genuine mail answers.
func (b *Bot) topicOf(m inbound.Mail, s *tokenGrant) (about topic) {
	about.written = chat.Written{Ply: -1, At: m.Date}
	if now := b.Now(); m.Date.After(now) { // by the author's clock
		about.written.At = now
	}
	if s != nil {
		about.game, about.written.Ply = s.game, s.ply
	}
	return about
}

// topic is the game that a mail is about, 0 if none, and what its author had seen of it.
type topic struct {
	game    int64
	written chat.Written
}

// authentic reports whether a mail is from whom it says, as far as its commands matter:
// a token of one game does not do for another, nor for linking.
func (b *Bot) authentic(ctx context.Context, raw []byte, m inbound.Mail, s *tokenGrant, commands []string) (bool, error) {
	if s != nil && (s.game == 0 || !slices.ContainsFunc(commands, func(c string) bool { return !command.Within(c, s.game) })) {
		return true, nil
	}
	confirmed := s != nil
	err := b.view(ctx, func(tx Tx) error {
		c, _, _, err := person(tx, m.From)
		confirmed = confirmed || c
		return err
	})
	return err == nil && confirmed && b.authenticDomain(ctx, raw, m), err
}

// askToConfirm asks an address whether a mail was from there, and does nothing else. None of
// its words are repeated: whoever wrote it could send anything to anybody that way.
func (b *Bot) askToConfirm(ctx context.Context, m inbound.Mail) error {
	now := b.Now()
	return b.update(ctx, func(tx Tx) error {
		fresh, err := tx.MarkReceived(Transport, "ask/"+m.From+"/"+m.ID, now)
		if err != nil || !fresh {
			return err
		}
		confirmed, muted, _, err := person(tx, m.From)
		if err != nil {
			return err
		}
		n, err := tx.MailCount(m.From, eventAsked, now.Add(-timeutil.Day))
		if err != nil || muted || n >= maxAsked { // the question says so
			b.Log.Info("email: not confirmed, not asked", "muted", muted, "asked", n)
			return err
		}
		if !confirmed { // for somebody known, the thread stays where it is
			if err := tx.SetMailTalk(m.From, 0, validMessageID(m.ID), m.Subject, now); err != nil {
				return err
			}
		}
		b.Log.Info("email: asked to confirm", "known", confirmed)
		if err := tx.SetUnreachable(chat.Address{Transport: Transport, ID: m.From}, time.Time{}); err != nil { // it may live again
			return err
		}
		if err := tx.MailTally(m.From, eventAsked, now); err != nil {
			return err
		}
		say, err := languageOf(tx, m.From, m.Language)
		if err != nil {
			return err
		}
		_, err = tx.Enqueue(b.outboxMessage(m.From, confirmation(say), now))
		return err
	})
}

// outboxMessage returns a message of the front end's own.
func (b *Bot) outboxMessage(to string, r chat.Reply, now time.Time) data.OutboxMessage {
	return data.OutboxMessage{To: chat.Address{Transport: Transport, ID: to}, Reply: r, NotBefore: now}
}

// validMessageID returns an id if other mails can refer to it, else nothing.
func validMessageID(id string) string {
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

// cleanSubject returns a subject without tokens.
func (b *Bot) cleanSubject(s string) string {
	return strings.TrimSpace(tokenSubject.ReplaceAllString(s, ""))
}
