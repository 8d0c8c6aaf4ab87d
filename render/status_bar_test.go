package render

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"stackmate/bot/words"
	"stackmate/rules"
)

// reasons are all reasons for the end of a game, the keys of their texts.
var reasons = []string{"checkmate", "stalemate", "insufficient", "agreement", "repetition", "move-limit", "fivefold", "move-limit-over",
	"resignation", "time", "aborted", "adjudicated"}

// longestMove returns a picture after the move with the longest notation of a game.
func longestMove(g *rules.Game, texts *Texts) Picture {
	longest, at := "", 1
	for n, san := range g.SANs() {
		if len(san) > len(longest) {
			longest, at = san, n+1
		}
	}
	return At(g, at, texts)
}

// statusTexts returns the texts of a picture's status bar as they are drawn, and fails if
// one of them is not in the picture or lies over another.
func statusTexts(t *testing.T, l *layout, s *resolvedPicture) (list []string) {
	t.Helper()
	var taken []area
	for _, sh := range l.status.appendTo(nil, s) {
		if sh.Form != textForm {
			continue
		}
		list = append(list, sh.Text)
		at := sh.Points[0]
		a := area{at.X, at.Y - sh.Size*0.8, textWidth(sh.Bold, sh.Size, sh.Text), sh.Size * 0.85}
		if a.x < 0 || a.y < 0 || a.x+a.w > float64(l.w) || a.y+a.h > float64(l.h) {
			t.Errorf("%s, scale %v: %q is not all in the picture", l.game.Key(), l.scale, sh.Text)
		}
		for i, b := range taken {
			if a.x < b.x+b.w && b.x < a.x+a.w && a.y < b.y+b.h && b.y < a.y+a.h {
				t.Errorf("%s, scale %v: %q lies over %q", l.game.Key(), l.scale, sh.Text, list[i])
			}
		}
		taken = append(taken, a)
	}
	return list
}

// solid returns a text without blanks, which are lost where lines break.
func solid(s string) string { return strings.ReplaceAll(s, " ", "") }

// Nothing that the status bar says is cut, whatever the game, the view, the language, the
// end of the game, the names and the size of the picture.
func TestStatusIsWhole(t *testing.T) {
	names := [][2]string{{"Anna", "Bertrand the Bold of Newcastle-upon-Tyne"}, {"Maximiliane Freifrau von Droste-Hülshoff", "山田太郎山田太郎"},
		{"Παπαδοπούλου", "عبد الرحمن بن محمد"}}
	for _, key := range gameKeys {
		g := playPlies(t, key, 60)
		for _, tag := range words.Tags() {
			texts := NewTexts(words.In(tag))
			last := longestMove(g, texts)
			pictures := []Picture{last, Of(g, texts)}
			for _, reason := range reasons {
				for _, result := range []rules.Outcome{rules.WhiteWins, rules.BlackWins, rules.Draw, rules.Undecided} {
					over := last
					over.Note = texts.Result(result, words.In(tag).Text("reason."+reason))
					pictures = append(pictures, over)
				}
			}
			for _, view := range []View{Flat, Stack} {
				for _, scale := range []float64{0.25, 0.4, 1, 3} {
					o, _ := Options{View: view, Scale: scale}.checked()
					l := newLayout(last.Position.Variant(), texts, o, false)
					for i, pic := range pictures {
						pic.White, pic.Black = names[i%len(names)][0], names[i%len(names)][1]
						s := pic.resolve()
						shown := statusTexts(t, l, &s)
						all := solid(strings.Join(shown, ""))
						parts, _ := s.status()
						for _, want := range append(parts, s.names[:]...) {
							if strings.ContainsFunc(want, rightToLeft) {
								continue // its lines are in visual order
							}
							if !strings.Contains(all, solid(want)) {
								t.Errorf("%s, %s, %v, scale %v: the status bar lacks %q: %q", key, tag, view, scale, want, shown)
							}
						}
					}
				}
			}
		}
	}
}

// Only a name that is absurdly long is cut.
func TestNamesAreCutLast(t *testing.T) {
	pic := Of(playPlies(t, "3d8l", 60), german)
	for name, whole := range map[string]bool{strings.Repeat("W", 40): true, strings.Repeat("山", 40): true, strings.Repeat("W", 200): false} {
		pic.White = name
		for _, view := range []View{Flat, Stack} {
			o, _ := Options{View: view}.checked()
			s := pic.resolve()
			shown := statusTexts(t, newLayout(pic.Position.Variant(), german, o, false), &s)
			if got := strings.Contains(strings.Join(shown, ""), name); got != whole {
				t.Errorf("%s, %v: %q", name, view, shown)
			}
			if cut := slices.ContainsFunc(shown, func(s string) bool { return strings.HasSuffix(s, "…") }); cut == whole {
				t.Errorf("%s, %v: %q", name, view, shown)
			}
		}
	}
}

// The opponent is above the player, for both sides, and the pointer is at whose turn it is.
func TestPlayersSit(t *testing.T) {
	for _, key := range gameKeys {
		for _, view := range []View{Flat, Stack} {
			for _, side := range []rules.Color{rules.White, rules.Black} {
				o, _ := Options{View: view, Side: side}.checked()
				pic := Of(playPlies(t, key, 29), english) // Black to move
				pic.White, pic.Black = "Anna", "Ben"
				s := pic.resolve()
				at := make(map[string]float64)
				for _, sh := range sceneOf(&s, o).Foreground {
					if sh.Form == textForm {
						at[sh.Text] = sh.Points[0].Y
					}
					if sh.Form == fillForm && sh.Tone == toneTurn {
						at["pointer"] = sh.Points[2].Y
					}
				}
				player, opponent := "Anna", "Ben"
				if side == rules.Black {
					player, opponent = opponent, player
				}
				if at[opponent] == 0 || at[opponent] >= at[player] {
					t.Errorf("%s, %v for %v: %s at %v, %s at %v", key, view, side, player, at[player], opponent, at[opponent])
				}
				if d := at["Ben"] - at["pointer"]; d < 0 || d > 20 {
					t.Errorf("%s, %v for %v: the pointer is at %v, Ben at %v", key, view, side, at["pointer"], at["Ben"])
				}
			}
		}
	}
}

// Little of a picture is without boards.
func TestRoomForBoards(t *testing.T) {
	for _, key := range gameKeys {
		for _, view := range []View{Flat, Stack} {
			o, _ := Options{View: view}.checked()
			v := rules.VariantByKey(key)
			l := newLayout(v, english, o, false)
			name := fmt.Sprint(key, ", ", view)
			b := l.status
			share := (b.opponent.w*b.opponent.h + b.player.w*b.player.h + b.line.w*b.line.h) / float64(l.w*l.h)
			if share > 0.29 {
				t.Errorf("%s: %.0f %% of the picture is without boards", name, 100*share)
			}
			if float64(l.w) < 1.19*float64(l.h) {
				t.Errorf("%s: %d x %d is too near to a square", name, l.w, l.h)
			}
		}
	}
}
