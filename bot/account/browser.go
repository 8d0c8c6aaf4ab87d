package account

import (
	"strings"
	"time"

	"stackmate/bot/chat"
	"stackmate/bot/command"
	"stackmate/bot/data"
	"stackmate/bot/request"
)

// Limits on links that sign in browsers.
const (
	webLinkTime = 10 * time.Minute
	maxWebLinks = 20
)

// HandleWeb answers with a link that signs the speaker in once in a browser, and that shows a game if the command names
// one. The link is for the speaker alone, even if others may see the game.
func HandleWeb(req *request.Request) error {
	if req.Env.Web == "" {
		return request.Refuse("web.off")
	}
	link := data.WebLink{Address: req.Msg.From.Address, Until: req.Now.Add(webLinkTime)}
	if !req.Cmd.Game.IsZero() || req.Msg.Game != 0 {
		g, err := req.ShownGame()
		if err != nil {
			return err
		}
		link.Game = g.ID
		if len(g.Colors(req.Player.ID)) == 0 && req.Msg.In.Server != "" { // who may look at it here
			link.From = chat.Place{Address: req.Msg.In.Address, Server: req.Msg.In.Server}
		}
	}
	secret := req.Env.Code() + req.Env.Code() + req.Env.Code() // 180 bits
	if err := req.Tx.AddWebLink(secret, link, maxWebLinks, req.Now); err != nil {
		return err
	}
	return req.Answer(chat.Reply{Game: link.Game, Text: req.Lang.Text("web.open", "url", chat.Link(WebLinkURL(req.Env.Web, secret)))})
}

// WebLinkURL returns the URL of a link with a secret, for pages at a URL.
func WebLinkURL(pages, secret string) string { return pages + "/in/" + secret }

// browsers returns a sentence that lists where the speaker is signed in, and the button that ends that. Both are empty if
// the speaker is signed in nowhere.
func browsers(req *request.Request) (text string, buttons [][]chat.Button, err error) {
	list, err := req.Tx.WebSessionsOf(req.Player.ID, req.Now)
	if err != nil || len(list) == 0 {
		return "", nil, err
	}
	var names []string
	for _, s := range list {
		names = append(names, req.Lang.Text("preferences.browser", "browser", s.Browser, "when", chat.When(s.Used)))
	}
	out := command.Invocation{Path: command.Preferences, SignOut: true}
	return "\n" + req.Lang.Text("preferences.browsers", "list", strings.Join(names, ", ")), [][]chat.Button{{{Label: req.Lang.Text("button.signout"),
		Command: out.String(), For: chat.Only(req.Player.ID)}}}, nil
}
