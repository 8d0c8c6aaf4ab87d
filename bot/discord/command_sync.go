package discord

import (
	"context"
	"encoding/json"
	"fmt"
	"maps"
	"net/http"
	"reflect"
	"slices"
	"strings"
)

// description is a command as Discord's JSON without null, empty and false values: Discord omits some of these and adds
// others.
type description map[string]any

// comparedFields are the fields of commands, options and choices that we write. Discord adds others.
var comparedFields = map[string]bool{"type": true, "name": true, "name_localizations": true, "description": true,
	"description_localizations": true, "options": true, "default_member_permissions": true, "contexts": true,
	"integration_types": true, "required": true, "choices": true, "value": true, "autocomplete": true, "min_value": true,
	"max_value": true, "min_length": true, "max_length": true}

// maxSingleWrites is how many commands are written one by one at most; more are written all at once.
const maxSingleWrites = 5

// describeCommands converts commands to descriptions, which can be compared.
func describeCommands(commands any) (list []description, err error) {
	data, err := json.Marshal(commands)
	if err != nil {
		return nil, err
	}
	if err := json.Unmarshal(data, &list); err != nil {
		return nil, err
	}
	for i, d := range list {
		list[i], _ = canonical("", map[string]any(d)).(map[string]any)
	}
	return list, nil
}

// canonical returns the value of a field in a description, nil if it is to be omitted.
func canonical(field string, v any) any {
	switch v := v.(type) {
	case map[string]any:
		kept := map[string]any{}
		for key, inner := range v {
			if c := canonical(key, inner); c != nil && (comparedFields[key] || strings.HasSuffix(field, "_localizations")) {
				kept[key] = c
			}
		}
		if len(kept) > 0 {
			return kept
		}
	case []any:
		var kept []any
		for _, inner := range v {
			kept = append(kept, canonical("", inner))
		}
		if field == "contexts" || field == "integration_types" { // whose order is irrelevant
			slices.SortFunc(kept, func(a, b any) int { return strings.Compare(fmt.Sprint(a), fmt.Sprint(b)) })
		}
		if len(kept) > 0 {
			return kept
		}
	case string:
		if v != "" {
			return v
		}
	case bool:
		if v {
			return v
		}
	case nil:
	default:
		return v
	}
	return nil
}

// key identifies a command: commands of different types may have the same name.
func (d description) key() string { return fmt.Sprint(d["type"], " ", d["name"]) }

// same reports whether a registered command is as wanted. Discord chooses contexts and integration types of commands that have
// none.
func (d description) same(wanted description) bool {
	d = maps.Clone(d)
	for _, field := range []string{"contexts", "integration_types"} {
		if wanted[field] == nil {
			delete(d, field)
		}
	}
	return reflect.DeepEqual(map[string]any(d), map[string]any(wanted))
}

// englishOnly returns commands without translations.
func englishOnly(list []description) []description {
	var strip func(v any) any
	strip = func(v any) any {
		switch v := v.(type) {
		case map[string]any:
			kept := map[string]any{}
			for key, inner := range v {
				if !strings.HasSuffix(key, "_localizations") {
					kept[key] = strip(inner)
				}
			}
			return kept
		case []any:
			var kept []any
			for _, inner := range v {
				kept = append(kept, strip(inner))
			}
			return kept
		}
		return v
	}
	var plain []description
	for _, d := range list {
		plain = append(plain, strip(map[string]any(d)).(map[string]any))
	}
	return plain
}

// writeCommands replaces the commands at an endpoint by those wanted. It writes only those that differ.
func (b *Bot) writeCommands(ctx context.Context, endpoint string, wanted []description) error {
	var known []struct {
		ID string `json:"id"`
	}
	var raw json.RawMessage
	if err := b.rest.get(ctx, endpoint+"?with_localizations=true", &raw); err != nil {
		return err
	}
	list, err := describeCommands(raw)
	if err == nil {
		err = json.Unmarshal(raw, &known)
	}
	if err != nil {
		return fmt.Errorf("read the registered commands: %w", err)
	}
	if len(wanted) > 0 { // those that are about to be removed are no use
		b.commands.set(raw)
	}
	ids, left := map[string]string{}, map[string]description{}
	for i, d := range list {
		ids[d.key()], left[d.key()] = known[i].ID, d
	}
	var changed []description
	for _, w := range wanted {
		if !left[w.key()].same(w) {
			changed = append(changed, w)
		}
		delete(left, w.key())
	}
	if len(changed)+len(left) == 0 {
		return nil
	}
	b.log.InfoContext(ctx, "discord: commands differ", "changed", len(changed), "removed", len(left))
	if len(changed)+len(left) > maxSingleWrites {
		answer, err := b.rest.send(ctx, http.MethodPut, endpoint, wanted, nil)
		b.commands.set(answer)
		return err
	}
	for key := range left {
		if _, err := b.rest.send(ctx, http.MethodDelete, endpoint+"/"+ids[key], nil, nil); err != nil && kindOf(err) != obsolete {
			return err
		}
	}
	for _, w := range changed { // which replaces a command of that name
		answer, err := b.rest.send(ctx, http.MethodPost, endpoint, w, nil)
		if err != nil {
			return err
		}
		b.commands.set(answer)
	}
	return nil
}
