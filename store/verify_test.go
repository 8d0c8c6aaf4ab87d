package store

import (
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"stackmate/bot/chat"
	"stackmate/bot/data"
	"stackmate/bot/email/mailstore"
	"stackmate/bot/game"
	"stackmate/bot/timeutil"
	"stackmate/rules"
	"stackmate/store/verify"
)

// testTransports are those of populatedFile.
var testTransports = []string{"test", "email"}

// populatedFile returns a closed database with something in every table that is verified:
//   - game 1 runs, with a clock; Black has conditional moves, White is to move
//   - game 2 was won by checkmate, game 3 drawn by agreement and rated
//   - game 4 was resigned with all its moves taken back but one, game 5 is an analysis
//   - challenge 6 is open; messages 1 and 2 wait, 3 was delivered
func populatedFile(t *testing.T) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "games.db")
	s := opened(t, path)
	var people [2]int64
	add := func(tx data.Tx, variant string, terms game.Terms, seats [2]int64) (*game.Game, error) {
		ch := &game.Challenge{Variant: rules.VariantByKey(variant), Terms: terms, From: seats[0], To: seats[1], Color: game.AsWhite,
			Server: "house", Home: chat.Address{Transport: "test", ID: "hall"}, State: game.Open, Made: noon}
		if err := tx.AddChallenge(ch); err != nil {
			return nil, err
		}
		g, err := ch.Start(seats[1], true, noon)
		if err != nil {
			return nil, err
		}
		return g, errors.Join(tx.AnswerChallenge(ch.ID, game.Accepted), tx.AddGame(g))
	}
	moves := func(tx data.Tx, g *game.Game, texts ...string) error {
		for _, text := range texts {
			p := g.Position()
			m, err := p.ParseMove(text)
			if err != nil {
				return err
			}
			if err := g.Move(g.Turn(), m, noon.Add(time.Duration(len(g.Log))*time.Minute)); err != nil {
				return err
			}
		}
		return tx.SaveGame(g)
	}
	update(t, s, func(tx data.Tx) error {
		for i, name := range []string{"Anna", "Ben"} {
			p, err := tx.PlayerAt(somebody(name), noon)
			if err != nil {
				return err
			}
			people[i] = p.ID
			p.Settings.Language = "de"
			if err := tx.SavePlayer(p); err != nil {
				return err
			}
		}
		clock := game.Terms{Clock: game.Clock{Bank: 30 * timeutil.Day, Increment: timeutil.Day}}
		running, err1 := add(tx, "orthodox", clock, people)
		mated, err2 := add(tx, "orthodox", game.Terms{}, people)
		rated, err3 := add(tx, "nextgen:shared", game.Terms{Rated: true}, people)
		resigned, err4 := add(tx, "orthodox", game.Terms{}, people)
		analysis, err5 := add(tx, "orthodox", game.Terms{}, [2]int64{people[0], people[0]})
		if err := errors.Join(err1, err2, err3, err4, err5); err != nil {
			return err
		}
		err := errors.Join(tx.SetHeartbeat(noon), moves(tx, running, "e4", "e5", "Nf3", "Nc6"), moves(tx, mated, "f3", "e5", "g4", "Qh4"),
			moves(tx, resigned, "e4", "e5"), moves(tx, analysis, "e4"),
			tx.SetConditions(running.ID, people[1], game.Conditions{{If: "Bf1-b5", Then: "a7-a6"}}), tx.SetVacation(people[0], game.Span{From: noon, To: noon.Add(timeutil.Day)}))
		if err != nil {
			return err
		}
		if running, err = tx.Game(running.ID); err != nil { // with the vacation
			return err
		}
		for range 6 {
			p := rated.Position()
			if err := rated.Move(p.Turn(), p.Moves()[0], noon); err != nil {
				return err
			}
		}
		err = errors.Join(tx.SaveGame(running), rated.OfferDraw(rules.White, noon), rated.AcceptDraw(rules.Black, noon), tx.SaveGame(rated),
			resigned.AskTakeback(rules.Black), resigned.AnswerTakeback(rules.White, true, noon), resigned.Resign(rules.White, noon), tx.SaveGame(resigned))
		for i, player := range people {
			standing, failed := tx.Rating(player, "nextgen")
			standing.Games, standing.Rating.Value, standing.Updated = 1, 1500+float64(i), noon
			err = errors.Join(err, failed, tx.AddRatingChange(rated.ID, data.RatingChange{Player: player, Before: 1500, After: standing.Rating.Value}), tx.SetRating(standing))
		}
		err = errors.Join(err, tx.AddChallenge(&game.Challenge{Variant: rated.Variant, From: people[0], To: people[1], Color: game.AsRandom, State: game.Open, Made: noon}))
		for i := range 3 {
			_, failed := tx.Enqueue(message("hall", 1, fmt.Sprint("message ", i)))
			err = errors.Join(err, failed)
		}
		_, failed := tx.MarkReceived("test", "m1", noon)
		return errors.Join(err, failed, tx.MarkDelivered(1, noon), tx.AddOutage(data.Outage{Transport: "test", Span: game.Span{From: noon, To: noon}}),
			tx.SetServer("house", data.Server{Language: "de"}))
	})
	updateMail(t, s, func(tx mailstore.Tx) error {
		return errors.Join(tx.SaveToken(mailstore.Token{Hash: "h", StopHash: "s", Address: "a@example.org", Game: 1, Sent: noon}, 3),
			tx.SetThread("a@example.org", 1, mailstore.Thread{First: "m1", Last: "m1"}, noon))
	})
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	return path
}

// problems verifies a file.
func problems(t *testing.T, path string) []string {
	t.Helper()
	report, err := Verify(t.Context(), path, verify.Options{Transports: testTransports, Workers: 2})
	if err != nil {
		t.Fatalf("%s: %v", path, err)
	}
	var list []string
	for _, p := range report.Problems {
		list = append(list, p.String())
	}
	return list
}

// TestVerifySound verifies a database that has nothing wrong.
func TestVerifySound(t *testing.T) {
	onFile(t)
	path := populatedFile(t)
	report, err := Verify(t.Context(), path, verify.Options{Transports: testTransports})
	if err != nil || !report.Sound() {
		t.Fatalf("%v, %v", report.Problems, err)
	}
	report.Schema = 0
	if want := (verify.Report{Players: 2, Games: 5, Moves: 18, Messages: 3}); fmt.Sprint(report) != fmt.Sprint(want) {
		t.Errorf("%+v, want %+v", report, want)
	}
	if entries, err := os.ReadDir(filepath.Dir(path)); err != nil || len(entries) != 1 {
		t.Errorf("it has left files: %v, %v", entries, err)
	}
}

// TestVerifyKilled verifies a database whose last changes are in the -wal file: they are seen, and
// nothing in the folder changes.
func TestVerifyKilled(t *testing.T) {
	onFile(t)
	path := populatedFile(t)
	leaveWAL(t, path)
	before := folder(t, path)
	if list := problems(t, path); len(list) > 0 {
		t.Errorf("found:\n%s", strings.Join(list, "\n"))
	}
	if after := folder(t, path); after != before {
		t.Errorf("the folder was\n%sand is\n%s", before, after)
	}
}

// folder describes the files in the folder of a database.
func folder(t *testing.T, path string) string {
	t.Helper()
	entries, err := os.ReadDir(filepath.Dir(path))
	if err != nil {
		t.Fatal(err)
	}
	var b strings.Builder
	for _, e := range entries {
		content, err := os.ReadFile(filepath.Join(filepath.Dir(path), e.Name()))
		if err != nil {
			t.Fatal(err)
		}
		info, err := e.Info()
		if err != nil {
			t.Fatal(err)
		}
		fmt.Fprintln(&b, e.Name(), len(content), info.ModTime(), binary.LittleEndian.Uint64(append(content, make([]byte, 8)...)))
	}
	return b.String()
}

// TestVerifyUpgraded verifies databases with older schemas, in memory.
func TestVerifyUpgraded(t *testing.T) {
	onFile(t)
	for _, version := range []int64{1, 2, 3, 4} {
		path := thawed(t, version)
		before := folder(t, path)
		report, err := Verify(t.Context(), path, verify.Options{})
		report.Problems = slices.DeleteFunc(report.Problems, func(p verify.Problem) bool { return p.Table == "ratings" }) // as in TestUpgrade
		if err != nil || report.Schema != version || !report.Upgraded || report.Games != 2 || !report.Sound() {
			t.Errorf("schema %d: %+v, %v", version, report, err)
		}
		if after := folder(t, path); after != before {
			t.Errorf("the folder was\n%sand is\n%s", before, after)
		}
		damage(t, path, "UPDATE games SET plies = 9 WHERE id = 1")
		if list := problems(t, path); len(list) == 0 || !strings.Contains(list[0], "games 1: it has 3 moves, but says 9") {
			t.Errorf("schema %d: found:\n%s", version, strings.Join(list, "\n"))
		}
	}
}

// TestVerifyRefuses gives it what is no database of ours.
func TestVerifyRefuses(t *testing.T) {
	onFile(t)
	dir := t.TempDir()
	write := func(name, content string) string {
		path := filepath.Join(dir, name)
		if err := os.WriteFile(path, []byte(content), 0o600); err != nil {
			t.Fatal(err)
		}
		return path
	}
	newer := populatedFile(t)
	damage(t, newer, "INSERT INTO goose_db_version (version_id, is_applied) VALUES (9999, 1)")
	foreign := filepath.Join(dir, "foreign.db")
	mustExec(t, raw(t, foreign), "CREATE TABLE t (a)")
	for path, want := range map[string]error{
		filepath.Join(dir, "missing.db"): fs.ErrNotExist, dir: ErrNotDatabase, write("empty.db", ""): ErrNotDatabase,
		write("text.db", "hello, this is a text"): ErrNotDatabase, foreign: ErrNotDatabase, newer: ErrNewer,
	} {
		if report, err := Verify(t.Context(), path, verify.Options{}); !errors.Is(err, want) || !report.Sound() {
			t.Errorf("%s: %v, %v; want %v", path, report, err, want)
		}
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := Verify(ctx, populatedFile(t), verify.Options{}); !errors.Is(err, context.Canceled) {
		t.Errorf("interrupted: %v", err)
	}
}

// TestVerifyUnderLoad verifies a database in which moves are made meanwhile.
func TestVerifyUnderLoad(t *testing.T) {
	onFile(t)
	path := populatedFile(t)
	owner, err := Own(t.Context(), path, noon)
	if err != nil {
		t.Fatal(err)
	}
	defer owner.Release()
	s := opened(t, path)
	stop, made := make(chan struct{}), make(chan int)
	go func() {
		n := 0
		for {
			select {
			case <-stop:
				made <- n
				return
			default:
			}
			err := s.Update(t.Context(), func(tx data.Tx) error {
				g, err := tx.Game(5)
				if err != nil {
					return err
				}
				if g.Over() {
					return nil
				}
				if err := play(g, noon); err != nil {
					return err
				}
				_, err = tx.Enqueue(message("hall", 5, "moved"))
				return errors.Join(err, tx.SaveGame(g))
			})
			if err != nil {
				t.Error(err)
			}
			n++
		}
	}()
	for range 10 {
		if list := problems(t, path); len(list) > 0 {
			t.Errorf("found:\n%s", strings.Join(list, "\n"))
		}
	}
	close(stop)
	if n := <-made; n == 0 {
		t.Error("no moves were made")
	}
}
