package data

import "time"

// Overviews tells in numbers how the bot is doing.
type Overviews interface {
	// Overview returns the numbers at a time, with the messages of some transports. It reads only
	// little, also in a large database.
	Overview(now time.Time, transports []string) (Overview, error)
}

// MaxCounted is up to which number an Overview counts.
const MaxCounted = 10000

// Overview is how the bot is doing.
type Overview struct {
	// Schema is that of the database, and Newest that of the program.
	Schema, Newest int64
	// Bytes is the size of the database.
	Bytes int64
	// Games is the number of running games, and Computer in how many of them the program has to move
	// or to answer, at most MaxCounted.
	Games, Computer int
	// Heartbeat is when the bot last stored that it runs; zero if it never has.
	Heartbeat time.Time
	// Alarms is how many clocks should have been looked at two minutes ago, at most MaxCounted.
	Alarms int
	// Held is how many messages are held since the last restore, which was at Restored.
	Held     int
	Restored time.Time
	// Outbox are the messages of each transport that was named.
	Outbox []OutboxOverview
}

// OutboxOverview are the messages that wait for one transport.
type OutboxOverview struct {
	Transport string
	// Due is how many can be sent now, at most MaxCounted, and Oldest since when the first has been due, also
	// if it waits for another attempt; zero if there is none.
	Due    int
	Oldest time.Time
	// Failures are the errors of messages that could not be sent yet, each with the number of
	// messages, of the oldest that wait.
	Failures map[string]int
}
