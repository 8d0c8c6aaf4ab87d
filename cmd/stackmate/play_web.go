package main

import (
	"cmp"
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"net"
	"net/url"
	"os/exec"
	"runtime"
	"strconv"
	"strings"
	"time"

	"golang.org/x/sync/errgroup"

	"stackmate/bot"
	"stackmate/bot/chat"
	"stackmate/bot/console"
	"stackmate/bot/textutil"
	"stackmate/bot/web"
	"stackmate/bot/words"
	"stackmate/render"
)

// checkWeb returns an error for a flag that has no use in the browser, or only there.
func (c *playCmd) checkWeb(lang words.Language) error {
	terminal := []struct {
		flag string
		set  bool
	}{{"--picture", c.Picture != ""}, {"--boards", c.Boards != ""}, {"--for", c.For != ""}, {"--plain", c.Plain}, {"--strict", c.Strict}}
	for _, f := range terminal {
		if c.Web && f.set {
			return usageError{errors.New(lang.Text("cli.not-web", "flag", f.flag))}
		}
	}
	switch {
	case c.Port != 0 && !c.Web:
		return usageError{errors.New(lang.Text("cli.web-only", "flag", "--port"))}
	case c.Port < 0 || c.Port > 65535:
		return usageError{errors.New(lang.Text("cli.port", "text", textutil.Quote(strconv.Itoa(c.Port))))}
	}
	return nil
}

// browse serves a board at this computer until the context ends.
func (c *playCmd) browse(ctx context.Context, s streams, t *console.Table, g localGame, lang words.Language) error {
	before := readLastBoard(c.DB)
	l, err := c.listenWeb(ctx, before.port)
	if err != nil && c.Port != 0 {
		return errors.New(lang.Text("cli.port-taken", "port", c.Port))
	}
	if err != nil {
		return err
	}
	session := cmp.Or(before.session, rand.Text())
	if err := writeLastBoard(c.DB, lastBoard{l.Addr().(*net.TCPAddr).Port, session}); err != nil {
		warnings(s.err).Warn("a page that is open now will not go on after another start", "error", err)
	}
	doors := &web.Local{Desk: t.Desk, Token: rand.Text(), Once: rand.Text(), Session: session, Table: t.Variant, Language: lang,
		Against: t.Against, People: t.People, As: t.As.String(), AsChosen: t.AsChosen, Beside: seats(console.Transport), LanguageChosen: g.languageChosen}
	if t.Chosen {
		if err := doors.Prefer(ctx, "language:"+lang.Tag); err != nil {
			return err
		}
	}
	public := &url.URL{Scheme: "http", Host: l.Addr().String()}
	front := web.New(web.Options{Desk: t.Desk, Games: g.store.games, Pieces: render.Sprite(), Draw: drawer(t.Desk, t.Renderer), Doors: doors, Public: public,
		Alone: true, Evaluate: g.evaluate, Rand: rand.Text, Now: time.Now, Log: warnings(s.err)})
	link := public.JoinPath("in", doors.Token).String()
	fmt.Fprintln(s.out, lang.Text("cli.web", "url", link))
	group, ctx := errgroup.WithContext(ctx)
	group.Go(func() error { return serveOn(ctx, l, front) })
	group.Go(func() error { t.Desk.Send(ctx, web.Transport, front); return nil })
	if s.terminal {
		openBrowser(public.JoinPath("in", doors.Once).String(), s.env)
	}
	return group.Wait()
}

// seats returns the people who play at a table of a front end.
func seats(transport string) []chat.Address {
	return []chat.Address{{Transport: transport, ID: "white"}, {Transport: transport, ID: "black"}}
}

// listenWeb listens at the port that was asked for, else at the one of the last time if it is free.
func (c *playCmd) listenWeb(ctx context.Context, last int) (net.Listener, error) {
	listen := func(port int) (net.Listener, error) {
		return (&net.ListenConfig{}).Listen(ctx, "tcp", net.JoinHostPort("127.0.0.1", strconv.Itoa(port)))
	}
	if c.Port == 0 && last != 0 {
		if l, err := listen(last); err == nil {
			return l, nil
		}
	}
	return listen(c.Port)
}

// drawer returns a function that draws positions for pages.
func drawer(desk *bot.Desk, r *render.Renderer) func(context.Context, chat.Picture, words.Language) (chat.File, error) {
	return func(ctx context.Context, want chat.Picture, lang words.Language) (chat.File, error) {
		pic, opt, err := desk.Scene(ctx, want, lang)
		if err != nil {
			return chat.File{}, err
		}
		data, err := r.PNG(pic, opt)
		return chat.File{Name: "board.png", Type: "image/png", Data: data, Alt: pic.Alt()}, err
	}
}

// openBrowser opens a page, where there is a browser. If there is none, the link was printed.
func openBrowser(link string, env func(string) string) {
	var command []string
	switch runtime.GOOS {
	case "windows":
		command = []string{"rundll32", "url.dll,FileProtocolHandler"}
	case "darwin":
		command = []string{"open"}
	default:
		if cmp.Or(env("DISPLAY"), env("WAYLAND_DISPLAY"), env("BROWSER")) == "" {
			return
		}
		command = []string{cmp.Or(strings.Fields(env("BROWSER") + " xdg-open")[0])}
	}
	browser := exec.Command(command[0], append(command[1:], link)...)
	if browser.Start() == nil {
		go browser.Wait()
	}
}
