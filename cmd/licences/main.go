// Licences prints the licences of all modules that are linked into packages, and of Go
// itself: go run ./cmd/licences ./cmd/stackmate >licences.txt
//
// The modules are those for the system that it runs on, or for all that -os names.
package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime"
	"slices"
	"strings"
)

func main() {
	out := flag.String("o", "", "write to this `file`, not to the standard output")
	systems := flag.String("os", runtime.GOOS, "`systems` for which the packages are built, such as linux,windows")
	flag.Parse()
	var text bytes.Buffer
	err := run(&text, flag.Args(), strings.Split(*systems, ",")...)
	if err == nil && *out != "" {
		err = os.WriteFile(*out, text.Bytes(), 0o644)
	} else if err == nil {
		_, err = os.Stdout.Write(text.Bytes())
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, "licences:", err)
		os.Exit(1)
	}
}

// linkedModule is a module with the directories of those of its packages that are linked.
type linkedModule struct {
	Path, Version, Dir string
	packages           []string
}

// licenceName matches the names of files that must be distributed with a program.
var licenceName = regexp.MustCompile(`(?i)^(.*-)?(licen[cs]es?|copying|notice|patents|authors|unlicense|copyright)(-[^.]*)?(\.(md|txt))?$`)

// run writes the licences of all modules that are linked into packages for systems: of their own
// module, of those they need, and of Go. A module without a licence is an error.
func run(w io.Writer, packages []string, systems ...string) error {
	modules, err := modulesOf(packages, systems)
	if err != nil {
		return err
	}
	for _, m := range modules {
		files, err := m.files()
		if err != nil {
			return err
		}
		if len(files) == 0 {
			return fmt.Errorf("%s has no licence", strings.TrimSpace(m.Path+" "+m.Version))
		}
		for _, file := range files {
			text, err := os.ReadFile(file)
			if err != nil {
				return err
			}
			name, err := filepath.Rel(m.Dir, file)
			if err != nil {
				return err
			}
			fmt.Fprintf(w, "%s\n%s\n%s\n\n", strings.TrimSpace(m.Path+" "+m.Version+" "+filepath.ToSlash(name)),
				strings.Repeat("=", 80), bytes.TrimSpace(text))
		}
	}
	return nil
}

// modulesOf returns the modules that are linked into packages for systems, and Go itself, sorted by
// path.
func modulesOf(packages, systems []string) ([]*linkedModule, error) {
	var list []*linkedModule
	byPath := map[string]*linkedModule{}
	for _, system := range systems {
		cmd := exec.Command("go", append([]string{"list", "-deps", "-json=Dir,Standard,Module,Root"}, packages...)...)
		cmd.Env = append(os.Environ(), "GOOS="+system)
		cmd.Stderr = os.Stderr
		out, err := cmd.Output()
		if err != nil {
			return nil, fmt.Errorf("go list for %s: %w", system, err)
		}
		for d := json.NewDecoder(bytes.NewReader(out)); ; {
			var p listedPackage
			if err := d.Decode(&p); errors.Is(err, io.EOF) {
				break
			} else if err != nil {
				return nil, err
			}
			m := linkedModule{Path: "Go", Dir: p.Root}
			switch {
			case p.Module != nil:
				m = linkedModule{Path: p.Module.Path, Version: p.Module.Version, Dir: p.Module.Dir}
			case !p.Standard || p.Root == "":
				continue
			}
			if byPath[m.Path] == nil {
				byPath[m.Path] = &m
				list = append(list, &m)
			}
			byPath[m.Path].packages = append(byPath[m.Path].packages, p.Dir)
		}
	}
	slices.SortFunc(list, func(a, b *linkedModule) int { return strings.Compare(a.Path, b.Path) })
	return list, nil
}

// listedPackage is what go list prints about a package.
type listedPackage struct {
	Dir, Root string
	Standard  bool
	Module    *struct{ Path, Version, Dir string }
}

// files returns the licence files of a module: those in its root, in the directory
// "licenses" there, and in each directory from the root to a linked package, since a
// package may have been copied from elsewhere.
func (m *linkedModule) files() (files []string, err error) {
	folder := filepath.Join(m.Dir, "licenses")
	dirs := map[string]bool{m.Dir: true}
	if _, err := os.Stat(folder); err == nil {
		dirs[folder] = true
	}
	for _, dir := range m.packages {
		for ; len(dir) > len(m.Dir); dir = filepath.Dir(dir) {
			dirs[dir] = true
		}
	}
	for dir := range dirs {
		entries, err := os.ReadDir(dir)
		if err != nil {
			return nil, err
		}
		for _, e := range entries {
			if e.Type().IsRegular() && (dir == folder || licenceName.MatchString(e.Name())) {
				files = append(files, filepath.Join(dir, e.Name()))
			}
		}
	}
	slices.Sort(files)
	return files, nil
}
