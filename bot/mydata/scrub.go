package mydata

import (
	"cmp"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"stackmate/bot/chat"
	"stackmate/bot/data"
	"stackmate/bot/request"
	"stackmate/bot/words"
)

// scrubOutbox takes a player out of messages to others that wait or are held: nobody is mentioned by
// one of the addresses, and each of the names becomes that of a former player.
func scrubOutbox(tx data.Tx, addresses []chat.Address, names []string) error {
	texts := slices.Clone(names)
	for _, a := range addresses {
		texts = append(texts, a.ID)
	}
	messages, err := tx.Undelivered(texts)
	if err != nil {
		return err
	}
	// A name may be a part of another one.
	slices.SortFunc(texts, func(a, b string) int { return cmp.Or(len(b)-len(a), strings.Compare(a, b)) })
	for _, m := range messages {
		if slices.Contains(addresses, m.To) { // which are deleted
			continue
		}
		if err := tx.Rewrite(m.ID, scrubbed(m.Reply, addresses, texts)); err != nil {
			return err
		}
	}
	return nil
}

// scrubbed returns a reply that does not mention people by some addresses, and says "former player"
// in place of some texts.
func scrubbed(r chat.Reply, addresses []chat.Address, texts []string) chat.Reply {
	own := func(who chat.Person) bool { return slices.Contains(addresses, who.Address) }
	r.Notify = slices.DeleteFunc(slices.Clone(r.Notify), own)
	r.Players = slices.DeleteFunc(slices.Clone(r.Players), own)
	if own(r.Asker) {
		r.Asker = chat.Person{}
	}
	former := request.NameIn(words.In(r.Language), data.Player{Former: true})
	for _, text := range []*string{&r.Title, &r.Text, &r.Played, &r.Block, &r.Thread} {
		for _, old := range texts {
			*text = replaceWord(*text, old, former)
		}
	}
	r.Menus = slices.Clone(r.Menus)
	for i := range r.Menus {
		r.Menus[i].Options = slices.Clone(r.Menus[i].Options)
		for j := range r.Menus[i].Options {
			for _, old := range texts {
				r.Menus[i].Options[j].Label = replaceWord(r.Menus[i].Options[j].Label, old, former)
				r.Menus[i].Options[j].Hint = replaceWord(r.Menus[i].Options[j].Hint, old, former)
			}
		}
	}
	r.More = slices.Clone(r.More)
	for i := range r.More {
		r.More[i] = scrubbed(r.More[i], addresses, texts)
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
