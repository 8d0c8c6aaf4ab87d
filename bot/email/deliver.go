package email

import (
	"cmp"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"time"

	"stackmate/bot/chat"
	"stackmate/bot/data"
	"stackmate/bot/email/outbound"
	"stackmate/bot/outbox"
	"stackmate/bot/timeutil"
	"stackmate/bot/words"
)

// conversationTTL is how long an answer still belongs to the mail before it.
const conversationTTL = time.Hour

// Deliver implements bot.Front. The same letter sent again has the same Message-ID.
func (b *Bot) Deliver(ctx context.Context, to chat.Address, r chat.Reply) error {
	l := outbound.Message{From: b.config.Address, Name: b.config.Name, To: to.ID, Date: b.Now(), Reply: r,
		UnsubscribeSubject: "stop"}
	var game int64
	err := b.update(ctx, func(tx Tx) (err error) {
		game, err = b.prepare(tx, &l)
		return err
	})
	if err != nil {
		return err
	}
	raw, err := l.Bytes()
	if err != nil {
		return fmt.Errorf("%w: %w", outbox.ErrUndeliverable, err)
	}
	err = b.submit(ctx, to.ID, raw)
	b.outgoing.record(b.Now(), serverFault(err))
	if err != nil {
		return err
	}
	err = b.update(context.WithoutCancel(ctx), func(tx Tx) error { return b.recordSent(tx, l, game) })
	if err != nil { // it must not go out a second time for that
		b.Log.Error("email: note delivery", "letter", r.Key, "error", err)
	}
	return nil
}

// prepare fills in where a letter goes, in which thread, and with which token; it
// returns the game whose thread that is.
func (b *Bot) prepare(tx Tx, l *outbound.Message) (game int64, err error) {
	confirmed, muted, farewell, err := person(tx, l.To)
	if err != nil {
		return 0, err
	}
	if muted && l.Reply.Key != strconv.FormatInt(farewell, 10) {
		return 0, fmt.Errorf("%w: the address wants no mail", outbox.ErrDMsClosed)
	}
	say, isAsking := asking(l.Reply)
	if !isAsking {
		if say, err = languageOf(tx, l.To, ""); err != nil {
			return 0, err
		}
		if dead, err := tx.IsMailDead(l.To); err != nil {
			return 0, err
		} else if dead {
			return 0, fmt.Errorf("%w: mail to it comes back", outbox.ErrDMsClosed)
		}
	}
	stranger := !confirmed && !isAsking
	l.ButtonsIntro, l.Footer = say.Text("email.answers"), footer(say, stranger)
	if stranger || l.Reply.Unasked {
		if n, err := tx.MailCount(baseAddress(l.To), eventUnanswered, b.Now().Add(-timeutil.Day)); err != nil {
			return 0, err
		} else if n >= maxUnanswered {
			return 0, fmt.Errorf("%w: the address has not answered %d letters", outbox.ErrUndeliverable, n)
		}
	}
	return b.setThread(tx, l, say)
}

// baseAddress is the address of a mailbox without what may follow a plus: with that, one has
// any number of them.
func baseAddress(address string) string {
	local, domain, _ := strings.Cut(address, "@")
	local, _, _ = strings.Cut(local, "+")
	return local + "@" + domain
}

// person returns what is known of an address. One that was made one with another
// address of its player was confirmed by that.
func person(tx Tx, address string) (confirmed, muted bool, farewell int64, err error) {
	confirmed, muted, farewell, err = tx.MailPerson(address)
	if err != nil || confirmed {
		return confirmed, muted, farewell, err
	}
	p, err := tx.FindPlayer(chat.Address{Transport: Transport, ID: address})
	if errors.Is(err, data.ErrNotFound) {
		err = nil
	}
	return len(p.Addresses) > 1, muted, farewell, err
}

// setThread puts a letter into the thread of its game, or below the mail it answers, with
// the token for answers to it.
func (b *Bot) setThread(tx Tx, l *outbound.Message, say words.Language) (game int64, err error) {
	talkGame, talkID, talkSubject, at, err := tx.MailTalk(l.To)
	if err != nil {
		return 0, err
	}
	recent := b.Now().Sub(at) < conversationTTL
	if game = l.Reply.Game; game == 0 && recent && l.Reply.Asked.ID == l.To { // the desk's answer to that mail
		game = talkGame
	}
	holds, err := b.addToken(tx, l, game)
	if err != nil {
		return 0, err
	}
	if game > 0 {
		return game, b.setGameThread(tx, l, say, game)
	}
	if l.Subject = l.Reply.Title; l.Subject == "" {
		l.Subject = say.Text("email.title")
		if recent && talkSubject != "" {
			l.Subject = "Re: " + strings.TrimSpace(strings.TrimPrefix(talkSubject, "Re:"))
		}
	}
	if recent && talkID != "" {
		l.InReplyTo, l.References = talkID, []string{talkID}
	}
	if !b.config.PlusAddressing {
		l.Subject += " " + holds
	}
	return 0, nil
}

// addToken puts the token for answers into a letter, one of a running game or one that is
// about no game; it returns how that is written in a subject.
func (b *Bot) addToken(tx Tx, l *outbound.Message, game int64) (mark string, err error) {
	if game > 0 {
		ended, err := over(tx, game)
		if err != nil {
			return "", err
		}
		if ended {
			if err := tx.MailBury(game); err != nil {
				return "", err
			}
			game = 0
		}
	}
	token, err := b.issueToken(tx, l.To, game)
	if err != nil {
		return "", err
	}
	l.ID = b.messageID(l, game, token)
	mark = subjectTag(game, token)
	if b.config.PlusAddressing {
		l.ReplyTo = b.replyAddress(game, token)
	} else {
		l.UnsubscribeSubject = "stop " + mark
	}
	if b.config.PublicURL != "" {
		l.UnsubscribeURL = strings.TrimSuffix(b.config.PublicURL, "/") + "/unsubscribe?t=" + url.QueryEscape(unsubscribeSecret(token))
	}
	return mark, nil
}

// setGameThread puts a letter into the thread of its game. All of them have one subject, the
// last one too: some readers tell threads by it.
func (b *Bot) setGameThread(tx Tx, l *outbound.Message, say words.Language, game int64) error {
	subject, err := b.threadSubject(tx, l, say, game)
	if err != nil {
		return err
	}
	if l.Subject, err = tx.MailSubject(l.To, game, subject, b.Now()); err != nil {
		return err
	}
	root, last, err := tx.MailThread(l.To, game)
	if err != nil {
		return err
	}
	if err := tx.SetMailThread(l.To, game, l.ID, last, b.Now()); err != nil {
		return err
	}
	if root == l.ID || !strings.Contains(root, "@") { // it is the first, or its id was not noted
		root = ""
	}
	if last == l.ID { // it is being sent again
		last = ""
	}
	l.InReplyTo = cmp.Or(last, root)
	for _, id := range []string{root, last} {
		if id != "" && !slices.Contains(l.References, id) {
			l.References = append(l.References, id)
		}
	}
	return nil
}

// threadSubject makes the subject of a new thread.
func (b *Bot) threadSubject(tx Tx, l *outbound.Message, say words.Language, game int64) (subject string, err error) {
	subject = cmp.Or(l.Reply.Title, say.Text("email.game", "game", game))
	switch ch, err := tx.Challenge(game); {
	case err == nil:
		subject = say.Text("game.title", "game", game, "variant", ch.Variant.Name())
	case !errors.Is(err, data.ErrNotFound):
		return "", err
	}
	if b.config.PlusAddressing {
		return subject, nil
	}
	token, err := b.token(tx, l.To, game)
	return subject + " " + subjectTag(game, token), err
}

func digest(parts ...string) string {
	sum := sha256.Sum256([]byte(strings.Join(parts, "\x00")))
	return hex.EncodeToString(sum[:8])
}

// recordSent notes that a letter has gone out.
func (b *Bot) recordSent(tx Tx, l outbound.Message, game int64) error {
	if game > 0 {
		if err := tx.SetMailThread(l.To, game, l.Reply.Key, l.ID, b.Now()); err != nil {
			return err
		}
	}
	if confirmed, _, _, err := person(tx, l.To); err != nil || confirmed && !l.Reply.Unasked {
		return err
	}
	if _, ok := asking(l.Reply); ok {
		return nil
	}
	return tx.MailTally(baseAddress(l.To), eventUnanswered, b.Now())
}
