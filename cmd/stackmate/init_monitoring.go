package main

import (
	"errors"
	"fmt"
	"io/fs"
	"path/filepath"
	"strings"

	"stackmate/bot/words"
)

// monitoringFolder is where init writes the files for Prometheus and Grafana. They hold no secret,
// and Prometheus may run as another user, so everybody may read them.
const monitoringFolder = "monitoring"

// writeMonitoring writes what Prometheus and Grafana need to watch a bot. It needs no token and
// asks nothing.
func (c *initCmd) writeMonitoring(s streams) error {
	target, listen := "127.0.0.1:8080", "127.0.0.1:8080"
	switch {
	case strings.EqualFold(c.How, "compose"): // Prometheus is another container
		target, listen = "stackmate:8080", "0.0.0.0:8080"
	case c.How != "" && !strings.EqualFold(c.How, "systemd") && !strings.EqualFold(c.How, "hand"):
		return usageError{fmt.Errorf("%s is no way to run the bot: say compose, systemd or hand", showValue(c.How))}
	}
	list, err := monitoringFiles(target)
	if err != nil {
		return err
	}
	var names []string
	for _, f := range list {
		names = append(names, f.name)
	}
	if err := refuseExisting(c.Dir, names); err != nil {
		return err
	}
	if err := writeNew(c.Dir, list, 0o755, nil); errors.Is(err, fs.ErrPermission) {
		return explained(err, "", words.In("en"))
	} else if err != nil {
		return err
	}
	folder, err := filepath.Abs(filepath.Join(c.Dir, monitoringFolder))
	if err != nil {
		return err
	}
	fmt.Fprintf(s.out, "Written to %s:\n  prometheus.yml  where Prometheus finds the bot\n  alerts.yml      when to tell you\n"+
		"  dashboard.json  for Grafana: Dashboards, New, Import\n\n", folder)
	fmt.Fprintf(s.out, "The bot's configuration must have these lines, and nobody else should reach that address:\n  health:\n    listen: %s\n\n", listen)
	if target != listen {
		fmt.Fprintf(s.out, "Prometheus looks for the bot at %s, which works in a container of the same Compose project.\n", target)
	} else {
		fmt.Fprintf(s.out, "Start Prometheus:\n  prometheus --config.file=%s\n", shellWord(filepath.Join(folder, "prometheus.yml")))
	}
	return nil
}

// monitoringFiles returns the files for Prometheus and Grafana. Target is where Prometheus finds
// the bot.
func monitoringFiles(target string) (list []newFile, err error) {
	for _, name := range []string{"prometheus.yml", "alerts.yml", "dashboard.json"} {
		f := newFile{name: filepath.Join(monitoringFolder, name), mode: 0o644}
		if name == "prometheus.yml" {
			f.data, err = fillTemplate("monitoring/"+name, map[string]string{"Target": target})
		} else {
			f.data, err = templates.ReadFile("templates/monitoring/" + name) // they have braces of their own
		}
		if err != nil {
			return nil, err
		}
		list = append(list, f)
	}
	return list, nil
}
