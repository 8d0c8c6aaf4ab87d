// Package pgtest has databases in a real PostgreSQL for tests.
package pgtest

import (
	"context"
	"database/sql"
	"fmt"
	"net/url"
	"os"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/stdlib"
)

// Env is the environment variable with the address of a PostgreSQL in which tests may make databases, as
// server.sh prints it. Tests of a store run there if it is set.
const Env = "STACKMATE_POSTGRES"

// Server returns the address in Env. It skips the test if there is none.
func Server(t testing.TB) string {
	t.Helper()
	server := os.Getenv(Env)
	if server == "" {
		t.Skip("there is no PostgreSQL: " + Env + " is not set; store/pgtest/server.sh starts one")
	}
	return server
}

var (
	template sync.Once
	failed   error
	count    atomic.Int64
)

// Empty makes an empty database and returns its address. It is removed at the end of the test.
func Empty(t testing.TB) string {
	t.Helper()
	return create(t, "template0")
}

// Prepared makes a database that is a copy of one that prepare was given, once in a process.
func Prepared(t testing.TB, prepare func(address string) error) string {
	t.Helper()
	server, name := Server(t), fmt.Sprintf("template_%d", os.Getpid())
	template.Do(func() {
		if failed = Exec(server, "CREATE DATABASE "+name+" TEMPLATE template0"); failed == nil {
			failed = prepare(At(server, name))
		}
	})
	if failed != nil {
		t.Fatal(failed)
	}
	return create(t, name)
}

// create makes a database like another.
func create(t testing.TB, like string) string {
	t.Helper()
	server, name := Server(t), fmt.Sprintf("test_%d_%d", os.Getpid(), count.Add(1))
	if err := Exec(server, "CREATE DATABASE "+name+" TEMPLATE "+like); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := Exec(server, "DROP DATABASE "+name+" WITH (FORCE)"); err != nil {
			t.Error(err)
		}
	})
	return At(server, name)
}

// At returns the address of a database in a server.
func At(server, name string) string {
	u, err := url.Parse(server)
	if err != nil {
		panic(err)
	}
	u.Path = "/" + name
	return u.String()
}

// Open opens a database. Its statements are PostgreSQL's.
func Open(t testing.TB, address string) *sql.DB {
	t.Helper()
	config, err := pgx.ParseConfig(address)
	if err != nil {
		t.Fatal(err)
	}
	return stdlib.OpenDB(*config)
}

// Exec runs statements in a database.
func Exec(address, statements string) error {
	ctx, cancel := context.WithTimeout(context.Background(), time.Minute)
	defer cancel()
	conn, err := pgx.Connect(ctx, address)
	if err != nil {
		return err
	}
	defer conn.Close(ctx)
	_, err = conn.PgConn().Exec(ctx, statements).ReadAll()
	return err
}
