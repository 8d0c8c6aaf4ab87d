package bot

import "stackmate/bot/data"

// channelsOptions say where games may be offered, but for a list.
var channelsOptions = []string{data.OffersEverywhere, data.OffersNowhere}

// gamesOptions say who may see a server's games: its members, or everybody.
var gamesOptions = []string{"members", "everybody"}
