package discordtest

import "encoding/json"

// Types of commands.
const (
	commandChat    = 1
	commandUser    = 2
	commandMessage = 3
)

// Types of options.
const (
	optionSubCommand      = 1
	optionSubCommandGroup = 2
	optionString          = 3
	optionInteger         = 4
	optionBoolean         = 5
	optionUser            = 6
	optionChannel         = 7
	optionRole            = 8
	optionMentionable     = 9
	optionNumber          = 10
	optionAttachment      = 11
)

// Contexts in which a command can be used.
const (
	contextGuild   = 0
	contextBotDM   = 1
	contextPrivate = 2
)

// Command is a command as the bot registered it.
type Command struct {
	ID               string            `json:"id"`
	ApplicationID    string            `json:"application_id"`
	GuildID          string            `json:"guild_id,omitempty"`
	Version          string            `json:"version"`
	Type             int               `json:"type"`
	Name             string            `json:"name"`
	Description      string            `json:"description"`
	Options          []CommandOption   `json:"options,omitempty"`
	Permissions      *permissionBits   `json:"default_member_permissions"`
	DMPermission     *bool             `json:"dm_permission,omitempty"`
	Contexts         *[]int            `json:"contexts"`
	IntegrationTypes *[]int            `json:"integration_types"`
	NSFW             bool              `json:"nsfw"`
	NameTranslations map[string]string `json:"name_localizations"`
	DescTranslations map[string]string `json:"description_localizations"`
}

// CommandOption is an option, subcommand or group of subcommands.
type CommandOption struct {
	Type         int             `json:"type"`
	Name         string          `json:"name"`
	Description  string          `json:"description"`
	Required     bool            `json:"required,omitempty"`
	Autocomplete bool            `json:"autocomplete,omitempty"`
	Choices      []Choice        `json:"choices,omitempty"`
	Options      []CommandOption `json:"options,omitempty"`
	ChannelTypes []int           `json:"channel_types,omitempty"`
	MinValue     *float64        `json:"min_value,omitempty"`
	MaxValue     *float64        `json:"max_value,omitempty"`
	MinLength    *int            `json:"min_length,omitempty"`
	MaxLength    *int            `json:"max_length,omitempty"`

	NameTranslations map[string]string `json:"name_localizations,omitempty"`
	DescTranslations map[string]string `json:"description_localizations,omitempty"`
}

// Choice is a fixed value of an option, or a suggestion of autocomplete. Value is a string or a float64.
type Choice struct {
	Name  string `json:"name"`
	Value any    `json:"value"`

	NameTranslations map[string]string `json:"name_localizations,omitempty"`
}

// permissionBits are permissions, written as a string and read also from a number.
type permissionBits int64

// UnmarshalJSON reads a number with or without quotes.
func (b *permissionBits) UnmarshalJSON(raw []byte) error {
	var n json.Number
	if len(raw) > 1 && raw[0] == '"' {
		raw = raw[1 : len(raw)-1]
	}
	if err := json.Unmarshal(raw, &n); err != nil {
		return err
	}
	i, err := n.Int64()
	*b = permissionBits(i)
	return err
}

// MarshalJSON writes a string.
func (b permissionBits) MarshalJSON() ([]byte, error) {
	raw, err := json.Marshal(int64(b))
	return append(append([]byte{'"'}, raw...), '"'), err
}

// Commands lists the commands that are registered for a guild, or globally for "".
func (s *Server) Commands(guildID string) []Command {
	s.mu.Lock()
	defer s.mu.Unlock()
	var list []Command
	for _, c := range s.commands[guildID] {
		list = append(list, *c)
	}
	return list
}

// ChangeCommand changes a command that is registered for a guild, or globally for "", as an earlier version of the
// bot may have left it. Its version changes.
func (s *Server) ChangeCommand(guildID, name string, change func(*Command)) {
	s.t.Helper()
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, c := range s.commands[guildID] {
		if c.Name == name {
			change(c)
			c.Version = s.newID()
			return
		}
	}
	s.t.Errorf("discordtest: no command %q is registered", name)
}

// withoutTranslations returns a copy without translations, as Discord lists commands unless asked for them.
func (c Command) withoutTranslations() *Command {
	c.NameTranslations, c.DescTranslations = nil, nil
	c.Options = withoutTranslations(c.Options)
	return &c
}

func withoutTranslations(list []CommandOption) []CommandOption {
	var plain []CommandOption
	for _, o := range list {
		o.NameTranslations, o.DescTranslations = nil, nil
		o.Options = withoutTranslations(o.Options)
		o.Choices = append([]Choice(nil), o.Choices...)
		for i := range o.Choices {
			o.Choices[i].NameTranslations = nil
		}
		plain = append(plain, o)
	}
	return plain
}

// option finds an option by name.
func option(list []CommandOption, name string) *CommandOption {
	for i := range list {
		if list[i].Name == name {
			return &list[i]
		}
	}
	return nil
}

// usableIn reports whether the command may be used in a context, installed as a guild's (0) or a user's (1) app.
func (c *Command) usableIn(context, install int) bool {
	has := func(list *[]int, n int, absent bool) bool {
		if list == nil {
			return absent
		}
		for _, have := range *list {
			if have == n {
				return true
			}
		}
		return false
	}
	inDM := c.DMPermission == nil || *c.DMPermission
	if c.GuildID != "" {
		return context == contextGuild && install == 0
	}
	return has(c.Contexts, context, context == contextGuild || inDM) && has(c.IntegrationTypes, install, install == 0)
}
