package main

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"regexp"
	"runtime"
	"strings"
	"unicode/utf8"

	"go.yaml.in/yaml/v3"
)

// A secret that is pasted where it does not belong ends up in an error, and so in logs
// and screenshots. Therefore errors show only what is too short for one, and a token of
// Discord is refused wherever it does not belong.

// longestShown is how long a value may be that errors show, in characters.
const longestShown = 12

// tokenShape is what Discord's tokens look like.
var tokenShape = regexp.MustCompile(`[A-Za-z0-9_-]{18,}\.[A-Za-z0-9_-]{6,}\.[A-Za-z0-9_-]{25,}`)

// shown quotes a value, or says that it is not shown.
func shown(value string) string {
	if utf8.RuneCountInString(value) > longestShown {
		return "this value"
	}
	return fmt.Sprintf("%q", value)
}

// shownPath is shown for what ought to be the name of a file.
func shownPath(path string) string {
	if strings.ContainsAny(path, `/\`) && !tokenShape.MatchString(path) || utf8.RuneCountInString(path) <= longestShown {
		return path
	}
	return "this name"
}

// fileError is an error about a file without its name.
func fileError(err error) error {
	if e := (*fs.PathError)(nil); errors.As(err, &e) {
		return e.Err
	}
	return err
}

// misplaced finds tokens of Discord in a document, keys included, where none belongs.
func misplaced(n *yaml.Node, path string) error {
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
		if err := misplaced(inner, at); err != nil {
			return err
		}
	}
	return nil
}

// readByOthers reports whether others than its owner can read a file.
func readByOthers(path string) bool {
	info, err := os.Stat(path)
	return err == nil && runtime.GOOS != "windows" && info.Mode().Perm()&0o044 != 0
}
