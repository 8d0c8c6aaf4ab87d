package account

import (
	"regexp"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"

	"stackmate/bot/chat"
	"stackmate/bot/command"
	"stackmate/bot/data"
	"stackmate/bot/request"
	"stackmate/bot/textutil"
)

// Limits on the length of a chosen name, in characters.
const (
	minNameLength = 2
	maxNameLength = 30
)

// reservedNames matches the bot's own name and the numbered names that it gives to players
// without one.
var reservedNames = regexp.MustCompile(`(?i)^(player|spieler)[\p{Z}\p{P}\p{N}]*$|stackmate`)

// HandleName shows or sets the public name of a speaker who plays by mail. Names of players
// on Discord come from there.
func HandleName(req *request.Request) error {
	if !slices.ContainsFunc(req.Player.Addresses, func(a chat.Address) bool { return a.Transport == request.MailTransport }) {
		return request.Refuse("naming.discord")
	}
	wanted := req.Cmd.Text
	if wanted == "" {
		return req.AnswerText("naming.is", "name", req.Player.Name)
	}
	name, ok := publicName(wanted)
	if !ok {
		return request.Refuse("naming.bad", "text", textutil.Quote(wanted), "max", maxNameLength)
	}
	known, err := req.Tx.PlayersNamed(request.MailTransport, name)
	if err != nil {
		return err
	}
	if slices.ContainsFunc(known, func(p data.Player) bool { return p.ID != req.Player.ID }) {
		return request.Refuse("naming.taken", "text", textutil.Quote(name))
	}
	if err := req.Tx.Rename(req.Player.ID, request.MailTransport, name); err != nil {
		return err
	}
	req.Player.Settings.NameAsked = true
	if err := req.Tx.SavePlayer(req.Player); err != nil {
		return err
	}
	return req.AnswerText("naming.set", "name", name)
}

// publicName returns a chosen name in a normal form. Ok is false if the name is too short,
// too long or reserved, has invisible characters, or mixes scripts whose letters look
// alike.
func publicName(s string) (name string, ok bool) {
	name = strings.Join(strings.Fields(norm.NFKC.String(s)), " ")
	if n := utf8.RuneCountInString(name); n < minNameLength || n > maxNameLength || len(s) > 4*command.MaxName || reservedNames.MatchString(name) {
		return name, false
	}
	letters, marks := 0, 0
	scripts := map[*unicode.RangeTable]bool{}
	for _, r := range name {
		switch {
		case r == 0x115f || r == 0x1160: // letters without a shape
			return name, false
		case unicode.IsLetter(r):
			letters, marks = letters+1, 0
			for _, table := range []*unicode.RangeTable{unicode.Latin, unicode.Cyrillic, unicode.Greek, unicode.Armenian, unicode.Cherokee} {
				if unicode.Is(table, r) {
					scripts[table] = true
				}
			}
		case unicode.Is(unicode.M, r) && letters > 0 && marks == 0 && !unicode.Is(unicode.Variation_Selector, r) && r != 0x34f:
			marks++
		case unicode.IsDigit(r), strings.ContainsRune(" .-_'’", r):
			marks = 0
		default:
			return name, false
		}
	}
	return name, letters > 0 && len(scripts) <= 1
}

// AskName adds to the answer, once for each player who plays by mail and has no name, the
// question under which name to play.
func AskName(req *request.Request) error {
	if req.Msg.From.Transport != request.MailTransport || req.Player.Settings.NameAsked || req.Player.ID == 0 || req.Reply == nil ||
		req.Player.Name != data.NumberedName(req.Player.ID) {
		return nil
	}
	req.Player.Settings.NameAsked = true
	req.Reply.Text += "\n\n" + req.Lang.Text("naming.ask", "name", req.Player.Name)
	return req.Tx.SavePlayer(req.Player)
}
