package panics

import (
	"fmt"
	"runtime/debug"
)

// Error is a panic that was caught on the way of one message or one game.
type Error struct {
	Value any
	Stack []byte
}

func (e *Error) Error() string { return fmt.Sprintf("panic: %v\n%s", e.Value, e.Stack) }

// Catch makes an error of a panic. It is deferred by whatever is done for somebody,
// so that what fails for one goes on for all others.
func Catch(err *error) {
	if r := recover(); r != nil {
		*err = &Error{Value: r, Stack: debug.Stack()}
	}
}
