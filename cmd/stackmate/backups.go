package main

import (
	"context"
	"log/slog"
	"time"

	"stackmate/bot/backup"
	"stackmate/bot/metrics"
)

// newBackups returns the schedule by which a running bot backs its database up; nil if there is to
// be none.
func newBackups(cfg config, db database, log *slog.Logger) *backup.Schedule {
	if cfg.Backup.Folder == "" {
		return nil
	}
	return backup.New(backup.Options{Folder: cfg.Backup.Folder, Name: backupName(cfg.Database), Every: time.Duration(cfg.Backup.Every),
		Keep: int(cfg.Backup.Keep), Write: db.Backup, Now: time.Now, Log: log})
}

// watchBackups has the metrics tell how the backups are going.
func watchBackups(m *metrics.Metrics, s *backup.Schedule) {
	m.Watch(func(_ context.Context, set metrics.Set) error {
		status := s.Status()
		last := 0.0
		if !status.Made.IsZero() {
			last = float64(status.Made.Unix())
		}
		set(metrics.BackupLast, last)
		set(metrics.BackupFailures, float64(status.AllFailures))
		return nil
	}, metrics.BackupLast, metrics.BackupFailures)
}
