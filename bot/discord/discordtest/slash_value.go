package discordtest

import (
	"fmt"
	"slices"
	"strconv"
	"unicode/utf8"
)

// resolved collects the users, channels and roles that options name.
type resolved struct {
	s     *Server
	ch    *Channel
	found map[string]object
}

func (r resolved) add(kind, id string, o object) {
	if r.found[kind] == nil {
		r.found[kind] = object{}
	}
	r.found[kind][id] = o
}

func (r resolved) user(u *User) {
	r.add("users", u.ID, r.s.userJSON(u))
	if g := r.ch.guild; g != nil && g.members[u.ID] != nil {
		m := r.s.memberJSON(g.members[u.ID], false)
		m["permissions"] = strconv.FormatInt(r.s.permissions(u, r.ch), 10)
		r.add("members", u.ID, m)
	}
}

// commandData makes the data of a command with its options; focused names the one of autocomplete, "" for a command
// that is sent. The caller holds the server's lock.
func (s *Server) commandData(ch *Channel, cmd *Command, defined []CommandOption, wrap func([]object) []object, given []Option, focused string) (object, error) {
	r := resolved{s: s, ch: ch, found: map[string]object{}}
	list := []object{}
	for _, o := range given {
		def := option(defined, o.Name)
		if def == nil {
			return nil, fmt.Errorf("no option %q", o.Name)
		}
		if slices.ContainsFunc(list, func(have object) bool { return have["name"] == o.Name }) {
			return nil, fmt.Errorf("option %q is given twice", o.Name)
		}
		entry := object{"name": o.Name, "type": def.Type}
		if o.Name == focused {
			entry["focused"], entry["value"] = true, fmt.Sprint(o.Value)
			list = append(list, entry)
			continue
		}
		value, err := r.value(def, o.Value)
		if err != nil {
			return nil, fmt.Errorf("option %q: %w", o.Name, err)
		}
		entry["value"] = value
		list = append(list, entry)
	}
	for _, def := range defined {
		if def.Required && focused == "" && !slices.ContainsFunc(given, func(o Option) bool { return o.Name == def.Name }) {
			return nil, fmt.Errorf("option %q is required", def.Name)
		}
	}
	data := object{"id": cmd.ID, "name": cmd.Name, "type": cmd.Type, "options": wrap(list)}
	if cmd.GuildID != "" {
		data["guild_id"] = cmd.GuildID
	}
	if len(r.found) > 0 {
		data["resolved"] = r.found
	}
	return data, nil
}

// value turns what the person gave into what is sent, or returns an error if the option doesn't accept it.
func (r resolved) value(def *CommandOption, v any) (any, error) {
	if n, ok := v.(int); ok {
		v = float64(n)
	}
	if len(def.Choices) > 0 {
		for _, c := range def.Choices {
			if c.Name == v || c.Value == v {
				return c.Value, nil
			}
		}
		return nil, fmt.Errorf("%v is none of its choices", v)
	}
	switch v := v.(type) {
	case string:
		n := utf8.RuneCountInString(v)
		if def.Type == optionString && n > 0 && !(def.MinLength != nil && n < *def.MinLength) && !(def.MaxLength != nil && n > *def.MaxLength) && n <= 6000 {
			return v, nil
		}
	case float64:
		if def.MinValue != nil && v < *def.MinValue || def.MaxValue != nil && v > *def.MaxValue {
			break
		}
		if def.Type == optionNumber || def.Type == optionInteger && v == float64(int64(v)) {
			return v, nil
		}
	case bool:
		if def.Type == optionBoolean {
			return v, nil
		}
	case *User:
		if def.Type == optionUser || def.Type == optionMentionable {
			r.user(v)
			return v.ID, nil
		}
	case *Role:
		if def.Type == optionRole || def.Type == optionMentionable {
			r.add("roles", v.ID, roleJSON(v, 0))
			return v.ID, nil
		}
	case *Channel:
		if def.Type == optionChannel && (len(def.ChannelTypes) == 0 || slices.Contains(def.ChannelTypes, v.kind)) {
			o := r.s.channelJSON(v)
			o["permissions"] = strconv.FormatInt(r.s.permissions(r.s.bot, v), 10)
			r.add("channels", v.ID, o)
			return v.ID, nil
		}
	}
	return nil, fmt.Errorf("type %d does not take %v", def.Type, v)
}
