package bot

import (
	"fmt"
	"runtime/debug"
)

// PanicError is a panic that was caught on the way of one message or one game.
type PanicError struct {
	Value any
	Stack []byte
}

func (e *PanicError) Error() string { return fmt.Sprintf("panic: %v\n%s", e.Value, e.Stack) }

// caught makes an error of a panic. It is deferred by whatever is done for somebody,
// so that what fails for one goes on for all others.
func caught(err *error) {
	if r := recover(); r != nil {
		*err = &PanicError{Value: r, Stack: debug.Stack()}
	}
}
