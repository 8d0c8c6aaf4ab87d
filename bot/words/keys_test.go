package words_test

import (
	"cmp"
	"maps"
	"regexp"
	"slices"
	"strings"
	"testing"

	"stackmate/bot/command"
	"stackmate/bot/game"
	"stackmate/bot/lesson"
	"stackmate/bot/words"
	"stackmate/rules"
)

var (
	placeholder = regexp.MustCompile(`\{\w+\}`)
	keyLike     = regexp.MustCompile(`^[a-z]+(\.[a-z-]+)+$`)
)

// built are the keys that the program puts together: what they begin with, and every
// name that may follow.
func built(s source) map[string][]string {
	commands, choices, arguments, described, names := treeKeys(command.Tree(), "")
	readings, pieces := gameKeys()
	pages, texts := lesson.Keys()
	colors := []string{rules.White.String(), rules.Black.String()}
	return map[string][]string{
		"command.": commands,
		"help.":    topLevel(command.Tree()),
		"name.":    names,
		"arg.":     described,
		"option.":  arguments,
		"page.":    pages,
		"lesson.":  texts,
		"choice.":  slices.Concat(choices, words.Tags(), []string{"console"}),
		"answer.":  slices.Concat(colors, []string{string(game.AsRandom)}),

		"invitation.about.": bases(),
		"invitation.moves.": bases(),
		"invitation.color.": {string(game.AsWhite), string(game.AsBlack), string(game.AsRandom)},

		"notice.":  authored(),
		"reading.": readings,
		"piece.":   pieces,
		"pieces.":  pieces[1:],
		"color.":   colors,
		"fault.":   s.tables["faultKeys"],
		"fen.":     s.tables["fenKeys"],
		"field.":   s.tables["fenFieldKeys"],
		"pgn.":     s.tables["pgnKeys"],

		"console.name.":    {"legal", "undo", "flip", "again", "new", "against", "save", "fen", "pgn"},
		"console.help.":    {"move", "legal", "board", "flip", "undo", "draw", "resign", "again", "new", "against", "save", "fen", "pgn", "history", "hint", "review", "puzzle", "rules", "preferences", "quit"},
		"console.args.":    {"legal", "board", "undo", "new", "against", "save", "hint", "puzzle", "rules"},
		"picture.to-move.": colors,
		"picture.pieces.":  colors,
		"picture.count.":   colors,
		"board.piece.":     colors,

		"challenge.color.":     {string(game.AsWhite), string(game.AsBlack), string(game.AsRandom)},
		"challenge.closed.":    {string(game.Accepted), string(game.Declined), string(game.Cancelled)},
		"challenge.none.":      {"accept", "decline", "cancel"},
		"challenge.not-yours.": {"accept", "decline", "cancel"},
		"level.extra.":         {"challenge", "rematch"},

		"result.win.":  reasons(won),
		"result.draw.": reasons(drawn),
		"result.none.": reasons(none),
		"reason.":      reasons(won, drawn, none),
		"rating.none.": {"short", "aborted", "adjudicated"},

		"button.view.":      command.Views,
		"status.name.":      {"discord", "email"},
		"status.why.":       {"network", "login", "limit", "server", "disk", "other"},
		"settings.":         {"everywhere", "nowhere", "listed"},
		"settings.games.":   {"members", "everybody"},
		"leaderboard.":      {"here", "everywhere"},
		"leaderboard.none.": {"here", "everywhere"},
		"profile.streak.":   {"won", "drawn", "lost"},
		"export.":           {"record", "fen", "gif", "png"},
	}
}

var (
	won   = []game.Reason{game.Checkmate, game.Resignation, game.TimeOut, game.Adjudicated}
	drawn = []game.Reason{game.Stalemate, game.InsufficientMaterial, game.Agreement, game.Repetition, game.MoveLimit, game.Fivefold, game.MoveLimitOver, game.TimeOut, game.Adjudicated}
	none  = []game.Reason{game.Aborted, game.Adjudicated}
)

func reasons(lists ...[]game.Reason) (names []string) {
	for _, r := range slices.Concat(lists...) {
		names = append(names, string(r))
	}
	return names
}

// treeKeys walks the command tree: commands as “draw.accept”, the keys of choices, arguments
// that Discord shows, and all names of commands.
func treeKeys(list []command.Command, above string) (commands, choices, arguments, described, names []string) {
	for _, c := range list {
		if c.Hidden {
			continue
		}
		commands, names = append(commands, above+c.Name), append(names, c.Name)
		for _, a := range c.Args {
			if a.Offered() {
				arguments, described = append(arguments, strings.TrimPrefix(a.Option(), "option.")), append(described, a.ID())
			}
			if a.Kind != command.VariantArg && a.Kind != command.ClockArg { // those have names of their own
				choices = append(choices, slices.DeleteFunc(slices.Clone(a.Choices()), func(key string) bool { return rules.VariantByKey(key) != nil })...)
			}
		}
		below, more, args, about, subs := treeKeys(c.Sub, c.Name+".")
		commands, choices, arguments, names = append(commands, below...), append(choices, more...), append(arguments, args...), append(names, subs...)
		described = append(described, about...)
	}
	return commands, choices, arguments, described, names
}

func topLevel(list []command.Command) (names []string) {
	for _, c := range list {
		if !c.Hidden {
			names = append(names, c.Name)
		}
	}
	return names
}

// authored returns the games that somebody invented.
func authored() (keys []string) {
	for _, v := range rules.Variants() {
		if v.Author() != "" {
			base, _, _ := strings.Cut(v.Key(), ":")
			keys = append(keys, base)
		}
	}
	return keys
}

// bases returns the keys of all games, without variations.
func bases() (keys []string) {
	for _, v := range rules.Variants() {
		base, _, _ := strings.Cut(v.Key(), ":")
		keys = append(keys, base)
	}
	return keys
}

func gameKeys() (readings, pieces []string) {
	pieces = []string{rules.NoRole.String()}
	for _, v := range rules.Variants() {
		readings = append(readings, v.Readings()...)
		for _, r := range v.Roles() {
			pieces = append(pieces, r.String())
		}
	}
	return readings, pieces
}

// Every key of the program is in the catalogue, and every key of the catalogue is in the
// program.
func TestKeys(t *testing.T) {
	s := readSource(t)
	catalogue := slices.Concat(slices.Collect(maps.Keys(words.Sentences("en"))), words.TypedKeys())
	for key, where := range s.keys {
		if !slices.Contains(catalogue, key) {
			t.Errorf("%s: there is no sentence %q", where, key)
		}
	}
	groups := map[string]bool{}
	for _, key := range catalogue {
		group, _, _ := strings.Cut(key, ".")
		groups[group] = true
	}
	for text, where := range s.literals { // the desk also passes keys on in variables; front ends have other dotted names
		group, _, _ := strings.Cut(text, ".")
		desk := strings.HasPrefix(where, "../../bot/") && !strings.Contains(where, "/email/") && !strings.Contains(where, "/discord/")
		if desk && keyLike.MatchString(text) && groups[group] && !slices.Contains(catalogue, text) {
			t.Errorf("%s: there is no sentence %q", where, text)
		}
	}
	used := maps.Clone(s.literals)
	for prefix, names := range built(s) {
		for _, name := range names {
			used[prefix+name] = prefix
			if !slices.Contains(catalogue, prefix+name) {
				t.Errorf("there is no sentence %q", prefix+name)
			}
		}
	}
	for _, key := range catalogue {
		if used[strings.TrimSuffix(strings.TrimSuffix(key, "@typed"), "@page")] == "" {
			t.Errorf("nobody says %q", key)
		}
	}
}

// The table of keys that are put together is what the program does: it has all of them and
// no others, and each name in it occurs in the program.
func TestBuiltKeys(t *testing.T) {
	s := readSource(t)
	table := built(s)
	for prefix, where := range s.prefixes {
		if len(table[prefix]) == 0 {
			t.Errorf("%s: the table does not say what follows %q", where, prefix)
		}
	}
	for prefix, names := range table {
		if s.prefixes[prefix] == "" {
			t.Errorf("nothing is put behind %q", prefix)
		}
		for _, name := range names {
			last := name[strings.LastIndex(name, ".")+1:]
			if s.literals[last] == "" && !slices.Contains(words.Tags(), last) {
				t.Errorf("nothing is called %q, as in %q", last, prefix+name)
			}
		}
	}
}

// What people type means one command, in every list of the tree.
func TestTypedWords(t *testing.T) {
	var check func(list []command.Command)
	check = func(list []command.Command) {
		seen := map[string]string{}
		for _, c := range list {
			for _, word := range append(words.Typed("name."+c.Name), c.Name) {
				word = strings.ToLower(word)
				if other := cmp.Or(seen[word], c.Name); other != c.Name {
					t.Errorf("%q means %s and %s", word, other, c.Name)
				}
				seen[word] = c.Name
			}
			check(c.Sub)
		}
	}
	check(command.Tree())
}

// Each call fills all placeholders of the sentence it names.
func TestPlaceholdersAreFilled(t *testing.T) {
	s := readSource(t)
	table := built(s)
	for start, filled := range s.filled {
		keys := []string{start}
		for _, name := range table[start] {
			keys = append(keys, start+name)
		}
		for _, key := range keys {
			for _, tag := range words.Tags() {
				for _, g := range placeholder.FindAllString(words.Sentences(tag)[key]+words.Sentences(tag)[key+"@typed"]+words.Sentences(tag)[key+"@page"], -1) {
					if !slices.Contains(filled, g) {
						t.Errorf("%s: %s of %q in %s is not filled", s.keys[start]+s.prefixes[start], g, key, tag)
					}
				}
			}
		}
	}
}
