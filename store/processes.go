package store

import (
	"encoding/json"
	"fmt"
	"time"

	"stackmate/bot/data"
)

// AddProcess implements data.Processes.
func (t *tx) AddProcess(id string) error {
	_, err := t.exec("INSERT INTO processes (id, beats, works) VALUES (?, 0, '[]')", id)
	return err
}

// Beat implements data.Processes.
func (t *tx) Beat(id string, works []string) ([]data.Process, error) {
	list, err := json.Marshal(works)
	if err != nil {
		return nil, err
	}
	if err := t.execOne(data.ErrNotFound, "UPDATE processes SET beats = beats + 1, works = ? WHERE id = ?", string(list), id); err != nil {
		return nil, err
	}
	return collect(t, func(s scanner) (p data.Process, err error) {
		var works string
		if err := s.Scan(&p.ID, &p.Beats, &works); err != nil {
			return p, err
		}
		if err := json.Unmarshal([]byte(works), &p.Works); err != nil {
			return p, fmt.Errorf("works of process %q: %w", p.ID, err)
		}
		return p, nil
	}, "SELECT id, beats, works FROM processes ORDER BY id")
}

// RemoveProcess implements data.Processes.
func (t *tx) RemoveProcess(id string, now time.Time) error {
	if err := t.execAll([]string{"DELETE FROM processes WHERE id = ?", "DELETE FROM work_parts WHERE process = ?"}, id); err != nil {
		return err
	}
	_, err := t.exec(releaseMessages+"leased_by = ?3", toMillis(now), 0, id)
	return err
}

// Parts implements data.Processes.
func (t *tx) Parts() (map[data.Part]string, error) {
	type row struct {
		part    data.Part
		process string
	}
	rows, err := collect(t, func(s scanner) (r row, err error) {
		err = s.Scan(&r.part.Work, &r.part.Number, &r.process)
		return r, err
	}, "SELECT work, part, process FROM work_parts")
	parts := map[data.Part]string{}
	for _, r := range rows {
		parts[r.part] = r.process
	}
	return parts, err
}

// TakePart implements data.Processes.
func (t *tx) TakePart(p data.Part, process string) error {
	_, err := t.exec("INSERT INTO work_parts (work, part, process) VALUES (?, ?, ?)", p.Work, p.Number, process)
	return err
}

// EndPart implements data.Processes.
func (t *tx) EndPart(p data.Part, process string) error {
	_, err := t.exec("DELETE FROM work_parts WHERE work = ? AND part = ? AND process = ?", p.Work, p.Number, process)
	return err
}

// databaseTime is the time in milliseconds by the clock of the database.
const databaseTime = "CAST(unixepoch('subsec') * 1000 AS INTEGER)"

// Clock implements data.Processes.
func (t *tx) Clock() (time.Time, error) {
	var at int64
	err := t.row("SELECT " + databaseTime).Scan(&at)
	return fromMillis(at), err
}

// NextTurn implements data.Processes.
func (t *tx) NextTurn(queue string, pause time.Duration) (time.Duration, error) {
	var wait int64
	err := t.row(`INSERT INTO queues (name, next) VALUES (?1, `+databaseTime+` + CAST(?2 AS BIGINT))
		ON CONFLICT (name) DO UPDATE SET next = CASE WHEN queues.next > `+databaseTime+` THEN queues.next ELSE `+databaseTime+` END + CAST(?2 AS BIGINT)
		RETURNING next - CAST(?2 AS BIGINT) - `+databaseTime, queue, pause.Milliseconds()).Scan(&wait)
	return time.Duration(max(0, wait)) * time.Millisecond, err
}
