package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"os"
	"os/exec"
	"path"
	"slices"
	"strings"
	"testing"
)

// rooms says which of our packages each package may import. A name that ends with "/..."
// covers the packages below it that have no line of their own. Any other import is an
// error.
var rooms = []struct {
	room  string
	may   []string
	third []string // packages from elsewhere that only this room may know; nil for any
}{
	{room: "rules/engine/puzzle", may: []string{"rules"}, third: []string{}},
	{room: "rules/engine/puzzle/make", may: []string{"rules", "rules/engine", "rules/engine/puzzle", "rules/engine/review"}, third: []string{}},
	{room: "rules/engine/review", may: []string{"rules", "rules/engine", "rules/engine/puzzle"}, third: []string{}},
	{room: "rules/engine/arena", may: []string{"rules", "rules/engine", "rules/engine/puzzle"}, third: []string{}},
	{room: "rules/engine/...", may: []string{"rules", "rules/engine"}, third: []string{}},
	{room: "rules/...", third: []string{}},
	{room: "bot/logging", third: []string{}},
	{room: "bot/lru", third: []string{}},
	{room: "bot/textutil", third: []string{}},
	{room: "bot/timeutil", third: []string{}},
	{room: "render/...", may: []string{"rules"}},
	{room: "bot/metrics", third: []string{"github.com/prometheus/client_golang/prometheus",
		"github.com/prometheus/client_golang/prometheus/collectors", "github.com/prometheus/client_golang/prometheus/promhttp"}},
	{room: "bot/chat", third: []string{}},
	{room: "bot/words", may: []string{"bot/chat"}, third: []string{"go.yaml.in/yaml/v3"}},
	{room: "bot/rating", third: []string{}},
	{room: "bot/mailaddr", third: []string{"golang.org/x/net/idna"}},
	{room: "bot/game", may: []string{"rules", "bot/chat"}, third: []string{}},
	{room: "bot/data", may: []string{"rules", "bot/chat", "bot/game", "bot/rating"}, third: []string{}},
	{room: "bot/command", may: []string{"render", "rules", "bot/chat", "bot/data", "bot/game", "bot/words"}, third: []string{"github.com/agnivade/levenshtein"}},
	{room: "bot/request", may: []string{"rules", "render", "bot/chat", "bot/command", "bot/data", "bot/game", "bot/mailaddr", "bot/outbox", "bot/rating", "bot/words"}, third: []string{}},
	{room: "bot/account", may: []string{"bot/puzzles", "rules", "render", "bot/chat", "bot/command", "bot/data", "bot/game", "bot/mailaddr", "bot/outbox", "bot/rating", "bot/request", "bot/words"}, third: []string{"golang.org/x/text/unicode/norm"}},
	{room: "bot/show", may: []string{"rules/engine/puzzle", "rules", "render", "bot/chat", "bot/command", "bot/data", "bot/game", "bot/lesson", "bot/panics", "bot/request", "bot/words"}, third: []string{}},
	{room: "bot/complete", may: []string{"bot/puzzles", "rules", "render", "bot/chat", "bot/command", "bot/data", "bot/game", "bot/lesson", "bot/request"}, third: []string{}},
	{room: "bot/boards", may: []string{"bot/lesson", "rules/engine/puzzle", "rules", "render", "bot/chat", "bot/data", "bot/game", "bot/request", "bot/words"}, third: []string{}},
	{room: "bot/mygames", may: []string{"rules", "bot/chat", "bot/data", "bot/game", "bot/request"}, third: []string{}},
	{room: "bot/watch", may: []string{"rules", "bot/chat", "bot/command", "bot/data", "bot/game", "bot/request"}, third: []string{}},
	{room: "bot/mydata", may: []string{"rules", "bot/chat", "bot/command", "bot/data", "bot/game", "bot/request", "bot/show", "bot/words"}, third: []string{}},
	{room: "bot/bymail", may: []string{"rules", "bot/chat", "bot/command", "bot/data", "bot/game", "bot/request", "bot/words"}, third: []string{}},
	{room: "bot/exercise", may: []string{"rules", "bot/chat", "bot/command", "bot/request"}, third: []string{}},
	{room: "bot/puzzles", may: []string{"rules", "rules/engine/puzzle", "bot/chat", "bot/command", "bot/data", "bot/exercise", "bot/panics", "bot/rating", "bot/request", "bot/words"}, third: []string{}},
	{room: "bot/lesson", may: []string{"render", "rules", "bot/chat", "bot/command", "bot/request", "bot/words"}, third: []string{}},
	{room: "bot/backup", third: []string{}},
	{room: "bot/uptime", may: []string{"bot/cluster", "bot/data", "bot/game", "bot/panics"}, third: []string{}},
	{room: "bot/status", may: []string{"bot/chat", "bot/data", "bot/uptime", "bot/words"}, third: []string{}},
	{room: "bot/panics", third: []string{}},
	{room: "bot/computer", may: []string{"bot/cluster", "rules", "rules/engine", "bot/chat", "bot/data", "bot/game", "bot/panics"}, third: []string{}},
	{room: "bot/advice", may: []string{"rules", "rules/engine", "rules/engine/review", "bot/boards", "bot/chat", "bot/command", "bot/computer", "bot/data", "bot/exercise", "bot/game", "bot/panics", "bot/request", "bot/words"}, third: []string{}},
	{room: "bot/cluster", may: []string{"bot/data"}, third: []string{}},
	{room: "bot/outbox", may: []string{"bot/cluster", "bot/chat", "bot/data", "bot/panics"}, third: []string{}},
	{room: "bot/console", may: []string{"render", "rules", "bot", "bot/command", "bot/panics", "bot/chat", "bot/words"}},
	{room: "bot/discord/discordtest"},
	{room: "bot/discord", may: []string{"bot/cluster", "bot/uptime", "bot/mydata", "bot", "bot/request", "bot/command", "bot/data", "bot/outbox", "bot/panics", "bot/chat", "bot/words"}},
	{room: "bot/email/mailstore", may: []string{"bot/chat", "bot/data"}, third: []string{}},
	{room: "bot/email/...", may: []string{"bot/uptime", "bot", "bot/bymail", "bot/request", "bot/command", "bot/data", "bot/outbox", "bot/panics", "bot/chat", "bot/words", "bot/mailaddr", "bot/email", "bot/email/inbound", "bot/email/mailstore", "bot/email/outbound"}},
	{room: "bot/live", may: []string{"bot/chat", "bot/data", "bot/game"}, third: []string{}},
	{room: "bot/web", may: []string{"bot", "bot/lesson", "bot/boards", "bot/chat", "bot/data", "bot/live", "bot/command", "bot/panics", "bot/words"}, third: []string{}},
	{room: "bot", may: []string{"bot/cluster", "bot/boards", "bot/uptime", "bot/status", "bot/account", "bot/exercise", "bot/puzzles", "bot/mygames", "bot/watch", "bot/complete", "bot/mydata", "bot/lesson", "bot/bymail", "bot/request", "bot/show", "bot/command", "render", "rules", "bot/chat", "bot/data", "bot/outbox", "bot/panics", "bot/game", "bot/mailaddr", "bot/rating", "bot/words"}, third: []string{"golang.org/x/text/unicode/norm"}},
	{room: "bot/...", may: []string{"rules", "bot/chat", "bot/game"}},
	{room: "store/pgtest", third: []string{"github.com/jackc/pgx/v5", "github.com/jackc/pgx/v5/stdlib"}},
	{room: "store/storetest", may: []string{"store", "store/pgtest", "store/verify"}, third: []string{}},
	{room: "store/verify", may: []string{"bot/chat", "bot/data", "bot/game", "rules"}, third: []string{"golang.org/x/sync/errgroup"}},
	{room: "store/...", may: []string{"store/verify", "bot/data", "bot/email/mailstore", "bot/game", "bot/chat", "bot/rating", "rules"}},
	{room: "cmd/...", may: []string{"*"}},
}

// leaves are helpers that import none of our packages but one another. All packages except the rules may
// import them.
var leaves = []string{"bot/logging", "bot/lru", "bot/textutil", "bot/timeutil"}

// experts are the only packages that may import a library.
var experts = map[string][]string{
	"github.com/fogleman/gg":               {"render"},
	"github.com/klauspost/compress":        {"render"},
	"github.com/gosimple/unidecode":        {"render"},
	"github.com/hajimehoshi/bitmapfont/v3": {"render"},
	"github.com/bwmarrin/discordgo":        {"bot/discord"},
	"github.com/agnivade/levenshtein":      {"bot/command"},
	"modernc.org/sqlite":                   {"store"},
	"github.com/jackc/pgx/v5":              {"store", "store/pgtest"},
	"database/sql":                         {"store", "store/pgtest", "store/storetest", "store/verify"},
	"github.com/pressly/goose/v3":          {"store"},
	"github.com/alecthomas/kong":           {"cmd/stackmate"},
	"golang.org/x/term":                    {"bot/console", "cmd/stackmate"},
	"go.yaml.in/yaml/v3":                   {"bot/words", "cmd/stackmate"},
	"net/http":                             {"bot/discord", "bot/discord/discordtest", "bot/metrics", "bot/web", "cmd/stackmate"},
	"github.com/prometheus":                {"bot/metrics"},
	"github.com/emersion/go-imap/v2":       {"bot/email", "bot/email/mailtest"},
	"github.com/emersion/go-smtp":          {"bot/email", "bot/email/mailtest"},
	"github.com/wneessen/go-mail":          {"bot/email"},
	"github.com/google/go-cmp/cmp":         {},
	"pgregory.net/rapid":                   {},
	"github.com/rogpeppe/go-internal":      {},
}

// listed is what go list prints about a package, without its tests.
type listed struct {
	ImportPath string
	Standard   bool
	Imports    []string
	GoFiles    []string
	Dir        string
}

// packages returns our packages by their path in the module, and which other packages are
// in the standard library.
func packages(t *testing.T) (ours map[string]listed, standard map[string]bool) {
	t.Helper()
	cmd := exec.Command("go", "list", "-deps", "-json=ImportPath,Standard,Imports,GoFiles,Dir", "stackmate/...")
	var stderr bytes.Buffer
	cmd.Stderr = &stderr
	out, err := cmd.Output()
	if err != nil {
		t.Fatalf("go list: %v\n%s", err, &stderr)
	}
	ours, standard = map[string]listed{}, map[string]bool{}
	for d := json.NewDecoder(bytes.NewReader(out)); ; {
		var p listed
		if err := d.Decode(&p); errors.Is(err, io.EOF) {
			break
		} else if err != nil {
			t.Fatal(err)
		}
		if at, ok := strings.CutPrefix(p.ImportPath, "stackmate/"); ok {
			ours[at] = p
		} else if p.Standard {
			standard[p.ImportPath] = true
		}
	}
	if len(ours) < 10 {
		t.Fatalf("only %d packages", len(ours))
	}
	return ours, standard
}

func TestArrows(t *testing.T) {
	ours, standard := packages(t)
	for at, p := range ours {
		i := slices.IndexFunc(rooms, func(r struct {
			room  string
			may   []string
			third []string
		}) bool {
			base, tree := strings.CutSuffix(r.room, "/...")
			return at == base || tree && strings.HasPrefix(at, base+"/")
		})
		if i < 0 {
			t.Errorf("%s has no room: add it to the list, with the reason in design", at)
			continue
		}
		room := rooms[i]
		for _, imported := range p.Imports {
			own, isOurs := strings.CutPrefix(imported, "stackmate/")
			switch {
			case isOurs && strings.HasPrefix(own, "cmd/") && !strings.HasPrefix(own, at+"/"): // a program may have parts
				t.Errorf("%s imports %s: nothing else imports cmd", at, own)
			case slices.Contains(leaves, own) && !strings.HasPrefix(at, "rules"):
			case isOurs && !slices.Contains(room.may, own) && !slices.Contains(room.may, "*"):
				t.Errorf("%s imports %s", at, own)
			case !isOurs && !standard[imported] && room.third != nil && !slices.Contains(room.third, imported):
				t.Errorf("%s imports %s", at, imported)
			}
			for library, who := range experts {
				if (imported == library || strings.HasPrefix(imported, library+"/") && !standard[imported]) && !slices.Contains(who, at) {
					t.Errorf("%s imports %s, which only %q may", at, imported, who)
				}
			}
		}
	}
	for _, quiet := range []string{"time", "context", "database/sql", "math/rand", "math/rand/v2", "crypto/rand", "os", "net"} {
		if slices.Contains(ours["rules"].Imports, quiet) {
			t.Errorf("rules imports %s", quiet)
		}
	}
}

// TestOneFileKnowsGG checks that one file imports the drawing library.
func TestOneFileKnowsGG(t *testing.T) {
	ours, _ := packages(t)
	p := ours["render"]
	var knowing []string
	for _, name := range p.GoFiles {
		text, err := os.ReadFile(path.Join(p.Dir, name))
		if err != nil {
			t.Fatal(err)
		}
		if bytes.Contains(text, []byte(`"github.com/fogleman/gg"`)) {
			knowing = append(knowing, name)
		}
	}
	if len(knowing) != 1 {
		t.Errorf("files that import gg: %q", knowing)
	}
}

// TestTopLevel checks that the module's directory has only what belongs there.
func TestTopLevel(t *testing.T) {
	known := []string{"cmd", "bot", "render", "rules", "store", "go.mod", "go.sum", "config.example.yaml", "Dockerfile",
		"README.md", "LICENSE", "PRIVACY.md", "TERMS.md", "CONTRIBUTING.md", "CHANGELOG.md", ".ci", ".gitignore", ".dockerignore", ".gitattributes", ".goreleaser.yaml"}
	out, err := exec.Command("git", "-C", "../..", "ls-tree", "--name-only", "HEAD").Output()
	if err != nil {
		t.Skip("not a git working copy")
	}
	for _, name := range strings.Fields(string(out)) {
		if !slices.Contains(known, name) {
			t.Errorf("%s does not belong at the top level", name)
		}
	}
}
