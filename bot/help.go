package bot

import (
	"fmt"
	"strings"

	"stackmate/bot/chat"
	"stackmate/bot/command"
	"stackmate/bot/request"
	"stackmate/bot/words"
)

// handleHelp lists the commands, or explains the one that is named.
func handleHelp(req *request.Request) error {
	if cmd := command.Find(command.Tree(), string(req.Cmd.Topic)); cmd != nil {
		return req.Answer(chat.Reply{Text: req.Lang.Text("help." + cmd.Name), Block: strings.Join(usages(*cmd, cmd.Name, req.Lang), "\n")})
	}
	var lines []string
	for _, cmd := range command.Tree() {
		if !cmd.Hidden {
			lines = append(lines, fmt.Sprintf("%-11s %s", cmd.Name, req.Lang.Text("command."+cmd.Name)))
		}
	}
	return req.Answer(chat.Reply{Text: req.Lang.Text("help"), Block: strings.Join(lines, "\n")})
}

// usages returns lines that show how a command and its subcommands are typed.
func usages(cmd command.Command, path string, lang words.Language) (lines []string) {
	if cmd.Sub == nil {
		lines = append(lines, cmd.Usage(path, lang))
	}
	for _, sub := range cmd.Sub {
		if !sub.Hidden {
			lines = append(lines, usages(sub, path+" "+sub.Name, lang)...)
		}
	}
	return lines
}
