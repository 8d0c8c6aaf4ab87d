package main

import (
	"context"
	"os"
	"os/signal"
	"runtime"
	"syscall"
	"time"
)

// watchEvery is how often the configuration is looked at where there is no SIGHUP.
const watchEvery = time.Minute

// hangups are the SIGHUPs that the program gets. They end it, as when its terminal closes,
// until reloads is called.
type hangups struct {
	claim  chan struct{}
	reload chan struct{}
}

// signalContext returns a context that ends at the first interrupt or termination signal.
// A second one ends the program at once.
func signalContext() (ctx context.Context, h *hangups, stop func()) {
	ctx, end := context.WithCancel(context.Background())
	h = &hangups{claim: make(chan struct{}, 1), reload: make(chan struct{}, 1)}
	asked, hungUp := make(chan os.Signal, 1), make(chan os.Signal, 1)
	signal.Notify(asked, os.Interrupt, syscall.SIGTERM)
	if !signal.Ignored(syscall.SIGHUP) { // as under nohup
		signal.Notify(hungUp, syscall.SIGHUP)
	}
	go func() {
		for claimed, over := false, false; !over; {
			select {
			case <-h.claim:
				claimed = true
			case <-hungUp:
				select {
				case <-h.claim: // at the same time
					claimed = true
				default:
				}
				if over = !claimed; claimed {
					notify(h.reload)
				}
			case <-asked:
				over = true
			case <-ctx.Done():
				over = true
			}
		}
		signal.Stop(asked) // before the context ends, so that a second signal ends the program
		signal.Stop(hungUp)
		end()
	}()
	return ctx, h, end
}

// notify sends to a channel unless a value waits there.
func notify(c chan struct{}) {
	select {
	case c <- struct{}{}:
	default:
	}
}

// reloads returns a channel that receives a value when the configuration in a file is to be
// read again: after a SIGHUP, which no longer ends the program, or where there is none,
// when the file has changed.
func (h *hangups) reloads(ctx context.Context, path string) <-chan struct{} {
	if runtime.GOOS == "windows" {
		return watchFile(ctx, path, time.Tick(watchEvery))
	}
	h.claim <- struct{}{}
	return h.reload
}

// watchFile looks at a file at each tick, until the context ends. The channel receives a
// value when the file is another one than the last time, or than in the beginning.
func watchFile(ctx context.Context, path string, ticks <-chan time.Time) <-chan struct{} {
	changed := make(chan struct{}, 1)
	last, _ := os.Stat(path) // nil if there is none
	go func() {
		for {
			select {
			case <-ctx.Done():
				return
			case <-ticks:
			}
			now, err := os.Stat(path)
			if err != nil { // it is being replaced
				continue
			}
			if last == nil || !now.ModTime().Equal(last.ModTime()) || now.Size() != last.Size() {
				notify(changed)
			}
			last = now
		}
	}()
	return changed
}
