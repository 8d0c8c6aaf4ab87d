package command

import (
	"strings"
	"time"

	"stackmate/bot/chat"
	"stackmate/bot/words"
)

// Split splits a command into the longest path that it begins with, and arguments. The path is
// empty if it begins with none.
func Split(text string) (path Path, args string) {
	named := strings.Fields(text)
	for n := min(len(named), 2); n > 0; n-- {
		if path := Path(strings.Join(named[:n], " ")); path.Command() != nil {
			return path, strings.Join(named[n:], " ")
		}
	}
	return "", text
}

// Shown returns the path of a command, or Help for one that people are not told about.
func Shown(text string) Path {
	path, _ := Split(text)
	if c := path.Command(); c == nil || c.Hidden {
		return Help
	}
	return path
}

// Slash writes a command as a slash command in a language, such as "/draw claim".
func Slash(lang words.Language, path Path) string {
	return "/" + strings.Join(path.names(lang), " ")
}

// Typed writes a command as it is typed in a language, such as "draw claim #12".
func Typed(lang words.Language, text string) string {
	path, args := Split(text)
	if shown := Shown(text); shown != path {
		path, args = shown, ""
	}
	names := path.names(lang)
	if parent := Find(tree, strings.Fields(string(path))[0]); len(names) > 1 && strings.HasSuffix(string(path), " "+parent.Default) {
		if sub := strings.Fields(args + " -")[0]; Find(parent.Sub, sub) == nil { // which needs not be typed
			names = names[:1]
		}
	}
	return strings.TrimSpace(strings.Join(names, " ") + " " + args)
}

// names returns the words for a command in a language.
func (p Path) names(lang words.Language) (names []string) {
	for _, word := range strings.Fields(string(p)) {
		names = append(names, lang.Text("name."+word))
	}
	return names
}

// TypedSurfaces returns how a transport on which commands are typed writes texts, and how it writes
// titles, labels and blocks, where a command has no quotation marks.
func TypedSurfaces(lang words.Language, date func(time.Time) string) (text, plain chat.Surface) {
	plain = chat.Surface{Typed: true, Time: date, Command: func(command string) string { return Typed(lang, command) }}
	text = plain
	text.Command = func(command string) string { return lang.Quote(Typed(lang, command)) }
	return text, plain
}
