package store

import (
	"context"
	"database/sql"
	"fmt"
	"os"
	"path/filepath"
	"testing"
	"time"

	"stackmate/bot/chat"
	"stackmate/bot/data"
	"stackmate/bot/game"
	"stackmate/rules"
	"stackmate/store/pgtest"
)

// victimEnv is the environment variable with the path of the database for TestKilled's second
// process.
const victimEnv = "STACKMATE_STORE_VICTIM"

func TestMain(m *testing.M) {
	if path := os.Getenv(victimEnv); path != "" {
		fmt.Println(victim(path))
		os.Exit(1)
	}
	os.Exit(m.Run())
}

var noon = time.Date(2026, 11, 21, 12, 0, 0, 0, time.UTC)

// fresh opens a new database: in PostgreSQL if pgtest.Env says where, else in a temporary directory.
func fresh(t *testing.T) (*Store, string) {
	t.Helper()
	if os.Getenv(pgtest.Env) != "" {
		address := pgtest.Prepared(t, func(address string) error {
			s, err := Open(context.Background(), address)
			if err != nil {
				return err
			}
			return s.Close()
		})
		return opened(t, address), address
	}
	path := filepath.Join(t.TempDir(), "stackmate.db")
	return opened(t, path), path
}

// onFile skips a test that is about SQLite's files where the others run in PostgreSQL.
func onFile(t *testing.T) {
	t.Helper()
	if os.Getenv(pgtest.Env) != "" {
		t.Skip("it is about SQLite's files")
	}
}

// opened opens a database and closes it at the end of the test.
func opened(t *testing.T, path string) *Store {
	t.Helper()
	s, err := Open(t.Context(), path)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { s.Close() })
	return s
}

// update runs a transaction that must succeed.
func update(t *testing.T, s *Store, fn func(data.Tx) error) {
	t.Helper()
	if err := s.Update(t.Context(), fn); err != nil {
		t.Fatal(err)
	}
}

// view runs a read-only transaction that must succeed.
func view(t *testing.T, s *Store, fn func(data.Tx) error) {
	t.Helper()
	if err := s.View(t.Context(), fn); err != nil {
		t.Fatal(err)
	}
}

func somebody(name string) chat.Person {
	return chat.Person{Address: chat.Address{Transport: "test", ID: name}, Name: name}
}

// newGame stores two players, a challenge between them, and its game at "the room".
func newGame(tx data.Tx, variant string) (*game.Game, error) {
	var ids [2]int64
	for i, name := range []string{"Anna", "Ben"} {
		p, err := tx.PlayerAt(somebody(name), noon)
		if err != nil {
			return nil, err
		}
		ids[i] = p.ID
	}
	ch := &game.Challenge{Variant: rules.VariantByKey(variant), Terms: game.Terms{MoveLimit: 30}, From: ids[0], To: ids[1],
		Color: game.AsWhite, Home: chat.Address{Transport: "test", ID: "the room"}, Server: "the house", State: game.Open, Made: noon}
	if err := tx.AddChallenge(ch); err != nil {
		return nil, err
	}
	g := &game.Game{ID: ch.ID, Variant: ch.Variant, Terms: ch.Terms, Home: ch.Home, Server: ch.Server,
		Seats: ids, Started: noon}
	if err := g.Load(); err != nil {
		return nil, err
	}
	return g, tx.AddGame(g)
}

// play makes a legal move.
func play(g *game.Game, now time.Time) error {
	p := g.Position()
	return g.Move(p.Turn(), p.Moves()[0], now)
}

// raw opens a file with SQLite alone, as another program would.
func raw(t *testing.T, path string) *sql.DB {
	t.Helper()
	db, err := sql.Open("sqlite", fileURL(path, "rwc")+"&_pragma=busy_timeout(5000)")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { db.Close() })
	return db
}

func mustExec(t *testing.T, db *sql.DB, query string) {
	t.Helper()
	if _, err := db.ExecContext(context.Background(), query); err != nil {
		t.Fatal(err)
	}
}
