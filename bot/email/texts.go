package email

import (
	"cmp"
	"errors"

	"stackmate/bot/chat"
	"stackmate/bot/data"
	"stackmate/bot/words"
)

// languageOf returns the language in which an address is spoken to: the chosen one, else
// the one that its mail told, now or when it last did.
func languageOf(tx Tx, address, told string) (words.Language, error) {
	p, err := tx.FindPlayer(chat.Address{Transport: Transport, ID: address})
	if err != nil && !errors.Is(err, data.ErrNotFound) {
		return words.Language{}, err
	}
	if p.Settings.Language == "" && words.Known(told) {
		return words.In(told), nil
	}
	return words.In(cmp.Or(p.Settings.Language, p.Settings.Heard)), nil
}

// ignore returns nil instead of an error that is no news.
func ignore(err, known error) error {
	if errors.Is(err, known) {
		return nil
	}
	return err
}

// isCommandName reports whether a word is what some language isCommandName a command.
func isCommandName(command, word string) bool { return words.Means("name."+command, word) }

// confirmation returns the question whether a mail is genuine.
func confirmation(say words.Language) chat.Reply {
	return chat.Reply{Title: say.Text("email.ask.title"), Text: say.Text("email.ask") + "\n" + say.Text("email.ask.how")}
}

// asking reports whether a reply asks that, and in which language; such are bounded
// when they are written.
func asking(r chat.Reply) (say words.Language, ok bool) {
	for _, tag := range words.Tags() {
		if say = words.In(tag); r.Game == 0 && r.Title == say.Text("email.ask.title") {
			return say, true
		}
	}
	return words.Language{}, false
}

// farewell says that no more mail comes.
func farewell(say words.Language) chat.Reply {
	return chat.Reply{Title: say.Text("email.stop.title"), Text: say.Text("email.stop")}
}

// renewal says that earlier tokens are void.
func renewal(say words.Language) chat.Reply {
	return chat.Reply{Title: say.Text("email.renew.title"), Text: say.Text("email.renew")}
}

// footer ends every mail, in other words for somebody who has never answered one.
func footer(say words.Language, stranger bool) string {
	if stranger {
		return say.Text("email.stranger") + "\n" + say.Text("email.stranger.play")
	}
	return say.Text("email.footer") + "\n" + say.Text("email.footer.secret") + "\n" + say.Text("email.footer.stop")
}
