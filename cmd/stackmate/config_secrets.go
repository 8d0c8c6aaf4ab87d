package main

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"unicode"
	"unicode/utf8"
)

// secretReader reads secrets from the environment, from files of their own, or from the
// configuration.
type secretReader struct {
	getenv func(string) string
	config string // the path of the configuration file
	// exposed has a warning for each secret whose file others can read, with the command
	// that changes that.
	exposed []string
}

// read returns the secret with a key such as discord.token: value, which the configuration
// holds, or the content of file. Only one of them may be set. An environment variable such
// as STACKMATE_DISCORD_TOKEN overrides both unless it is empty. Errors never show the
// secret.
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
			r.checkExposed(key, r.config)
		}
		return value, nil
	case value != "":
		return "", fmt.Errorf("%s and %s_file are both set: keep one", key, key)
	}
	data, err := os.ReadFile(file)
	if err != nil {
		return "", fmt.Errorf("%s_file: %s: %w", key, located(showPath(file)), fileError(err))
	}
	r.checkExposed(key+"_file", file)
	value, err = secretLine(string(data))
	switch {
	case err != nil:
		return "", fmt.Errorf("%s_file: %s: %w", key, showPath(file), err)
	case value == "":
		return "", fmt.Errorf("%s_file: %s is empty", key, showPath(file))
	}
	return value, nil
}

// checkExposed adds a warning if others can read the file that holds a secret. Those that
// systemd passes on are protected by more than their mode.
func (r *secretReader) checkExposed(key, file string) {
	credentials := r.getenv("CREDENTIALS_DIRECTORY")
	if passedOn := credentials != "" && filepath.Dir(file) == filepath.Clean(credentials); !passedOn && readableByOthers(file) {
		r.exposed = append(r.exposed, fmt.Sprintf("others can read %s: chmod 600 %s", key, showPath(file)))
	}
}

// secretLine removes what editors and shells leave around a secret: white space, line ends
// and byte order marks. The error says that the rest is not one line of text.
func secretLine(s string) (string, error) {
	s = strings.TrimFunc(s, func(r rune) bool { return unicode.IsSpace(r) || unicode.Is(unicode.Cf, r) })
	if !utf8.ValidString(s) || strings.ContainsFunc(s, unicode.IsControl) {
		return "", fmt.Errorf("not one line of text in UTF-8")
	}
	return s, nil
}
