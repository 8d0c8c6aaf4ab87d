package main

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"runtime"
	"strings"
	"unicode/utf8"

	"go.yaml.in/yaml/v3"
)

// A secret that is pasted into the wrong place could end up in an error, and so in logs and
// screenshots. That is why errors show only values that are too short to be secrets, and a
// Discord token in the wrong place is an error.

// maxShownValue is the length in characters up to which errors show a value.
const maxShownValue = 12

// tokenShape matches Discord's tokens.
var tokenShape = regexp.MustCompile(`[A-Za-z0-9_-]{18,}\.[A-Za-z0-9_-]{6,}\.[A-Za-z0-9_-]{25,}`)

// showValue quotes a value for an error, or returns "this value" if it could be a secret.
func showValue(value string) string {
	if utf8.RuneCountInString(value) > maxShownValue {
		return "this value"
	}
	return fmt.Sprintf("%q", value)
}

// showPath returns the path of a file for an error, or "this name" if it could be a
// secret.
func showPath(path string) string {
	if strings.ContainsAny(path, `/\`) && !tokenShape.MatchString(path) || utf8.RuneCountInString(path) <= maxShownValue {
		return path
	}
	return "this name"
}

// located returns a path for an error. A relative one gets the folder in which it was looked for.
func located(path string) string {
	folder, err := os.Getwd()
	if err != nil || filepath.IsAbs(path) {
		return path
	}
	return fmt.Sprintf("%s (in %s)", path, folder)
}

// fileError returns an error about a file without the file's name.
func fileError(err error) error {
	if e := (*fs.PathError)(nil); errors.As(err, &e) {
		return e.Err
	}
	return err
}

// findMisplacedTokens returns an error if a document has a Discord token, in a key or a
// value, anywhere except in discord.token.
func findMisplacedTokens(n *yaml.Node, path string) error {
	if n.Kind == yaml.ScalarNode && tokenShape.MatchString(n.Value) && path != "discord.token" {
		return fmt.Errorf("line %d: this looks like a token of Discord; it belongs into discord.token alone, or into a file that discord.token_file names", n.Line)
	}
	for i, inner := range n.Content {
		at := path
		if n.Kind == yaml.MappingNode {
			if i%2 == 0 {
				at = "" // a key
			} else {
				at = strings.TrimPrefix(path+"."+n.Content[i-1].Value, ".")
			}
		}
		if err := findMisplacedTokens(inner, at); err != nil {
			return err
		}
	}
	return nil
}

// readableByOthers reports whether a file can be read by other users than its owner. On
// Windows it is always false.
func readableByOthers(path string) bool {
	info, err := os.Stat(path)
	return err == nil && runtime.GOOS != "windows" && info.Mode().Perm()&0o044 != 0
}
