package main

import (
	"strconv"
	"time"

	"go.yaml.in/yaml/v3"

	"stackmate/bot/timeutil"
)

type backupConfig struct {
	Folder string      `yaml:"folder"`
	Every  backupEvery `yaml:"every"`
	Keep   backupKeep  `yaml:"keep"`
}

// Values whose decoding fails, with the line, if they are not valid.
type (
	backupEvery time.Duration
	backupKeep  int
)

// defaultBackup returns the configuration of backups without any keys: none are made.
func defaultBackup() backupConfig {
	return backupConfig{Every: backupEvery(6 * time.Hour), Keep: 14}
}

// UnmarshalYAML implements yaml.Unmarshaler.
func (e *backupEvery) UnmarshalYAML(n *yaml.Node) error {
	v, err := time.ParseDuration(n.Value)
	if err != nil || v < time.Minute || v > 31*timeutil.Day {
		return refuseValue(n, "a time from 1m to 744h such as 6h")
	}
	*e = backupEvery(v)
	return nil
}

// UnmarshalYAML implements yaml.Unmarshaler.
func (k *backupKeep) UnmarshalYAML(n *yaml.Node) error {
	v, err := strconv.Atoi(n.Value)
	if err != nil || v < 1 || v > 10000 {
		return refuseValue(n, "a number of backups from 1 to 10000")
	}
	*k = backupKeep(v)
	return nil
}
