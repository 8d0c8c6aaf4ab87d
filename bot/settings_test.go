package bot_test

import (
	"testing"
)

func TestSettings(t *testing.T) {
	t.Parallel()
	c := company(t)
	for _, text := range []string{"settings", "settings threads:off", "ban @Ben", "unban @Ben", "adjudicate #1 draw stuck"} {
		c.refused("Anna", hall, text, "Only people who can manage this server may do that.")
	}
	m := c.message("Dora", alone("Dora"), "settings")
	m.Administrator = true
	has(t, c.handle(m).Reply, "That works only in Discord.")
	has(t, c.admin("settings").Reply, "channels  all", "threads   on", "variant   Millennium", "clock     no limit")
	has(t, c.admin("settings here:on threads:off orthodox 3d theme:print").Reply, "Saved", "only 1 of them, with their threads", "threads   off", "variant   Standard", "clock     3 days per move", "theme     print")
	c.refused("Anna", library, "challenge @Ben", "Games can't be offered there.")
	has(t, c.say("Anna", hall, "challenge @Ben white").Reply, "Standard", "3 days per move")
	a := c.say("Ben", hall, "accept")
	if a.Thread != "" || a.Picture.Theme != "print" {
		t.Errorf("%+v", a.Reply)
	}
	c.admin("settings channels:everywhere")
	c.say("Anna", library, "challenge @Ben none")
	c.admin("settings language:de")
	has(t, c.say("Anna", hall, "e4").Reply, "spielt 1. e4")
}
