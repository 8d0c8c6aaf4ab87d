// Package timeutil has what the standard library's time lacks: a sleep that ends with a context, and the day.
package timeutil

import (
	"context"
	"time"
)

// Day is 24 hours: days are counted in UTC, which has no daylight saving time.
const Day = 24 * time.Hour

// Sleep waits for d, or until the context ends; then it returns the context's error.
func Sleep(ctx context.Context, d time.Duration) error {
	t := time.NewTimer(d)
	defer t.Stop()
	select {
	case <-ctx.Done():
		return ctx.Err()
	case <-t.C:
		return nil
	}
}
