package main

import (
	"context"
	"log/slog"
	"reflect"
	"slices"
	"strings"

	"stackmate/bot"
	"stackmate/bot/logging"
)

// liveSetting is a part of the configuration that can change while the bot runs.
type liveSetting struct {
	key   string // of a value, or what the keys of several values begin with, such as "log"
	apply func(config)
}

// liveSettings returns everything that a reload can change. All other keys take effect
// after a restart.
func liveSettings(desk *bot.Desk, format *logging.Format) []liveSetting {
	return []liveSetting{
		{"log", func(c config) { c.Log.apply(format) }},
		{"owners", func(c config) { desk.SetOwners(c.owners()) }},
	}
}

// changes are how a configuration changes while the bot runs; the zero value never does.
type changes struct {
	asked <-chan struct{} // receives a value when it is to be read again
	read  func() (config, error)
}

// reloader reads the configuration again while the bot runs.
type reloader struct {
	changes
	live    []liveSetting
	log     *slog.Logger
	started config // as the bot was started
	last    config // as it was last read
}

// run reads the configuration again whenever it is asked to, until the context ends.
func (r *reloader) run(ctx context.Context) {
	for {
		select {
		case <-ctx.Done():
			return
		case <-r.asked:
			r.reload(ctx)
		}
	}
}

// reload reads the configuration and applies what has changed. If there is an error in it,
// nothing changes.
func (r *reloader) reload(ctx context.Context) {
	c, err := r.read()
	if err == nil {
		err = c.check()
	}
	if err != nil {
		r.log.ErrorContext(ctx, "the configuration has an error and nothing has changed", "error", err)
		return
	}
	var changed []string
	for _, s := range r.live {
		if keys := slices.DeleteFunc(changedKeys(r.last, c), func(key string) bool { return !s.covers(key) }); len(keys) > 0 {
			s.apply(c)
			changed = append(changed, keys...)
		}
	}
	r.last = c
	if len(changed) == 0 {
		changed = []string{"nothing"}
	}
	r.log.InfoContext(ctx, "the configuration was read again", "changed", strings.Join(changed, ", "))
	for _, key := range changedKeys(r.started, c) {
		if !slices.ContainsFunc(r.live, func(s liveSetting) bool { return s.covers(key) }) {
			r.log.WarnContext(ctx, key+" takes effect after a restart")
		}
	}
	for _, warning := range c.exposed {
		r.log.WarnContext(ctx, warning)
	}
}

// covers reports whether a key belongs to the setting.
func (s liveSetting) covers(key string) bool {
	return key == s.key || strings.HasPrefix(key, s.key+".")
}

// changedKeys returns the keys of the values in which two configurations differ, such as
// "log.level".
func changedKeys(a, b config) []string {
	return changedFields(reflect.ValueOf(a), reflect.ValueOf(b), "")
}

func changedFields(a, b reflect.Value, above string) (keys []string) {
	for i := range a.NumField() {
		f := a.Type().Field(i)
		name, _, _ := strings.Cut(f.Tag.Get("yaml"), ",")
		if f.Tag.Get("yaml") == "" {
			continue // not a key
		}
		key := strings.Trim(above+"."+name, ".")
		switch {
		case f.Type.Kind() == reflect.Struct:
			keys = append(keys, changedFields(a.Field(i), b.Field(i), key)...)
		case !reflect.DeepEqual(a.Field(i).Interface(), b.Field(i).Interface()):
			keys = append(keys, key)
		}
	}
	return keys
}
