package store

import (
	"encoding/json"
	"time"

	"stackmate/bot/data"
)

// AddWebLink implements data.WebSessions.
func (t *tx) AddWebLink(secret string, l data.WebLink, keep int, now time.Time) error {
	place := ""
	if !l.From.IsZero() {
		text, err := json.Marshal(l.From)
		if err != nil {
			return err
		}
		place = string(text)
	}
	_, err := t.exec("INSERT INTO web_links (hash, transport, id, game, place, until) VALUES (?, ?, ?, ?, ?, ?)",
		hashCode(secret), l.Address.Transport, l.Address.ID, l.Game, place, toMillis(l.Until))
	if err != nil {
		return err
	}
	soon := now.Add(time.Hour)
	_, err = t.exec(`DELETE FROM web_links WHERE hash IN (SELECT hash FROM web_links WHERE transport = ? AND id = ? AND CASE WHEN until > ? THEN 1 ELSE 0 END = ?
		ORDER BY until DESC LIMIT -1 OFFSET ?)`, l.Address.Transport, l.Address.ID, toMillis(soon), l.Until.After(soon), keep)
	return err
}

// WebLink implements data.WebSessions.
func (t *tx) WebLink(secret string, now time.Time) (l data.WebLink, err error) {
	var until int64
	var place string
	err = orNotFound(t.row("SELECT transport, id, game, place, until FROM web_links WHERE hash = ? AND until > ?", hashCode(secret), toMillis(now)).
		Scan(&l.Address.Transport, &l.Address.ID, &l.Game, &place, &until))
	if err == nil && place != "" {
		err = json.Unmarshal([]byte(place), &l.From)
	}
	l.Until = fromMillis(until)
	return l, err
}

// DeleteWebLink implements data.WebSessions.
func (t *tx) DeleteWebLink(secret string) error {
	return t.execOne(data.ErrNotFound, "DELETE FROM web_links WHERE hash = ?", hashCode(secret))
}

// AddWebSession implements data.WebSessions.
func (t *tx) AddWebSession(secret string, s data.WebSession, keep int) error {
	views, err := json.Marshal(s.Views)
	if err != nil {
		return err
	}
	if _, err := t.exec("INSERT INTO web_sessions (hash, transport, id, browser, views, began, used, until) VALUES (?, ?, ?, ?, ?, ?, ?, ?)", hashCode(secret),
		s.Address.Transport, s.Address.ID, s.Browser, string(views), toMillis(s.Began), toMillis(s.Used), toMillis(s.Until)); err != nil {
		return err
	}
	_, err = t.exec(`DELETE FROM web_sessions WHERE hash IN (SELECT hash FROM web_sessions WHERE transport = ? AND id = ?
		ORDER BY until DESC LIMIT -1 OFFSET ?)`, s.Address.Transport, s.Address.ID, keep)
	return err
}

const webSessionColumns = "transport, id, browser, views, began, used, until"

func scanWebSession(s scanner) (w data.WebSession, err error) {
	var began, used, until int64
	var views string
	if err := s.Scan(&w.Address.Transport, &w.Address.ID, &w.Browser, &views, &began, &used, &until); err != nil {
		return w, err
	}
	w.Began, w.Used, w.Until = fromMillis(began), fromMillis(used), fromMillis(until)
	return w, json.Unmarshal([]byte(views), &w.Views)
}

// WebSession implements data.WebSessions.
func (t *tx) WebSession(secret string, now time.Time) (data.WebSession, error) {
	w, err := scanWebSession(t.row("SELECT "+webSessionColumns+" FROM web_sessions WHERE hash = ? AND until > ?", hashCode(secret), toMillis(now)))
	return w, orNotFound(err)
}

// UseWebSession implements data.WebSessions.
func (t *tx) UseWebSession(secret string, used, until time.Time) error {
	_, err := t.exec("UPDATE web_sessions SET used = ?, until = ? WHERE hash = ?", toMillis(used), toMillis(until), hashCode(secret))
	return err
}

// SetWebViews implements data.WebSessions.
func (t *tx) SetWebViews(secret string, views []data.WebView) error {
	text, err := json.Marshal(views)
	if err != nil {
		return err
	}
	_, err = t.exec("UPDATE web_sessions SET views = ? WHERE hash = ?", string(text), hashCode(secret))
	return err
}

// EndWebSession implements data.WebSessions.
func (t *tx) EndWebSession(secret string) error {
	_, err := t.exec("DELETE FROM web_sessions WHERE hash = ?", hashCode(secret))
	return err
}

// WebSessionsOf implements data.WebSessions.
func (t *tx) WebSessionsOf(player int64, now time.Time) ([]data.WebSession, error) {
	return collect(t, scanWebSession, `SELECT w.transport, w.id, w.browser, w.views, w.began, w.used, w.until FROM addresses AS a JOIN web_sessions AS w
		ON w.transport = a.transport AND w.id = a.id WHERE a.player = ? AND w.until > ? ORDER BY w.used DESC, w.began DESC`, player, toMillis(now))
}

// EndWebSessionsOf implements data.WebSessions.
func (t *tx) EndWebSessionsOf(player int64) error {
	return t.execAll([]string{
		"DELETE FROM web_links WHERE (transport, id) IN (SELECT transport, id FROM addresses WHERE player = ?1)",
		"DELETE FROM web_sessions WHERE (transport, id) IN (SELECT transport, id FROM addresses WHERE player = ?1)",
	}, player)
}
