package bot

// Where games may be offered in a server.
const (
	offersEverywhere = "everywhere"
	offersListed     = "listed"
	offersNowhere    = "nowhere"
)

// channelsOptions say where games may be offered, but for a list.
var channelsOptions = []string{offersEverywhere, offersNowhere}

// gamesOptions say who may see a server's games: its members, or everybody.
var gamesOptions = []string{"members", "everybody"}
