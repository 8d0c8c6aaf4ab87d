package main

import (
	"errors"
	"fmt"
	"io/fs"
	"strings"
	"testing"

	"stackmate/bot/words"
	"stackmate/store"
)

// TestExplainDenied checks that an owner who may not read the bot's files is told as whom to try
// again, by every command for owners.
func TestExplainDenied(t *testing.T) {
	err := fmt.Errorf("back up: %w", &fs.PathError{Op: "open", Path: "/var/lib/stackmate/stackmate.db", Err: fs.ErrPermission})
	for name, said := range map[string]string{
		"backup":  explainBackup(t.Context(), err, "stackmate.db", "copy.db").Error(),
		"verify":  explainOnly(err, "stackmate.db").Error(),
		"restore": explainRestore(err, "explain_test.go", "stackmate.db").Error(),
		"status":  explainDenied(err, "stackmate.db", words.In("en")),
	} {
		if !strings.Contains(said, "You may not read or write “/var/lib/stackmate/stackmate.db”. Run this as the user who runs the bot, or with sudo.") {
			t.Errorf("%s says %q", name, said)
		}
	}
	if said := explainRestore(&store.OwnedError{Path: "/elsewhere"}, "copy.db", "stackmate.db").Error(); said != "nothing was restored: a bot uses stackmate.db. Stop it first" {
		t.Errorf("of a database in use it says %q", said)
	}
	if said := explainDenied(errors.New("something else"), "stackmate.db", words.In("en")); said != "" {
		t.Errorf("of another error it says %q", said)
	}
}
