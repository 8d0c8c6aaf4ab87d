package discordtest

import (
	"regexp"
	"strings"
	"unicode/utf8"
)

// Discord's limits of commands; of texts in characters.
const (
	maxCommands       = 100 // chat commands, globally or in a guild
	maxContextMenus   = 15  // of each kind
	maxCommandOptions = 25
	maxChoices        = 25
	maxDescription    = 100
	maxCommandText    = 8000 // names, descriptions and values of one command together
)

var commandName = regexp.MustCompile(`^[-_\p{L}\p{N}]{1,32}$`)

// checkCommand checks the definition of a command.
func checkCommand(p *problems, c *Command) {
	field := "command " + c.Name
	switch c.Type {
	case commandChat:
		checkName(p, field, c.Name)
		checkDescription(p, field, c.Description)
		text := 0
		checkOptions(p, field, c.Options, depthCommand, &text)
		if text += utf8.RuneCountInString(c.Name + c.Description); text > maxCommandText {
			p.add(field, "%d characters of text, at most %d", text, maxCommandText)
		}
	case commandUser, commandMessage:
		if n := utf8.RuneCountInString(c.Name); n < 1 || n > 32 {
			p.add(field, "name of %d characters, from 1 to 32", n)
		}
		if c.Description != "" || len(c.Options) > 0 {
			p.add(field, "a command of a context menu has no description and no options")
		}
	default:
		p.add(field, "unknown type %d", c.Type)
	}
	for _, name := range c.NameTranslations {
		if c.Type == commandChat {
			checkName(p, field, name)
		}
	}
	for _, text := range c.DescTranslations {
		checkDescription(p, field, text)
	}
}

func checkName(p *problems, field, name string) {
	if !commandName.MatchString(name) || name != strings.ToLower(name) {
		p.add(field, "name %q: want 1 to 32 letters, digits, - or _, in lower case", name)
	}
}

func checkDescription(p *problems, field, text string) {
	if n := utf8.RuneCountInString(text); n < 1 || n > maxDescription {
		p.add(field, "description of %d characters, from 1 to %d", n, maxDescription)
	}
}

// Depth of a list of options: in a command, a group of subcommands, a subcommand.
const (
	depthCommand = iota
	depthGroup
	depthSub
)

// checkOptions checks the options of a command, group or subcommand. It adds the number of characters in their texts to *text.
func checkOptions(p *problems, field string, list []CommandOption, depth int, text *int) {
	if len(list) > maxCommandOptions {
		p.add(field, "%d options, at most %d", len(list), maxCommandOptions)
	}
	names, optional, subs := map[string]bool{}, false, 0
	for _, o := range list {
		where := field + "." + o.Name
		*text += utf8.RuneCountInString(o.Name + o.Description)
		checkName(p, where, o.Name)
		checkDescription(p, where, o.Description)
		if names[o.Name] {
			p.add(where, "two options of this name")
		}
		names[o.Name] = true
		for locale, name := range o.NameTranslations {
			checkName(p, where, name)
			if names[locale+" "+name] {
				p.add(where, "two options are called %q in %s", name, locale)
			}
			names[locale+" "+name] = true
		}
		for _, text := range o.DescTranslations {
			checkDescription(p, where, text)
		}
		switch {
		case o.Type == optionSubCommand || o.Type == optionSubCommandGroup:
			subs++
			below := depthSub
			if o.Type == optionSubCommandGroup {
				below = depthGroup
			}
			if below <= depth {
				p.add(where, "nested too deeply")
				continue
			}
			checkOptions(p, where, o.Options, below, text)
			continue
		case o.Type < optionString || o.Type > optionAttachment:
			p.add(where, "unknown type %d", o.Type)
		}
		if o.Required && optional {
			p.add(where, "required after an optional one")
		}
		optional = optional || !o.Required
		checkChoices(p, where, o, text)
	}
	if subs > 0 && subs < len(list) {
		p.add(field, "subcommands beside other options")
	}
	if depth == depthGroup && subs < len(list) {
		p.add(field, "a group holds subcommands only")
	}
}

// checkChoices checks the choices and bounds of an option.
func checkChoices(p *problems, field string, o CommandOption, text *int) {
	if len(o.Choices) > maxChoices {
		p.add(field, "%d choices, at most %d", len(o.Choices), maxChoices)
	}
	if o.Autocomplete && len(o.Choices) > 0 {
		p.add(field, "choices and autocomplete exclude each other")
	}
	takes := o.Type == optionString || o.Type == optionInteger || o.Type == optionNumber
	if (o.Autocomplete || len(o.Choices) > 0) && !takes {
		p.add(field, "an option of type %d has no choices or autocomplete", o.Type)
	}
	seen := map[string]bool{}
	for _, c := range o.Choices {
		checkChoice(p, field, c, o.Type)
		*text += utf8.RuneCountInString(c.Name)
		if seen[c.Name] {
			p.add(field, "two choices named %q", c.Name)
		}
		seen[c.Name] = true
	}
	if o.MinLength != nil && (*o.MinLength < 0 || *o.MinLength > 6000) || o.MaxLength != nil && (*o.MaxLength < 1 || *o.MaxLength > 6000) {
		p.add(field, "lengths must be up to 6000")
	}
}

// checkChoice checks a choice of an option of a type.
func checkChoice(p *problems, field string, c Choice, kind int) {
	if n := utf8.RuneCountInString(c.Name); n < 1 || n > 100 {
		p.add(field, "name of a choice has %d characters, from 1 to 100", n)
	}
	switch v := c.Value.(type) {
	case string:
		if kind != optionString {
			p.add(field, "value %q of choice %q must be a number", v, c.Name)
		}
		if n := utf8.RuneCountInString(v); n < 1 || n > 100 {
			p.add(field, "value of choice %q has %d characters, from 1 to 100", c.Name, n)
		}
	case float64:
		if kind == optionString || kind == optionInteger && v != float64(int64(v)) {
			p.add(field, "value %v of choice %q has the wrong type", v, c.Name)
		}
	default:
		p.add(field, "choice %q has no value", c.Name)
	}
}
