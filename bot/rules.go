package bot

import (
	"strings"

	"stackmate/bot/chat"
	"stackmate/bot/request"
	"stackmate/rules"
)

// handleRules explains a game: the named one, else the game of this place.
func handleRules(req *request.Request) error {
	v := rules.VariantByKey(rules.DefaultKey)
	if req.Cmd.Variant != nil {
		v = req.Cmd.Variant
	} else if g, err := req.ShownGame(); err == nil {
		v = g.Variant
	}
	base, _, _ := strings.Cut(v.Key(), ":")
	text := req.Lang.Text("rules." + base)
	if v.Author() != "" { // the orthodox game has none
		text += " " + req.Lang.Text("rules.author", "name", v.Name(), "author", v.Author(), "notice", req.Lang.Text("notice."+base))
	}
	var readings []string
	for _, r := range v.Readings() {
		readings = append(readings, r+"  "+req.Lang.Text("reading."+r))
	}
	return req.Answer(chat.Reply{Title: v.Name(), Text: strings.TrimSpace(text), Block: strings.Join(readings, "\n")})
}
