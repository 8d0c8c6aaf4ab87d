package bot_test

import (
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	"stackmate/bot"
	"stackmate/bot/chat"
	"stackmate/bot/data"
	"stackmate/bot/outbox"
	"stackmate/rules"
	"stackmate/rules/engine/puzzle"
)

// puzzleOf returns the puzzle that an answer shows.
func puzzleOf(t *testing.T, r chat.Reply) *puzzle.Puzzle {
	t.Helper()
	if r.Picture == nil || puzzle.ByID(r.Picture.Puzzle) == nil {
		t.Fatalf("no puzzle is shown: %+v", r)
	}
	return puzzle.ByID(r.Picture.Puzzle)
}

// option returns the code of the option that begins with a label.
func option(t *testing.T, r chat.Reply, label string) string {
	t.Helper()
	for _, m := range r.Menus {
		for _, o := range m.Options {
			if o.Label == label || strings.HasPrefix(o.Label, label+" ") {
				return m.For.Code(o.Command)
			}
		}
	}
	t.Fatalf("no option %q in %+v", label, r.Menus)
	return ""
}

// choose presses a code, as somebody who chooses an option does.
func (c *club) choose(who string, in chat.Place, code string) *bot.Answer {
	c.t.Helper()
	m := c.message(who, in, code)
	m.Pressed = true
	return c.handle(m)
}

// menuMove answers a puzzle with a move by the menus. It returns the code of the move, too.
func (c *club) menuMove(who string, in chat.Place, r chat.Reply, p *puzzle.Puzzle, played []rules.Move, m rules.Move) (a *bot.Answer, code string) {
	c.t.Helper()
	pos := p.Game(played...).Position()
	from := p.Variant.CellName(m.From)
	if m.Kind == rules.BoardMove {
		from = "an attack board"
	}
	step := c.choose(who, in, option(c.t, r, from))
	has(c.t, step.Reply, "Where to?")
	code = option(c.t, step.Reply, strings.TrimRight(pos.SAN(m), "+#"))
	return c.choose(who, in, code), code
}

// wrongMove returns a legal move that does not solve a puzzle.
func wrongMove(t *testing.T, p *puzzle.Puzzle) string {
	t.Helper()
	pos := p.Position()
	for _, m := range pos.Moves() {
		if v, _ := p.Try(nil, m); v == puzzle.Wrong {
			return p.Variant.LAN(m)
		}
	}
	t.Fatal("every move is right")
	return ""
}

// solve answers a puzzle with the moves of its solution, typed, and returns the last answer.
func (c *club) solve(who string, in chat.Place, p *puzzle.Puzzle) (a *bot.Answer) {
	c.t.Helper()
	for i := 0; i < len(p.Solution); i += 2 {
		a = c.say(who, in, "solve puzzle:"+p.ID+" "+p.Variant.LAN(p.Solution[i]))
	}
	return a
}

// solver returns a player's rating in puzzles of Millennium.
func (c *club) solver(who string) (s data.Standing) {
	c.t.Helper()
	err := c.store.View(c.t.Context(), func(tx data.Tx) error {
		p, err := tx.FindPlayer(person(who).Address)
		if err != nil {
			return err
		}
		s, err = tx.SolverRating(p.ID, "millennium")
		return err
	})
	if err != nil {
		c.t.Fatal(err)
	}
	return s
}

// TestPuzzleByMenus solves a puzzle in Discord's way, with every choice pressed twice, and after a
// restart in the middle.
func TestPuzzleByMenus(t *testing.T) {
	t.Parallel()
	c := company(t)
	given := c.say("Anna", alone("Anna"), "puzzle")
	p := puzzleOf(t, given.Reply)
	if p.Variant.Key() != "millennium" || given.Audience != chat.Secret {
		t.Errorf("%s, read by %q", p.Variant.Key(), given.Audience)
	}
	has(t, given.Reply, "Puzzle "+p.ID, "to move and", "Type your move like this: “solve ")
	has(t, slashed(given.Reply), "Which piece?")
	if again := c.say("Anna", alone("Anna"), "next puzzle"); puzzleOf(t, again.Reply) != p || !strings.HasPrefix(again.Text, "You haven't solved this one yet.") {
		t.Error("asked twice, there is another puzzle")
	}
	view := given.Buttons[0][1]
	if a := c.press("Anna", alone("Anna"), view); view.Label != "3D view" || puzzleOf(t, a.Reply) != p || a.Picture.View != "stack" {
		t.Errorf("%s: %+v", view.Label, a.Reply)
	}
	r, played := given.Reply, []rules.Move(nil)
	for i := 0; i < len(p.Solution); i += 2 {
		a, code := c.menuMove("Anna", alone("Anna"), r, p, played, p.Solution[i])
		last := c.choose("Anna", alone("Anna"), code)
		if i+1 < len(p.Solution) {
			has(t, a.Reply, "Right: ", "The reply is "+sanOf(p, append(played, p.Solution[i]), p.Solution[i+1]))
			has(t, last.Reply, "You've already made that move")
			if last.Picture.Line != a.Picture.Line || last.Picture.Ply != i+2 {
				t.Errorf("twice: %+v", last.Picture)
			}
			played = p.Solution[:i+2]
			c.reopen()
		} else {
			has(t, a.Reply, "Solved!", "Your puzzle rating: 1", "(+", "The solution: ")
			has(t, last.Reply, "You've already solved this puzzle.", "The solution: ")
			if a.Buttons[0][0].Label != "Next puzzle" {
				t.Errorf("%+v", a.Buttons)
			}
			for _, b := range []chat.Button{a.Buttons[0][1], view} { // the other view of the solution
				if again := c.press("Anna", alone("Anna"), b); puzzleOf(t, again.Reply) != p || again.Picture.Ply != i+1 || !b.Look {
					t.Errorf("%s: %+v", b.Label, again.Reply)
				}
			}
			next := c.press("Anna", alone("Anna"), a.Buttons[0][0])
			if puzzleOf(t, next.Reply) == p {
				t.Error("the next puzzle is the same")
			}
			if twice := c.press("Anna", alone("Anna"), a.Buttons[0][0]); puzzleOf(t, twice.Reply) != puzzleOf(t, next.Reply) {
				t.Error("pressed twice, Next leads to two puzzles")
			}
		}
		r = a.Reply
	}
	if s := c.solver("Anna"); s.Games != 1 || s.Rating.Value <= 1500 {
		t.Errorf("rated %+v", s)
	}
	if n := strings.Count(c.dump("puzzle_ratings"), "\n"); n != 1 {
		t.Errorf("%d puzzles are rated", n)
	}
	if games := c.dump("ratings"); games != "" {
		t.Errorf("ratings of games: %s", games)
	}
}

func sanOf(p *puzzle.Puzzle, played []rules.Move, m rules.Move) string {
	pos := p.Game(played...).Position()
	return pos.SAN(m)
}

// TestPuzzleFailed tries a wrong move first, which alone is rated.
func TestPuzzleFailed(t *testing.T) {
	t.Parallel()
	c := company(t)
	p := puzzleOf(t, c.say("Anna", alone("Anna"), "puzzle").Reply)
	c.refused("Anna", alone("Anna"), "solve nonsense", "is not")
	a := c.say("Anna", alone("Anna"), "solve "+wrongMove(t, p))
	has(t, a.Reply, "isn't it.", "Your puzzle rating: 1", "(−")
	if a.Refused || a.Buttons[0][0].Label != "Try again" || a.Buttons[0][1].Label != "Show solution" || a.Picture.Preview == "" {
		t.Errorf("%+v", a.Reply)
	}
	lost := c.solver("Anna")
	if other := c.press("Anna", alone("Anna"), a.Buttons[0][2]); strings.Contains(other.Text, "isn't it") {
		t.Errorf("another view answers again: %s", other.Text)
	}
	again := c.press("Anna", alone("Anna"), a.Buttons[0][0])
	has(t, again.Reply, "Type your move like this")
	if a := c.say("Anna", alone("Anna"), "solve "+wrongMove(t, p)); strings.Contains(a.Text, "rating") {
		t.Errorf("rated twice: %s", a.Text)
	}
	if solved := c.solve("Anna", alone("Anna"), p); !strings.Contains(solved.Text, "Solved!") || strings.Contains(solved.Text, "rating") {
		t.Errorf("%s", solved.Text)
	}
	if s := c.solver("Anna"); s != lost || s.Games != 1 || s.Rating.Value >= 1500 {
		t.Errorf("rated %+v, then %+v", lost, s)
	}
	has(t, c.say("Anna", alone("Anna"), "profile").Reply, "Puzzles:", "1 solved", "Puzzle streak: 1 day.")
}

// TestPuzzleGivenUp looks at the solution, which counts as a failure.
func TestPuzzleGivenUp(t *testing.T) {
	t.Parallel()
	c := company(t)
	c.refused("Anna", alone("Anna"), "solution", "You have no puzzle to solve.")
	c.refused("Anna", alone("Anna"), "solve puzzle:zzzzz", "There's no puzzle zzzzz any more.")
	c.refused("Anna", alone("Anna"), "solve puzzle:?", "isn't a puzzle")
	given := c.say("Anna", alone("Anna"), "puzzle orthodox")
	p := puzzleOf(t, given.Reply)
	a := c.press("Anna", alone("Anna"), given.Buttons[0][0])
	has(t, a.Reply, "Your puzzle rating: 1", "(−", "The solution: "+strings.Join(p.Position().NumberedSANs(p.Solution...), " "))
	before := p.Game(p.Solution[:len(p.Solution)-1]...).Position()
	if last := before.Numbered(p.Solution[len(p.Solution)-1]); !strings.HasPrefix(a.Files[0].Alt, last) || strings.HasPrefix(last, "1") {
		t.Errorf("the picture says %q, not %s", a.Files[0].Alt, last)
	}
	if a.Picture.Ply != len(p.Solution) {
		t.Errorf("%+v", a.Picture)
	}
	for _, text := range []string{"solve " + p.Variant.LAN(p.Solution[0]), "solve"} {
		if late := c.say("Anna", alone("Anna"), text); strings.Contains(late.Text, "Solved") || strings.Contains(late.Text, "rating") {
			t.Errorf("%s: %s", text, late.Text)
		}
	}
	has(t, c.say("Anna", alone("Anna"), "solve "+p.Variant.LAN(p.Solution[0])).Reply, "You've already seen the solution.")
	if twice := c.press("Anna", alone("Anna"), given.Buttons[0][0]); strings.Contains(twice.Text, "rating") {
		t.Errorf("rated twice: %s", twice.Text)
	}
	if next := c.say("Anna", alone("Anna"), "puzzle"); puzzleOf(t, next.Reply) == p || puzzleOf(t, next.Reply).Variant != p.Variant {
		t.Error("the next puzzle is the same, or of another game")
	}
	if strings.Contains(c.say("Anna", alone("Anna"), "profile").Text, "streak") {
		t.Error("a solution that was looked at is in the streak")
	}
}

// TestPuzzleIsPrivate has others press the buttons of a puzzle that stands where they see it.
func TestPuzzleIsPrivate(t *testing.T) {
	t.Parallel()
	c := company(t)
	given := c.say("Anna", hall, "puzzle")
	p := puzzleOf(t, given.Reply)
	for _, code := range []string{option(t, given.Reply, p.Variant.CellName(p.Solution[0].From)), given.Buttons[0][0].For.Code(given.Buttons[0][0].Command)} {
		if a := c.choose("Ben", hall, code); !a.Refused || !strings.Contains(a.Text, "Anna") {
			t.Errorf("Ben may press %s: %s", code, a.Text)
		}
	}
	if left := c.dump("puzzle_attempts"); strings.Count(left, "\n") != 1 {
		t.Errorf("%s", left)
	}
	m := c.message("Carl", hall, "puzzle")
	m.PublicAnswer = true
	if a := c.handle(m); a.Picture != nil || a.Audience != chat.Quiet {
		t.Errorf("in public: %+v", a.Reply)
	}
	if told := c.post(); len(told) != 1 || told[0].to != "p-carl" || told[0].Picture == nil {
		t.Errorf("%+v", told)
	}
}

// TestAllPuzzlesTried tries all of a game: the longest unseen comes back, unrated. Ids that this
// version does not have do no harm.
func TestAllPuzzlesTried(t *testing.T) {
	t.Parallel()
	c := company(t)
	p := puzzleOf(t, c.say("Anna", alone("Anna"), "puzzle nextgen").Reply)
	all := puzzle.Of(p.Variant)
	err := c.store.Update(t.Context(), func(tx data.Tx) error {
		me, err := tx.FindPlayer(person("Anna").Address)
		if err != nil {
			return err
		}
		for i, p := range all {
			a := data.PuzzleAttempt{Player: me.ID, Puzzle: p.ID, Variant: "nextgen", State: data.PuzzleSolved, Tried: true, Won: true, Shown: noon.Add(-time.Duration(i) * time.Minute), Solved: noon}
			if err := tx.SavePuzzleAttempt(a); err != nil {
				return err
			}
		}
		return tx.SavePuzzleAttempt(data.PuzzleAttempt{Player: me.ID, Puzzle: "nnnnn", Variant: "nextgen", State: data.PuzzleOpen, Shown: noon.Add(time.Hour)})
	})
	if err != nil {
		t.Fatal(err)
	}
	c.refused("Anna", alone("Anna"), "solve", "There's no puzzle nnnnn any more. ", "gives you another one")
	a := c.say("Anna", alone("Anna"), "puzzle nextgen")
	has(t, a.Reply, fmt.Sprintf("You've tried all %d puzzles of Chess – The Next Generation", len(all)), "to move and")
	oldest := puzzleOf(t, a.Reply)
	if oldest != all[len(all)-1] {
		t.Errorf("%s is not the oldest", oldest.ID)
	}
	if solved := c.solve("Anna", alone("Anna"), oldest); !strings.Contains(solved.Text, "Solved!") || strings.Contains(solved.Text, "rating") {
		t.Errorf("%s", solved.Text)
	}
	if next := c.say("Anna", alone("Anna"), "puzzle nextgen"); puzzleOf(t, next.Reply) != all[len(all)-2] {
		t.Error("the next oldest does not follow")
	}
}

// TestPuzzlesNearTheRating compares what weak and strong solvers get.
func TestPuzzlesNearTheRating(t *testing.T) {
	t.Parallel()
	c := company(t)
	for name, rating := range map[string]float64{"Anna": 900, "Ben": 2100} {
		err := c.store.Update(t.Context(), func(tx data.Tx) error {
			p, err := tx.FindPlayer(person(name).Address)
			s := data.Standing{Player: p.ID, Variant: "millennium", Games: 9, Updated: noon}
			s.Rating.Value, s.Rating.Deviation, s.Rating.Volatility = rating, 60, 0.06
			tried := data.PuzzleAttempt{Player: p.ID, Puzzle: "m", Variant: "millennium", State: data.PuzzleGivenUp, Tried: true, Shown: noon}
			return errors.Join(err, tx.SetSolverRating(s), tx.SavePuzzleAttempt(tried))
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	easy, hard := puzzleOf(t, c.say("Anna", alone("Anna"), "puzzle millennium").Reply), puzzleOf(t, c.say("Ben", alone("Ben"), "puzzle millennium").Reply)
	if easy.Rating >= hard.Rating {
		t.Errorf("rated %d and %d", easy.Rating, hard.Rating)
	}
}

// daily posts what is due, and returns the messages to the hall.
func (c *club) daily() (posts []delivered) {
	c.t.Helper()
	if err := c.desk.PostPuzzles(c.t.Context()); err != nil {
		c.t.Fatal(err)
	}
	for _, m := range c.post() {
		if m.to == "hall" {
			posts = append(posts, m)
		}
	}
	return posts
}

// TestDailyPuzzle posts a puzzle a day, once: after restarts, after days without the bot and after
// the clock was set back.
func TestDailyPuzzle(t *testing.T) {
	t.Parallel()
	c := company(t)
	c.refused("Anna", hall, "settings puzzle:millennium", "Only people who can manage this server may do that.")
	has(t, c.admin("settings").Reply, "puzzle    off")
	has(t, c.admin("settings puzzle:millennium").Reply, "Saved", "puzzle    Millennium 3D Chess, every day at 9:00 UTC")
	posts := c.daily()
	if len(posts) != 1 {
		t.Fatalf("%d posts", len(posts))
	}
	first := posts[0]
	p := puzzleOf(t, first.Reply)
	has(t, first.Reply, "Puzzle of the day: Millennium", "to move and", "Everybody can solve it.")
	c.reopen()
	if again := c.daily(); len(again) != 0 {
		t.Errorf("posted again: %+v", again)
	}
	solve := first.Buttons[0][0]
	for _, name := range []string{"Ben", "Carl"} { // everybody, and the button stays
		a := c.press(name, hall, solve)
		if puzzleOf(t, a.Reply) != p || a.ButtonSpent || a.Audience != chat.Secret {
			t.Errorf("%s: %+v", name, a)
		}
		has(t, c.solve(name, alone(name), p).Reply, "Solved!")
	}
	has(t, c.press("Ben", hall, solve).Reply, "The solution: ")
	if a := c.say("Dora", hall, "puzzle daily"); puzzleOf(t, a.Reply) != p {
		t.Error("“puzzle daily” is another one than in the channel")
	}
	c.later(20 * time.Hour) // 8:00
	if early := c.daily(); len(early) != 0 {
		t.Errorf("posted early: %+v", early)
	}
	c.later(time.Hour)
	posts = c.daily()
	if len(posts) != 1 || puzzleOf(t, posts[0].Reply) == p {
		t.Fatalf("the next day: %+v", posts)
	}
	has(t, posts[0].Reply, "2 players solved yesterday's puzzle.")
	c.asleep(75 * time.Hour) // several days down
	c.reopen()
	if posts = c.daily(); len(posts) != 1 || strings.Contains(posts[0].Text, "yesterday") || !strings.Contains(posts[0].Text, "0 players solved the last puzzle.") {
		t.Errorf("after days: %+v", posts)
	}
	c.asleep(-2 * time.Hour)
	c.heartbeat()
	c.asleep(3 * time.Hour)
	if posts = c.daily(); len(posts) != 0 {
		t.Errorf("after the clock was set back: %+v", posts)
	}
	c.later(24 * time.Hour)
	if posts = c.daily(); len(posts) != 1 {
		t.Errorf("the day after: %+v", posts)
	}
	c.admin("settings puzzle:off")
	c.later(48 * time.Hour)
	if posts = c.daily(); len(posts) != 0 {
		t.Errorf("switched off: %+v", posts)
	}
}

// TestDailyPuzzleUndelivered cannot be posted for days: only the last one comes. In a channel that is
// gone it ends.
func TestDailyPuzzleUndelivered(t *testing.T) {
	t.Parallel()
	c := company(t)
	c.admin("settings puzzle:orthodox")
	c.front.fail = func(chat.Address, chat.Reply) error { return errors.New("no network") }
	if posts := c.daily(); len(posts) != 0 {
		t.Fatal("the network is there")
	}
	c.later(24 * time.Hour)
	if posts := c.daily(); len(posts) != 0 {
		t.Fatal("the network is there")
	}
	c.front.fail = nil
	c.later(time.Hour)
	if posts := c.daily(); len(posts) != 1 {
		t.Errorf("%d posts after days without a network", len(posts))
	}
	c.front.fail = func(chat.Address, chat.Reply) error { return fmt.Errorf("unknown channel: %w", outbox.ErrGone) }
	c.later(24 * time.Hour)
	c.daily()
	if left := c.dump("daily_puzzles"); left != "" {
		t.Errorf("a channel that is gone has %s", left)
	}
}

// TestDailyPuzzleLimit sets daily puzzles in more channels than are possible.
func TestDailyPuzzleLimit(t *testing.T) {
	t.Parallel()
	c := company(t)
	for i := range 11 {
		in := hall
		in.ID = fmt.Sprint("room", i)
		m := c.message("Anna", in, "settings puzzle:tridimensional")
		m.Administrator = true
		a := c.handle(m)
		if a.Refused != (i == 10) {
			t.Errorf("channel %d: %s", i, a.Text)
		}
		if i == 10 {
			has(t, a.Reply, "every day in 10 channels of this server already")
		}
	}
}

// TestPuzzleStreak solves puzzles on days in a row, and links accounts.
func TestPuzzleStreak(t *testing.T) {
	t.Parallel()
	c := company(t)
	streak := func(want string) {
		t.Helper()
		if text := c.say("Ben", hall, "profile @Anna").Text; !strings.Contains(text, want) || want == "" && strings.Contains(text, "streak") {
			t.Errorf("%q does not say %q", text, want)
		}
	}
	for day := range 3 {
		if day > 0 {
			c.later(24 * time.Hour)
			streak(fmt.Sprintf("Puzzle streak: %d day", day)) // of yesterday
		}
		p := puzzleOf(t, c.say("Anna", alone("Anna"), "puzzle").Reply)
		c.solve("Anna", alone("Anna"), p)
		c.say("Anna", alone("Anna"), "puzzle")
		streak(fmt.Sprintf("Puzzle streak: %d day", day+1))
	}
	c.later(48 * time.Hour)
	streak("")
	has(t, c.say("Anna", alone("Anna"), "profile").Reply, "3 solved")
}

// TestPuzzleAfterTheClockIsSetBack means the puzzle that was shown last, also if the clock says that another one was.
func TestPuzzleAfterTheClockIsSetBack(t *testing.T) {
	t.Parallel()
	c := company(t)
	c.say("Anna", alone("Anna"), "puzzle orthodox")
	c.later(-time.Hour)
	p := puzzleOf(t, c.say("Anna", alone("Anna"), "puzzle 3d8l").Reply)
	has(t, c.say("Anna", alone("Anna"), "solve "+wrongMove(t, p)).Reply, "isn't it.")
	if shown := puzzleOf(t, c.say("Anna", alone("Anna"), "solution").Reply); shown != p {
		t.Errorf("the solution of %s is shown, not that of %s", shown.ID, p.ID)
	}
}
