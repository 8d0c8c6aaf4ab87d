package mailaddr

import "testing"

func TestCanonical(t *testing.T) {
	for address, want := range map[string]string{
		"carl@example.org":           "carl@example.org",
		"Carl@Example.ORG":           "carl@example.org",
		"carl@bücher.example":        "carl@xn--bcher-kva.example",
		"Carl@BÜCHER.example":        "carl@xn--bcher-kva.example",
		"carl@bu\u0308cher.example":  "carl@xn--bcher-kva.example",
		"carl@XN--BCHER-KVA.example": "carl@xn--bcher-kva.example",
		"carl@bücher。example":        "carl@xn--bcher-kva.example",
		"carl@例え.テスト":                "carl@xn--r8jz45g.xn--zckzah",
		"a..b@docomo.ne.jp":          "a..b@docomo.ne.jp",
		"carl@under_score.example":   "carl@under_score.example",
		"mi\u212ae@example.org":      "",
		"M\u0130ke@example.org":      "",
		"carl":                       "",
		"@example.org":               "",
		"carl@":                      "",
		"carl@bü\u200dcher..example": "",
	} {
		got, ok := Canonical(address)
		if !ok {
			got = ""
		}
		if got != want {
			t.Errorf("%q is %q, want %q", address, got, want)
		}
		if again, ok := Canonical(got); want != "" && (!ok || again != got) {
			t.Errorf("%q becomes %q", got, again)
		}
	}
	for _, domain := range []string{"Bücher.example", "xn--bcher-kva.EXAMPLE"} {
		if got := Domain(domain); got != "xn--bcher-kva.example" {
			t.Errorf("%q is %q", domain, got)
		}
	}
}
