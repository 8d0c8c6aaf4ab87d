package bot

import (
	"strings"

	"stackmate/bot/chat"
	"stackmate/bot/request"
	"stackmate/rules"
)

// handleRules explains the rules of a variant: the one that is named, else that of the
// game in this place, else the default.
func handleRules(req *request.Request) error {
	v := rules.VariantByKey(rules.DefaultKey)
	if req.Cmd.Variant != nil {
		v = req.Cmd.Variant
	} else if g, err := req.ShownGame(); err == nil {
		v = g.Variant
	}
	base, _, _ := strings.Cut(v.Key(), ":")
	text := req.Lang.Text("rules." + base)
	if v.Author() != "" { // orthodox chess has none
		text += " " + req.Lang.Text("rules.author", "name", v.Name(), "author", v.Author(), "notice", req.Lang.Text("notice."+base))
	}
	var readings []string
	for _, r := range v.Readings() {
		readings = append(readings, r+"  "+req.Lang.Text("reading."+r))
	}
	return req.Answer(chat.Reply{Title: v.Name(), Text: strings.TrimSpace(text), Block: strings.Join(readings, "\n")})
}
