package discordtest

import "unicode/utf8"

// checkComponents checks the components of a message: only rows, or components of all types if v2 is set.
func checkComponents(p *problems, list []Component, v2 bool) {
	count, text := 0, 0
	seen := map[string]bool{}
	walk(list, func(c Component) {
		count++
		if c.Type == componentTextDisplay {
			text += utf8.RuneCountInString(c.Content)
		}
		if c.CustomID != "" && seen[c.CustomID] {
			p.add("components", "custom_id %q is not unique", c.CustomID)
		}
		seen[c.CustomID] = true
		checkComponent(p, c)
	})
	if v2 {
		if count > maxV2 {
			p.add("components", "%d components, at most %d", count, maxV2)
		}
		if text > maxV2Text {
			p.add("components", "%d characters of text, at most %d", text, maxV2Text)
		}
	} else if len(list) > maxRows {
		p.add("components", "%d rows, at most %d", len(list), maxRows)
	}
	for _, c := range list {
		switch {
		case !v2 && c.Type != componentRow:
			p.add("components", "type %d needs the flag of components v2", c.Type)
		case c.Type == componentButton || c.selects() || c.Type == componentTextInput || c.Type == componentThumbnail:
			p.add("components", "type %d cannot stand by itself", c.Type)
		}
	}
}

// checkComponent checks a component.
func checkComponent(p *problems, c Component) {
	if n := utf8.RuneCountInString(c.CustomID); n > maxCustomID {
		p.add("components", "custom_id of %d characters, at most %d", n, maxCustomID)
	}
	switch {
	case c.Type == componentRow:
		checkRow(p, c)
	case c.Type == componentButton:
		checkButton(p, c)
	case c.selects():
		checkSelect(p, c)
	case c.Type == componentTextInput:
		p.add("components", "a text input belongs into a modal")
	case c.Type == componentTextDisplay && c.Content == "":
		p.add("components", "a text display without text")
	case c.Type == componentSection && (len(c.Components) < 1 || len(c.Components) > 3 || c.Accessory == nil):
		p.add("components", "a section has 1 to 3 texts and an accessory")
	case c.Type == componentGallery && (len(c.Items) < 1 || len(c.Items) > 10):
		p.add("components", "a gallery has 1 to 10 items")
	case c.Type < componentRow || c.Type > componentLabel:
		p.add("components", "unknown type %d", c.Type)
	}
	for _, item := range c.Items {
		if n := utf8.RuneCountInString(item.Description); n > maxAltText {
			p.add("components", "description of %d characters, at most %d", n, maxAltText)
		}
	}
}

func checkRow(p *problems, row Component) {
	buttons, selects := 0, 0
	for _, c := range row.Components {
		switch {
		case c.Type == componentButton:
			buttons++
		case c.selects():
			selects++
		default:
			p.add("components", "type %d in a row", c.Type)
		}
	}
	switch {
	case buttons+selects == 0:
		p.add("components", "an empty row")
	case buttons > maxRowButtons:
		p.add("components", "%d buttons in a row, at most %d", buttons, maxRowButtons)
	case selects > 1 || selects == 1 && buttons > 0:
		p.add("components", "a select menu needs a row of its own")
	}
}

func checkButton(p *problems, c Component) {
	if n := utf8.RuneCountInString(c.Label); n > maxButtonLabel {
		p.add("components", "button label of %d characters, at most %d", n, maxButtonLabel)
	}
	switch {
	case c.Style < 1 || c.Style > stylePremium:
		p.add("components", "button style %d", c.Style)
	case c.Style == styleLink && (c.URL == "" || c.CustomID != ""):
		p.add("components", "a link button has a url and no custom_id")
	case c.Style < styleLink && (c.CustomID == "" || c.URL != ""):
		p.add("components", "button %q has no custom_id, or has a url", c.Label)
	case c.Style != stylePremium && c.Label == "" && c.Emoji == nil:
		p.add("components", "button %q has neither label nor emoji", c.CustomID)
	}
}

func checkSelect(p *problems, c Component) {
	if c.CustomID == "" {
		p.add("components", "a select menu without custom_id")
	}
	if n := utf8.RuneCountInString(c.Placeholder); n > 150 {
		p.add("components", "placeholder of %d characters, at most 150", n)
	}
	if c.Type != componentStringSelect {
		return
	}
	if n := len(c.Options); n < 1 || n > maxOptions {
		p.add("components", "%d options in a select menu, from 1 to %d", n, maxOptions)
	}
	least, most := c.valueRange()
	if least < 0 || most < least || most > max(1, len(c.Options)) {
		p.add("components", "from %d to %d values of %d options", least, most, len(c.Options))
	}
	seen := map[string]bool{}
	for _, o := range c.Options {
		for name, text := range map[string]string{"label": o.Label, "value": o.Value} {
			if n := utf8.RuneCountInString(text); n < 1 || n > maxOptionText {
				p.add("components", "%s of an option has %d characters, from 1 to %d", name, n, maxOptionText)
			}
		}
		if n := utf8.RuneCountInString(o.Description); n > maxOptionText {
			p.add("components", "description of an option has %d characters, at most %d", n, maxOptionText)
		}
		if seen[o.Value] {
			p.add("components", "option value %q is not unique", o.Value)
		}
		seen[o.Value] = true
	}
}

// valueRange returns the least and greatest number of values of a select menu.
func (c Component) valueRange() (least, most int) {
	least, most = 1, 1
	if c.MinValues != nil {
		least = *c.MinValues
	}
	if c.MaxValues != nil {
		most = *c.MaxValues
	}
	return least, most
}
