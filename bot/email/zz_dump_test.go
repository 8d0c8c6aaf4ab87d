package email_test

import (
	"fmt"
	"os"
	"strings"
	"testing"

	"stackmate/bot/email/mailtest"
)

func TestDump(t *testing.T) {
	for _, game := range []string{"millennium", "3d8l", "nextgen", "tridimensional", "orthodox"} {
		w := newWorld(t, mailtest.Options{}, nil)
		w.write(names[alice], "name Anna", "")
		w.answer(alice, 1, "name Anna")
		w.answer(alice, 2, "challenge "+bob+" "+game+" white 3d")
		w.answer(bob, 1, "accept")
		w.last(bob, 2)
		w.settled()
		w.answer(alice, len(w.server.Mails(alice)), map[string]string{"millennium": "1e4", "3d8l": "5e2-5e4", "nextgen": "Ae2-Ae4", "tridimensional": "d3B-d5B", "orthodox": "e4"}[game])
		w.settled()
		for i, raw := range w.server.Mails(bob) {
			m := mailtest.Read(t, raw)
			html := m.HTML
			for cid, data := range m.Pictures {
				name := fmt.Sprintf("%s-%d-%s.png", game, i, strings.ReplaceAll(strings.Split(cid, "@")[0], "/", ""))
				os.WriteFile("/tmp/mails/"+name, data, 0o644)
				html = strings.ReplaceAll(html, "cid:"+cid, name)
			}
			os.WriteFile(fmt.Sprintf("/tmp/mails/%s-%d.html", game, i), []byte(html), 0o644)
			fmt.Println(game, i, len(raw), len(m.Pictures))
		}
		w.end()
	}
}
