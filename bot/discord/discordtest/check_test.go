package discordtest

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"mime/multipart"
	"net/http"
	"os"
	"strings"
	"testing"
	"time"
)

// raw sends a request of the bot by hand; files are named f0.png and so on.
func raw(t *testing.T, srv *Server, method, path string, body any, files ...[]byte) (int, map[string]any) {
	t.Helper()
	encoded, err := json.Marshal(body)
	if err != nil {
		t.Fatal(err)
	}
	var b bytes.Buffer
	kind := "application/json"
	if len(files) == 0 {
		b.Write(encoded)
	} else {
		w := multipart.NewWriter(&b)
		part, _ := w.CreateFormField("payload_json")
		_, _ = part.Write(encoded)
		for n, data := range files {
			part, _ := w.CreateFormFile(fmt.Sprintf("files[%d]", n), fmt.Sprintf("f%d.png", n))
			_, _ = part.Write(data)
		}
		_ = w.Close()
		kind = w.FormDataContentType()
	}
	req, err := http.NewRequest(method, srv.URL+"/api/v10"+path, &b)
	if err != nil {
		t.Fatal(err)
	}
	req.Header.Set("Authorization", "Bot "+srv.Token)
	req.Header.Set("Content-Type", kind)
	answer, err := http.DefaultClient.Do(req)
	if err != nil {
		t.Fatal(err)
	}
	defer answer.Body.Close()
	data, _ := io.ReadAll(answer.Body)
	var v map[string]any
	_ = json.Unmarshal(data, &v)
	if answer.Header.Get("X-RateLimit-Bucket") == "" || answer.Header.Get("X-RateLimit-Reset-After") == "" {
		t.Errorf("%s %s: no rate limit headers", method, path)
	}
	return answer.StatusCode, v
}

// button, row and menu make components.
func button(id string) object {
	return object{"type": 2, "style": 1, "label": "b", "custom_id": id}
}

func row(of ...object) object { return object{"type": 1, "components": of} }

func menu(id string, options int, label string) object {
	list := []object{}
	for n := range options {
		list = append(list, object{"label": label, "value": fmt.Sprint(n)})
	}
	return object{"type": 3, "custom_id": id, "options": list}
}

func buttons(from, n int) []object {
	var list []object
	for i := range n {
		list = append(list, button(fmt.Sprint(from+i)))
	}
	return list
}

func repeated(n int, make func(i int) object) []object {
	list := []object{}
	for i := range n {
		list = append(list, make(i))
	}
	return list
}

func TestMessageLimits(t *testing.T) {
	t.Parallel()
	long := func(n int) string { return strings.Repeat("ä", n) }
	v2 := flagComponentsV2
	text := func(int) object { return object{"type": 10, "content": "x"} }
	for _, c := range []struct {
		name      string
		good, bad object
		violation string
	}{
		{"content", object{"content": long(2000)}, object{"content": long(2001)}, "2001 characters"},
		{"empty", object{"content": "x"}, object{"content": " "}, "empty message"},
		{"embeds", object{"embeds": repeated(10, func(int) object { return object{"title": "t"} })},
			object{"embeds": repeated(11, func(int) object { return object{"title": "t"} })}, "11 embeds"},
		{"embed text", object{"embeds": []object{{"description": long(4000)}, {"description": long(2000)}}},
			object{"embeds": []object{{"description": long(4000)}, {"description": long(2001)}}}, "6001 characters together"},
		{"rows", object{"components": repeated(5, func(i int) object { return row(buttons(10*i, 5)...) })},
			object{"components": repeated(6, func(i int) object { return row(buttons(10*i, 5)...) })}, "6 rows"},
		{"buttons", object{"components": []object{row(buttons(0, 5)...)}}, object{"components": []object{row(buttons(0, 6)...)}}, "6 buttons"},
		{"menu beside button", object{"components": []object{row(menu("m", 25, "o"))}},
			object{"components": []object{row(menu("m", 2, "o"), button("b"))}}, "row of its own"},
		{"menu options", object{"components": []object{row(menu("m", 25, long(100)))}}, object{"components": []object{row(menu("m", 26, "o"))}}, "26 options"},
		{"option label", object{"components": []object{row(menu("m", 1, long(100)))}}, object{"components": []object{row(menu("m", 1, long(101)))}}, "101 characters"},
		{"custom id", object{"components": []object{row(button(long(100)))}}, object{"components": []object{row(button(long(101)))}}, "101 characters"},
		{"custom id twice", object{"components": []object{row(button("a"), button("b"))}}, object{"components": []object{row(button("a")), row(button("a"))}}, "not unique"},
		{"button without id", object{"components": []object{row(object{"type": 2, "style": 5, "label": "l", "url": "https://a.example"})}},
			object{"components": []object{row(object{"type": 2, "style": 1, "label": "l"})}}, "no custom_id"},
		{"v2 flag", object{"flags": v2, "components": []object{text(0)}}, object{"components": []object{text(0)}}, "needs the flag"},
		{"v2 content", object{"flags": v2, "components": []object{text(0)}}, object{"flags": v2, "content": "x", "components": []object{text(0)}}, "no content"},
		{"v2 count", object{"flags": v2, "components": repeated(40, text)}, object{"flags": v2, "components": repeated(41, text)}, "41 components"},
		{"v2 text", object{"flags": v2, "components": []object{{"type": 10, "content": long(4000)}}}, object{"flags": v2, "components": []object{{"type": 10, "content": long(4001)}}}, "4001 characters"},
		{"ephemeral", object{"content": "x", "flags": 4096}, object{"content": "x", "flags": 64}, "may not be set"},
		{"mention", object{"content": "<@1>", "allowed_mentions": object{"parse": []string{}}}, object{"content": "<@1>"}, "allowed_mentions"},
		{"everyone", object{"content": "@everyone", "allowed_mentions": object{"parse": []string{}}}, object{"content": "@here"}, "allowed_mentions"},
		{"both", object{"content": "x", "allowed_mentions": object{"users": []string{"1"}}},
			object{"content": "x", "allowed_mentions": object{"parse": []string{"users"}, "users": []string{"1"}}}, "exclude each other"},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			p := newPlace(t)
			path := "/channels/" + p.ch.ID + "/messages"
			if status, answer := raw(t, p.srv, "POST", path, c.good); status != 200 {
				t.Fatalf("at the limit: %d %v", status, answer)
			}
			wantViolation(t, p.srv, c.violation, func() (int, map[string]any) { return raw(t, p.srv, "POST", path, c.bad) })
			if n := len(p.ch.Messages()); n != 1 {
				t.Errorf("%d messages", n)
			}
		})
	}
}

// wantViolation expects do to be answered 400 and recorded, once silently and once as a failure of the test.
func wantViolation(t *testing.T, srv *Server, part string, do func() (int, map[string]any)) {
	t.Helper()
	rec := &recorder{TB: t}
	for _, allowed := range []bool{true, false} {
		srv.mu.Lock()
		before, real, openapi := len(srv.violations), srv.t, srv.openapi
		if srv.t = rec; part != "OpenAPI" {
			srv.openapi = "" // it must be found by hand
		}
		srv.mu.Unlock()
		srv.AllowViolations(allowed)
		status, answer := do()
		srv.mu.Lock()
		srv.t, srv.openapi = real, openapi
		srv.mu.Unlock()
		got := srv.Violations()[before:]
		if status != 400 || answer["code"] == nil || answer["message"] == nil {
			t.Errorf("answered %d %v", status, answer)
		}
		if len(got) == 0 || !strings.Contains(fmt.Sprint(got), part) {
			t.Errorf("violations %v, want %q", got, part)
		}
	}
	if len(rec.errors) == 0 {
		t.Errorf("violation %q did not fail the test", part)
	}
}

func TestFileLimits(t *testing.T) {
	t.Parallel()
	p := newPlace(t)
	path := "/channels/" + p.ch.ID + "/messages"
	alt := func(n int) object {
		return object{"attachments": []object{{"id": "0", "description": strings.Repeat("x", n)}}}
	}
	if status, answer := raw(t, p.srv, "POST", path, alt(1024), make([]byte, 10<<20)); status != 200 {
		t.Fatalf("at the limit: %d %v", status, answer)
	}
	if a := p.ch.Last().Attachments[0]; len(a.Description) != 1024 || a.Name != "f0.png" || a.ContentType != "image/png" {
		t.Errorf("attachment %s %s, description of %d", a.Name, a.ContentType, len(a.Description))
	}
	send := func(body object, files ...[]byte) func() (int, map[string]any) {
		return func() (int, map[string]any) { return raw(t, p.srv, "POST", path, body, files...) }
	}
	wantViolation(t, p.srv, "bytes together", send(object{}, make([]byte, 10<<20), []byte{1}))
	wantViolation(t, p.srv, "1025 characters", send(alt(1025), board(1, 1)))
	wantViolation(t, p.srv, "neither the number", send(object{"attachments": []object{{"id": "7"}}}, board(1, 1)))
	wantViolation(t, p.srv, "no such file", send(object{"embeds": []object{{"image": object{"url": "attachment://g.png"}}}}, board(1, 1)))
}

func TestEdits(t *testing.T) {
	t.Parallel()
	p := newPlace(t)
	path := "/channels/" + p.ch.ID + "/messages"
	_, made := raw(t, p.srv, "POST", path, object{"content": "a " + p.bob.Mention(), "allowed_mentions": object{"users": []string{p.bob.ID}}}, board(2, 2))
	m := p.ch.Last()
	if !m.Notifies(p.bob) || m.Notifies(p.alice) || made["id"] != m.ID {
		t.Errorf("notified %v, id %v", m.Notified, made["id"])
	}
	edit := path + "/" + m.ID
	body := object{"content": p.alice.Mention(), "allowed_mentions": object{"users": []string{p.alice.ID}}}
	if status, answer := raw(t, p.srv, "PATCH", edit, body, board(3, 3)); status != 200 {
		t.Fatalf("edit: %d %v", status, answer)
	}
	if now := m.Now(); now.Notifies(p.alice) || !now.Edited || len(now.Attachments) != 2 {
		t.Errorf("after the edit: %s, notified %v", now, now.Notified)
	}
	raw(t, p.srv, "PATCH", edit, object{"attachments": []object{{"id": m.Now().Attachments[1].ID}}})
	if now := m.Now(); len(now.Attachments) != 1 || now.Image(t).Bounds().Dx() != 3 {
		t.Errorf("kept %v", now.Attachments)
	}
	raw(t, p.srv, "POST", path, object{"flags": flagComponentsV2, "components": []object{{"type": 10, "content": "x"}}})
	v2 := path + "/" + p.ch.Last().ID
	wantViolation(t, p.srv, "taken back", func() (int, map[string]any) { return raw(t, p.srv, "PATCH", v2, object{"flags": 0}) })
	wantViolation(t, p.srv, "no content", func() (int, map[string]any) { return raw(t, p.srv, "PATCH", v2, object{"content": "x"}) })

	p.srv.Advance(2 * time.Hour)
	for n := range lateEdits + 1 {
		status, answer := raw(t, p.srv, "PATCH", edit, object{"content": fmt.Sprint(n)})
		if late := n == lateEdits; late && (status != 429 || answer["code"] != 30046.0) || !late && status != 200 {
			t.Errorf("late edit %d: %d %v", n, status, answer)
		}
	}
}

func TestOpenAPI(t *testing.T) {
	t.Parallel()
	if os.Getenv(openapiVariable) == "" {
		t.Skip(openapiVariable + " names no file")
	}
	p := newPlace(t)
	path := "/channels/" + p.ch.ID + "/messages"
	wantViolation(t, p.srv, "OpenAPI", func() (int, map[string]any) {
		return raw(t, p.srv, "POST", path, object{"content": "x", "tts": "yes"})
	})
	wantViolation(t, p.srv, "OpenAPI", func() (int, map[string]any) {
		return raw(t, p.srv, "POST", path, object{"content": "x", "tts": "yes"}, board(1, 1))
	})
}

func TestUnknownRouteIsABreach(t *testing.T) {
	t.Parallel()
	p := newPlace(t)
	p.srv.AllowViolations(true)
	if status, _ := raw(t, p.srv, "GET", "/channels/"+p.ch.ID+"/nothing", nil); status != 404 || len(p.srv.Violations()) != 1 {
		t.Errorf("status %d, violations %v", status, p.srv.Violations())
	}
}
