package discordtest

import (
	"encoding/json"
	"slices"
)

// Types of components.
const (
	componentRow          = 1
	componentButton       = 2
	componentStringSelect = 3
	componentTextInput    = 4
	componentUserSelect   = 5
	componentLastSelect   = 8 // 5 to 8 select users, roles, both, channels
	componentSection      = 9
	componentTextDisplay  = 10
	componentThumbnail    = 11
	componentGallery      = 12
	componentFile         = 13
	componentSeparator    = 14
	componentContainer    = 17
	componentLabel        = 18
)

// Styles of buttons.
const (
	styleLink    = 5
	stylePremium = 6
)

// Component is one component of a message or modal, with those below it.
type Component struct {
	Type        int            `json:"type"`
	CustomID    string         `json:"custom_id"`
	Label       string         `json:"label"`
	Style       int            `json:"style"`
	URL         string         `json:"url"`
	SKU         string         `json:"sku_id"`
	Disabled    bool           `json:"disabled"`
	Emoji       *Emoji         `json:"emoji"`
	Placeholder string         `json:"placeholder"`
	Options     []SelectOption `json:"options"`
	MinValues   *int           `json:"min_values"`
	MaxValues   *int           `json:"max_values"`
	Content     string         `json:"content"`
	Value       string         `json:"value"`
	Required    *bool          `json:"required"`
	MinLength   int            `json:"min_length"`
	MaxLength   int            `json:"max_length"`
	Components  []Component    `json:"components"`
	Accessory   *Component     `json:"accessory"`
	Component   *Component     `json:"component"`
	Media       *Media         `json:"media"`
	File        *Media         `json:"file"`
	Items       []GalleryItem  `json:"items"`
}

// Emoji is the emoji of a button or option.
type Emoji struct {
	ID   string `json:"id"`
	Name string `json:"name"`
}

// SelectOption is one line of a select menu.
type SelectOption struct {
	Label       string `json:"label"`
	Value       string `json:"value"`
	Description string `json:"description"`
	Default     bool   `json:"default"`
}

// GalleryItem is one picture of a media gallery.
type GalleryItem struct {
	Media       Media  `json:"media"`
	Description string `json:"description"`
}

// parseComponents decodes components, and skips those that cannot be decoded.
func parseComponents(raw []json.RawMessage) []Component {
	var list []Component
	for _, r := range raw {
		var c Component
		_ = json.Unmarshal(r, &c)
		list = append(list, c)
	}
	return list
}

// walk calls do for each component and all below it.
func walk(list []Component, do func(c Component)) {
	for _, c := range list {
		do(c)
		walk(c.Components, do)
		if c.Accessory != nil {
			walk([]Component{*c.Accessory}, do)
		}
		if c.Component != nil {
			walk([]Component{*c.Component}, do)
		}
	}
}

func (m *Message) all() []Component {
	var list []Component
	walk(m.Components, func(c Component) { list = append(list, c) })
	return list
}

// selects reports whether the component is a select menu of any kind.
func (c Component) selects() bool {
	return c.Type == componentStringSelect || c.Type >= componentUserSelect && c.Type <= componentLastSelect
}

// Buttons lists the buttons of the message in order.
func (m *Message) Buttons() []Component {
	return m.filter(func(c Component) bool { return c.Type == componentButton })
}

// Button returns a button by its label or custom id, nil if there is none.
func (m *Message) Button(label string) *Component { return named(m.Buttons(), label) }

// SelectMenus lists the select menus of the message in order.
func (m *Message) SelectMenus() []Component { return m.filter(Component.selects) }

// SelectMenu returns a select menu by its placeholder or custom id, nil if there is none.
func (m *Message) SelectMenu(name string) *Component { return named(m.SelectMenus(), name) }

// filter returns the components of the message, also those in others, for which is returns true.
func (m *Message) filter(is func(Component) bool) (list []Component) {
	for _, c := range m.all() {
		if is(c) {
			list = append(list, c)
		}
	}
	return list
}

// named returns the component with a label, placeholder or custom id, nil if there is none.
func named(list []Component, name string) *Component {
	i := slices.IndexFunc(list, func(c Component) bool { return c.Label == name || c.Placeholder == name || c.CustomID == name })
	if i < 0 {
		return nil
	}
	return &list[i]
}
