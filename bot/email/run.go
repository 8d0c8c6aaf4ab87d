package email

import (
	"context"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"stackmate/bot"
	"stackmate/bot/chat"
	"stackmate/bot/email/inbound"
	"stackmate/bot/timeutil"
	"stackmate/bot/words"
)

// result is a command that the desk has answered.
type result struct {
	line   string
	answer *bot.Answer
}

// runCommands does the commands of a genuine mail.
func (b *Bot) runCommands(ctx context.Context, m inbound.Mail, about topic, commands, beyond []string) error {
	id, now := m.From+"/"+m.ID, b.Now()
	var before int
	var ended bool
	err := b.update(ctx, func(tx Tx) (err error) {
		if before, ended, err = tx.MailHeard(id, now); err != nil || ended {
			return err
		}
		if err := tx.MailConfirm(m.From, now); err != nil {
			return err
		}
		if err := tx.MailForget(baseAddress(m.From), eventUnanswered); err != nil {
			return err
		}
		if err := tx.MailForget(m.From, eventAsked); err != nil { // it has been answered
			return err
		}
		return b.rememberConversation(tx, m, about.game)
	})
	if err != nil || ended {
		return err
	}
	if len(commands) == 0 {
		commands = []string{""} // the desk says what it wants
	}
	switch ownCommandOf(commands[0]) {
	case stopCommand:
		return b.stop(ctx, m, id)
	case renewCommand:
		return b.renew(ctx, m, id)
	case yesCommand:
		commands = []string{"help"}
	}
	var list []result
	for i, line := range commands[before:] {
		a, err := b.Desk.Handle(ctx, b.chatMessage(ctx, m, about, line, before+i+1))
		if err != nil {
			return err
		}
		if a == nil { // it was done before, and nobody knows with what success
			return b.interrupted(ctx, m, id, list, slices.Concat(commands[before+i+1:], beyond))
		}
		list = append(list, result{line, a})
		about.written = chat.Written{Ply: -1, At: b.Now()} // what follows is about what this has done
		if a.Refused {
			break
		}
		if err := b.update(ctx, func(tx Tx) error { return tx.MailDone(id, before+i+1, false) }); err != nil {
			return err
		}
	}
	return b.sendAnswers(ctx, m, id, list, commands[before+len(list):], beyond)
}

// rememberConversation keeps what a mail was about, so that the answer goes into its thread.
func (b *Bot) rememberConversation(tx Tx, m inbound.Mail, game int64) error {
	mid := validMessageID(m.ID)
	if err := tx.SetMailTalk(m.From, game, mid, m.Subject, b.Now()); err != nil || game == 0 || mid == "" {
		return err
	}
	return tx.SetMailThread(m.From, game, "", mid, b.Now())
}

// chatMessage makes what the desk hears of one line. Ids of mails are their authors' affair:
// two people may use the same.
func (b *Bot) chatMessage(ctx context.Context, m inbound.Mail, about topic, line string, number int) chat.Message {
	from := chat.Person{Address: chat.Address{Transport: Transport, ID: m.From}}
	msg := chat.Message{ID: m.From + "/" + m.ID + "/" + strconv.Itoa(number), From: from, In: chat.Place{Address: from.Address, Private: true},
		Game: about.game, Written: &about.written, Language: m.Language}
	msg.Text, msg.Mentioned = b.withMentions(line)
	return msg
}

// sendAnswers lets the answers go out: one alone as it is, several as one mail.
func (b *Bot) sendAnswers(ctx context.Context, m inbound.Mail, id string, list []result, left, beyond []string) error {
	now := b.Now()
	return b.update(ctx, func(tx Tx) error {
		if err := tx.MailDone(id, 0, true); err != nil {
			return err
		}
		say, err := languageOf(tx, m.From, m.Language)
		if err != nil {
			return err
		}
		quiet, err := b.overLimit(tx, say, m.From, len(list) > 0 && list[0].answer.Refused)
		if err != nil {
			return err
		}
		b.Log.Info("email: done", "commands", len(list), "left", len(left)+len(beyond), "silent", quiet)
		for _, d := range list {
			letter, err := strconv.ParseInt(d.answer.Key, 10, 64)
			if err != nil {
				return fmt.Errorf("answer without a letter: %w", err)
			}
			if len(list) == 1 && len(left) == 0 && len(beyond) == 0 && !quiet {
				return tx.MailRelease(letter, now)
			}
			if err := tx.MarkDelivered(letter, now); err != nil {
				return err
			}
		}
		if quiet || len(list) == 0 {
			return nil
		}
		_, err = tx.Enqueue(b.outboxMessage(m.From, combineAnswers(say, m.From, list, left, beyond), now))
		return err
	})
}

// overLimit counts an answer, and reports whether there have been too many. The first that is
// not given is announced instead.
func (b *Bot) overLimit(tx Tx, say words.Language, address string, isRefused bool) (bool, error) {
	now := b.Now()
	n, err := tx.MailCount(address, eventAnswered, now.Add(-timeutil.Day))
	if err != nil {
		return false, err
	}
	over, notice := n-b.config.MaxAnswersPerDay, say.Text("email.limit", "count", b.config.MaxAnswersPerDay)
	if isRefused {
		row, err := tx.MailCount(address, eventRefused, now.Add(-timeutil.Day))
		if err != nil {
			return false, err
		}
		if row-maxRefused > over {
			over, notice = row-maxRefused, say.Text("email.limit.refused", "count", maxRefused)
		}
		if err := tx.MailTally(address, eventRefused, now); err != nil {
			return false, err
		}
	} else if err := tx.MailForget(address, eventRefused); err != nil {
		return false, err
	}
	if over > 0 {
		return true, nil
	}
	if over == 0 {
		if _, err := tx.Enqueue(b.outboxMessage(address, chat.Reply{Title: say.Text("email.limit.title"), Text: notice}, now)); err != nil {
			return false, err
		}
	}
	return over == 0, tx.MailTally(address, eventAnswered, now)
}

// combineAnswers makes one reply of the answers to several commands.
func combineAnswers(say words.Language, to string, list []result, left, beyond []string) chat.Reply {
	last := list[len(list)-1].answer.Reply
	out := chat.Reply{Title: last.Title, Game: last.Game, Block: last.Block, Buttons: last.Buttons, Menus: last.Menus,
		Audience: chat.Quiet, Asked: chat.Person{Address: chat.Address{Transport: Transport, ID: to}}}
	var parts []string
	for _, d := range list {
		r := d.answer.Reply
		parts = append(parts, "> "+firstLine(d.line)+"\n"+r.Text)
		if r.Picture != nil {
			out.Picture = r.Picture
		}
		if r.Block != "" && r.Block != out.Block {
			parts = append(parts, r.Block)
		}
		if out.Title == "" {
			out.Title, out.Game = r.Title, r.Game
		}
	}
	if len(left) > 0 {
		parts = append(parts, say.Text("email.left", "lines", joinLines(slices.Concat(left, beyond))))
	} else if len(beyond) > 0 {
		parts = append(parts, say.Text("email.beyond", "count", len(list), "lines", joinLines(beyond)))
	}
	out.Text = strings.Join(parts, "\n\n")
	return out
}

// maxListedLines bounds the lines that are repeated.
const maxListedLines = 20

// joinLines repeats lines, not too many.
func joinLines(lines []string) string {
	if len(lines) > maxListedLines {
		lines = append(lines[:maxListedLines:maxListedLines], "…")
	}
	short := make([]string, len(lines))
	for i, line := range lines {
		short[i] = firstLine(line)
	}
	return strings.Join(short, "; ")
}

// firstLine returns the first line of a command, which may go on with a long text.
func firstLine(command string) string {
	first, _, more := strings.Cut(command, "\n")
	if more {
		first += " …"
	}
	return first
}

// interrupted ends a mail whose handling was cut off by a crash. What had been done
// is answered by the outbox.
func (b *Bot) interrupted(ctx context.Context, m inbound.Mail, id string, list []result, left []string) error {
	if len(list) > 0 {
		return fmt.Errorf("mail %q: command %d was done before the one in front of it", m.ID, len(list)+1)
	}
	return b.update(ctx, func(tx Tx) error {
		if err := tx.MailDone(id, 0, true); err != nil || len(left) == 0 {
			return err
		}
		say, err := languageOf(tx, m.From, m.Language)
		if err != nil {
			return err
		}
		_, err = tx.Enqueue(b.outboxMessage(m.From, chat.Reply{Audience: chat.Quiet,
			Asked: chat.Person{Address: chat.Address{Transport: Transport, ID: m.From}}, Text: say.Text("email.break", "lines", joinLines(left))}, b.Now()))
		return err
	})
}
