package email_test

import (
	"strings"
	"testing"

	"stackmate/bot/email/mailtest"
)

// TestImportByMail imports records from the text of a mail and from an attached file.
func TestImportByMail(t *testing.T) {
	t.Parallel()
	w := newWorld(t, mailtest.Options{}, nil)
	moves := strings.Fields("e4 e5 Nf3 Nc6 Bb5 a6 Ba4 Nf6 O-O Be7 Re1 b5 Bb3 d6 c3 O-O h3 Nb8 d4 Nbd7")
	record := "[Event \"Home\"]\n[Annotator \"bob@example.org\"]\n\n"
	for i, m := range moves {
		record += m + map[bool]string{true: "\n", false: " "}[i%5 == 4]
	}
	record += "; all of it\n*"
	w.write(names[alice], "hello", "help")
	w.answer(alice, 1, "import orthodox\n\n"+record)
	if l := w.last(alice, 2); w.plies(1) != len(moves) {
		t.Fatalf("%d plies: %s", w.plies(1), l.Text)
	}
	w.answer(alice, 2, "board\nimport orthodox "+record)
	if l := w.last(alice, 3); !strings.Contains(l.Text, "> import orthodox [Event \"Home\"] …\n") || w.plies(2) != len(moves) {
		t.Errorf("%d plies: %s", w.plies(2), l.Text)
	}
	raw := string(mailtest.New(names[alice], w.last(alice, 3).ReplyTo(), "import", w.id(), "", w.now()))
	raw = strings.Replace(raw, "Content-Type: text/plain; charset=utf-8\n\n", "Content-Type: multipart/mixed; boundary=b\n\n--b\n\nimport orthodox\n--b\n"+
		"Content-Type: application/x-chess-pgn\nContent-Disposition: attachment; filename=home.pgn\n\n"+record+"\n--b--\n", 1)
	w.send([]byte(raw))
	if l := w.last(alice, 4); w.plies(3) != len(moves) {
		t.Errorf("%d plies: %s", w.plies(3), l.Text)
	}
}
