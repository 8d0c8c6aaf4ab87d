package bot_test

import (
	"bytes"
	"fmt"
	"image/gif"
	"image/png"
	"math/rand/v2"
	"strings"
	"testing"

	"stackmate/bot"
	"stackmate/bot/chat"
	"stackmate/rules"
)

// call handles a slash command.
func (c *club) call(who string, in chat.Place, path string, args map[string]string) *bot.Answer {
	c.t.Helper()
	m := c.message(who, in, "")
	m.Call = &chat.Call{Path: strings.Fields(path), Args: args}
	return c.handle(m)
}

func TestExport(t *testing.T) {
	c := newClub(t)
	c.rated(hall, "Anna", "Ben", "millennium", "3d")
	c.play(hall, two, "N2g3", "N2g6", "1c3")
	a := c.say("Ben", hall, "export")
	if a.Files[0].Name != "game-1.pgn" || a.Audience == chat.Public {
		t.Errorf("%+v", a.Files)
	}
	rec, err := rules.ParsePGN(bytes.NewReader(a.Files[0].Data), nil)
	if err != nil {
		t.Fatalf("%v in\n%s", err, a.Files[0].Data)
	}
	for tag, want := range map[string]string{"White": "Anna", "Black": "Ben", "Event": "Game 1", "Date": "2026.11.23",
		"Rated": "yes", "Clock": "3d"} {
		if got := rec.Tag(tag); got != want {
			t.Errorf("%s is %q, want %q", tag, got, want)
		}
	}
	if len(rec.Moves) != 3 || rec.Variant.Key() != "millennium" || rec.Result != rules.Undecided {
		t.Errorf("%+v", rec)
	}
	for text, plies := range map[string]int{"export fen": 3, "export fen ply:0": 0, "export #1 fen ply:2": 2} {
		a := c.say("Ben", hall, text)
		p, err := rec.Variant.ParseFEN(a.Block)
		if err != nil || p.Ply() != plies {
			t.Errorf("%q: %q: %v", text, a.Block, err)
		}
	}
	a = c.say("Carl", hall, "export gif")
	film, err := gif.DecodeAll(bytes.NewReader(a.Files[0].Data))
	if err != nil || len(film.Image) != 4 || a.Files[0].Type != "image/gif" {
		t.Errorf("%d pictures: %v", len(film.Image), err)
	}
	if film, err = gif.DecodeAll(bytes.NewReader(c.say("Carl", hall, "export gif ply:1").Files[0].Data)); err != nil || len(film.Image) != 2 {
		t.Errorf("%d pictures: %v", len(film.Image), err)
	}
	a = c.say("Carl", hall, "export png ply:2")
	if _, err := png.Decode(bytes.NewReader(a.Files[0].Data)); err != nil || a.Files[0].Name != "game-1-2.png" {
		t.Errorf("%s: %v", a.Files[0].Name, err)
	}
	if a := c.call("Ben", hall, "export", map[string]string{"game": "1", "format": "fen", "ply": "1"}); a.Block == "" {
		t.Errorf("%+v", a)
	}
	c.refused("Ben", hall, "export ply:4 png", "3")
	c.refused("Ben", hall, "export #9", "no game 9")
	if a := c.call("Ben", hall, "export", map[string]string{"game": "1", "format": "mp3"}); !a.Refused || !strings.Contains(a.Text, "record, fen, gif, png") {
		t.Errorf("%+v", a)
	}

	m := c.message("Ben", hall, "adjudicate #1 draw both asleep\nfor \"years\"")
	m.Administrator = true
	c.handle(m)
	rec, err = rules.ParsePGN(bytes.NewReader(c.say("Ben", hall, "export #1").Files[0].Data), nil)
	if err != nil || rec.Result != rules.Draw || rec.Reason != "adjudicated" ||
		rec.Tag("Intervention1") != `2026-11-23T12:00:00Z, Ben: adjudicated 1/2-1/2: both asleep for "years"` {
		t.Errorf("%+v: %v", rec, err)
	}
}

// TestExportLater checks that a file that was not delivered at once is made again.
func TestExportLater(t *testing.T) {
	c := newClub(t)
	c.game(hall, "Anna", "Ben", "chess")
	c.play(hall, two, "e4", "e5")
	for _, format := range []string{"record", "gif", "png ply:1"} {
		a, err := c.desk.Handle(t.Context(), c.message("Anna", hall, "export "+format))
		if err != nil {
			t.Fatal(err)
		}
		if err := c.desk.Delivered(t.Context(), a, fmt.Errorf("line down")); err != nil {
			t.Fatal(err)
		}
		messages := c.post()
		if len(messages) != 1 || len(messages[0].Files) == 0 || !bytes.Equal(messages[0].Files[0].Data, a.Files[0].Data) {
			t.Errorf("%s: %+v", format, messages)
		}
	}
}

// TestRoundTrip exports games of every variant and imports them.
func TestRoundTrip(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	for _, v := range rules.Variants() {
		t.Run(v.Key(), func(t *testing.T) {
			c := newClub(t)
			g := rules.NewGame(v.Start(), 0)
			for p := g.Position(); g.Len() < 24 && !p.Status().Over(); p = g.Position() {
				moves := p.Moves()
				g.Play(moves[random.IntN(len(moves))])
			}
			if p := g.Position(); p.Status().Over() {
				t.Skip("the game ended")
			}
			rec := rules.PGN{Variant: v, Start: g.Start(), Moves: g.Moves()}
			var text strings.Builder
			if err := rec.Write(&text); err != nil {
				t.Fatal(err)
			}
			_, bare, _ := strings.Cut(text.String(), "\n\n") // without tags
			p := g.Position()
			for i, said := range []string{
				"import " + text.String(), "import ```\r\n" + strings.ReplaceAll(text.String(), "\n", "\r\n") + "```",
				"import " + strings.Join(strings.Fields(text.String()), " "), // as Discord's options do
				"import " + v.Key() + " " + strings.TrimSuffix(strings.TrimSpace(bare), "*"),
				"import " + v.Key() + " " + p.FEN(),
			} {
				a := c.say("Anna", alone("Anna"), said)
				has(t, a.Reply, fmt.Sprintf("Analysis: game %d, at half-move", i+1))
				fen := c.say("Anna", alone("Anna"), fmt.Sprintf("export #%d fen", i+1))
				if fen.Block != p.FEN() {
					t.Errorf("%.60q: position %s, want %s", said, fen.Block, p.FEN())
				}
			}
			// Without a name the game is found, but for setups of one game.
			if !strings.Contains(v.Key(), ":") {
				for _, said := range []string{"import " + p.FEN(), "import " + bare} {
					has(t, c.say("Anna", alone("Anna"), said).Reply, v.Name())
				}
			}
		})
	}
}

// TestAnalysis plays for both sides, takes plies back and closes the analysis. It does not
// get in the way of games, and nobody else is told.
func TestAnalysis(t *testing.T) {
	c := newClub(t)
	a := c.say("Anna", hall, "import 1. e4 e5 2. Qh5 Nc6 3. Bc4 Nf6")
	if a.Audience == chat.Public {
		t.Error("an analysis is shown to everybody")
	}
	has(t, a.Reply, "Analysis: game 1, at half-move", "at half-move 6.", "to move")
	has(t, c.say("Anna", hall, "Qxf7").Reply, "Checkmate!")
	has(t, c.say("Anna", hall, "takeback #1").Reply, "One half-move back.", "to move.")
	for range 2 {
		has(t, c.say("Anna", hall, "takeback").Reply, "One half-move back.")
	}
	has(t, c.say("Anna", hall, "Bc4").Reply, "3. Bc4")
	if messages := c.post(); len(messages) != 0 {
		t.Errorf("messages about an analysis: %+v", messages)
	}
	c.game(hall, "Anna", "Ben", "chess")
	has(t, c.say("Anna", library, "d4").Reply, "Game 2", "1. d4")
	c.refused("Anna", library, "d5", "Ben's turn in game 2")
	has(t, c.say("Anna", library, "#1 g6").Reply, "Game 1", "3… g6")
	for _, text := range []string{"#1 Qf3", "board #1", "export #1", "history #1", "watch #1"} {
		c.refused("Ben", hall, text, "There is no game 1")
	}
	has(t, c.say("Anna", hall, "resign #1").Reply, "is closed")
	c.refused("Anna", hall, "takeback #1", "Game 1 is over")
	c.refused("Anna", hall, "resign #1", "Game 1 is over")
	has(t, c.say("Anna", hall, "import 1. f3 e5 2. g4 Qh4# 0-1").Reply, "Checkmate!")
	has(t, c.say("Anna", hall, "takeback #3").Reply, "Anna (Black) to move")
	has(t, c.say("Anna", hall, "abort #3").Reply, "is closed")
	has(t, c.say("Anna", hall, "profile").Reply, "has not finished a game")
}

// TestImportRealRecords imports records as people have them: with text after the result,
// without a result, with comments before the tags, with more games behind.
func TestImportRealRecords(t *testing.T) {
	c := newClub(t)
	c.say("Anna", alone("Anna"), "games")
	for i, tt := range []struct{ text, want string }{
		{"1. e4 e5 1-0 {White wins on time}", "at half-move 2."},
		{"1. e4 e5 {Black runs away}", "at half-move 2."},
		{"; for Anna\n% escaped\n[White \"Anna\"]\n\n1.e4$1 e5$2 2. Nf3!? *", "at half-move 3."},
		{"[Variant \"millennium\"] 1. 1e4 3e5 ½-½", "at half-move 2."},
		{"\u200b```1. e4 e5```\u00a0", "at half-move 2."},
		{"1. e4 a6 2. e5 d5 3. exd6 e.p. 1-0\n\n[White \"Ben\"]\n1. d4 *", "The PGN has more games; this is the first."},
	} {
		a := c.call("Anna", alone("Anna"), "import", map[string]string{"record": tt.text})
		has(t, a.Reply, fmt.Sprintf("Analysis: game %d, at half-move", i+1), tt.want)
	}
	for _, text := range []string{"`\u00a0`", "\u200b", "\v\f", "\u00a0\u2060", "\ufeff ` \u200d"} {
		a := c.call("Anna", alone("Anna"), "import", map[string]string{"record": text})
		if !a.Refused {
			t.Errorf("%q was taken for a record: %q", text, a.Text)
		}
	}
	a := c.call("Anna", alone("Anna"), "import", map[string]string{"record": "{only a comment}"})
	has(t, a.Reply, "there is no game in it")
	a = c.call("Anna", alone("Anna"), "import", map[string]string{"record": "1. e4 2-0"})
	has(t, a.Reply, "“2-0”: not a result")
}

// TestImportFaults checks that every fault of an import has its own sentence.
func TestImportFaults(t *testing.T) {
	c := newClub(t)
	c.say("Anna", alone("Anna"), "games") // so that she is known
	for text, parts := range map[string]string{
		"import":                                                               "Missing: record.",
		"import ``````":                                                        "Put a PGN or FEN after",
		"import millennium":                                                    "Missing: record.",
		"import 1. e4 e5 2. Ke3 *":                                             "PGN, line 1: move 2, “Ke3”, can't be played|A king on e1 can't move to e3|",
		"import chess 1. hello":                                                "move 1, “hello”, can't be played|It isn't written like a move of this game",
		"import chess 1. Nf3 d5 2. d4 e6 3. Nd2 *":                             "move 3, “Nd2”, can't be played|several moves",
		"import chess 1. e4 e5 3. d4 *":                                        "move 2, “3”, can't be played|move number 2 expected",
		"import chess\n1. e4 e5\n2. d4 {":                                      "line 2 of the PGN, “{”: the comment is not closed",
		"import chess 1. e4 (1. d4 *":                                          "the variation is not closed",
		"import chess 1. e4 ) *":                                               "no variation to close",
		"import chess 1. e4 e5 1-0 2. d4":                                      "“2”: the game goes on after its result",
		"import 1. f3 e5 2. g4 Qh4# 1-0":                                       "the final position says 0-1",
		"import [Result \"1-0\"] 1. e4 0-1":                                    "the tag says 1-0",
		"import [Variant \"go\"] 1. e4":                                        "“go”: no such game",
		"import [Variant millennium] 1. e4":                                    "not a tag",
		"import [A \"1\"]\n[A \"2\"]\n1. e4":                                   "line 2 of the PGN, “A”: the tag is there twice",
		"import [FEN \"8/8/8/8/8/8/8/8 w - - 0 1\"]":                           "Line 1 of the PGN is wrong.|placement: White has no king",
		"import 8/8/8/8/8/8/8/8 w - - 0 1":                                     "placement: White has no king",
		"import rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0":        "5 fields instead of 6 (placement, side to move, castling, en passant, half-move clock, move number)",
		"import rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR white KQkq - 0 1":  "side to move “white”: write w or b",
		"import rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNX w KQkq - 0 1":      "there is no piece “X”",
		"import rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBN w KQkq - 0 1":       "a row here has 8 squares",
		"import rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBN1 w KQkq - 0 1":      "castling “K”: there is nothing to castle with on h1",
		"import rnb1kbnr/pppp1ppp/8/4p3/6Pq/5P2/PPPPP2P/RNBQKBNR w KQkq - 1 3": "This position is already decided: checkmate.",
		"import rnb1kbnr/pppp1ppp/8/4p3/6Pq/5P2/PPPPP2P/RNBQKBNR b KQkq - 1 3": "side to move: Black could take the king",
		"import 3d8l rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1": "I can't read the FEN, placement:",
		"import [A \"" + strings.Repeat("x", 4000) + "\"]":                     "too long",
	} {
		a := c.refused("Anna", alone("Anna"), text)
		for _, part := range strings.Split(parts, "|") {
			has(t, a.Reply, part)
		}
		if strings.Contains(a.Text, "fen.") || strings.Contains(a.Text, "field.") {
			t.Errorf("%q", a.Text)
		}
	}
	if a := c.call("Anna", alone("Anna"), "import", map[string]string{"record": strings.Repeat("x ", 3000)}); !a.Refused {
		t.Errorf("%+v", a)
	}
	for range 20 {
		c.say("Anna", alone("Anna"), "import 1. e4")
	}
	a := c.refused("Anna", alone("Anna"), "import 1. e4", "You already have 20 analyses.", "resign #1")
	if a.Text == "" {
		t.Error("nothing is said")
	}
}

// TestAnalysisInTheMiddle plays on from a position in which it is Black's 24th move. Texts count the moves as pictures do.
func TestAnalysisInTheMiddle(t *testing.T) {
	t.Parallel()
	c := company(t)
	a := c.say("Anna", alone("Anna"), "import orthodox r3k2r/8/8/8/8/8/8/R3K2R b KQkq - 0 24")
	has(t, a.Reply, "Black")
	a = c.say("Anna", alone("Anna"), "24… Rb8")
	has(t, a.Reply, "24… Rb8")
	if alt := a.Files[0].Alt; !strings.HasPrefix(alt, "24… Rb8") {
		t.Errorf("the picture says %s", alt)
	}
	has(t, c.say("Anna", alone("Anna"), "#1 25 Rd1").Reply, "25. Rd1")
	has(t, c.say("Anna", alone("Anna"), "board").Reply, "25. Rd1")
	has(t, c.say("Anna", alone("Anna"), "history").Reply, "24… Rb8 25. Rd1")
	for _, text := range []string{"25...Rc8", "26.Rc1", "26...Rd8", "27. Rd1"} {
		c.say("Anna", alone("Anna"), text)
	}
}
