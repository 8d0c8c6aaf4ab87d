package web_test

import (
	"context"
	"encoding/json"
	"errors"
	"net/http"
	"net/url"
	"regexp"
	"strings"
	"testing"

	"stackmate/bot/chat"
	"stackmate/bot/web"
	"stackmate/bot/words"
)

// study asks for a position as scripts do.
func (b *browser) study(path string) (s chat.StudyBoard) {
	b.t.Helper()
	r, err := http.NewRequestWithContext(b.t.Context(), http.MethodGet, b.server.URL+path, nil)
	if err != nil {
		b.t.Fatal(err)
	}
	r.Header.Set("Accept", "application/json")
	b.do(r, nil)
	if b.status == http.StatusOK {
		if err := json.Unmarshal([]byte(b.page), &s); err != nil {
			b.t.Fatal(err)
		}
	}
	return s
}

// refuses checks that a request was answered with a sentence for scripts.
func (b *browser) refuses(status int, sentence string) {
	b.t.Helper()
	var a struct {
		Refused bool
		Text    string
	}
	if err := json.Unmarshal([]byte(b.page), &a); err != nil || b.status != status || !a.Refused || !strings.Contains(a.Text, sentence) {
		b.t.Errorf("%s: %d %q, %v", b.at, b.status, b.page, err)
	}
}

// TestAnalysisPages analyses without scripts and without an account: both colors, back, another move there, a wrong one, the record.
func TestAnalysisPages(t *testing.T) {
	b := found(t, "/chess").browse()
	b.open("/chess/analysis").sees(http.StatusOK, "Which game", "Tridimensional Chess", "Chess – The Next Generation (White on B)")
	if b.open("/chess//analysis/orthodox").sees(http.StatusOK, "Analysis: Standard chess"); !strings.HasPrefix(b.at.Path, "/chess/") {
		t.Errorf("two slashes lead to %s", b.at)
	}
	b.open("/chess/analysis/3D").sees(http.StatusNotFound, "There is no game called “3D”. Choose one of: millennium")
	b.open("/chess/analysis/chess").sees(http.StatusOK, "Analysis: Standard chess", "White to move.", "Sign in to have positions evaluated")
	if b.at.Path != "/chess/analysis/orthodox" {
		t.Errorf("an alias leads to %s", b.at)
	}
	play := func(move string) {
		moves := regexp.MustCompile(`(?s)id="say">.*?name="moves" value="([^"]*)"`).FindStringSubmatch(b.page)[1]
		b.open(b.at.Path + "?" + url.Values{"moves": {moves}, "move": {move}}.Encode())
	}
	play("e4")
	play("e5")
	play("Nf3")
	b.sees(http.StatusOK, "1. e4 e5 2. Nf3", "Black to move.")
	play("Ke6")
	b.sees(http.StatusOK, "“Ke6” is not legal.", "1. e4 e5 2. Nf3", "Black to move.")
	b.open(b.at.Path + "?" + url.Values{"moves": {b.form().Get("moves")}, "ply": {"2"}}.Encode())
	b.sees(http.StatusOK, "1. e4 e5 2. Nf3", "White to move.")
	play("f4")
	b.sees(http.StatusOK, "1. e4 e5 2. f4", "Black to move.")
	if strings.Contains(b.page, "Nf3") {
		t.Error("another move did not replace the one after it")
	}
	b.open("/chess/analysis/orthodox/record?moves=e4+e5+f4").sees(http.StatusOK, `[Variant "Standard"]`, "1. e4 e5 2. f4 *")
	if b.header.Get("Content-Disposition") == "" || b.header.Get("Content-Security-Policy") == "" {
		t.Errorf("%v", b.header)
	}
	if b.open("/chess/analysis/tridimensional/picture"); b.header.Get("Content-Type") != "image/png" || !strings.HasPrefix(b.page, "\x89PNG") {
		t.Errorf("the picture is %q", b.header.Get("Content-Type"))
	}
}

// TestAnalysisData has scripts ask: what is legal, what is wrong, and much too much.
func TestAnalysisData(t *testing.T) {
	b := found(t, "").browse()
	s := b.study("/analysis/tridimensional?moves=e1A-e1A")
	b.refuses(http.StatusBadRequest, "“e1A-e1A”")
	s = b.study("/analysis/tridimensional?move=" + url.QueryEscape(b.study("/analysis/tridimensional").Board.Moves[0].Name))
	if len(s.Moves) != 1 || s.Board.Ply != 1 || s.Board.Turn != "black" || len(s.Board.Moves) == 0 || s.Board.Game != 0 || s.Board.Over {
		t.Errorf("%+v", s.Study)
	}
	start := "4k3/8/8/8/8/8/8/R3K3 b Q - 3 17"
	s = b.study("/analysis/orthodox?moves=Kd7+Rb1&start=" + url.QueryEscape(start))
	if s.Start != start || s.First != 17 || !s.BlackFirst || strings.Join(s.Moves, " ") != "e8-d7 a1-b1" || s.FEN != "8/3k4/8/8/8/8/8/1R2K3 b - - 5 18" {
		t.Errorf("%+v", s)
	}
	if s = b.study("/analysis/orthodox?moves=f3+e5+g4+Qh4"); !s.Board.Over || s.Board.Status != "The game ends here: checkmate." || len(s.Board.Moves) != 0 {
		t.Errorf("%+v", s.Board.Status)
	}
	b.study("/analysis/orthodox?moves=f3+e5+g4+Qh4+a3")
	b.refuses(http.StatusBadRequest, "over")
	dance := strings.Repeat("g1-f3 g8-f6 f3-g1 f6-g8 ", 150)
	if s = b.study("/analysis/orthodox?moves=" + url.QueryEscape(dance)); len(s.Moves) != 600 {
		t.Errorf("%d moves", len(s.Moves))
	}
	for _, c := range []struct {
		path, sentence string
		status         int
	}{
		{"/analysis/orthodox?moves=" + url.QueryEscape(dance+"e2-e4"), "up to 600 half-moves", http.StatusBadRequest},
		{"/analysis/orthodox?moves=" + strings.Repeat("+", 40_000), "too long", http.StatusRequestEntityTooLarge},
		{"/analysis/orthodox?start=" + strings.Repeat("1", 40_000), "too long", http.StatusRequestEntityTooLarge},
		{"/analysis/orthodox?start=" + strings.Repeat("8/", 3000), "FEN", http.StatusBadRequest},
		{"/analysis/orthodox?move=%00%ff%3Cscript%3E", "is not a move", http.StatusBadRequest},
		{"/analysis/" + strings.Repeat("x", 200), "too long", http.StatusRequestEntityTooLarge},
		{"/analysis/%3Cb%3E", "There is no game called “<b>”", http.StatusNotFound},
		{"/analysis/orthodox?moves=%zz", "too old", http.StatusBadRequest},
		{"/analysis/orthodox?game=7", "not signed in", http.StatusForbidden},
		{"/analysis/orthodox?game=x", "not signed in", http.StatusForbidden},
	} {
		b.study(c.path)
		b.refuses(c.status, c.sentence)
	}
	b.open("/analysis/orthodox?ply=-1").sees(http.StatusNotFound)
	b.open("/analysis/orthodox?moves=e4&ply=2").sees(http.StatusNotFound)
	if b.open("/analysis/%3Cb%3E"); strings.Contains(b.page, "<b>") {
		t.Error("a name becomes markup")
	}
}

// TestAnalysisOfGames checks which games lead to an analysis board, and that nobody is helped in one between people.
func TestAnalysisOfGames(t *testing.T) {
	c := found(t, "")
	c.play(room)
	b := c.browse().signIn(c.link("Anna", room, "web #1"))
	for _, m := range [][2]string{{"Anna", "e4"}, {"Ben", "e5"}, {"Anna", "Nf3"}} {
		c.says(m[0], room, "#1 "+m[1])
	}
	if b.open("/g/1"); strings.Contains(b.page, "/analysis/orthodox") {
		t.Error("a running game leads to an analysis board")
	}
	b.open("/analysis/orthodox?game=1").sees(http.StatusForbidden, "Game 1 is still running")
	b.open("/analysis/orthodox?moves=e4+e5+Nf3").sees(http.StatusOK, "Black to move.", "Evaluate")
	evaluate := func(moves string) {
		t.Helper()
		form := b.form()
		form.Set("moves", moves)
		r := b.request("/analysis/orthodox", form)
		b.do(r, nil)
	}
	evaluate("e4 e5 Nf3")
	b.sees(http.StatusOK, "This is the position of your game 1, which is still running.")
	evaluate("e4 e5 Nf3 Nc6 Bb5 a6")
	b.sees(http.StatusOK, "This comes from the position of your game 1")
	evaluate("d4")
	b.sees(http.StatusOK, "1. d4", "(", "Best line: 1…")
	c.says("Ben", room, "#1 resign")
	c.says("Ben", room, "#1 resign yes")
	b.open("/g/1?ply=1").sees(http.StatusOK, "Analyse")
	if !strings.Contains(b.page, `href="/analysis/orthodox?game=1&amp;ply=1"`) {
		t.Fatalf("%s", b.page)
	}
	b.open("/analysis/orthodox?game=1&ply=1").sees(http.StatusOK, "1. e4 e5 2. Nf3", "Black to move.", "Back to game 1")
	evaluate("e4 e5 Nf3")
	b.sees(http.StatusOK, "Best line: 2…")
	b.open("/analysis/3d8l?game=1").sees(http.StatusOK, "Analysis: Standard chess")
	b.open("/analysis/orthodox?game=2").sees(http.StatusNotFound, "no such game")

	// What is kept is an analysis board of the desk.
	form := b.open("/analysis/orthodox?moves=e4+e5+f4").form()
	record := strings.SplitN(strings.SplitN(b.page, `<button name="text" value="`, 2)[1], `"`, 2)[0]
	form.Set("text", strings.ReplaceAll(record, "&#34;", `"`))
	b.do(b.request("/say", form), nil).sees(http.StatusOK, "Analysis: game 2, at half-move 3", "Moves e4 e5 f4")
	b.open("/analysis/orthodox?game=2&ply=2").sees(http.StatusOK, "1. e4 e5 2. f4", "White to move.")
}

// TestWhoEvaluates checks who may ask the program: people who are signed in, with a form of a page, if it is there. It ends when they leave.
func TestWhoEvaluates(t *testing.T) {
	c := found(t, "")
	c.play(room)
	stranger := c.browse()
	stranger.do(stranger.request("/analysis/orthodox", url.Values{"moves": {"d4"}}), nil).sees(http.StatusForbidden, "You are not signed in.")
	b := c.browse().signIn(c.link("Anna", room, "web #1"))
	b.do(b.request("/analysis/orthodox", url.Values{"moves": {"d4"}, "csrf": {"x"}}), nil).sees(http.StatusForbidden, "too old")
	form := b.open("/analysis/orthodox").form()
	form.Set("moves", "d4 Ke4")
	r := b.request("/analysis/orthodox", form)
	r.Header.Set("Accept", "application/json")
	b.do(r, nil)
	b.refuses(http.StatusConflict, "“Ke4”")
	form.Set("moves", "f3 e5 g4")
	r = b.request("/analysis/orthodox", form)
	r.Header.Set("Accept", "application/json")
	var e chat.Evaluation
	if err := json.Unmarshal([]byte(b.do(r, nil).page), &e); err != nil || e.Text != "Black mates in 1." || e.Score != "#−1" || e.White != 0 || len(e.Line) != 1 || e.Line[0].Name != "2… Qh4#" || e.Line[0].Text != "d8-h4" {
		t.Errorf("%+v, %v", e, err)
	}
	b.leaves(c, form)
	alone := sit(t, "millennium", "en") // with no program
	alone.enter()
	alone.open("/analysis/millennium").sees(http.StatusOK, "switched off here")
	form = alone.form()
	alone.do(alone.request("/analysis/millennium", form), nil).sees(http.StatusNotImplemented, "switched off here")
}

// leaves asks the program and does not wait for the answer: then it stops thinking.
func (b *browser) leaves(c *club, form url.Values) {
	b.t.Helper()
	began, ended := make(chan bool), make(chan error, 1)
	c.think = func(ctx context.Context) {
		began <- true
		<-ctx.Done()
		ended <- ctx.Err()
	}
	ctx, leave := context.WithCancel(b.t.Context())
	left := make(chan error)
	go func() {
		answer, err := b.Do(b.request("/analysis/orthodox", form).WithContext(ctx))
		if err == nil {
			answer.Body.Close()
		}
		left <- err
	}()
	<-began
	leave()
	if err := <-left; !errors.Is(err, context.Canceled) {
		b.t.Errorf("who left got %v", err)
	}
	if err := <-ended; !errors.Is(err, context.Canceled) {
		b.t.Errorf("the program ended with %v", err)
	}
}

// quotedKey matches the key of a sentence in a script.
var quotedKey = regexp.MustCompile(`'(analysis\.[\w-]+)'`)

// TestTextsOfAnalysis checks that scripts get every sentence that they show, and none that nobody shows.
func TestTextsOfAnalysis(t *testing.T) {
	texts := web.AnalysisTexts(words.In("en"))
	source := ""
	for _, name := range analysisScripts {
		source += script(t, name)
	}
	for key := range texts {
		if strings.HasPrefix(key, "analysis.") && !strings.Contains(source, "'"+key+"'") {
			t.Errorf("nobody shows %q", key)
		}
	}
	for _, m := range quotedKey.FindAllStringSubmatch(source, -1) {
		if texts[m[1]] == "" {
			t.Errorf("the page has no text %q", m[1])
		}
	}
}
