package request

import (
	"cmp"
	"slices"

	"stackmate/bot/chat"
	"stackmate/bot/command"
	"stackmate/bot/data"
)

// looks say how pictures look for a reader, where the command does not say it.
type looks struct {
	theme, view string
}

// looksFor returns what a reader has chosen, else what the reader's server has.
func looksFor(reader data.PlayerSettings, server data.Server) looks {
	return looks{theme: cmp.Or(reader.Theme, server.Theme), view: cmp.Or(reader.View, server.View)}
}

// dressAnswer completes the picture of the answer to a command. What others can read too
// looks as their server wants it.
func (req *Request) dressAnswer(cmd command.Invocation) error {
	if req.Reply.Picture == nil {
		return nil
	}
	server, err := req.Server()
	if err != nil {
		return err
	}
	own := req.Player.Settings
	if req.Msg.PublicAnswer && req.Reply.Audience != chat.Secret {
		own = data.PlayerSettings{}
	}
	looksFor(own, server).dress(req, req.Reply, cmd)
	return nil
}

// dress completes the picture of a reply, and adds the button that shows it in the other
// view. The command is the one that the reply answers; zero if it is an announcement or a
// refusal.
func (l looks) dress(req *Request, r *chat.Reply, cmd command.Invocation) {
	if r.Picture == nil {
		return
	}
	pic := *r.Picture
	pic.Theme = cmp.Or(pic.Theme, l.theme)
	pic.View = cmp.Or(cmd.View, pic.View, l.view, command.Views[0])
	r.Picture = &pic
	if pic.Format == chat.Still && pic.Figure == "" {
		r.Buttons = withButton(r.Buttons, viewButton(req, pic, cmd))
	}
}

// viewButton returns the button that shows a picture in the other view. A command whose
// answer is more than a board is repeated, for the speaker.
func viewButton(req *Request, pic chat.Picture, cmd command.Invocation) chat.Button {
	who := chat.Only(req.Player.ID)
	if cmd.Path != command.Moves && cmd.Path != command.Pick {
		who, cmd = chat.Everybody, command.Invocation{Path: command.Board, Ply: command.AtPly(pic.Ply)}
	}
	if cmd.Game.IsZero() {
		cmd.Game = command.GameID(pic.Game)
	}
	cmd.View = command.Views[0]
	if pic.View == cmd.View {
		cmd.View = command.Views[1]
	}
	return chat.Button{Label: req.Lang.Text("button.view." + cmd.View), Command: cmd.String(), For: who, Look: true}
}

// maxRow is how many buttons a row has at most.
const maxRow = 5

// withButton adds a button to the first row, or in a row of its own if that is full.
func withButton(rows [][]chat.Button, b chat.Button) [][]chat.Button {
	if len(rows) == 0 || len(rows[0]) >= maxRow {
		return append(slices.Clone(rows), []chat.Button{b})
	}
	rows = slices.Clone(rows)
	rows[0] = append(slices.Clone(rows[0]), b)
	return rows
}

// forEverybody returns the buttons that everybody may press.
func forEverybody(rows [][]chat.Button) (kept [][]chat.Button) {
	for _, row := range rows {
		row = slices.DeleteFunc(slices.Clone(row), func(b chat.Button) bool { return b.For != chat.Everybody })
		if len(row) > 0 {
			kept = append(kept, row)
		}
	}
	return kept
}
