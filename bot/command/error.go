package command

// ParseError says why a text is no command, as a sentence of the catalogue.
type ParseError struct {
	// Key names the sentence, Args are the names and values of what fills its gaps, in turn.
	Key  string
	Args []any
}

// Error returns the key of the sentence, for logs.
func (e *ParseError) Error() string { return "not a command: " + e.Key }

func fail(key string, args ...any) error { return &ParseError{key, args} }
