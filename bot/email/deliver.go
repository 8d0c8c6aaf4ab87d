package email

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"net/url"
	"strconv"
	"strings"
	"time"

	"stackmate/bot"
	"stackmate/bot/chat"
	"stackmate/bot/email/outbound"
	"stackmate/bot/words"
)

// talkTime is how long an answer still belongs to the mail before it.
const talkTime = time.Hour

// Deliver implements bot.Front. The same letter sent again has the same Message-ID.
func (b *Bot) Deliver(ctx context.Context, to chat.Address, r chat.Reply) error {
	token, err := b.tokenFor(r.Key)
	if err != nil {
		return err
	}
	l := outbound.Letter{From: b.config.Address, Name: b.config.Name, To: to.ID, Date: b.Now(), Reply: r,
		StopSubject: "stop"}
	var game int64
	err = b.update(ctx, func(tx Tx) (err error) {
		game, err = b.address(tx, &l, token)
		return err
	})
	if err != nil {
		return err
	}
	raw, err := l.Bytes()
	if err != nil {
		return fmt.Errorf("%w: %w", bot.ErrUndeliverable, err)
	}
	if err := b.submit(ctx, to.ID, raw); err != nil {
		return err
	}
	b.forget(r.Key)
	err = b.update(context.WithoutCancel(ctx), func(tx Tx) error { return b.sent(tx, l, game) })
	if err != nil { // it must not go out a second time for that
		b.Log.Error("email: note delivery", "letter", r.Key, "error", err)
	}
	return nil
}

// address fills in where a letter goes, in which thread, and with which token; it
// returns the game whose thread that is.
func (b *Bot) address(tx Tx, l *outbound.Letter, token string) (game int64, err error) {
	confirmed, muted, farewell, err := person(tx, l.To)
	if err != nil {
		return 0, err
	}
	if muted && l.Reply.Key != strconv.FormatInt(farewell, 10) {
		return 0, fmt.Errorf("%w: the address wants no mail", bot.ErrRefused)
	}
	say, isAsking := asking(l.Reply)
	if !isAsking {
		if say, err = tongue(tx, l.To, ""); err != nil {
			return 0, err
		}
	}
	stranger := !confirmed && !isAsking
	l.Answers, l.Footer = say.Text("email.answers"), footer(say, stranger)
	if stranger {
		if n, err := tx.MailCount(l.To, invited, b.Now().Add(-day)); err != nil {
			return 0, err
		} else if n >= maxInvited {
			return 0, fmt.Errorf("%w: the address has never answered and has %d letters", bot.ErrUndeliverable, n)
		}
	}
	if game, err = b.thread(tx, l, say); err != nil {
		return 0, err
	}
	holds := game
	if game > 0 {
		dead, err := over(tx, game)
		if err != nil {
			return 0, err
		}
		if dead {
			holds = 0
			if err := tx.MailBury(game); err != nil {
				return 0, err
			}
		}
	}
	if b.config.PlusAddressing {
		l.ReplyTo = b.replyAddress(holds, token)
	} else {
		l.Subject = fmt.Sprintf("%s [g%d-%s]", l.Subject, holds, token)
		l.StopSubject = fmt.Sprintf("stop [g%d-%s]", holds, token)
	}
	if b.config.PublicURL != "" {
		l.Unsubscribe = strings.TrimSuffix(b.config.PublicURL, "/") + "/unsubscribe?t=" + url.QueryEscape(stopSecret(token))
	}
	return game, tx.MailIssue(l.To, holds, hash(token), hash(stopSecret(token)), b.Now(), keepTokens)
}

// person returns what is known of an address. One that was made one with another
// address of its player was confirmed by that.
func person(tx Tx, address string) (confirmed, muted bool, farewell int64, err error) {
	confirmed, muted, farewell, err = tx.MailPerson(address)
	if err != nil || confirmed {
		return confirmed, muted, farewell, err
	}
	p, err := tx.FindPlayer(chat.Address{Transport: Transport, ID: address})
	if errors.Is(err, bot.ErrNotFound) {
		err = nil
	}
	return len(p.Addresses) > 1, muted, farewell, err
}

// thread puts a letter into the thread of its game, or below the mail it answers.
func (b *Bot) thread(tx Tx, l *outbound.Letter, say words.Language) (game int64, err error) {
	talkGame, talkID, talkSubject, at, err := tx.MailTalk(l.To)
	if err != nil {
		return 0, err
	}
	recent := b.Now().Sub(at) < talkTime
	if game = l.Reply.Game; game == 0 && recent && l.Reply.Asked.ID == l.To { // the desk's answer to that mail
		game = talkGame
	}
	l.ID = b.letterID(l)
	l.Subject = l.Reply.Title
	switch {
	case l.Subject != "":
	case game > 0:
		l.Subject = say.Text("email.game", "game", game)
	case recent && talkSubject != "":
		l.Subject = "Re: " + strings.TrimSpace(strings.TrimPrefix(talkSubject, "Re:"))
	default:
		l.Subject = say.Text("email.title")
	}
	if game == 0 {
		if recent && talkID != "" {
			l.InReplyTo, l.References = talkID, []string{talkID}
		}
		return 0, nil
	}
	first, last, err := tx.MailThread(l.To, game)
	if err != nil {
		return 0, err
	}
	root := b.rootID(game, l.To)
	if first == "" || first == l.Reply.Key && l.Reply.Key != "" {
		l.ID, root = root, ""
	}
	if last == l.ID { // it is being sent again
		last = ""
	}
	l.InReplyTo = last
	if last == "" {
		l.InReplyTo = root
	}
	for _, id := range []string{root, last} {
		if id != "" && (len(l.References) == 0 || l.References[0] != id) {
			l.References = append(l.References, id)
		}
	}
	return game, tx.SetMailThread(l.To, game, l.Reply.Key, last, b.Now())
}

// rootID is the Message-ID of the first letter about a game to an address.
func (b *Bot) rootID(game int64, to string) string {
	return fmt.Sprintf("game-%d.%s@%s", game, digest(b.config.Address, to, strconv.FormatInt(game, 10)), b.domain)
}

// letterID is the Message-ID of any other letter. What it says is part of it: the
// numbers of letters begin anew with a new database.
func (b *Bot) letterID(l *outbound.Letter) string {
	return fmt.Sprintf("letter-%s.%s@%s", l.Reply.Key, digest(l.To, l.Reply.Key, l.Reply.Title, l.Reply.Text), b.domain)
}

func digest(parts ...string) string {
	sum := sha256.Sum256([]byte(strings.Join(parts, "\x00")))
	return hex.EncodeToString(sum[:8])
}

// sent notes that a letter has gone out.
func (b *Bot) sent(tx Tx, l outbound.Letter, game int64) error {
	if game > 0 {
		if err := tx.SetMailThread(l.To, game, l.Reply.Key, l.ID, b.Now()); err != nil {
			return err
		}
	}
	if confirmed, _, _, err := person(tx, l.To); err != nil || confirmed {
		return err
	}
	if _, ok := asking(l.Reply); ok {
		return nil
	}
	return tx.MailTally(l.To, invited, b.Now())
}

// maxTokens bounds how many letters are remembered that could not be sent yet.
const maxTokens = 1000

// tokenFor returns a new token for a letter, the same as before if it is tried again.
func (b *Bot) tokenFor(key string) (string, error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	if t, ok := b.tokens[key]; ok {
		return t, nil
	}
	t, err := newToken(b.Rand)
	if err == nil && key != "" && len(b.tokens) < maxTokens {
		b.tokens[key] = t
	}
	return t, err
}

func (b *Bot) forget(key string) {
	b.mu.Lock()
	defer b.mu.Unlock()
	delete(b.tokens, key)
}
