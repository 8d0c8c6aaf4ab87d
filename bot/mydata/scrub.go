package mydata

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"stackmate/bot/chat"
	"stackmate/bot/data"
	"stackmate/bot/request"
	"stackmate/bot/words"
)

// scrubOutbox takes a player out of messages to others that have not been delivered: nobody is
// mentioned by an address of the player, and the player's name becomes that of a former player.
func scrubOutbox(tx data.Tx, p data.Player) error {
	var texts []string
	for _, a := range p.Addresses {
		texts = append(texts, a.ID)
	}
	if p.Name != "" {
		texts = append(texts, p.Name)
	}
	messages, err := tx.Undelivered(texts)
	if err != nil {
		return err
	}
	for _, m := range messages {
		if slices.Contains(p.Addresses, m.To) { // which are deleted
			continue
		}
		if err := tx.Rewrite(m.ID, scrubbed(m.Reply, p)); err != nil {
			return err
		}
	}
	return nil
}

// scrubbed returns a reply that does not mention a player.
func scrubbed(r chat.Reply, p data.Player) chat.Reply {
	own := func(who chat.Person) bool { return slices.Contains(p.Addresses, who.Address) }
	r.Notify = slices.DeleteFunc(slices.Clone(r.Notify), own)
	r.Players = slices.DeleteFunc(slices.Clone(r.Players), own)
	if own(r.Asker) {
		r.Asker = chat.Person{}
	}
	former := request.NameIn(words.In(r.Language), data.Player{Former: true})
	for _, text := range []*string{&r.Title, &r.Text, &r.Played, &r.Block, &r.Thread} {
		*text = replaceWord(*text, p.Name, former)
		for _, a := range p.Addresses {
			*text = replaceWord(*text, a.ID, former)
		}
	}
	r.More = slices.Clone(r.More)
	for i := range r.More {
		r.More[i] = scrubbed(r.More[i], p)
	}
	return r
}

// replaceWord replaces a text wherever it is not a part of a longer word.
func replaceWord(s, old, new string) string {
	if old == "" {
		return s
	}
	var b strings.Builder
	for {
		i := strings.Index(s, old)
		if i < 0 {
			return b.String() + s
		}
		before, _ := utf8.DecodeLastRuneInString(b.String() + s[:i])
		after, _ := utf8.DecodeRuneInString(s[i+len(old):])
		b.WriteString(s[:i])
		if isWord(before) || isWord(after) {
			b.WriteString(old)
		} else {
			b.WriteString(new)
		}
		s = s[i+len(old):]
	}
}

func isWord(r rune) bool { return r != utf8.RuneError && (unicode.IsLetter(r) || unicode.IsDigit(r)) }
