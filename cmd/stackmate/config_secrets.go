package main

import (
	"fmt"
	"os"
	"strings"
	"unicode"
	"unicode/utf8"
)

// secretReader finds secrets, each in the one place that has it.
type secretReader struct{ getenv func(string) string }

// read takes the secret with a key such as discord.token from the environment, or else
// from its own file or the configuration, of which only one may have it. An empty
// variable is as good as none. The error never shows the secret.
func (r secretReader) read(key, value, file string) (string, error) {
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
		return value, nil
	case value != "":
		return "", fmt.Errorf("%s and %s_file are both set: keep one", key, key)
	}
	data, err := os.ReadFile(file)
	if err != nil {
		return "", fmt.Errorf("%s_file: %w", key, err)
	}
	value, err = secretLine(string(data))
	switch {
	case err != nil:
		return "", fmt.Errorf("%s_file: %s: %w", key, file, err)
	case value == "":
		return "", fmt.Errorf("%s_file: %s is empty", key, file)
	}
	return value, nil
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
