package main

import (
	"context"
	"io"
	"net"
	"net/http"
	"net/http/cookiejar"
	"net/url"
	"os"
	"regexp"
	"runtime"
	"strconv"
	"strings"
	"testing"
)

// TestPlayWeb plays a move against the program in the browser, and ends the program. After another start the game goes on, at the
// same port and for the same page, which needs no link; unless others can read what is kept for that.
func TestPlayWeb(t *testing.T) {
	t.Parallel()
	db := t.TempDir() + "/game.db"
	jar, err := cookiejar.New(nil)
	if err != nil {
		t.Fatal(err)
	}
	browser := http.Client{Jar: jar}
	var before string
	for i, want := range []string{"White to move.", "Stackmate level 1", "open the link that the terminal shows"} {
		if i == 2 && runtime.GOOS == "windows" {
			break // there no mode says who may read a file
		}
		ctx, stop := context.WithCancel(t.Context())
		printed, out := io.Pipe()
		ended := make(chan int, 1)
		var errors strings.Builder
		go func() {
			ended <- run(ctx, []string{"play", "--web", "--game", "chess", "--against", "1", "--db", db}, streams{in: strings.NewReader(""), out: out, err: &errors})
			out.Close()
		}()
		line := make([]byte, 4096)
		n, err := printed.Read(line)
		if err != nil {
			t.Fatal(err, errors.String())
		}
		site, token, _ := strings.Cut(regexp.MustCompile(`http://127\.0\.0\.1:\d+/in/\w+`).FindString(string(line[:n])), "/in/")
		if i == 0 {
			if page := get(t, &browser, site+"/g/1"); strings.Contains(page, want) {
				t.Error("no link is needed")
			}
			answer, err := browser.Post(site+"/in/"+token, "", nil)
			if err != nil {
				t.Fatal(err)
			}
			answer.Body.Close()
		} else if i == 1 && site != before {
			t.Errorf("the board is at %s, and was at %s", site, before)
		}
		before = site
		page := get(t, &browser, site+"/g/1")
		if !strings.Contains(page, want) {
			t.Errorf("no %q in %s", want, page)
		}
		switch i {
		case 0:
			sayOn(t, &browser, site+"/g/1", "e4")
		case 1:
			if !strings.Contains(page, `data-ply="1">e4</a>`) && !strings.Contains(page, `data-ply="1" aria-current="true">e4</a>`) {
				t.Errorf("the game does not go on: %s", page)
			} else if page := get(t, &browser, site+"/analysis/chess?game=1"); !strings.Contains(page, `id="evaluate"`) || !strings.Contains(page, `<button name="ply" value="1"`) {
				t.Errorf("the game is not analysed: %s", page)
			}
			sayOn(t, &browser, site+"/g/1", "resign yes")
			if page := sayOn(t, &browser, site+"/g/1", "rematch 3"); !strings.Contains(page, "Stackmate level 3") {
				t.Errorf("the next game is not at level 3: %s", page)
			}
		}
		stop()
		if status := <-ended; status != 0 || errors.Len() > 0 {
			t.Errorf("status %d: %s", status, errors.String())
		}
		if i == 1 {
			if err := os.Chmod(db+"-web", 0o644); err != nil {
				t.Fatal(err)
			}
		}
	}
}

// TestLastBoard checks what is kept of a board: by its owner alone, and nothing of what somebody else could have written.
func TestLastBoard(t *testing.T) {
	t.Parallel()
	db := t.TempDir() + "/game.db"
	if got := readLastBoard(db); got != (lastBoard{}) {
		t.Errorf("without a file it is %+v", got)
	}
	for _, b := range []lastBoard{{8082, strings.Repeat("A", 26)}, {65535, strings.Repeat("7", 26)}} {
		if err := writeLastBoard(db, b); err != nil {
			t.Fatal(err)
		}
		if got := readLastBoard(db); got != b {
			t.Errorf("%+v is read as %+v", b, got)
		}
	}
	if info, err := os.Stat(db + "-web"); err != nil || runtime.GOOS != "windows" && info.Mode().Perm() != 0o600 {
		t.Errorf("%v %v", info, err)
	}
	for _, text := range []string{"", "8082 A\n", "x " + strings.Repeat("A", 26) + "\n", "8082 " + strings.Repeat("A", 200) + "\n"} {
		if err := os.WriteFile(db+"-web", []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		if got := readLastBoard(db); got != (lastBoard{}) {
			t.Errorf("%q is read as %+v", text, got)
		}
	}
	if err := os.Remove(db + "-web"); err != nil {
		t.Fatal(err)
	}
	for _, none := range []string{"", "postgres://a@b/c"} {
		if err := writeLastBoard(none, lastBoard{1, strings.Repeat("A", 26)}); err != nil || readLastBoard(none) != (lastBoard{}) {
			t.Errorf("%q: %v", none, err)
		}
	}
}

// get returns a page.
func get(t *testing.T, browser *http.Client, url string) string {
	t.Helper()
	answer, err := browser.Get(url)
	if err != nil {
		t.Fatal(err)
	}
	defer answer.Body.Close()
	body, err := io.ReadAll(answer.Body)
	if err != nil {
		t.Fatal(err)
	}
	return string(body)
}

// TestPlayWebFlags checks what is said about flags that do not fit.
func TestPlayWebFlags(t *testing.T) {
	t.Parallel()
	for args, want := range map[string]string{
		"--web --plain":               "--plain has no use with --web.",
		"--web --picture board.png":   "--picture has no use with --web.",
		"--port 8080":                 "--port is only for --web.",
		"--web --port 70000":          "“70000” is not a port.",
		"--web --against 9":           "is not a level.",
		"--web --language de --plain": "--plain gibt es mit --web nicht.",
		"--web --port 80 --as black":  "--against",
	} {
		var errors strings.Builder
		status := run(t.Context(), append([]string{"play"}, strings.Fields(args)...), streams{in: strings.NewReader(""), out: io.Discard, err: &errors})
		if status != exitUsage || !strings.Contains(errors.String(), want) {
			t.Errorf("%s: status %d, %s", args, status, errors.String())
		}
	}
}

// TestPlayWebPort checks what is said when another program has the port.
func TestPlayWebPort(t *testing.T) {
	t.Parallel()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	port := strconv.Itoa(l.Addr().(*net.TCPAddr).Port)
	for tag, want := range map[string]string{"en": "Port " + port + " cannot be used", "de": "Port " + port + " geht nicht"} {
		var errors strings.Builder
		status := run(t.Context(), []string{"play", "--web", "--port", port, "--language", tag}, streams{in: strings.NewReader(""), out: io.Discard, err: &errors})
		if status != exitFailure || !strings.Contains(errors.String(), want) {
			t.Errorf("status %d, %s", status, errors.String())
		}
	}
}

// sayOn types something on the page of a game, and returns the page that answers.
func sayOn(t *testing.T, browser *http.Client, at, text string) string {
	t.Helper()
	form := url.Values{"text": {text}}
	for _, m := range regexp.MustCompile(`name="(csrf|id|seen)" value="([^"]*)"`).FindAllStringSubmatch(get(t, browser, at), -1) {
		form.Set(m[1], m[2])
	}
	answer, err := browser.PostForm(at+"/say", form)
	if err != nil {
		t.Fatal(err)
	}
	defer answer.Body.Close()
	page, err := io.ReadAll(answer.Body)
	if err != nil {
		t.Fatal(err)
	}
	return string(page)
}

// TestPlayWebLanguage chooses a language at the terminal, and another one on the page: both read the one that was chosen
// last, whoever is to move.
func TestPlayWebLanguage(t *testing.T) {
	t.Parallel()
	db := t.TempDir() + "/game.db"
	terminal := func(lines string) string {
		t.Helper()
		var out, errors strings.Builder
		if status := run(t.Context(), []string{"play", "--game", "chess", "--db", db}, streams{in: strings.NewReader(lines), out: &out, err: &errors}); status != 0 {
			t.Fatalf("status %d: %s", status, errors.String())
		}
		return out.String()
	}
	terminal("preferences language:de\n")
	ctx, stop := context.WithCancel(t.Context())
	printed, out := io.Pipe()
	ended := make(chan int, 1)
	go func() {
		ended <- run(ctx, []string{"play", "--web", "--game", "chess", "--db", db}, streams{in: strings.NewReader(""), out: out, err: io.Discard})
		out.Close()
	}()
	line := make([]byte, 4096)
	n, err := printed.Read(line)
	if err != nil {
		t.Fatal(err)
	}
	jar, err := cookiejar.New(nil)
	if err != nil {
		t.Fatal(err)
	}
	browser := http.Client{Jar: jar}
	site, token, _ := strings.Cut(regexp.MustCompile(`http://127\.0\.0\.1:\d+/in/\w+`).FindString(string(line[:n])), "/in/")
	answer, err := browser.Post(site+"/in/"+token, "", nil)
	if err != nil {
		t.Fatal(err)
	}
	answer.Body.Close()
	for _, tt := range []struct{ text, lang, want string }{
		{"e4", "de", "Weiß spielt 1. e4. Schwarz ist am Zug."},
		{"preferences language:en", "en", "Saved. Language: English."},
		{"e5", "en", "Black plays 1… e5. White to move."},
		{"Nf3", "en", "White plays 2. Nf3. Black to move."},
	} {
		if page := sayOn(t, &browser, site+answer.Request.URL.Path, tt.text); !strings.Contains(page, `<html lang="`+tt.lang+`"`) || !strings.Contains(page, tt.want) {
			t.Errorf("%q is not answered with %q in a page in %q: %s", tt.text, tt.want, tt.lang, page)
		}
	}
	stop()
	if status := <-ended; status != 0 {
		t.Errorf("status %d", status)
	}
	if said := terminal("e4\n"); !strings.Contains(said, "White plays 1. e4. Black to move.") {
		t.Errorf("the terminal says %s", said)
	}
}
