//go:build integration

package web_test

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"sync"
	"testing"
	"time"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/cdproto/log"
	"github.com/chromedp/cdproto/page"
	"github.com/chromedp/cdproto/runtime"
	"github.com/chromedp/chromedp"
)

// chromium is a tab of a real browser.
type chromium struct {
	t   *testing.T
	ctx context.Context

	mu     sync.Mutex
	errors []string
}

// theBrowser is Debian's, which all tests share; each has a tab with cookies of its own.
var theBrowser = sync.OnceValues(func() (context.Context, error) {
	path, err := exec.LookPath("chromium")
	if err != nil {
		return nil, err
	}
	options := append(chromedp.DefaultExecAllocatorOptions[:], chromedp.ExecPath(path), chromedp.NoSandbox, chromedp.Flag("disable-dev-shm-usage", true))
	ctx, stop := chromedp.NewExecAllocator(context.Background(), options...)
	closeBrowser = stop
	ctx, _ = chromedp.NewContext(ctx) //nolint:govet // closeBrowser ends it
	return ctx, chromedp.Do(ctx)
})

// closeBrowser ends the browser, if it has been started.
var closeBrowser = func() {}

func TestMain(m *testing.M) {
	var err error
	if scratch, err = os.MkdirTemp("", "stackmate-web-"); err != nil {
		panic(err)
	}
	status := m.Run()
	closeBrowser()
	_ = os.RemoveAll(scratch)
	os.Exit(status)
}

// newChromium opens a tab, or skips the test where there is no browser.
func newChromium(t *testing.T) *chromium {
	t.Helper()
	browser, err := theBrowser()
	if errors.Is(err, exec.ErrNotFound) {
		t.Skip("there is no chromium: apt-get install -y chromium")
	}
	if err != nil {
		t.Fatal(err)
	}
	c := &chromium{t: t}
	var cancel func()
	c.ctx, cancel = chromedp.NewContext(browser, chromedp.WithNewBrowserContext(), chromedp.WithListener(c.listen))
	t.Cleanup(cancel)
	context.AfterFunc(t.Context(), cancel) // before servers wait for the end of its requests
	t.Cleanup(func() {
		c.mu.Lock()
		defer c.mu.Unlock()
		for _, e := range c.errors {
			t.Errorf("the browser complains: %s", e)
		}
	})
	if err := chromedp.Do(c.ctx); err != nil {
		t.Fatal(err)
	}
	call(c, log.Enable, cdp.Empty{})
	return c
}

// listen notes errors in scripts, and what the browser does not allow.
func (c *chromium) listen(e any) {
	c.mu.Lock()
	defer c.mu.Unlock()
	switch e := e.(type) {
	case *runtime.EventExceptionThrown:
		c.errors = append(c.errors, fmt.Sprintf("%+v", e.ExceptionDetails.Exception))
	case *log.EventEntryAdded:
		if e.Entry.Level == log.EntryLevelError {
			c.errors = append(c.errors, e.Entry.Text+" "+e.Entry.URL)
		}
	}
}

// run does something in the browser.
func (c *chromium) run(actions ...chromedp.Action[chromedp.Void]) {
	c.t.Helper()
	ctx, cancel := context.WithTimeout(c.ctx, time.Minute)
	defer cancel()
	if err := chromedp.Do(ctx, actions...); err != nil {
		c.t.Fatal(err)
	}
}

// call sends a command to the browser.
func call[P, R any](c *chromium, command cdp.Command[P, R], params P) R {
	c.t.Helper()
	r, err := chromedp.Call(c.ctx, command, params)
	if err != nil {
		c.t.Fatalf("%s: %v", command.Method, err)
	}
	return r
}

// screen is a kind of screen.
type screen struct {
	name          string
	width, height int64
	scale         float64
	touch         bool
}

var (
	desktop = screen{"desktop", 1200, 800, 1, false}
	phone   = screen{"phone", 390, 844, 2, true}
	narrow  = screen{"narrow", 320, 640, 2, true}
	zoomed  = screen{"zoomed", 640, 400, 2, false}
)

// screen makes the tab look like a screen, with one of the color schemes.
func (c *chromium) screen(s screen, scheme string) {
	c.t.Helper()
	call(c, emulation.SetDeviceMetricsOverride, emulation.SetDeviceMetricsOverrideParams{Width: s.width, Height: s.height, DeviceScaleFactor: s.scale, Mobile: s.touch})
	call(c, emulation.SetTouchEmulationEnabled, emulation.SetTouchEmulationEnabledParams{Enabled: s.touch, MaxTouchPoints: 5})
	call(c, emulation.SetEmulatedMedia, emulation.SetEmulatedMediaParams{Features: []*emulation.MediaFeature{
		{Name: "prefers-color-scheme", Value: scheme}, {Name: "prefers-reduced-motion", Value: "reduce"}}})
}

// open opens a page with a board on a screen.
func (c *chromium) open(url string, s screen, scheme string) {
	c.t.Helper()
	c.screen(s, scheme)
	c.run(chromedp.Navigate(url), chromedp.WaitReady(chromedp.CSS(".board3d .cell")))
}

// until tries scripts, one after another, until each is true. Meanwhile the page may change.
func (c *chromium) until(scripts ...string) {
	c.t.Helper()
	for _, script := range scripts {
		ctx, cancel := context.WithTimeout(c.ctx, 40*time.Second)
		for {
			done, err := chromedp.Run(ctx, chromedp.Evaluate[bool](`(() => { const loaded = () => document.readyState === 'complete'; return !!(`+script+`); })()`))
			if err == nil && done {
				break
			}
			if ctx.Err() != nil {
				text, _ := chromedp.Run(c.ctx, chromedp.Evaluate[string](`location.pathname + '\n' + document.body.innerText`))
				c.t.Fatalf("not in time: %s (%v)\n%s", script, err, text)
			}
			time.Sleep(10 * time.Millisecond)
		}
		cancel()
	}
}

// fits checks that a page is not wider than the screen.
func (c *chromium) fits(width int64) {
	c.t.Helper()
	if wide := eval[int64](c, `document.documentElement.scrollWidth`); wide > width {
		c.t.Errorf("on a screen of %d pixels the page is %d wide: %s", width, wide, eval[string](c, `[...document.querySelectorAll('body *')].filter((e) => e.getBoundingClientRect().right > innerWidth + 1).map((e) => e.outerHTML.slice(0, 80)).slice(-3).join(' | ')`))
	}
}

// axe has axe-core look at the page, if AXE_CORE names its script.
func (c *chromium) axe(where string) {
	c.t.Helper()
	script := axeCore()
	if script == "" {
		return
	}
	c.run(chromedp.Evaluate[chromedp.Void](script))
	for _, v := range eval[[]violation](c, `axe.run(document, { resultTypes: ['violations'] }).then((r) => r.violations)`) {
		c.t.Logf("%s: %s (%s): %s", where, v.ID, v.Impact, v.Help)
		if v.Impact == "serious" || v.Impact == "critical" {
			c.t.Errorf("%d times, such as %s: %s", len(v.Nodes), v.Nodes[0].HTML, v.Nodes[0].FailureSummary)
		}
	}
}

// violation is what axe-core finds wrong.
type violation struct {
	ID, Impact, Help string
	Nodes            []struct{ HTML, FailureSummary string }
}

// axeCore is the script of axe-core; empty if there is none.
var axeCore = sync.OnceValue(func() string {
	name := os.Getenv("AXE_CORE")
	if name == "" {
		return ""
	}
	script, err := os.ReadFile(name)
	if err != nil {
		panic(err)
	}
	return string(script)
})

// eval runs a script in the page and returns its value.
func eval[T any](c *chromium, script string, args ...any) T {
	c.t.Helper()
	ctx, cancel := context.WithTimeout(c.ctx, time.Minute)
	defer cancel()
	v, err := chromedp.Run(ctx, chromedp.Evaluate[T](fmt.Sprintf(script, args...), chromedp.EvalAwaitPromise))
	if err != nil {
		c.t.Fatalf("%s: %v", script, err)
	}
	return v
}

// do runs a script in the page.
func (c *chromium) do(script string, args ...any) {
	c.t.Helper()
	eval[chromedp.Void](c, script, args...)
}

// photograph writes what is seen to the folder SCREENSHOTS, if that is set.
func (c *chromium) photograph(name string) {
	c.t.Helper()
	folder := os.Getenv("SCREENSHOTS")
	if folder == "" {
		return
	}
	c.do(`new Promise((done) => setTimeout(done, 250))`) // until nothing moves any more
	beyond := true
	picture := call(c, page.CaptureScreenshot, page.CaptureScreenshotParams{CaptureBeyondViewport: &beyond}).Data
	if err := os.WriteFile(filepath.Join(folder, name+".png"), picture, 0o600); err != nil {
		c.t.Error(err)
	}
}
