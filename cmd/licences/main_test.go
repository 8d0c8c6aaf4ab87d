package main

import (
	"bytes"
	"debug/buildinfo"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime"
	"strings"
	"testing"
)

// TestEveryModule checks that every module that is linked into the program comes with a
// licence, and so does Go, and that the image has them.
func TestEveryModule(t *testing.T) {
	program := filepath.Join(t.TempDir(), "stackmate")
	if out, err := exec.Command("go", "build", "-o", program, "stackmate/cmd/stackmate").CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	info, err := buildinfo.ReadFile(program)
	if err != nil {
		t.Fatal(err)
	}
	var text bytes.Buffer
	if err := run(&text, []string{"stackmate/cmd/stackmate"}, runtime.GOOS); err != nil {
		t.Fatal(err)
	}
	const terms = `(?is)(permi(t|ssion)|license|public domain)`
	want := []string{"Go  LICENSE", "stackmate  LICENSE", "github.com/golang/freetype .* licenses/ftl.txt"}
	for _, m := range info.Deps {
		want = append(want, regexp.QuoteMeta(m.Path+" "+m.Version)+` \S*(?i:LICEN|COPYING)\S*`)
	}
	if len(want) < 20 {
		t.Fatalf("only %q", want)
	}
	for _, heading := range want {
		section := regexp.MustCompile(`(?m)^` + heading + `\n={80}\n(?s:.{200,1000})`).FindString(text.String())
		if !regexp.MustCompile(terms).MatchString(section) {
			t.Errorf("%s: %.200q", heading, section)
		}
	}
	image, err := os.ReadFile("../../Dockerfile")
	if err != nil {
		t.Fatal(err)
	}
	for _, line := range []string{"go run ./cmd/licences ./cmd/stackmate >/licences.txt", "COPY --from=build /stackmate /licences.txt /"} {
		if !strings.Contains(string(image), line) {
			t.Errorf("the image is built without %q", line)
		}
	}
}

// TestEverySystem checks that a release for several systems has the licences of the modules that only
// one of them needs.
func TestEverySystem(t *testing.T) {
	var one, all bytes.Buffer
	for text, systems := range map[*bytes.Buffer][]string{&one: {"linux"}, &all: {"linux", "darwin", "windows"}} {
		if err := run(text, []string{"modernc.org/libc"}, systems...); err != nil {
			t.Fatal(err)
		}
	}
	const elsewhere = "github.com/ncruces/go-strftime" // which SQLite needs on Windows
	if strings.Contains(one.String(), elsewhere) || !strings.Contains(all.String(), elsewhere) {
		t.Errorf("%s: for Linux %v, for all %v", elsewhere, strings.Contains(one.String(), elsewhere), strings.Contains(all.String(), elsewhere))
	}
	if strings.Count(all.String(), "\nmodernc.org/libc v") > strings.Count(one.String(), "\nmodernc.org/libc v") {
		t.Error("a module that all need comes more than once")
	}
}

// TestNoLicence checks that a module without a licence is an error.
func TestNoLicence(t *testing.T) {
	dir := t.TempDir()
	for name, text := range map[string]string{"go.mod": "module example.org/bare\n\ngo 1.26\n", "main.go": "package main\n\nfunc main() {}\n"} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	t.Chdir(dir)
	if err := run(&bytes.Buffer{}, []string{"."}, runtime.GOOS); err == nil || !strings.Contains(err.Error(), "example.org/bare has no licence") {
		t.Errorf("got %v", err)
	}
}
