package bot

import "context"

// SendDue is one round of Send.
func (d *Desk) SendDue(ctx context.Context, transport string, front Front) (int, error) {
	return d.sendDue(ctx, transport, front)
}

// Senders counts the senders that listen.
func (d *Desk) Senders() int {
	d.mu.Lock()
	defer d.mu.Unlock()
	return len(d.wakes)
}
