package main

import (
	"context"
	"errors"
	"io/fs"
	"log/slog"
	"time"

	"stackmate/bot/backup"
	"stackmate/bot/metrics"
	"stackmate/store"
)

// newBackups returns the schedule by which a running bot backs its database up; nil if there is to
// be none.
func newBackups(cfg config, db database, log *slog.Logger) *backup.Schedule {
	if cfg.Backup.Folder == "" {
		return nil
	}
	return backup.New(backup.Options{Folder: cfg.Backup.Folder, Name: backupName(cfg.Database), Every: time.Duration(cfg.Backup.Every),
		Keep: int(cfg.Backup.Keep), Write: writeBackup(db), Now: time.Now, Log: log})
}

// writeBackup returns a function that writes a backup, unless another process does.
func writeBackup(db database) func(context.Context, string) (int64, error) {
	return func(ctx context.Context, path string) (int64, error) {
		size, err := db.Backup(ctx, path)
		if errors.Is(err, store.ErrBackupRuns) || errors.Is(err, fs.ErrExist) {
			err = errors.Join(backup.ErrRuns, err)
		}
		return size, err
	}
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
