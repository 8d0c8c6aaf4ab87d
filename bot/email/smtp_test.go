package email_test

import (
	"context"
	"errors"
	"strings"
	"testing"

	"stackmate/bot/chat"
	"stackmate/bot/email"
	"stackmate/bot/email/mailtest"
	"stackmate/bot/outbox"
)

// TestErrorsTellNoTokens has the mail server repeat the Message-ID of a mail that it refuses: the error,
// which is logged and stored, does not contain the token.
func TestErrorsTellNoTokens(t *testing.T) {
	t.Parallel()
	w := newWorld(t, mailtest.Options{}, nil)
	hello := func() error {
		return w.bot.Deliver(t.Context(), chat.Address{Transport: email.Transport, ID: alice}, chat.Reply{Text: "hello"})
	}
	if err := hello(); err != nil {
		t.Fatal(err)
	}
	token := w.last(alice, 1).Token()
	for _, code := range []int{451, 554} {
		w.server.Fail(mailtest.Fault{Code: code, Echo: true})
		err := hello()
		if err == nil || !strings.Contains(err.Error(), "no more of") || token == "" || strings.Contains(strings.ToLower(err.Error()), token) ||
			errors.Is(err, outbox.ErrUndeliverable) != (code > 500) {
			t.Errorf("%d: %v", code, err)
		}
	}
}

// TestUndeliverable tells failures for good from those that may pass.
func TestUndeliverable(t *testing.T) {
	t.Parallel()
	w := newWorld(t, mailtest.Options{}, nil)
	for _, code := range []int{421, 450, 451, 550, 552, 553} {
		w.server.Fail(mailtest.Fault{Code: code})
		err := w.bot.Deliver(t.Context(), chat.Address{Transport: email.Transport, ID: alice}, chat.Reply{Text: "hello"})
		if err == nil || errors.Is(err, outbox.ErrUndeliverable) != (code >= 500) {
			t.Errorf("%d: %v", code, err)
		}
	}
	for _, to := range []string{"a b@example.org", "x@example.org\r\nBcc: y@example.org", "jürgen@example.org"} {
		if err := w.bot.Deliver(t.Context(), chat.Address{Transport: email.Transport, ID: to}, chat.Reply{Text: "hello"}); !errors.Is(err, outbox.ErrUndeliverable) {
			t.Errorf("%q: %v", to, err)
		}
	}
	w.server.Down()
	if err := w.bot.Deliver(t.Context(), chat.Address{Transport: email.Transport, ID: alice}, chat.Reply{Text: "hello"}); err == nil || errors.Is(err, outbox.ErrUndeliverable) {
		t.Errorf("no server: %v", err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if err := w.bot.Deliver(ctx, chat.Address{Transport: email.Transport, ID: alice}, chat.Reply{Text: "hello"}); err == nil {
		t.Error("delivered though nobody waits")
	}
}
