package bot

import (
	"fmt"
	"strings"

	"stackmate/bot/chat"
	"stackmate/bot/textutil"
)

// handleHelp lists the commands, or explains one.
func handleHelp(req *request) error {
	word, _, _ := strings.Cut(strings.TrimSpace(req.args["command"]), " ")
	if word != "" {
		cmd := find(commands, strings.TrimPrefix(word, "/"))
		if cmd == nil {
			return refuse("parse.unknown", "text", textutil.Quote(word))
		}
		return req.answer(chat.Reply{Text: req.lang.Text("help." + cmd.Name), Block: strings.Join(usages(*cmd, cmd.Name), "\n")})
	}
	var lines []string
	for _, cmd := range commands {
		if !cmd.Hidden {
			lines = append(lines, fmt.Sprintf("%-10s %s", cmd.Name, req.lang.Text("command."+cmd.Name)))
		}
	}
	return req.answer(chat.Reply{Text: req.lang.Text("help"), Block: strings.Join(lines, "\n")})
}

// usages lists how a command and those under it are typed.
func usages(cmd Command, path string) (lines []string) {
	if cmd.run != nil {
		lines = append(lines, cmd.Usage(path))
	}
	for _, sub := range cmd.Sub {
		if !sub.Hidden {
			lines = append(lines, usages(sub, path+" "+sub.Name)...)
		}
	}
	return lines
}
