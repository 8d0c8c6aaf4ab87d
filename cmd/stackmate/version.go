package main

import (
	"cmp"
	"context"
	"fmt"
	"runtime/debug"

	"github.com/alecthomas/kong"
)

// version and commit are set for releases:
//
//	go build -ldflags "-X main.version=1.2.0 -X main.commit=0123abc" ./cmd/stackmate
var version, commit string

type versionCmd struct{}

// Run prints the version.
func (versionCmd) Run(_ context.Context, s streams) error {
	_, err := fmt.Fprintln(s.out, versionText(debug.ReadBuildInfo()))
	return err
}

// versionFlag is --version, which does what versionCmd does.
type versionFlag bool

// BeforeReset implements kong's hook for flags that replace the command.
func (versionFlag) BeforeReset(app *kong.Kong) error {
	fmt.Fprintln(app.Stdout, versionText(debug.ReadBuildInfo()))
	app.Exit(0)
	return nil
}

// versionText says which program this is, such as "stackmate 1.2.0, commit 0123abc, go1.26.8".
// What the linker has not set is taken from what Go has recorded in the program.
func versionText(info *debug.BuildInfo, ok bool) string {
	name, at, goVersion := versionParts(info, ok)
	if goVersion != "" {
		goVersion = ", " + goVersion
	}
	return "stackmate " + name + ", commit " + at + goVersion
}

// versionParts returns what versionText says: the version, the commit and the version of Go, which
// is empty if it is not known.
func versionParts(info *debug.BuildInfo, ok bool) (name, at, goVersion string) {
	name, at = version, commit
	if ok {
		recorded := map[string]string{}
		for _, s := range info.Settings {
			recorded[s.Key] = s.Value
		}
		if info.Main.Version != "(devel)" {
			name = cmp.Or(name, info.Main.Version)
		}
		at = cmp.Or(at, recorded["vcs.revision"])
		if recorded["vcs.modified"] == "true" && commit == "" {
			at += " with changes"
		}
		goVersion = info.GoVersion
	}
	return cmp.Or(name, "development version"), cmp.Or(at, "unknown"), goVersion
}
