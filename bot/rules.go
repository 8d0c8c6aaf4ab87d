package bot

import (
	"strings"

	"stackmate/bot/chat"
	"stackmate/bot/textutil"
	"stackmate/rules"
)

// handleRules explains a game: the named one, else the game of this place.
func handleRules(req *request) error {
	v := rules.VariantByKey("millennium")
	if word := req.args["variant"]; word != "" {
		if v = rules.VariantByName(word); v == nil {
			return refuse("variant.unknown", "text", textutil.Quote(word), "variants", strings.Join(variantKeys(), ", "))
		}
	} else if g, err := req.shownGame(); err == nil {
		v = g.Variant
	}
	base, _, _ := strings.Cut(v.Key(), ":")
	text := req.lang.Text("rules." + base)
	if v.Author() != "" { // the orthodox game has none
		text += " " + req.lang.Text("rules.author", "name", v.Name(), "author", v.Author(), "notice", req.lang.Text("notice."+base))
	}
	var readings []string
	for _, r := range v.Readings() {
		readings = append(readings, r+"  "+req.lang.Text("reading."+r))
	}
	return req.answer(chat.Reply{Title: v.Name(), Text: strings.TrimSpace(text), Block: strings.Join(readings, "\n")})
}
