package console

import (
	"strings"

	"stackmate/bot/words"
	"stackmate/render"
)

// StyleOf returns how boards look on the terminal that environment variables describe, plain if it can nothing.
func StyleOf(env func(string) string) render.TextStyle {
	name := env("TERM")
	if name == "dumb" || name == "" && env("WT_SESSION") == "" {
		return render.TextStyle{}
	}
	style := render.TextStyle{Marks: true, Colors: render.FewColors}
	locale := strings.ToLower(first(env, "LC_ALL", "LC_CTYPE", "LANG"))
	utf8 := strings.Contains(locale, "utf-8") || strings.Contains(locale, "utf8") || env("WT_SESSION") != ""
	style.Symbols = utf8 && name != "linux" // whose font has none
	switch {
	case env("NO_COLOR") != "":
		style.Colors = render.NoColors
	case env("COLORTERM") != "", env("WT_SESSION") != "", strings.Contains(name, "256"), strings.Contains(name, "kitty"),
		strings.Contains(name, "ghostty"), strings.Contains(name, "alacritty"), strings.Contains(name, "direct"):
		style.Colors = render.ManyColors
	}
	return style
}

// LanguageOf returns the language that environment variables ask for, English if there is no catalogue for it.
func LanguageOf(env func(string) string) words.Language {
	for name := range strings.SplitSeq(first(env, "LANGUAGE", "LC_ALL", "LC_MESSAGES", "LANG"), ":") {
		tag, _, _ := strings.Cut(strings.NewReplacer("-", "_", ".", "_", "@", "_").Replace(strings.ToLower(name)), "_")
		if words.Known(tag) {
			return words.In(tag)
		}
	}
	return words.In("")
}

// first returns the first variable that is set.
func first(env func(string) string, names ...string) string {
	for _, name := range names {
		if value := env(name); value != "" {
			return value
		}
	}
	return "C"
}

// Prompted prints the prompt before each line, for terminals at which an Editor cannot be used.
type Prompted struct {
	*Lines
	Print func(prompt string)
}

// ReadLine implements LineReader.
func (p Prompted) ReadLine(prompt string) (string, error) {
	p.Print(prompt)
	return p.Lines.ReadLine(prompt)
}
