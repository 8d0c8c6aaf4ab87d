package discordtest

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"strings"
	"sync"

	"github.com/santhosh-tekuri/jsonschema/v6"

	"stackmate/bot/textutil"
)

// openapiVariable is the environment variable with the path of Discord's OpenAPI description.
const openapiVariable = "DISCORD_OPENAPI"

// description is Discord's OpenAPI description; its schemas are compiled when they are first needed.
type description struct {
	mu       sync.Mutex
	compiler *jsonschema.Compiler
	paths    map[string]map[string]any
	compiled map[string]*jsonschema.Schema
}

// descriptions are the files that were read, for all tests of a process.
var descriptions sync.Map // path -> func() (*description, error)

func loadDescription(path string) (*description, error) {
	load, _ := descriptions.LoadOrStore(path, sync.OnceValues(func() (*description, error) {
		raw, err := os.ReadFile(path)
		if err != nil {
			return nil, err
		}
		doc, err := jsonschema.UnmarshalJSON(bytes.NewReader(raw))
		if err != nil {
			return nil, err
		}
		d := &description{compiler: jsonschema.NewCompiler(), compiled: map[string]*jsonschema.Schema{}, paths: map[string]map[string]any{}}
		d.compiler.DefaultDraft(jsonschema.Draft2020)
		d.compiler.AssertFormat()
		if err := d.compiler.AddResource(descriptionURL, doc); err != nil {
			return nil, err
		}
		root, _ := doc.(map[string]any)
		paths, _ := root["paths"].(map[string]any)
		for p, item := range paths {
			d.paths[p], _ = item.(map[string]any)
		}
		return d, nil
	}))
	return load.(func() (*description, error))()
}

const descriptionURL = "https://discord.com/openapi.json"

// template finds the description's path for a real one; one with fewer parameters is preferred.
func (d *description) template(path string) string {
	parts := strings.Split(path, "/")
	best, fewest := "", len(parts)+1
	for t := range d.paths {
		names := strings.Split(t, "/")
		if len(names) != len(parts) {
			continue
		}
		params, fits := 0, true
		for n, name := range names {
			if strings.HasPrefix(name, "{") {
				params++
			} else if name != parts[n] {
				fits = false
			}
		}
		if fits && params < fewest {
			best, fewest = t, params
		}
	}
	return best
}

// schema finds the schema of the body of a request. It reports whether there must be a body.
func (d *description) schema(path, method, kind string) (found *jsonschema.Schema, required bool, err error) {
	t := d.template(path)
	operation, ok := d.paths[t][method].(map[string]any)
	if t == "" || !ok {
		return nil, false, fmt.Errorf("not in Discord's description")
	}
	body, ok := operation["requestBody"].(map[string]any)
	if !ok {
		return nil, false, nil
	}
	required, _ = body["required"].(bool)
	if kinds, _ := body["content"].(map[string]any); kinds[kind] == nil {
		return nil, required, fmt.Errorf("takes no %s", kind)
	}
	escape := strings.NewReplacer("~", "~0", "/", "~1", "{", "%7B", "}", "%7D").Replace
	at := descriptionURL + "#/paths/" + escape(t) + "/" + method + "/requestBody/content/" + escape(kind) + "/schema"
	if d.compiled[at] == nil {
		if d.compiled[at], err = d.compiler.Compile(at); err != nil {
			return nil, required, err
		}
	}
	return d.compiled[at], required, nil
}

// checkOpenAPI checks the body of a call with Discord's OpenAPI description, if there is one.
func (c *call) checkOpenAPI() problems {
	if c.s.openapi == "" {
		return nil
	}
	var p problems
	d, err := loadDescription(c.s.openapi)
	if err != nil {
		p.add("", "%s: %v", openapiVariable, err)
		return p
	}
	kind := "application/json"
	if c.multipart {
		kind = "multipart/form-data"
	}
	d.mu.Lock()
	defer d.mu.Unlock()
	schema, required, err := d.schema(c.path, strings.ToLower(c.method), kind)
	switch {
	case err != nil:
		p.add("", "%v", err)
	case schema == nil || len(c.body) == 0 && !required:
	case len(c.body) == 0:
		p.add("", "the body is missing")
	default:
		v, err := jsonschema.UnmarshalJSON(bytes.NewReader(c.body))
		if err == nil {
			err = schema.Validate(lenient(v))
		}
		if err != nil {
			p.add("", "OpenAPI: %s", textutil.Truncate(err.Error(), 1500))
		}
	}
	return p
}

// lenient turns default_member_permissions into a number: Discord accepts, and documents, the string that client
// libraries send, but its OpenAPI description allows only a number.
func lenient(v any) any {
	switch v := v.(type) {
	case []any:
		for _, item := range v {
			lenient(item)
		}
	case map[string]any:
		if text, ok := v["default_member_permissions"].(string); ok {
			v["default_member_permissions"] = json.Number(text)
		}
	}
	return v
}
