package bot

import (
	"strings"

	"stackmate/bot/chat"
	"stackmate/rules"
)

// rules explains a game: the named one, else the game of this place.
func (c *request) rules() error {
	v := rules.VariantByKey("millennium")
	if word := c.args["variant"]; word != "" {
		if v = variantNamed(word); v == nil {
			return refuse("variant.unknown", "text", quote(word), "variants", strings.Join(variantKeys(), ", "))
		}
	} else if g, err := c.shownGame(); err == nil {
		v = g.Variant
	}
	base, _, _ := strings.Cut(v.Key(), ":")
	text := c.lang.Text("rules." + base)
	if v.Notice() != "" { // the orthodox game has no author
		text += " " + c.lang.Text("rules.author", "name", v.Name(), "author", v.Author(), "notice", v.Notice())
	}
	var readings []string
	for _, r := range v.Readings() {
		readings = append(readings, r+"  "+c.lang.Text("reading."+r))
	}
	return c.answer(chat.Reply{Title: v.Name(), Text: strings.TrimSpace(text), Block: strings.Join(readings, "\n")})
}
