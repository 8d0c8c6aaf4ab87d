package metrics

import (
	"encoding/json"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// templates is where the files are that "stackmate init --monitoring" writes.
const templates = "../../cmd/stackmate/templates/monitoring/"

// target are the labels that Prometheus adds to each series.
var target = []string{"job", "instance"}

// known returns the labels of all series that a bot can have, by their name in PromQL.
func known(t *testing.T) map[string][]string {
	t.Helper()
	all := map[string][]string{"up": target}
	for _, c := range catalogue {
		labels := slices.Concat(c.labels, target)
		if c.kind != spreads {
			all[c.name] = labels
			continue
		}
		all[c.name+"_bucket"] = append(slices.Clone(labels), "le")
		all[c.name+"_sum"], all[c.name+"_count"] = labels, labels
	}
	families, err := New().registry.Gather()
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range families { // of Go and of the process
		all[f.GetName()] = target
	}
	return all
}

var (
	selector  = regexp.MustCompile(`([a-zA-Z_]\w*)(?:\{([^}]*)\})?`)
	matcher   = regexp.MustCompile(`(\w+)\s*(?:=~|!~|!=|=)\s*"[^"]*"`)
	grouping  = regexp.MustCompile(`\b(by|on|without|ignoring) \(([^)]*)\)`)
	duration  = regexp.MustCompile(`\[[^\]]*\]`)
	functions = []string{"sum", "min", "max", "count", "rate", "increase", "histogram_quantile", "time", "and", "bool"}
)

// check returns the labels that the result of an expression may have, and which of its metrics and
// labels no bot has.
func check(expr string, all map[string][]string) (labels, faults []string) {
	groups := grouping.FindAllStringSubmatch(expr, -1)
	bare := duration.ReplaceAllString(grouping.ReplaceAllString(expr, ""), "")
	for _, m := range selector.FindAllStringSubmatch(bare, -1) {
		has, ok := all[m[1]]
		if !ok {
			if !slices.Contains(functions, m[1]) {
				faults = append(faults, "there is no metric "+m[1])
			}
			continue
		}
		labels = append(labels, has...)
		for _, l := range matcher.FindAllStringSubmatch(m[2], -1) {
			if !slices.Contains(has, l[1]) {
				faults = append(faults, m[1]+" has no label "+l[1])
			}
		}
	}
	if len(labels) == 0 {
		faults = append(faults, expr+" has no metric")
	}
	for _, g := range groups {
		for label := range strings.SplitSeq(g[2], ",") {
			if !slices.Contains(labels, strings.TrimSpace(label)) {
				faults = append(faults, "nothing has the label "+label)
			}
		}
	}
	return labels, faults
}

// TestCheck tries the check itself.
func TestCheck(t *testing.T) {
	for _, bad := range []string{`rate(stackmate_comands_total[5m])`, `stackmate_commands_total{player="7"}`, `sum by (game) (stackmate_outbox_due)`,
		`stackmate_command_duration_seconds`, `5`} {
		if _, faults := check(bad, known(t)); len(faults) == 0 {
			t.Errorf("%s is accepted", bad)
		}
	}
}

var (
	alertName = regexp.MustCompile(`(?m)^ +- alert: (\w+)$`)
	alertExpr = regexp.MustCompile(`(?m)^        expr: (?:>-\n((?:          .*\n)+)|(.*))`)
	inText    = regexp.MustCompile(`\$labels\.(\w+)`)
)

// TestAlerts checks that the metrics and labels of each alert exist, and that it says what is wrong
// and what to do.
func TestAlerts(t *testing.T) {
	text, err := os.ReadFile(templates + "alerts.yml")
	if err != nil {
		t.Fatal(err)
	}
	all := known(t)
	alerts := strings.Split(string(text), "\n\n")
	if len(alerts) < 12 {
		t.Fatalf("only %d alerts", len(alerts))
	}
	for _, alert := range alerts {
		name, expr := alertName.FindStringSubmatch(alert), alertExpr.FindStringSubmatch(alert+"\n")
		if name == nil || expr == nil {
			t.Errorf("not an alert:\n%s", alert)
			continue
		}
		labels, faults := check(strings.Join(strings.Fields(expr[1]+expr[2]), " "), all)
		for _, fault := range faults {
			t.Errorf("%s: %s", name[1], fault)
		}
		for _, l := range inText.FindAllStringSubmatch(alert, -1) {
			if !slices.Contains(labels, l[1]) {
				t.Errorf("%s speaks of the label %s", name[1], l[1])
			}
		}
		for _, needed := range []string{"\n        for: ", "severity: ", "\n          summary: ", "\n          description: "} {
			if !strings.Contains(alert, needed) {
				t.Errorf("%s has no%s", name[1], needed)
			}
		}
	}
}

var inLegend = regexp.MustCompile(`\{\{(\w+)\}\}`)

// TestDashboard checks that the metrics and labels of each panel exist, and that the panels do not
// cover one another.
func TestDashboard(t *testing.T) {
	text, err := os.ReadFile(templates + "dashboard.json")
	if err != nil {
		t.Fatal(err)
	}
	var board struct {
		Title, UID    string
		SchemaVersion int
		Panels        []struct {
			ID          int
			Type, Title string
			Description string
			GridPos     struct{ X, Y, W, H int }
			Targets     []struct{ Expr, LegendFormat, RefID string }
		}
	}
	if err := json.Unmarshal(text, &board); err != nil || board.Title == "" || board.SchemaVersion == 0 || len(board.Panels) < 20 {
		t.Fatalf("%v, %q, schema %d, %d panels", err, board.Title, board.SchemaVersion, len(board.Panels))
	}
	all, ids, cells, shown := known(t), map[int]bool{}, map[[2]int]string{}, map[string]bool{}
	for _, p := range board.Panels {
		if ids[p.ID] {
			t.Errorf("%s: its id %d is used twice", p.Title, p.ID)
		}
		ids[p.ID] = true
		for x := p.GridPos.X; x < p.GridPos.X+p.GridPos.W; x++ {
			for y := p.GridPos.Y; y < p.GridPos.Y+p.GridPos.H; y++ {
				if other := cells[[2]int{x, y}]; other != "" || x >= 24 {
					t.Fatalf("%s is over %q at %d, %d", p.Title, other, x, y)
				}
				cells[[2]int{x, y}] = p.Title
			}
		}
		if p.Type == "row" {
			continue
		}
		if p.Title == "" || p.Description == "" || len(p.Targets) == 0 {
			t.Errorf("panel %d shows nothing, or does not say what", p.ID)
		}
		for _, target := range p.Targets {
			expr := strings.ReplaceAll(target.Expr, "$__rate_interval", "1m")
			labels, faults := check(expr, all)
			for _, fault := range faults {
				t.Errorf("%s: %s", p.Title, fault)
			}
			for _, l := range inLegend.FindAllStringSubmatch(target.LegendFormat, -1) {
				if !slices.Contains(labels, l[1]) {
					t.Errorf("%s: its legend speaks of %s", p.Title, l[1])
				}
			}
			for _, m := range selector.FindAllStringSubmatch(expr, -1) {
				shown[m[1]] = true
			}
		}
	}
	for _, c := range catalogue {
		if !shown[c.name] && !shown[c.name+"_bucket"] && !shown[c.name+"_sum"] && c != BackupFailures {
			t.Errorf("no panel shows %s", c.name)
		}
	}
}
