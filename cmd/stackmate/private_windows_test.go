package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"golang.org/x/sys/windows"
)

// TestOwnerOnly checks who may read a file: this user, administrators and the system.
func TestOwnerOnly(t *testing.T) {
	path := filepath.Join(t.TempDir(), "token")
	if err := os.WriteFile(path, []byte("secret"), 0o600); err != nil {
		t.Fatal(err)
	}
	if err := ownerOnly(path); err != nil {
		t.Fatal(err)
	}
	rights, err := windows.GetNamedSecurityInfo(path, windows.SE_FILE_OBJECT, windows.DACL_SECURITY_INFORMATION)
	if err != nil {
		t.Fatal(err)
	}
	if text := rights.String(); !strings.HasPrefix(text, "D:P") || strings.Count(text, "(A;") != 3 || !strings.Contains(text, ";SY)") || !strings.Contains(text, ";BA)") {
		t.Errorf("rights: %s", text)
	}
	if text, err := os.ReadFile(path); err != nil || string(text) != "secret" {
		t.Errorf("%q (%v)", text, err)
	}
}
