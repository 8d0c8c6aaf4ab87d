package email_test

import (
	"bytes"
	"strings"
	"testing"

	"stackmate/bot/email/mailtest"
)

// TestViewsByMail asks for other pictures by mail: once with a command, and for all mails
// with a preference. Who listens to the mails gets the pieces in words.
func TestViewsByMail(t *testing.T) {
	t.Parallel()
	w := newWorld(t, mailtest.Options{}, nil)
	w.begin()
	flat := w.last(alice, 3).Picture
	w.answer(alice, 3, "board view:stack")
	stack := w.last(alice, 4)
	if len(stack.Picture) == 0 || bytes.Equal(stack.Picture, flat) {
		t.Error("both views are the same picture")
	}
	if strings.Contains(stack.Text+stack.HTML, "view:") || strings.Contains(stack.HTML, "Flat view") {
		t.Errorf("a mail offers a button: %s", stack.Text)
	}
	w.answer(alice, 4, "preferences view:stack text:on")
	w.last(alice, 5)
	w.answer(alice, 5, "board")
	board := w.last(alice, 6)
	const spoken = "white king e1, queen d1, rooks a1 h1"
	if !strings.Contains(board.Text, spoken) || !strings.Contains(board.HTML, spoken) || strings.Contains(board.Text, "R N B Q") || strings.Contains(board.HTML, "<pre") {
		t.Errorf("in words: %s", board.Text)
	}
	w.answer(alice, 6, "e4")
	w.last(alice, 7)
	if m := w.last(bob, 3); strings.Contains(m.Text, "rooks a1 h1") || !strings.Contains(m.Text, "P P P . P P P P") {
		t.Errorf("Bob prefers nothing: %s", m.Text)
	}
	w.answer(bob, 3, "e5")
	w.last(bob, 4)
	announced := w.last(alice, 8)
	if !strings.Contains(announced.Text, "rooks a1 h1") {
		t.Errorf("a mail that nobody asked for: %s", announced.Text)
	}
	w.answer(alice, 8, "What attacks f3?")
	if m := w.last(alice, 9); !strings.Contains(m.Text, "Attacked by White: queen d1, knight g1, pawn g2.") {
		t.Errorf("asked what attacks: %s", m.Text)
	}
	w.answer(alice, 9, "board level:all")
	if m := w.last(alice, 10); !strings.Contains(m.HTML, "cid:") {
		t.Errorf("the gallery: %s", m.HTML)
	}
}
