package email

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"stackmate/bot"
	"stackmate/bot/chat"
	"stackmate/bot/email/inbound"
	"stackmate/bot/email/mailstore"
	"stackmate/bot/words"
)

// result is a command with the desk's answer.
type result struct {
	line   string
	answer *bot.Answer
}

// runCommands runs the commands of an authentic mail, up to the first that is refused. beyond
// are commands that it has too many.
func (b *Bot) runCommands(ctx context.Context, m inbound.Mail, about topic, commands, beyond []string) error {
	id, now := mailKey(m), b.now()
	var before mailstore.Progress
	gone := false
	err := b.store.UpdateMail(ctx, func(tx mailstore.Tx) error {
		deleted, err := tx.DeletedAt(chat.Address{Transport: Transport, ID: m.From})
		if gone = deleted.After(about.began); err != nil || gone {
			return err
		}
		if before, err = tx.Received(id, now); err != nil || before.Done {
			return err
		}
		if err := tx.Confirm(m.From, now); err != nil {
			return err
		}
		if err := tx.ResetEvents(baseAddress(m.From), eventUnanswered); err != nil {
			return err
		}
		if err := tx.ResetEvents(m.From, eventAsked); err != nil { // the question has been answered
			return err
		}
		return b.rememberConversation(tx, m, about.game)
	})
	if gone {
		b.log.InfoContext(ctx, "email: ignored", "sign", "the author's data was deleted meanwhile")
	}
	if err != nil || gone || before.Done {
		return err
	}
	if len(commands) == 0 {
		commands = []string{""} // the desk says what it wants
	}
	switch ownCommandOf(commands[0]) {
	case stopCommand:
		return b.stop(ctx, m)
	case renewCommand:
		return b.renew(ctx, m)
	case yesCommand:
		commands = []string{"help"}
	}
	var list []result
	for i, line := range commands[before.Commands:] {
		number := before.Commands + i + 1
		a, err := b.desk.Handle(ctx, b.chatMessage(m, about, line, number))
		if err != nil {
			return err
		}
		if a == nil { // it was run before, and nobody knows with what success
			return b.interrupted(ctx, m, list, slices.Concat(commands[number:], beyond))
		}
		list = append(list, result{line, a})
		about.written = chat.Seen{Ply: -1, At: b.now()} // the next command is about what this one has done
		if a.Forgotten {                                // the author is nobody's now: another command would make a new player
			return b.sayGoodbye(ctx, m, a)
		}
		if a.Refused {
			break
		}
		err = b.store.UpdateMail(ctx, func(tx mailstore.Tx) error {
			return tx.SetProgress(id, mailstore.Progress{Commands: number})
		})
		if err != nil {
			return err
		}
	}
	return b.sendAnswers(ctx, m, list, commands[before.Commands+len(list):], beyond)
}

// mailKey returns the id under which a mail is stored. It depends on the author's address, since
// two authors may use the same Message-ID, but does not reveal it: it outlives the author's data.
func mailKey(m inbound.Mail) string { return digest(m.From, m.ID) }

// finish runs fn in the transaction that marks a mail as done, with the language for messages
// to the author.
func (b *Bot) finish(ctx context.Context, m inbound.Mail, fn func(mailstore.Tx, words.Language) error) error {
	lang, err := b.language(ctx, m.From, m.Language)
	if err != nil {
		return err
	}
	return b.store.UpdateMail(ctx, func(tx mailstore.Tx) error {
		if err := tx.SetProgress(mailKey(m), mailstore.Progress{Done: true}); err != nil {
			return err
		}
		return fn(tx, lang)
	})
}

// chatMessage returns one line of a mail as the desk hears it.
func (b *Bot) chatMessage(m inbound.Mail, about topic, line string, number int) chat.Message {
	from := chat.Person{Address: chat.Address{Transport: Transport, ID: m.From}}
	msg := chat.Message{ID: mailKey(m) + "/" + strconv.Itoa(number), From: from, In: chat.Place{Address: from.Address, Private: true},
		Game: about.game, Seen: &about.written, Since: about.began, Language: m.Language}
	msg.Text, msg.Mentioned = b.self.withMentions(line)
	return msg
}

// sendAnswers lets the answers to a mail be sent: a single one as it is, several as one mail,
// but those that wait for the program's reply as mails of their own.
// left and beyond are commands that were not run, because the one before was refused and
// because there were too many.
func (b *Bot) sendAnswers(ctx context.Context, m inbound.Mail, list []result, left, beyond []string) error {
	return b.finish(ctx, m, func(tx mailstore.Tx, lang words.Language) error {
		silent, err := b.overLimit(tx, lang, m.From, len(list) > 0 && list[0].answer.Refused)
		if err != nil {
			return err
		}
		b.log.InfoContext(ctx, "email: done", "commands", len(list), "left", len(left)+len(beyond), "silent", silent)
		waits := func(r result) bool { return r.answer.Queued }
		if now := slices.DeleteFunc(slices.Clone(list), waits); !silent && len(now)+len(left)+len(beyond) == 0 {
			return nil // all wait for the program's reply
		} else if !silent && len(now) > 0 {
			list = now
		}
		var later []chat.Reply
		for _, r := range list {
			message := r.answer.OutboxID()
			if message == 0 {
				return errors.New("the answer is not in the outbox")
			}
			if len(list) == 1 && len(left) == 0 && len(beyond) == 0 && !silent {
				return tx.Release(message, b.now())
			}
			if r.answer.Later != nil { // it comes in a mail of its own, after this one
				one := replyTo(m.From)
				one.Text, one.Language, one.Later = r.answer.Text, r.answer.Language, r.answer.Later
				later = append(later, one)
			}
			if err := tx.MarkDelivered(message, b.now()); err != nil {
				return err
			}
		}
		if silent || len(list) == 0 {
			return nil
		}
		err = b.enqueue(tx, m.From, combineAnswers(lang, m.From, list, left, beyond))
		for _, r := range later {
			err = cmp.Or(err, b.enqueue(tx, m.From, r))
		}
		return err
	})
}

// sayGoodbye lets the answer to the command that deleted everything about the author be sent, and
// nothing else.
func (b *Bot) sayGoodbye(ctx context.Context, m inbound.Mail, a *bot.Answer) error {
	return b.finish(ctx, m, func(tx mailstore.Tx, _ words.Language) error {
		b.log.InfoContext(ctx, "email: done", "commands", 1, "forgotten", true)
		return tx.Release(a.OutboxID(), b.now())
	})
}

// combineAnswers returns one reply with the answers to several commands.
func combineAnswers(lang words.Language, to string, list []result, left, beyond []string) chat.Reply {
	last := list[len(list)-1].answer.Reply
	out := replyTo(to)
	out.Title, out.Game, out.Block, out.Buttons, out.Menus = last.Title, last.Game, last.Block, last.Buttons, last.Menus
	var parts []string
	for _, r := range list {
		one := r.answer.Reply
		parts = append(parts, "> "+firstLine(r.line)+"\n"+one.Text)
		if one.Picture != nil {
			out.Picture = one.Picture
		}
		out.More = append(out.More, one.More...)
		if one.Block != "" && one.Block != out.Block {
			parts = append(parts, one.Block)
		}
		if out.Title == "" {
			out.Title, out.Game = one.Title, one.Game
		}
	}
	if len(left) > 0 {
		parts = append(parts, lang.Text("email.left", "lines", joinLines(slices.Concat(left, beyond))))
	} else if len(beyond) > 0 {
		parts = append(parts, lang.Text("email.beyond", "count", len(list), "lines", joinLines(beyond)))
	}
	out.Text = strings.Join(parts, "\n\n")
	return out
}

// replyTo returns an empty reply to a mail from an address.
func replyTo(address string) chat.Reply {
	return chat.Reply{Audience: chat.Quiet, Asker: chat.Person{Address: chat.Address{Transport: Transport, ID: address}}}
}

// maxListedLines bounds how many lines are repeated.
const maxListedLines = 20

// joinLines writes commands in one line, with an ellipsis for those beyond maxListedLines.
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

// firstLine returns the first line of a command, with an ellipsis if a text follows it.
func firstLine(command string) string {
	first, _, more := strings.Cut(command, "\n")
	if more {
		first += " …"
	}
	return first
}

// interrupted ends a mail of which a crash interrupted a command. The outbox has the answers
// to the commands before; the author is told which commands are left.
func (b *Bot) interrupted(ctx context.Context, m inbound.Mail, list []result, left []string) error {
	if len(list) > 0 {
		return fmt.Errorf("mail %q: command %d was run before the one in front of it", m.ID, len(list)+1)
	}
	return b.finish(ctx, m, func(tx mailstore.Tx, lang words.Language) error {
		if len(left) == 0 {
			return nil
		}
		r := replyTo(m.From)
		r.Text = lang.Text("email.break", "lines", joinLines(left))
		return b.enqueue(tx, m.From, r)
	})
}
