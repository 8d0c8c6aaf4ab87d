package store

import (
	"database/sql/driver"
	"errors"
	"fmt"
	"io"
	"net"
	"slices"
	"strings"

	"github.com/jackc/pgx/v5/pgconn"

	"stackmate/bot/data"
)

// taken is PostgreSQL's code for a second row with the same key, perhaps a number that another transaction gave as well.
const taken = "23505"

// passing are codes of PostgreSQL for what ends by itself, and what it means if it does not.
var passing = map[string]error{
	"40001": ErrConflicts, "40P01": ErrConflicts, // undone for another transaction
	"23505": ErrConflicts,                                                     // another transaction gave the same number
	"53200": ErrConflicts,                                                     // too much is remembered of what transactions have read
	"57P01": ErrUnreachable, "57P02": ErrUnreachable, "57P03": ErrUnreachable, // it stops or starts
	"53300": ErrUnreachable, // it has too many connections
	"25P03": ErrUnreachable, // a pause in the transaction was too long
}

// lost are errors of a connection that has broken.
var lost = []error{driver.ErrBadConn, io.EOF, io.ErrUnexpectedEOF, net.ErrClosed}

// causeOf returns what a failure means that may pass: ErrConflicts, or ErrUnreachable; nil for others.
func causeOf(err error) error {
	if code := stateOf(err); code != "" {
		if strings.HasPrefix(code, "08") {
			return ErrUnreachable
		}
		return passing[code]
	}
	var network net.Error
	var connect *pgconn.ConnectError
	if errors.As(err, &connect) || errors.As(err, &network) || slices.ContainsFunc(lost, func(target error) bool { return errors.Is(err, target) }) {
		return ErrUnreachable
	}
	return nil
}

// explainPostgres is explain for errors of PostgreSQL.
func explainPostgres(err error) error {
	var known error
	switch stateOf(err) {
	case "25006":
		known = data.ErrReadOnly
	case "53100":
		known = ErrFull
	case "XX001", "XX002":
		known = errDamagedPostgres
	}
	if known == nil || errors.Is(err, known) {
		return err
	}
	return fmt.Errorf("%w: %w", known, err)
}

// damagedPostgres is ErrDamaged for PostgreSQL, where something else is to be done.
type damagedPostgres struct{}

var errDamagedPostgres = damagedPostgres{}

// Error implements error.
func (damagedPostgres) Error() string {
	return "PostgreSQL finds its files damaged; restore a dump or a base backup of it"
}

// Is reports whether an error is ErrDamaged.
func (damagedPostgres) Is(target error) bool { return target == ErrDamaged }
