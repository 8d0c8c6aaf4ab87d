package bot

import "context"

// SendDue has every letter that is due tried once, and returns how many were.
func (d *Desk) SendDue(ctx context.Context, transport string, front FrontEnd) (int, error) {
	s := d.newSender(transport, front)
	n, err := s.begin(ctx)
	s.finish()
	return n, err
}

// Senders counts the senders that listen.
func (d *Desk) Senders() int {
	d.mu.Lock()
	defer d.mu.Unlock()
	return len(d.wakes)
}
