package bot_test

import (
	"testing"
)

func TestSettings(t *testing.T) {
	t.Parallel()
	c := company(t)
	for _, text := range []string{"settings", "settings threads:off", "ban @Ben", "unban @Ben", "adjudicate #1 draw stuck"} {
		c.refused("Anna", hall, text, "Only those who may manage")
	}
	m := c.message("Dora", alone("Dora"), "settings")
	m.Administrator = true
	has(t, c.handle(m).Reply, "Settings belong to a server")
	has(t, c.admin("settings").Reply, "every channel", "threads:  on", "variant:  millennium", "clock:    none")
	has(t, c.admin("settings here:on threads:off orthodox 3d theme:print").Reply, "Changed", "1 channel", "threads:  off", "variant:  orthodox", "clock:    3d", "theme:    print")
	c.refused("Anna", library, "challenge @Ben", "not offered in this channel")
	has(t, c.say("Anna", hall, "challenge @Ben white").Reply, "Standard", "3 days for each move")
	a := c.say("Ben", hall, "accept")
	if a.Thread != "" || a.Picture.Theme != "print" {
		t.Errorf("%+v", a.Reply)
	}
	c.admin("settings channels:everywhere")
	c.say("Anna", library, "challenge @Ben none")
	c.admin("settings language:de")
	has(t, c.say("Anna", hall, "e4").Reply, "spielt 1. e4")
}
