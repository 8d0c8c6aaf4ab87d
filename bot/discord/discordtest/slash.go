package discordtest

import (
	"fmt"
	"strings"
)

// Option is a value that a person gives to an option of a command.
type Option struct {
	Name  string
	Value any
}

// Opt gives a value to an option: a string, an int or float64, a bool, a *User, a *Channel or a *Role, as the option's
// definition wants it. Where the definition has choices, the value is the name or the value of one.
func Opt(name string, value any) Option { return Option{name, value} }

// Slash types a command, such as "move" or, with a subcommand, "draw offer". It fails the test if Discord's client
// would not send it: unknown command or option, no permission, a missing option, a wrong value.
func (u *User) Slash(ch *Channel, command string, opts ...Option) *Handle {
	u.srv.t.Helper()
	s := u.srv
	s.mu.Lock()
	cmd, options, wrap, err := s.lookup(u, ch, command)
	var data object
	if err == nil {
		data, err = s.commandData(ch, cmd, options, wrap, opts, "")
	}
	if err != nil {
		s.mu.Unlock()
		s.fatalf("%s cannot send /%s: %v", u.Name, command, err)
		return nil
	}
	defer s.mu.Unlock()
	return s.interact(&interaction{kind: interactionCommand, user: u, channel: ch, command: cmd}, data)
}

// Autocomplete types part of the focused option and returns what the bot suggests. Other options are given as far as
// the person has filled them in.
func (u *User) Autocomplete(ch *Channel, command, focused string, partial any, others ...Option) []Choice {
	u.srv.t.Helper()
	s := u.srv
	s.mu.Lock()
	cmd, options, wrap, err := s.lookup(u, ch, command)
	var (
		data object
		opt  *CommandOption
	)
	if err == nil {
		if opt = option(options, focused); opt == nil || !opt.Autocomplete {
			err = fmt.Errorf("option %q has no autocomplete", focused)
		} else {
			data, err = s.commandData(ch, cmd, options, wrap, append([]Option{{focused, partial}}, others...), focused)
		}
	}
	if err != nil {
		s.mu.Unlock()
		s.fatalf("%s cannot type /%s: %v", u.Name, command, err)
		return nil
	}
	h := s.interact(&interaction{kind: interactionAutocomplete, user: u, channel: ch, command: cmd, focused: opt}, data)
	s.mu.Unlock()
	h.acknowledge()
	s.mu.Lock()
	defer s.mu.Unlock()
	return h.i.choices
}

// UserCommand uses a command of the context menu of a user.
func (u *User) UserCommand(ch *Channel, command string, target *User) *Handle {
	u.srv.t.Helper()
	return u.contextMenu(ch, commandUser, command, target.ID, func(r resolved) { r.user(target) })
}

// MessageCommand uses a command of the context menu of a message.
func (u *User) MessageCommand(m *Message, command string) *Handle {
	u.srv.t.Helper()
	u.srv.mu.Lock()
	found := u.srv.stored(m)
	u.srv.mu.Unlock()
	if found == nil {
		u.srv.fatalf("%s cannot use %q: the message is deleted", u.Name, command)
	}
	return u.contextMenu(found.channel, commandMessage, command, m.ID, func(r resolved) {
		r.add("messages", m.ID, u.srv.messageJSON(found))
	})
}

// contextMenu uses a command on the user or message of this id, which resolve adds to the data.
func (u *User) contextMenu(ch *Channel, kind int, command, id string, resolve func(resolved)) *Handle {
	u.srv.t.Helper()
	s := u.srv
	s.mu.Lock()
	cmd, err := s.findCommand(u, ch, kind, command)
	if err != nil {
		s.mu.Unlock()
		s.fatalf("%s cannot use %q: %v", u.Name, command, err)
		return nil
	}
	defer s.mu.Unlock()
	r := resolved{s: s, ch: ch, found: map[string]object{}}
	resolve(r)
	data := object{"id": cmd.ID, "name": cmd.Name, "type": kind, "target_id": id, "resolved": r.found}
	return s.interact(&interaction{kind: interactionCommand, user: u, channel: ch, command: cmd}, data)
}

// findCommand finds a command that u may use in ch. One of the guild hides a global one. The caller holds the server's lock.
func (s *Server) findCommand(u *User, ch *Channel, kind int, name string) (*Command, error) {
	install := ch.install(u)
	if install < 0 {
		return nil, fmt.Errorf("the app is neither in this place nor installed for the user")
	}
	may := s.permissions(u, ch)
	if may&permViewChannel == 0 || may&permUseCommands == 0 {
		return nil, fmt.Errorf("no permission to use commands in channel %q", ch.name)
	}
	scopes := []string{""}
	if ch.guild != nil && install == 0 {
		scopes = []string{ch.guild.ID, ""}
	}
	for _, scope := range scopes {
		for _, c := range s.commands[scope] {
			if c.Type != kind || c.Name != name {
				continue
			}
			if !c.usableIn(ch.context(), install) && !(install == 0 && u.installed && c.usableIn(ch.context(), 1)) {
				return nil, fmt.Errorf("the command is not for context %d, installation %d", ch.context(), install)
			}
			if s.lax {
				return c, nil
			}
			if ch.guild != nil && may&permAdministrator == 0 {
				if may, ruled := ch.guild.commandPermission(u, c); ruled && may {
					return c, nil
				} else if ruled {
					return nil, fmt.Errorf("the guild's managers do not allow the command")
				}
			}
			if c.Permissions != nil && ch.guild != nil && may&permAdministrator == 0 && may&int64(*c.Permissions) != int64(*c.Permissions) {
				return nil, fmt.Errorf("the command needs permissions %d", *c.Permissions)
			}
			return c, nil
		}
	}
	return nil, fmt.Errorf("no such command is registered")
}

// lookup finds a command by its words: itself, the options that it takes, and how to wrap them into its subcommand.
func (s *Server) lookup(u *User, ch *Channel, words string) (*Command, []CommandOption, func([]object) []object, error) {
	path := strings.Fields(strings.TrimPrefix(words, "/"))
	if len(path) == 0 {
		return nil, nil, nil, fmt.Errorf("no command")
	}
	cmd, err := s.findCommand(u, ch, commandChat, path[0])
	if err != nil {
		return nil, nil, nil, err
	}
	options := cmd.Options
	wrap := func(list []object) []object { return list }
	for _, word := range path[1:] {
		sub := option(options, word)
		if sub == nil || sub.Type > optionSubCommandGroup {
			return nil, nil, nil, fmt.Errorf("no subcommand %q", word)
		}
		outer, options2 := wrap, sub.Options
		wrap = func(list []object) []object {
			return outer([]object{{"name": sub.Name, "type": sub.Type, "options": list}})
		}
		options = options2
	}
	if len(options) > 0 && options[0].Type <= optionSubCommandGroup {
		return nil, nil, nil, fmt.Errorf("a subcommand is missing")
	}
	return cmd, options, wrap, nil
}
