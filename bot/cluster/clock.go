package cluster

import (
	"context"
	"time"

	"stackmate/bot/data"
)

// maxSkew is by how much the clock of this machine may differ from that of the database. Less cannot be told from the time that the question
// takes.
const maxSkew = 250 * time.Millisecond

// Now returns the current time by the clock of the database, so that all processes have the same: one whose clock is minutes ahead would
// else take every pause in which it stored nothing for an outage, and those with a right clock would find theirs set back.
func (m *Member) Now() time.Time { return m.opt.Now().Add(time.Duration(m.ahead.Load())) }

// compare finds out by how much the clock of the database is ahead of that of this machine. What it finds is right to half the time that
// the question takes, so after a slow answer only a large difference counts.
func (m *Member) compare(ctx context.Context, tx data.Tx) error {
	asked := m.opt.Now()
	there, err := tx.Clock()
	if err != nil {
		return err
	}
	half := m.opt.Now().Sub(asked) / 2
	ahead := there.Sub(asked.Add(half))
	if change := ahead - time.Duration(m.ahead.Load()); change.Abs() > maxSkew+half {
		m.ahead.Store(int64(ahead))
		m.opt.Log.WarnContext(ctx, "the clocks of this machine and of the database differ; that of the database counts", "ahead", ahead)
	}
	return nil
}
