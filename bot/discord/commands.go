package discord

import (
	"context"
	"fmt"
	"net/http"
	"strings"

	"github.com/bwmarrin/discordgo"

	"stackmate/bot"
	"stackmate/bot/words"
)

// register overwrites the commands that Discord knows by those of the tree.
func (b *Bot) register(ctx context.Context) error {
	err := b.persist(ctx, "discord: registering commands", func() error {
		_, err := b.rest.ApplicationCommandBulkOverwrite(b.app, b.config.Guild, definitions(bot.Commands()), discordgo.WithContext(ctx))
		return err
	})
	switch statusOf(err) {
	case http.StatusForbidden, http.StatusNotFound:
		return fmt.Errorf("%w in guild %s: is the bot a member there? Invite it with %s", ErrMissing, b.config.Guild, b.Invite())
	}
	return err
}

// definitions makes Discord's description of the command tree.
func definitions(tree []bot.Command) []*discordgo.ApplicationCommand {
	contexts := []discordgo.InteractionContextType{discordgo.InteractionContextGuild,
		discordgo.InteractionContextBotDM, discordgo.InteractionContextPrivateChannel}
	installs := []discordgo.ApplicationIntegrationType{discordgo.ApplicationIntegrationGuildInstall,
		discordgo.ApplicationIntegrationUserInstall}
	var list []*discordgo.ApplicationCommand
	for _, c := range tree {
		if c.Hidden {
			continue
		}
		list = append(list, &discordgo.ApplicationCommand{Type: discordgo.ChatApplicationCommand, Name: c.Name,
			Description: words.In("en").Text("command." + c.Name), Options: options(c, c.Name),
			Contexts: &contexts, IntegrationTypes: &installs})
	}
	return list
}

// options describes what follows a command: those under it, else its arguments.
func options(c bot.Command, path string) []*discordgo.ApplicationCommandOption {
	say := words.In("en")
	var list []*discordgo.ApplicationCommandOption
	for _, sub := range c.Sub {
		if !sub.Hidden {
			at := path + "." + sub.Name
			list = append(list, &discordgo.ApplicationCommandOption{Type: discordgo.ApplicationCommandOptionSubCommand,
				Name: sub.Name, Description: say.Text("command." + at), Options: options(sub, at)})
		}
	}
	for _, a := range c.Args {
		if a.Kind == bot.ConfirmArg { // asked by a button
			continue
		}
		o := &discordgo.ApplicationCommandOption{Type: discordgo.ApplicationCommandOptionString, Name: a.Name,
			Description: say.Text("arg." + a.Name), Required: a.Required}
		switch a.Kind {
		case bot.PersonArg:
			o.Type = discordgo.ApplicationCommandOptionUser
		case bot.NumberArg:
			o.Type = discordgo.ApplicationCommandOptionInteger
			one := 1.0
			o.MinValue = &one
		default:
			for _, key := range a.Choices() {
				o.Choices = append(o.Choices, &discordgo.ApplicationCommandOptionChoice{Name: bot.ChoiceName(a, key, say), Value: key})
			}
			if o.Choices == nil {
				o.MaxLength = 200
			}
		}
		list = append(list, o)
	}
	return list
}

// call makes a command of what was chosen.
func callOf(data discordgo.ApplicationCommandInteractionData) (path []string, args map[string]string) {
	path, args = []string{data.Name}, map[string]string{}
	opts := data.Options
	for len(opts) == 1 && (opts[0].Type == discordgo.ApplicationCommandOptionSubCommand ||
		opts[0].Type == discordgo.ApplicationCommandOptionSubCommandGroup) {
		path = append(path, opts[0].Name)
		opts = opts[0].Options
	}
	for _, o := range opts {
		switch v := o.Value.(type) {
		case string:
			args[o.Name] = v
			if o.Type == discordgo.ApplicationCommandOptionUser {
				args[o.Name] = "<@" + v + ">"
			}
		case float64:
			args[o.Name] = strings.TrimSuffix(fmt.Sprintf("%.0f", v), ".")
		case bool:
			if v {
				args[o.Name] = "yes"
			}
		}
	}
	return path, args
}
