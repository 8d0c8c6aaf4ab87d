package bot

import (
	"strings"

	"stackmate/bot/chat"
	"stackmate/bot/command"
	"stackmate/bot/request"
	"stackmate/bot/textutil"
)

// helpGroups are the commands as people look for them, with the keys of their headings.
var helpGroups = []struct {
	key      string
	commands []command.Path
}{
	{"help.group.start", []command.Path{command.Challenge, command.Accept, command.Decline, command.Cancel, command.Rematch}},
	{"help.group.play", []command.Path{command.Move, command.Board, command.Moves, command.Attacks, command.Sees, command.IfAdd, command.DrawOffer, command.DrawClaim,
		command.TakebackAsk, command.Resign, command.Abort, command.Note, command.Hint}},
	{"help.group.games", []command.Path{command.Games, command.History, command.Export, command.Import, command.Analyse, command.Review, command.Quiz, command.WatchStart, command.Unwatch,
		command.Profile, command.Leaderboard}},
	{"help.group.puzzles", []command.Path{command.Puzzle, command.Solve, command.Solution}},
	{"help.group.you", []command.Path{command.Preferences, command.VacationStart, command.Name, command.Link, command.Block, command.Unblock, command.MydataExport, command.MydataDelete}},
	{"help.group.server", []command.Path{command.Settings, command.Adjudicate, command.Ban, command.Unban, command.AdminStatus}},
	{"help.group.more", []command.Path{command.Rules, command.Help}},
}

// handleHelp lists the commands, or explains the one that is named: as commands to click, or
// as they are typed.
func handleHelp(req *request.Request) error {
	if c := command.Find(command.Tree(), string(req.Cmd.Topic)); c != nil {
		var marks, typed []string
		for _, path := range leaves(*c) {
			marks, typed = append(marks, chat.Command(string(path))), append(typed, path.Command().Usage(path, req.Lang))
		}
		return req.Answer(chat.Reply{Text: req.Lang.Text("help."+c.Name) + chat.Either("\n"+strings.Join(marks, " "), ""),
			Block: chat.Either("", strings.Join(typed, "\n"))})
	}
	lines, rows := "", [][2]string{}
	for _, g := range helpGroups {
		lines += "\n" + req.Lang.Text(g.key)
		for _, path := range g.commands {
			if path == command.AdminStatus && !req.Env.IsOwner(req.Msg.From.Address) {
				continue
			}
			lines += " " + chat.Command(string(path))
		}
	}
	for _, c := range command.Tree() {
		if !c.Hidden && !c.Administrative {
			rows = append(rows, [2]string{req.Lang.Text("name." + c.Name), req.Lang.Text("command." + c.Name)})
		}
	}
	return req.Answer(chat.Reply{Text: req.Lang.Text("help") + chat.Either(lines, "") + policies(req), Block: chat.Either("", textutil.Columns(rows))})
}

// policies says where the owner's policies are; empty if there are none.
func policies(req *request.Request) (text string) {
	p := req.Env.Policies
	for _, l := range []struct{ key, value string }{{"help.privacy", p.PrivacyURL}, {"help.terms", p.TermsURL}, {"help.contact", p.Contact}} {
		switch {
		case strings.HasPrefix(l.value, "http"):
			text += "\n" + req.Lang.Text(l.key, "value", chat.Link(l.value))
		case l.value != "":
			text += "\n" + req.Lang.Text(l.key, "value", l.value)
		}
	}
	return text
}

// leaves returns the paths of a command: its own, or those of the commands under it.
func leaves(c command.Command) (list []command.Path) {
	if c.Sub == nil {
		return []command.Path{command.Path(c.Name)}
	}
	for _, sub := range c.Sub {
		if !sub.Hidden {
			list = append(list, command.Path(c.Name+" "+sub.Name))
		}
	}
	return list
}
