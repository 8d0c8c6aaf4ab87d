package data

import "context"

// jobKey is the key of a job in a context.
type jobKey struct{}

// ForJob returns a context that says what transactions are for, such as "move" or "outbox". Job
// must not come from outside: it becomes a label of metrics.
func ForJob(ctx context.Context, job string) context.Context {
	return context.WithValue(ctx, jobKey{}, job)
}

// JobOf returns what the transactions in a context are for; "other" if it does not say.
func JobOf(ctx context.Context) string {
	if job, ok := ctx.Value(jobKey{}).(string); ok {
		return job
	}
	return "other"
}
