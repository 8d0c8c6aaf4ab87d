package email

import (
	"cmp"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"net/url"
	"slices"
	"strings"
	"time"

	"stackmate/bot/bymail"
	"stackmate/bot/chat"
	"stackmate/bot/data"
	"stackmate/bot/email/mailstore"
)

// conversationTTL is for how long after a mail a message to its author belongs to its thread.
const conversationTTL = time.Hour

// puzzleIn returns the id of the puzzle that a reply shows; empty if it shows none.
func puzzleIn(r chat.Reply) string {
	if r.Picture == nil {
		return ""
	}
	return r.Picture.Puzzle
}

// describeGame asks the desk about the game of a delivery, and what the mail says about it below
// the reply r.
func (b *Bot) describeGame(ctx context.Context, d *delivery, r chat.Reply) (err error) {
	if puzzleIn(r) != "" {
		d.game, d.Notes = 0, bymail.ForPuzzle(r, d.lang)
		return nil
	}
	if d.game == 0 {
		return nil
	}
	if d.over, err = b.isOver(ctx, d.game); err != nil {
		return err
	}
	d.title, err = b.desk.GameTitle(ctx, d.game, d.lang)
	if errors.Is(err, data.ErrNotFound) {
		d.title, err = cmp.Or(d.Reply.Title, d.lang.Text("email.game", "game", d.game)), nil
	}
	if err != nil {
		return err
	}
	d.Notes, err = b.desk.MailNotes(ctx, d.player, r, d.game, d.lang)
	if errors.Is(err, data.ErrNotFound) {
		return nil
	}
	return err
}

// setThread puts a message into the thread of its game, or below the mail that it answers,
// with a token for answers.
func (b *Bot) setThread(tx mailstore.Tx, d *delivery) error {
	tag, err := b.addToken(tx, d)
	if err != nil {
		return err
	}
	if d.game > 0 {
		return b.setGameThread(tx, d)
	}
	if d.Subject = d.Reply.Title; d.Subject == "" {
		d.Subject = d.lang.Text("email.title")
		if subject := d.conversation.Subject; subject != "" {
			d.Subject = "Re: " + strings.TrimSpace(strings.TrimPrefix(subject, "Re:"))
		}
	}
	if id := d.conversation.ID; id != "" {
		d.InReplyTo, d.References = id, []string{id}
	}
	if !b.config.PlusAddressing {
		d.Subject += " " + tag
	}
	return nil
}

// addToken gives a message the token for answers: that of its game while it goes on, else
// that for all games. It returns the token as it is written in a subject.
func (b *Bot) addToken(tx mailstore.Tx, d *delivery) (tag string, err error) {
	game := d.game
	if d.over {
		if err := tx.RevokeGameTokens(game); err != nil {
			return "", err
		}
		game = 0
	}
	token, err := b.tokens.issue(tx, d.To, game)
	if err != nil {
		return "", err
	}
	d.ID = b.self.messageID(game, d.Reply.Ply, questionLetter(d.Notes.Question), puzzleIn(d.Reply), cmp.Or(d.Reply.Key, digest(d.To, d.Reply.Title, d.Reply.Text)), token)
	tag = subjectTag(game, token)
	if b.config.PlusAddressing {
		d.ReplyTo = b.self.replyAddress(game, token)
	} else {
		d.UnsubscribeSubject = "stop " + tag
	}
	if b.config.PublicURL != "" {
		d.UnsubscribeURL = strings.TrimSuffix(b.config.PublicURL, "/") + "/unsubscribe?t=" + url.QueryEscape(unsubscribeSecret(token))
	}
	return tag, nil
}

// setGameThread puts a message into the thread of its game. All messages there have the
// subject of the first, since some mail programs tell threads by the subject. Only the
// invitation has its own.
func (b *Bot) setGameThread(tx mailstore.Tx, d *delivery) error {
	subject := d.title
	if !b.config.PlusAddressing {
		token, err := b.tokens.token(tx, d.To, d.game)
		if err != nil {
			return err
		}
		subject += " " + subjectTag(d.game, token)
	}
	var err error
	if d.Reply.Invitation { // it says who invites to what
		d.Subject = strings.Replace(subject, d.title, d.Reply.Title, 1)
	} else if d.Subject, err = tx.ThreadSubject(d.To, d.game, subject, b.now()); err != nil {
		return err
	}
	thread, err := tx.Thread(d.To, d.game)
	if err != nil {
		return err
	}
	if err := tx.SetThread(d.To, d.game, mailstore.Thread{First: d.ID, Last: thread.Last}, b.now()); err != nil {
		return err
	}
	root, last := thread.First, thread.Last
	if root == d.ID || !strings.Contains(root, "@") { // it is the first, or an early version noted something else
		root = ""
	}
	if last == d.ID { // it is being sent again
		last = ""
	}
	d.InReplyTo = cmp.Or(last, root)
	for _, id := range []string{root, last} {
		if id != "" && !slices.Contains(d.References, id) {
			d.References = append(d.References, id)
		}
	}
	return nil
}

// digest returns a short hash of texts.
func digest(parts ...string) string {
	sum := sha256.Sum256([]byte(strings.Join(parts, "\x00")))
	return hex.EncodeToString(sum[:8])
}
