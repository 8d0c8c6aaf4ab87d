package email

import (
	"context"
	"errors"

	"stackmate/bot/chat"
	"stackmate/bot/data"
	"stackmate/bot/email/mailstore"
	"stackmate/bot/request"
	"stackmate/bot/words"
)

// Kinds of replies that the front end writes itself and treats in a special way.
const (
	kindConfirmation = "mail-confirmation" // limited when it is written, not when it is sent
	kindFarewell     = "mail-farewell"     // sent although the address is muted
)

// player returns the player at an address, the zero value if there is none.
func (b *Bot) player(ctx context.Context, address string) (data.Player, error) {
	p, err := b.desk.FindPlayer(ctx, chat.Address{Transport: Transport, ID: address})
	if errors.Is(err, data.ErrNotFound) {
		return data.Player{}, nil
	}
	return p, err
}

// language returns the language for messages to an address. told is the language that a mail
// from there asks for, empty if there is no such mail.
func (b *Bot) language(ctx context.Context, address, told string) (words.Language, error) {
	p, err := b.player(ctx, address)
	return request.LanguageOf(p, told), err
}

// enqueue stores a reply of the front end's own, to be sent at once.
func (b *Bot) enqueue(tx mailstore.Tx, to string, r chat.Reply) error {
	_, err := tx.Enqueue(data.OutboxMessage{To: chat.Address{Transport: Transport, ID: to}, Reply: r, NotBefore: b.now()})
	return err
}

// isCommandName reports whether a word is what people may type for a command in some language.
func isCommandName(command, word string) bool { return words.Means("name."+command, word) }

// confirmation asks the owner of an address whether a mail was from there. lost is whether the mail
// answers one that the bot does not know any more.
func confirmation(lang words.Language, lost bool) chat.Reply {
	text := lang.Text("email.ask") + "\n" + lang.Text("email.ask.how")
	if lost {
		text = lang.Text("email.ask.lost") + "\n" + text
	}
	return chat.Reply{Kind: kindConfirmation, Language: lang.Tag, Title: lang.Text("email.ask.title"), Text: text}
}

// farewell says that no more mail comes.
func farewell(lang words.Language) chat.Reply {
	return chat.Reply{Kind: kindFarewell, Title: lang.Text("email.stop.title"), Text: lang.Text("email.stop")}
}

// renewalNotice says that earlier tokens are no longer valid.
func renewalNotice(lang words.Language) chat.Reply {
	return chat.Reply{Title: lang.Text("email.renew.title"), Text: lang.Text("email.renew")}
}

// footer ends every mail, in other words for a stranger, who has never answered one.
func footer(lang words.Language, stranger bool) string {
	if stranger {
		return lang.Text("email.stranger")
	}
	return lang.Text("email.footer") + "\n" + lang.Text("email.footer.secret") + "\n" + lang.Text("email.footer.stop")
}
