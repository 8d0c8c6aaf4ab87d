// Command sbom writes the bill of materials of a Go program: which modules are in it, in which versions,
// as Go recorded it in the program itself. The format is SPDX 2.3 as JSON.
package main

import (
	"bytes"
	"crypto/sha256"
	"debug/buildinfo"
	"encoding/json"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"runtime/debug"
	"strings"
	"time"
)

func main() {
	out := flag.String("o", "sbom.spdx.json", "write to this `file`")
	version := flag.String("version", "", "the `version` of the program, in place of the one that is recorded in it")
	created := flag.String("created", "", "the `time` of the bill, such as 2026-11-22T12:00:00Z, in place of now")
	flag.Parse()
	if err := run(flag.Args(), *out, *version, *created); err != nil {
		fmt.Fprintln(os.Stderr, "sbom:", err)
		os.Exit(1)
	}
}

// run writes the bill of the program that the arguments name.
func run(args []string, out, version, created string) error {
	if len(args) != 1 {
		return fmt.Errorf("name one program, not %q", args)
	}
	at := time.Now()
	if created != "" {
		var err error
		if at, err = time.Parse(time.RFC3339, created); err != nil {
			return err
		}
	}
	program, err := os.ReadFile(args[0])
	if err != nil {
		return err
	}
	info, err := buildinfo.Read(bytes.NewReader(program))
	if err != nil {
		return fmt.Errorf("%s: %w", args[0], err)
	}
	if version != "" {
		info.Main.Version = version
	}
	text, err := json.MarshalIndent(bill(info, filepath.Base(args[0]), program, at), "", "  ")
	if err != nil {
		return err
	}
	return os.WriteFile(out, append(text, '\n'), 0o644)
}

// document is a document of SPDX 2.3, https://spdx.github.io/spdx-spec/v2.3/, with what we need of it.
type document struct {
	Version       string         `json:"spdxVersion"`
	License       string         `json:"dataLicense"` // of the document
	ID            string         `json:"SPDXID"`
	Name          string         `json:"name"`
	Namespace     string         `json:"documentNamespace"`
	Creation      creation       `json:"creationInfo"`
	Packages      []pkg          `json:"packages"`
	Relationships []relationship `json:"relationships"`
}

type creation struct {
	Created  string   `json:"created"`
	Creators []string `json:"creators"`
}

type pkg struct {
	ID        string     `json:"SPDXID"`
	Name      string     `json:"name"`
	Version   string     `json:"versionInfo,omitempty"`
	File      string     `json:"packageFileName,omitempty"`
	Purpose   string     `json:"primaryPackagePurpose"`
	Download  string     `json:"downloadLocation"`
	Analyzed  bool       `json:"filesAnalyzed"`
	Checksums []checksum `json:"checksums,omitempty"`
	Copyright string     `json:"copyrightText"`
	Concluded string     `json:"licenseConcluded"`
	Declared  string     `json:"licenseDeclared"`
	Refs      []ref      `json:"externalRefs,omitempty"`
}

type checksum struct {
	Algorithm string `json:"algorithm"`
	Value     string `json:"checksumValue"`
}

type ref struct {
	Category string `json:"referenceCategory"`
	Type     string `json:"referenceType"`
	Locator  string `json:"referenceLocator"`
}

type relationship struct {
	Element string `json:"spdxElementId"`
	Type    string `json:"relationshipType"`
	Related string `json:"relatedSpdxElement"`
}

// unknown is what SPDX says of facts that nobody claims. The texts of the licences are in a file
// that cmd/licences writes.
const unknown = "NOASSERTION"

// bill returns the bill of a program with this content and build information. Equal programs have equal
// bills, but for the time.
func bill(info *debug.BuildInfo, file string, program []byte, at time.Time) document {
	hash := fmt.Sprintf("%x", sha256.Sum256(program))
	main := modulePackage(info.Main.Path, info.Main.Version, "APPLICATION")
	main.File, main.Checksums = file, []checksum{{"SHA256", hash}}
	main.Refs = nil // the program is not fetched from a module proxy
	doc := document{Version: "SPDX-2.3", License: "CC0-1.0", ID: "SPDXRef-DOCUMENT", Name: main.Name,
		Namespace: "https://spdx.org/spdxdocs/" + main.Name + "-" + hash,
		Creation:  creation{at.UTC().Format(time.RFC3339), []string{"Tool: stackmate-cmd-sbom"}},
		Packages:  []pkg{main}, Relationships: []relationship{{"SPDXRef-DOCUMENT", "DESCRIBES", main.ID}}}
	parts := []pkg{modulePackage("stdlib", strings.TrimPrefix(info.GoVersion, "go"), "LIBRARY")}
	for _, m := range info.Deps {
		if m.Replace != nil {
			m = m.Replace
		}
		parts = append(parts, modulePackage(m.Path, m.Version, "LIBRARY"))
	}
	for _, p := range parts {
		doc.Packages = append(doc.Packages, p)
		doc.Relationships = append(doc.Relationships, relationship{main.ID, "DEPENDS_ON", p.ID})
	}
	return doc
}

// notInID matches what the ids of SPDX may not have in them.
var notInID = regexp.MustCompile(`[^A-Za-z0-9.-]+`)

// modulePackage returns a package for a Go module.
func modulePackage(path, version, purpose string) pkg {
	p := pkg{ID: "SPDXRef-" + notInID.ReplaceAllString(path, "-"), Name: path, Purpose: purpose, Download: unknown,
		Copyright: unknown, Concluded: unknown, Declared: unknown}
	if version != "(devel)" {
		p.Version = version
	}
	if p.Version != "" {
		p.Refs = []ref{{"PACKAGE-MANAGER", "purl", "pkg:golang/" + path + "@" + strings.ReplaceAll(version, "+", "%2B")}}
	}
	return p
}
