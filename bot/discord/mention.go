package discord

import (
	"encoding/json"
	"strings"
	"sync"

	"stackmate/bot/chat"
	"stackmate/bot/command"
	"stackmate/bot/words"
)

// commandIDs are the ids that Discord has given to the registered commands. They are known after the registration.
type commandIDs struct {
	mu  sync.Mutex
	ids map[string]string // by name
}

// set notes the ids of commands in Discord's JSON: a list of them, or one.
func (c *commandIDs) set(data []byte) {
	type registered struct{ ID, Name string }
	var list []registered
	if json.Unmarshal(data, &list) != nil {
		list = make([]registered, 1)
		_ = json.Unmarshal(data, &list[0])
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.ids == nil {
		c.ids = map[string]string{}
	}
	for _, r := range list {
		if r.ID != "" && r.Name != "" {
			c.ids[r.Name] = r.ID
		}
	}
}

// mention returns the markup that people click to use a command, or its name if the id is not known.
func (c *commandIDs) mention(lang words.Language, text string) string {
	path := command.Shown(text)
	name, _, _ := strings.Cut(string(path), " ")
	c.mu.Lock()
	id := c.ids[name]
	c.mu.Unlock()
	if id == "" {
		return escape(command.Slash(lang, path))
	}
	return "</" + string(path) + ":" + id + ">"
}

// surfaces returns how Discord writes texts, and everything else, where neither mentions nor times have markup.
func (c *commandIDs) surfaces(lang words.Language) (text, plain chat.Surface) {
	plain = chat.Surface{Time: lang.Date, Command: func(text string) string {
		return command.Slash(lang, command.Shown(text))
	}}
	text = chat.Surface{Time: timestamp, Command: func(text string) string { return c.mention(lang, text) }, Plain: escape}
	return text, plain
}
