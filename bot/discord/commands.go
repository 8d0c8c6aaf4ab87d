package discord

import (
	"context"
	"fmt"
	"strconv"

	"github.com/bwmarrin/discordgo"

	"stackmate/bot"
	"stackmate/bot/command"
	"stackmate/bot/words"
)

// registerCommands registers the commands of the tree with Discord, and removes others: in Config.Guild, or globally if
// that is empty. Errors wrap ErrMissing or ErrToken, or are the context's.
func (b *Bot) registerCommands(ctx context.Context) error {
	endpoint := discordgo.EndpointApplicationGlobalCommands(b.account.app)
	if b.config.Guild != "" {
		endpoint = discordgo.EndpointApplicationGuildCommands(b.account.app, b.config.Guild)
	}
	wanted, err := describeCommands(definitions(command.Tree(), b.config.Guild == ""))
	if err != nil {
		return err
	}
	err = b.rest.retryUntilDone(ctx, "discord: commands are not registered yet", func() error {
		err := b.writeCommands(ctx, endpoint, wanted)
		if kindOf(err) == badContent {
			b.log.WarnContext(ctx, "discord: the commands are refused; trying them without translations", "error", err)
			err = b.writeCommands(ctx, endpoint, englishOnly(wanted))
		}
		if err != nil || b.config.Guild == "" {
			return err
		}
		// Global commands would be offered a second time in that guild.
		return b.writeCommands(ctx, discordgo.EndpointApplicationGlobalCommands(b.account.app), []description{})
	})
	switch code := codeOf(err); {
	case b.config.Guild != "" && (code == codeMissingAccess || code == codeUnknownGuild):
		return fmt.Errorf("%w in guild %s: is the bot a member there? Invite it with %s", ErrMissing, b.config.Guild, b.Invite())
	case statusOf(err) != 0:
		return fmt.Errorf("%w: %w", ErrMissing, err)
	}
	return err
}

// definitions converts the command tree. Only global commands have contexts and integration types.
func definitions(tree []command.Command, global bool) []*discordgo.ApplicationCommand {
	say := words.In("en")
	var list []*discordgo.ApplicationCommand
	for _, c := range tree {
		if c.Hidden {
			continue
		}
		d := &discordgo.ApplicationCommand{Type: discordgo.ChatApplicationCommand, Name: c.Name,
			Description: say.Text("command." + c.Name), Options: options(c, c.Name)}
		names, descriptions := translations("name."+c.Name), translations("command."+c.Name)
		d.NameLocalizations, d.DescriptionLocalizations = &names, &descriptions
		contexts, installs := everywhere, everyInstall
		if c.Administrative {
			manage := int64(discordgo.PermissionManageGuild)
			d.DefaultMemberPermissions = &manage
			contexts, installs = everywhere[:1], everyInstall[:1]
		}
		if global {
			d.Contexts, d.IntegrationTypes = &contexts, &installs
		}
		list = append(list, d)
	}
	return list
}

// Where commands can be used, and how the bot can be installed. The guild is first in both.
var (
	everywhere = []discordgo.InteractionContextType{discordgo.InteractionContextGuild,
		discordgo.InteractionContextBotDM, discordgo.InteractionContextPrivateChannel}
	everyInstall = []discordgo.ApplicationIntegrationType{discordgo.ApplicationIntegrationGuildInstall,
		discordgo.ApplicationIntegrationUserInstall}
)

// options converts the subcommands of a command, or its arguments: the required ones first, as Discord demands.
func options(c command.Command, path string) []*discordgo.ApplicationCommandOption {
	say := words.In("en")
	var list []*discordgo.ApplicationCommandOption
	for _, sub := range c.Sub {
		if !sub.Hidden {
			at := path + "." + sub.Name
			list = append(list, &discordgo.ApplicationCommandOption{Type: discordgo.ApplicationCommandOptionSubCommand,
				Name: sub.Name, Description: say.Text("command." + at), Options: options(sub, at),
				NameLocalizations: translations("name." + sub.Name), DescriptionLocalizations: translations("command." + at)})
		}
	}
	for _, required := range []bool{true, false} {
		for _, a := range c.Args {
			if a.Required == required && a.Offered() {
				list = append(list, option(a, say))
			}
		}
	}
	return list
}

// translations returns a sentence in all languages but English, by Discord's locale.
func translations(key string) map[discordgo.Locale]string {
	return translated(func(say words.Language) string { return say.Text(key) })
}

// translated is a text in every language but English, by Discord's locale. Spanish has two
// locales; a language without one stays out.
func translated(text func(words.Language) string) map[discordgo.Locale]string {
	list := map[discordgo.Locale]string{}
	for locale := range discordgo.Locales {
		if tag := languageOf(string(locale)); tag != "en" && words.Known(tag) {
			list[locale] = text(words.In(tag))
		}
	}
	return list
}

// option converts an argument.
func option(a command.Arg, say words.Language) *discordgo.ApplicationCommandOption {
	o := &discordgo.ApplicationCommandOption{Type: discordgo.ApplicationCommandOptionString, Name: a.Name,
		Description: say.Text("arg." + a.ID()), Required: a.Required, Autocomplete: a.Completes(),
		NameLocalizations: translations(a.Option()), DescriptionLocalizations: translations("arg." + a.ID())}
	switch a.Kind {
	case command.PersonArg:
		o.Type = discordgo.ApplicationCommandOptionUser
	case command.FlagArg:
		o.Type = discordgo.ApplicationCommandOptionBoolean
	case command.NumberArg, command.CountArg:
		o.Type = discordgo.ApplicationCommandOptionInteger
		least := 1.0
		if a.Kind == command.CountArg {
			least = 0
		}
		o.MinValue = &least
	case command.LevelArg:
		o.Type = discordgo.ApplicationCommandOptionInteger
		least := 1.0
		o.MinValue, o.MaxValue = &least, command.MaxLevel
	case command.WordsArg:
		o.MaxLength = 1000
	case command.TextArg:
		o.MaxLength = 4000
	case command.NamedTextArg:
		o.MaxLength = command.MaxNote
	default:
		for _, key := range a.Choices() {
			name := func(say words.Language) string { return bot.ChoiceName(a, key, say) }
			o.Choices = append(o.Choices, &discordgo.ApplicationCommandOptionChoice{Name: name(say), Value: key, NameLocalizations: translated(name)})
		}
		if o.Choices == nil {
			o.MaxLength = 200
		}
	}
	return o
}

// callFromOptions returns the path and the arguments of a slash command.
func callFromOptions(data discordgo.ApplicationCommandInteractionData) (path []string, args map[string]string) {
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
			args[o.Name] = strconv.FormatFloat(v, 'f', -1, 64)
		case bool:
			if v {
				args[o.Name] = "yes"
			}
		}
	}
	return path, args
}
