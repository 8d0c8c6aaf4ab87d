package words

import "maps"

func init() {
	maps.Copy(english, map[string]string{
		"discord.done":    "Done.",
		"discord.plainer": "Discord did not take the picture or the buttons of this message, so here is the text. You can type every command.",
		"discord.missing": "I lack permissions in this channel: {permissions}. Somebody who manages it can give them to me; until then I may be unable to show moves here.",
	})
}
