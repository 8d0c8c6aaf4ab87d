// Package panics turns panics into errors, so that a panic while the bot works on one message or
// game does not end the bot.
package panics

import (
	"fmt"
	"runtime/debug"
)

// Error is a panic that Catch has recovered.
type Error struct {
	// Value is the argument of the panic.
	Value any
	// Stack is the stack trace of the goroutine that panicked.
	Stack []byte
}

// Error implements error. It includes the stack trace.
func (e *Error) Error() string { return fmt.Sprintf("panic: %v\n%s", e.Value, e.Stack) }

// Catch recovers a panic and sets err to an *Error. It must be deferred directly:
//
//	defer panics.Catch(&err)
func Catch(err *error) {
	if r := recover(); r != nil {
		*err = &Error{Value: r, Stack: debug.Stack()}
	}
}
