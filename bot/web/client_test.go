package web_test

import (
	"net/http/httptest"
	"testing"

	"stackmate/bot/web"
)

// TestClient checks whom limits count: nobody gets out of them by saying who they are, or with one of many addresses.
func TestClient(t *testing.T) {
	for _, c := range []struct {
		remote    string
		forwarded []string
		want      string
	}{
		{"198.51.100.7:50000", nil, "198.51.100.7"},
		{"198.51.100.7:50000", []string{"203.0.113.1"}, "198.51.100.7"}, // no proxy
		{"127.0.0.1:50000", nil, "127.0.0.1"},
		{"127.0.0.1:50000", []string{"198.51.100.7"}, "198.51.100.7"},
		{"10.0.0.2:50000", []string{"203.0.113.1, 198.51.100.7"}, "198.51.100.7"},
		{"10.0.0.2:50000", []string{"203.0.113.1", "198.51.100.7"}, "198.51.100.7"}, // a line of the browser, and one of the proxy
		{"10.0.0.2:50000", []string{"nonsense"}, "10.0.0.2"},
		{"10.0.0.2:50000", []string{"203.0.113.1, 198.51.100.7:1234"}, "198.51.100.7"},
		{"10.0.0.2:50000", []string{"[2001:db8:1:2::99]:1234"}, "2001:db8:1:2::/64"},
		{"[2001:db8:1:2:3:4:5:6]:50000", nil, "2001:db8:1:2::/64"},
		{"[::1]:50000", []string{"2001:db8:1:2::99"}, "2001:db8:1:2::/64"},
		{"[::ffff:198.51.100.7]:50000", nil, "198.51.100.7"},
	} {
		r := httptest.NewRequest("GET", "/", nil)
		r.RemoteAddr = c.remote
		for _, line := range c.forwarded {
			r.Header.Add("X-Forwarded-For", line)
		}
		if got := web.Client(r); got != c.want {
			t.Errorf("%s, forwarded for %q: %q, want %q", c.remote, c.forwarded, got, c.want)
		}
	}
}
