package main

import (
	"context"
	"io"
	"net"
	"net/http"
	"net/http/cookiejar"
	"regexp"
	"strconv"
	"strings"
	"testing"
)

// TestPlayWeb plays a move against the program in the browser, and ends the program. A game that is kept goes on.
func TestPlayWeb(t *testing.T) {
	t.Parallel()
	db := t.TempDir() + "/game.db"
	for i, want := range []string{"White to move.", "Stackmate level 1 (Black)"} {
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
		link := regexp.MustCompile(`http://127\.0\.0\.1:\d+/in/\w+`).FindString(string(line[:n]))
		jar, err := cookiejar.New(nil)
		if err != nil {
			t.Fatal(err)
		}
		browser := http.Client{Jar: jar}
		answer, err := browser.Post(link, "", nil)
		if err != nil {
			t.Fatal(err)
		}
		answer.Body.Close()
		page := get(t, &browser, regexp.MustCompile(`/in/.*`).ReplaceAllString(link, "/g/1"))
		if i == 0 {
			if !strings.Contains(page, want) {
				t.Errorf("no %q in %s", want, page)
			}
			form := "text=e4"
			for _, m := range regexp.MustCompile(`name="(csrf|id|seen)" value="([^"]*)"`).FindAllStringSubmatch(page, -1) {
				form += "&" + m[1] + "=" + m[2]
			}
			answer, err := browser.Post(regexp.MustCompile(`/in/.*`).ReplaceAllString(link, "/g/1/say"), "application/x-www-form-urlencoded", strings.NewReader(form))
			if err != nil {
				t.Fatal(err)
			}
			answer.Body.Close()
		} else if !strings.Contains(page, `data-ply="1">e4</a>`) && !strings.Contains(page, `data-ply="1" aria-current="true">e4</a>`) {
			t.Errorf("the game does not go on: %s", page)
		} else if page := get(t, &browser, regexp.MustCompile(`/in/.*`).ReplaceAllString(link, "/analysis/chess?game=1")); !strings.Contains(page, `id="evaluate"`) || !strings.Contains(page, `<button name="ply" value="1"`) {
			t.Errorf("the game is not analysed: %s", page)
		}
		stop()
		if status := <-ended; status != 0 || errors.Len() > 0 {
			t.Errorf("status %d: %s", status, errors.String())
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
