package advice

import (
	"context"
	"errors"
	"log/slog"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"stackmate/bot/command"
	"stackmate/bot/computer"
	"stackmate/bot/data"
	"stackmate/bot/request"
	"stackmate/bot/words"
	"stackmate/rules"
	"stackmate/rules/engine"
	"stackmate/rules/engine/review"
)

// TestValueText has every kind of value, seen from both sides and in both languages.
func TestValueText(t *testing.T) {
	for _, tt := range []struct {
		turn   rules.Color
		score  engine.Score
		en, de string
	}{
		{rules.White, 0, "The position is about equal (0.0).", "Die Stellung ist etwa ausgeglichen (0.0)."},
		{rules.White, -4, "The position is about equal (0.0).", "Die Stellung ist etwa ausgeglichen (0.0)."},
		{rules.Black, 5, "The position is about equal (−0.1).", "Die Stellung ist etwa ausgeglichen (−0.1)."},
		{rules.Black, 20, "The position is about equal (−0.2).", "Die Stellung ist etwa ausgeglichen (−0.2)."},
		{rules.White, 60, "White is slightly better (+0.6).", "Weiß steht etwas besser (+0.6)."},
		{rules.Black, -110, "White is better by about 1 pawn (+1.1).", "Weiß steht um etwa 1 Bauern besser (+1.1)."},
		{rules.White, -210, "Black is better by about 2 pawns (−2.1).", "Schwarz steht um etwa 2 Bauern besser (−2.1)."},
		{rules.Black, 1240, "Black is winning (−12.4).", "Schwarz steht auf Gewinn (−12.4)."},
		{rules.White, engine.MateIn(3), "White mates in 3.", "Matt in 3 für Weiß."},
		{rules.White, engine.MateIn(-2), "Black mates in 2.", "Matt in 2 für Schwarz."},
	} {
		if got := valueText(words.In("en"), tt.turn, tt.score); got != tt.en {
			t.Errorf("%v for %v: %q, want %q", tt.score, tt.turn, got, tt.en)
		}
		if got := valueText(words.In("de"), tt.turn, tt.score); got != tt.de {
			t.Errorf("%v for %v: %q, want %q", tt.score, tt.turn, got, tt.de)
		}
	}
}

// TestReasonText has every kind of reason, with all that it can say.
func TestReasonText(t *testing.T) {
	v := rules.VariantByKey("millennium")
	c := v.CellNamed("2c7")
	for _, tt := range []struct {
		reason review.Reason
		en, de string
	}{
		{review.Reason{}, "makes the position worse", "verschlechtert die Stellung"},
		{review.Reason{Kind: review.AllowsMate, Moves: 2}, "allows mate in 2", "erlaubt Matt in 2"},
		{review.Reason{Kind: review.MissesMate, Moves: 1}, "misses mate in 1", "übersieht Matt in 1"},
		{review.Reason{Kind: review.AllowsDraw, Draw: review.ByStalemate}, "gives up a better position for a draw (stalemate)", "lässt aus einer besseren Stellung ein Remis werden (Patt)"},
		{review.Reason{Kind: review.LosesPiece, Role: rules.Rook, Cell: c}, "loses the rook on 2c7", "verliert Material: Turm 2c7"},
		{review.Reason{Kind: review.LosesPiece, Role: rules.Rook, Cell: c, For: rules.Knight}, "loses the rook on 2c7 for a knight", "verliert Material: Turm 2c7 gegen Springer"},
		{review.Reason{Kind: review.MissesPiece, Role: rules.Queen, Cell: c}, "misses the queen on 2c7, which could have been won", "übersieht einen Gewinn: Dame 2c7"},
		{review.Reason{Kind: review.MissesPiece, Role: rules.Queen, Cell: c, For: rules.Rook}, "misses the queen on 2c7, which could have been won for a rook", "übersieht einen Gewinn: Dame 2c7 gegen Turm"},
		{review.Reason{Kind: review.AllowsPromotion, Cell: c}, "lets a pawn promote on 2c7", "lässt einen Bauern auf 2c7 umwandeln"},
		{review.Reason{Kind: review.MissesPromotion, Cell: c}, "misses the promotion of a pawn on 2c7", "übersieht eine Umwandlung auf 2c7"},
		{review.Reason{Kind: review.LosesMaterial}, "loses material", "verliert Material"},
		{review.Reason{Kind: review.MissesMaterial}, "misses a way to win material", "übersieht einen Materialgewinn"},
	} {
		if got := reasonText(words.In("en"), v, tt.reason); got != tt.en {
			t.Errorf("%+v: %q, want %q", tt.reason, got, tt.en)
		}
		if got := reasonText(words.In("de"), v, tt.reason); got != tt.de {
			t.Errorf("%+v: %q, want %q", tt.reason, got, tt.de)
		}
	}
	for _, d := range []review.DrawBy{review.ByStalemate, review.ByInsufficientMaterial, review.ByRepetition, review.ByMoveLimit} {
		if got := reasonText(words.In("en"), v, review.Reason{Kind: review.AllowsDraw, Draw: d}); strings.Contains(got, "()") || strings.Contains(got, "reason.") {
			t.Errorf("draw %d: %q", d, got)
		}
	}
}

// TestBounds has people ask more than they may: one person, and all together. A search that panics is an error for who
// asked, and the next one finds the answer.
func TestBounds(t *testing.T) {
	var tasks []computer.Task
	submitted := make(chan computer.Task)
	now, ends := time.Unix(1000, 0), map[Ended]int{}
	a := New(Options{Submit: func(task computer.Task) { submitted <- task }, Now: func() time.Time { return now },
		Ended: func(e Ended) { ends[e]++ }, Log: slog.New(slog.DiscardHandler)})
	good := search{cost: 1, find: func(context.Context, *engine.Engine, func() bool) (any, error) { return 7, nil }}
	ask := func(person int64, ply int, s search) (any, error) {
		return a.ask(&request.Request{Player: data.Player{ID: person}, Cmd: command.Invocation{Path: command.Hint}}, key{kind: "test", game: 1, entries: 9, ply: ply}, s)
	}
	results := make(chan error)
	wait := func(err error) {
		t.Helper()
		unanswered := (*request.UnansweredError)(nil)
		if !errors.As(err, &unanswered) {
			t.Fatalf("%v", err)
		}
		go func() { results <- unanswered.Wait(t.Context()) }()
		tasks = append(tasks, <-submitted)
	}
	refused := func(err error, keys string) {
		t.Helper()
		if r := (*request.Refusal)(nil); !errors.As(err, &r) || r.Keys() != keys {
			t.Errorf("%v, not %s", err, keys)
		}
	}
	bad := search{cost: 1, find: func(context.Context, *engine.Engine, func() bool) (any, error) { panic("a defect") }}
	for ply := range maxPending {
		s := good
		if ply == 0 {
			s = bad
		}
		_, err := ask(int64(ply/maxPerPerson), ply, s)
		wait(err)
	}
	_, err := ask(0, 100, good)
	refused(err, "advice.busy")
	_, err = ask(99, 100, good)
	refused(err, "advice.queue")
	if n := a.Waiting(); len(n) != 1 || n["hint"] != maxPending {
		t.Errorf("waiting: %v", n)
	}
	now = now.Add(3 * time.Second)
	failed := 0
	for _, task := range tasks {
		task.Do(t.Context(), func() bool { return true })
		if err := <-results; err != nil {
			failed++
		}
	}
	if failed != 1 {
		t.Errorf("%d have failed", failed)
	}
	if answer, err := ask(5, 1, bad); answer != 7 || err != nil {
		t.Errorf("%v, %v", answer, err)
	}
	_, err = ask(0, 0, good)
	wait(err)
	tasks[len(tasks)-1].Do(t.Context(), func() bool { return true })
	if err := <-results; err != nil {
		t.Error(err)
	}
	_, err = ask(0, 200, good)
	wait(err)
	ended, cancel := context.WithCancel(t.Context())
	cancel()
	tasks[len(tasks)-1].Do(ended, func() bool { return false })
	<-results
	if n := a.Waiting(); len(n) > 0 {
		t.Errorf("still waiting: %v", n)
	}
	want := map[Ended]int{{"hint", Answered, 3 * time.Second, 0}: maxPending - 1, {"hint", Failed, 3 * time.Second, 0}: 1, {"hint", Answered, 0, 0}: 1,
		{"hint", Busy, 0, 0}: 1, {"hint", Full, 0, 0}: 1, {"hint", Stopped, 0, 0}: 1}
	if diff := cmp.Diff(want, ends); diff != "" {
		t.Errorf("how questions ended (-want +got):\n%s", diff)
	}
}

// TestWatched has people leave before they are answered. A watched question ends with the last of them, so that its asker may ask
// others; one that is not watched goes on.
func TestWatched(t *testing.T) {
	submitted, ends := make(chan computer.Task), map[string]int{}
	a := New(Options{Submit: func(task computer.Task) { submitted <- task }, Now: time.Now, Ended: func(e Ended) { ends[e.Result]++ }, Log: slog.New(slog.DiscardHandler)})
	began := make(chan bool, 9)
	think := func(ctx context.Context, _ *engine.Engine, _ func() bool) (any, error) {
		began <- true
		<-ctx.Done()
		return nil, ctx.Err()
	}
	results := make(chan error, 9)
	ask := func(ctx context.Context, person int64, ply int, s search) {
		t.Helper()
		_, err := a.ask(&request.Request{Player: data.Player{ID: person}, Cmd: command.Invocation{Path: command.Analyse}}, key{kind: "test", ply: ply}, s)
		unanswered := (*request.UnansweredError)(nil)
		if !errors.As(err, &unanswered) {
			t.Fatalf("person %d, ply %d: %v", person, ply, err)
		}
		go func() { results <- unanswered.Wait(ctx) }()
	}
	watched := search{watched: true, cost: 1, find: think}
	first, leave := context.WithCancel(t.Context())
	second, leaveToo := context.WithCancel(t.Context())
	ask(first, 1, 0, watched)
	task, done := <-submitted, make(chan bool)
	go func() { task.Do(t.Context(), func() bool { return true }); close(done) }()
	<-began
	ask(second, 2, 0, watched)
	for waiting := 0; waiting < 2; { // until both wait
		a.mu.Lock()
		waiting = a.pending[key{kind: "test"}].waiting
		a.mu.Unlock()
	}
	leave()
	if err := <-results; !errors.Is(err, context.Canceled) {
		t.Errorf("who leaves gets %v", err)
	}
	select {
	case <-done:
		t.Fatal("the search has ended although somebody waits")
	default:
	}
	leaveToo()
	<-results
	<-done
	if n := a.Waiting(); len(n) > 0 || ends[Left] != 1 {
		t.Errorf("%v wait, ended: %v", n, ends)
	}

	// Questions that are left before their turn do not count against the limit, and are not searched for.
	var tasks []computer.Task
	for ply := range 3 * maxPerPerson {
		ctx, leave := context.WithCancel(t.Context())
		ask(ctx, 1, 10+ply, watched)
		tasks = append(tasks, <-submitted)
		leave()
		<-results
	}
	for _, task := range tasks {
		task.Do(t.Context(), func() bool { return true })
	}
	if len(began) > 0 || ends[Left] != 1+len(tasks) {
		t.Errorf("%d searches began, ended: %v", len(began), ends)
	}

	gone, leaveHint := context.WithCancel(t.Context())
	ask(gone, 1, 99, search{cost: 1, find: func(context.Context, *engine.Engine, func() bool) (any, error) { return 7, nil }})
	task = <-submitted
	leaveHint()
	<-results
	task.Do(t.Context(), func() bool { return true })
	if answer, ok := a.known.Get(key{kind: "test", ply: 99}); !ok || answer != 7 {
		t.Error("a hint is not found when nobody waits")
	}
}

// TestReviewNodes holds that no review takes much longer than others.
func TestReviewNodes(t *testing.T) {
	for key, want := range map[string][2]uint64{"orthodox": {20_000, 5_199}, "millennium": {17_076, 1_733}, "3d8l": {6_403, 1_500}} {
		v := rules.VariantByKey(key)
		if short, long := reviewNodes(v, 60), reviewNodes(v, 600); short != want[0] || long != want[1] {
			t.Errorf("%s: %d and %d nodes a position", key, short, long)
		}
	}
}
