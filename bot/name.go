package bot

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
	"stackmate/bot/textutil"
)

// What a name may be that somebody chooses.
const (
	leastName  = 2
	chosenName = 30
)

// reserved are names that others are called by the bot, or the bot itself.
var reserved = regexp.MustCompile(`(?i)^(player|spieler)[\p{Z}\p{P}\p{N}]*$|stackmate`)

// handleName shows or sets what others call somebody who plays by mail. In Discord names are
// Discord's affair.
func handleName(req *request) error {
	if !slices.ContainsFunc(req.player.Addresses, func(a chat.Address) bool { return a.Transport == mailTransport }) {
		return refuse("naming.discord")
	}
	wanted := strings.TrimSpace(req.args["name"])
	if wanted == "" {
		return req.answerText("naming.is", "name", req.player.Name)
	}
	name, ok := publicName(wanted)
	if !ok {
		return refuse("naming.bad", "text", textutil.Quote(wanted), "max", chosenName)
	}
	known, err := req.tx.PlayersNamed(mailTransport, name)
	if err != nil {
		return err
	}
	if slices.ContainsFunc(known, func(p data.Player) bool { return p.ID != req.player.ID }) {
		return refuse("naming.taken", "text", textutil.Quote(name))
	}
	if err := req.tx.Rename(req.player.ID, mailTransport, name); err != nil {
		return err
	}
	req.player.Settings.NameAsked = true
	if err := req.tx.SavePlayer(req.player); err != nil {
		return err
	}
	return req.answerText("naming.set", "name", name)
}

// publicName tidies a name that somebody has chosen. It is refused if it has messages that
// cannot be seen or scripts that look alike mixed, or could be taken for something else.
func publicName(s string) (name string, ok bool) {
	name = strings.Join(strings.Fields(norm.NFKC.String(s)), " ")
	if n := utf8.RuneCountInString(name); n < leastName || n > chosenName || len(s) > 4*command.MaxName || reserved.MatchString(name) {
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

// askName asks somebody who plays by mail, once, what others are to call that player.
func askName(req *request) error {
	if req.msg.From.Transport != mailTransport || req.player.Settings.NameAsked || req.player.ID == 0 || req.reply == nil ||
		req.player.Name != data.NumberedName(req.player.ID) {
		return nil
	}
	req.player.Settings.NameAsked = true
	req.reply.Text += "\n\n" + req.lang.Text("naming.ask", "name", req.player.Name)
	return req.tx.SavePlayer(req.player)
}
