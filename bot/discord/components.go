package discord

import (
	"strconv"

	"github.com/bwmarrin/discordgo"

	"stackmate/bot/chat"
	"stackmate/bot/textutil"
)

// Discord's limits of a menu; of texts in characters.
const (
	maxOptions     = 25
	maxOptionText  = 100
	maxPlaceholder = 150
)

// rows converts buttons; their commands are in their custom_ids.
func rows(buttons [][]chat.Button) (list []discordgo.MessageComponent) {
	for _, row := range buttons {
		var r discordgo.ActionsRow
		for _, b := range row {
			code := b.For.Code(b.Command)
			if len(code) > maxCustomID || len(r.Components) == maxButtonsPerRow {
				continue
			}
			r.Components = append(r.Components, discordgo.Button{Label: textutil.Truncate(b.Label, maxButtonLabel), CustomID: code,
				Style: styles[b.Style], Disabled: b.Disabled})
		}
		if len(r.Components) > 0 {
			list = append(list, r)
		}
	}
	return list
}

var styles = map[chat.Style]discordgo.ButtonStyle{chat.Plain: discordgo.SecondaryButton, chat.Invite: discordgo.SuccessButton,
	chat.Warn: discordgo.DangerButton}

// menus converts menus; the command of an option is its value.
func menus(menus []chat.Menu) (list []discordgo.MessageComponent) {
	for n, m := range menus {
		s := discordgo.SelectMenu{MenuType: discordgo.StringSelectMenu, CustomID: "menu " + strconv.Itoa(n),
			Placeholder: textutil.Truncate(m.Label, maxPlaceholder)}
		for _, o := range m.Options {
			code := m.For.Code(o.Command)
			if len(code) <= maxOptionText && len(s.Options) < maxOptions {
				s.Options = append(s.Options, discordgo.SelectMenuOption{Label: textutil.Truncate(o.Label, maxOptionText), Value: code,
					Description: textutil.Truncate(o.Hint, maxOptionText)})
			}
		}
		if len(s.Options) > 0 {
			list = append(list, discordgo.ActionsRow{Components: []discordgo.MessageComponent{s}})
		}
	}
	return list
}
