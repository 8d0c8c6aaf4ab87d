package bot

import "time"

// Handled is what somebody who counts commands is told about one.
type Handled struct {
	// Verb is the path of the command, "unknown" if there was none.
	Verb string
	// Outcome is "done", "refused", "repeated" (handled before) or "failed".
	Outcome string
	Took    time.Duration
}

// report tells of a message that was handled.
func (d *Desk) report(verb string, answer *Answer, err error, took time.Duration) {
	outcome := "done"
	switch {
	case err != nil:
		outcome = "failed"
	case answer == nil:
		outcome = "repeated"
	case answer.Refused:
		outcome = "refused"
	}
	d.commands.Add(d.now(), outcome)
	if d.handled != nil {
		d.handled(Handled{verb, outcome, took})
	}
}
