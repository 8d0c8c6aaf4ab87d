package request

import (
	"cmp"
	"slices"
	"strings"

	"stackmate/bot/chat"
	"stackmate/bot/command"
	"stackmate/bot/data"
	"stackmate/bot/game"
	"stackmate/render"
)

// looks say how pictures look for a reader, where the command does not say it.
type looks struct {
	theme, view string
	inWords     bool
}

// looksFor returns what a reader has chosen, else what the reader's server has.
func looksFor(reader data.PlayerSettings, server data.Server) looks {
	return looks{theme: cmp.Or(reader.Theme, server.Theme), view: cmp.Or(reader.View, server.View), inWords: reader.InWords}
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

// dress completes the picture of a reply, and adds the buttons that show it in other ways.
// The command is the one that the reply answers; zero if it is an announcement or a
// refusal.
func (l looks) dress(req *Request, r *chat.Reply, cmd command.Invocation) {
	if r.Picture == nil {
		return
	}
	pic := *r.Picture
	pic.Theme = cmp.Or(pic.Theme, l.theme)
	pic.View = cmp.Or(cmd.View, pic.View, l.view, command.Views[0])
	pic.Apart = req.ByMail && pic.Levels == "" // a page shows them side by side or one below the other
	r.Picture = &pic
	for i := range r.More {
		more := *r.More[i].Picture
		more.Theme, more.Apart, more.InWords = pic.Theme, pic.Apart, pic.InWords
		r.More[i].Picture = &more
	}
	if pic.Format != chat.Still || pic.Figure != "" {
		return
	}
	pic.InWords = cmd.InWords == command.On || cmd.InWords == "" && l.inWords
	if pic.Puzzle != "" && !repeats(cmd) { // no command shows it to everybody
		return
	}
	buttons := []chat.Button{viewButton(req, pic, cmd)}
	if g := req.about; g != nil && g.ID == pic.Game && !repeats(cmd) {
		buttons = append(buttons, levelButtons(req, g, pic, cmd)...)
	}
	if req.Env.Web != "" && pic.Puzzle == "" && !repeats(cmd) {
		open := command.Invocation{Path: command.Web, Game: command.GameID(pic.Game)}
		buttons = append(buttons, chat.Button{Label: req.Lang.Text("button.web"), Command: open.String(), For: chat.Everybody, Look: true})
	}
	for _, b := range buttons {
		r.Buttons = withButton(r.Buttons, b)
	}
}

// repeats reports whether a command's answer is more than a board.
func repeats(cmd command.Invocation) bool {
	switch cmd.Path {
	case command.Moves, command.Pick, command.Quiz, command.Solve, command.Puzzle:
		return true
	}
	return false
}

// sameBoard returns the command that shows the position and the levels of a picture, in words
// as well if the command cmd asked for that.
func sameBoard(pic chat.Picture, cmd command.Invocation) command.Invocation {
	in := command.Invocation{Path: command.Board, Game: command.GameID(pic.Game), Ply: command.AtPly(pic.Ply), Level: pic.Levels, InWords: cmd.InWords}
	if pic.Gallery {
		in.Level = command.AllLevels
	}
	return in
}

// viewButton returns the button that shows a picture in the other view. A command whose
// answer is more than a board is repeated, for the speaker.
func viewButton(req *Request, pic chat.Picture, cmd command.Invocation) chat.Button {
	who := chat.Only(req.Player.ID)
	if !repeats(cmd) {
		who, cmd = chat.Everybody, sameBoard(pic, cmd)
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

// fewBoards is how many boards fit into a picture that can be read on a phone.
const fewBoards = 3

// levelButtons returns the buttons that show other levels of a picture, larger: those that
// its last move touched, each level as a picture of its own, or all in one picture. A game
// with few boards has none.
func levelButtons(req *Request, g *game.Game, pic chat.Picture, cmd command.Invocation) (list []chat.Button) {
	if len(g.Variant.Boards()) <= fewBoards || pic.Ply < 0 || pic.Ply > len(g.Plies) {
		return nil
	}
	shown := sameBoard(pic, cmd)
	add := func(label, level string) {
		if level != shown.Level {
			in := shown
			in.Level, in.View = level, cmd.View
			list = append(list, chat.Button{Label: label, Command: in.String(), For: chat.Everybody, Look: true})
		}
	}
	touched := render.At(g.Rules(), pic.Ply, nil).TouchedLevels().Names(g.Variant)
	switch names := strings.Join(touched, ", "); len(touched) {
	case 0, len(g.Variant.Boards()):
	case 1:
		add(req.Lang.Text("picture.level", "name", names), names)
	default:
		add(req.Lang.Text("button.levels", "names", names), strings.Join(touched, ","))
	}
	add(req.Lang.Text("button.gallery"), command.AllLevels)
	add(req.Lang.Text("button.all-levels"), "")
	return list
}

// maxRow is how many buttons a row has at most.
const maxRow = 5

// withButton adds a button to the first row that has room, or in a row of its own.
func withButton(rows [][]chat.Button, b chat.Button) [][]chat.Button {
	rows = slices.Clone(rows)
	for i, row := range rows {
		if len(row) < maxRow {
			rows[i] = append(slices.Clone(row), b)
			return rows
		}
	}
	return append(rows, []chat.Button{b})
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
