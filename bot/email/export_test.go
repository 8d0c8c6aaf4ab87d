package email

import "time"

// Hurry makes the pauses after failures short.
func (b *Bot) Hurry(pause time.Duration) { b.soon, b.seldom = pause, pause }
