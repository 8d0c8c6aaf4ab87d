package main

import (
	"cmp"
	"context"
	"fmt"
	"runtime/debug"
	"strings"

	"github.com/alecthomas/kong"
)

// version and commit are set for releases, by .goreleaser.yaml and by the Dockerfile:
//
//	go build -ldflags "-X main.version=1.2.0 -X main.commit=0123abc" ./cmd/stackmate
var version, commit string

type versionCmd struct{}

// Run prints the version.
func (versionCmd) Run(_ context.Context, s streams) error {
	_, err := fmt.Fprintln(s.out, thisBuild())
	return err
}

// versionFlag is --version, which does what versionCmd does.
type versionFlag bool

// BeforeReset implements kong's hook for flags that replace the command.
func (versionFlag) BeforeReset(app *kong.Kong) error {
	fmt.Fprintln(app.Stdout, thisBuild())
	app.Exit(0)
	return nil
}

// build says which program this is.
type build struct {
	// Version is such as "1.2.0", and Commit the id of a commit in git. Where they are not known
	// they say so.
	Version, Commit string
	// Go is the version of Go, such as "go1.26.8".
	Go string
}

// String returns one line, such as "stackmate 1.2.0, commit 0123abc, go1.26.8".
func (b build) String() string {
	return "stackmate " + b.Version + ", commit " + b.Commit + ", " + b.Go
}

// thisBuild returns which program is running.
func thisBuild() build {
	info, ok := debug.ReadBuildInfo()
	if !ok {
		info = &debug.BuildInfo{}
	}
	return buildOf(version, commit, info)
}

// buildOf returns what the linker was told, and for what it was not told what Go has recorded: in a
// working copy of git the commit and whether files were changed, in "go install" the version.
func buildOf(version, commit string, info *debug.BuildInfo) build {
	recorded := map[string]string{}
	for _, s := range info.Settings {
		recorded[s.Key] = s.Value
	}
	if commit == "" && recorded["vcs.revision"] != "" {
		commit = recorded["vcs.revision"]
		if recorded["vcs.modified"] == "true" {
			commit += " with changes"
		}
	}
	if version == "" && info.Main.Version != "(devel)" {
		version = info.Main.Version
	}
	return build{Version: cmp.Or(strings.TrimPrefix(version, "v"), "development version"), Commit: cmp.Or(commit, "unknown"),
		Go: cmp.Or(info.GoVersion, "unknown version of Go")}
}
