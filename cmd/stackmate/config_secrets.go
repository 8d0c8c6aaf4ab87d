package main

import (
	"fmt"
	"os"
	"strings"
	"unicode"
	"unicode/utf8"
)

// secretReader finds secrets, each in the one place that has it.
type secretReader struct {
	getenv func(string) string
	config string // the file of the configuration
	// exposed are the secrets whose files others can read, and how to change that.
	exposed []string
}

// read takes the secret with a key such as discord.token from the environment, or else
// from its own file or the configuration, of which only one may have it. An empty
// variable is as good as none. The error never shows the secret.
func (r *secretReader) read(key, value, file string) (string, error) {
	variable := "STACKMATE_" + strings.ToUpper(strings.ReplaceAll(key, ".", "_"))
	if env, err := secretLine(r.getenv(variable)); err != nil {
		return "", fmt.Errorf("%s: %w", variable, err)
	} else if env != "" {
		return env, nil
	}
	value, err := secretLine(value)
	switch {
	case err != nil:
		return "", fmt.Errorf("%s: %w", key, err)
	case file == "":
		if value != "" {
			r.look(key, r.config)
		}
		return value, nil
	case value != "":
		return "", fmt.Errorf("%s and %s_file are both set: keep one", key, key)
	}
	data, err := os.ReadFile(file)
	if err != nil {
		return "", fmt.Errorf("%s_file: %s: %w", key, shownPath(file), fileError(err))
	}
	r.look(key+"_file", file)
	value, err = secretLine(string(data))
	switch {
	case err != nil:
		return "", fmt.Errorf("%s_file: %s: %w", key, shownPath(file), err)
	case value == "":
		return "", fmt.Errorf("%s_file: %s is empty", key, shownPath(file))
	}
	return value, nil
}

// look notes whether others can read the file that holds a secret.
func (r *secretReader) look(key, file string) {
	if readByOthers(file) {
		r.exposed = append(r.exposed, fmt.Sprintf("others can read %s: chmod 600 %s", key, shownPath(file)))
	}
}

// secretLine drops what editors and shells put around a secret: white space, line ends,
// byte order marks. What is left must be one line of text.
func secretLine(s string) (string, error) {
	s = strings.TrimFunc(s, func(r rune) bool { return unicode.IsSpace(r) || unicode.Is(unicode.Cf, r) })
	if !utf8.ValidString(s) || strings.ContainsFunc(s, unicode.IsControl) {
		return "", fmt.Errorf("not one line of text in UTF-8")
	}
	return s, nil
}
