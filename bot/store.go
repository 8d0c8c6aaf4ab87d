package bot

import (
	"context"
	"errors"
	"time"

	"stackmate/bot/chat"
	"stackmate/bot/game"
	"stackmate/rules"
)

// Facts that a store reports.
var (
	// ErrNotFound says that there is no such player, game or challenge.
	ErrNotFound = errors.New("not found")
	// ErrConflict says that something was changed since it was read.
	ErrConflict = errors.New("changed in the meantime")
	// ErrReadOnly says that something was to be written where that is not possible.
	ErrReadOnly = errors.New("cannot be written")
)

// Store keeps everything that must survive a restart.
type Store interface {
	// Update runs fn in one transaction that alone may write. What fn did is on disk
	// when Update returns nil, and undone when fn returns an error.
	Update(ctx context.Context, fn func(Tx) error) error
	// View runs fn on one unchanging state of the store. Views do not wait for updates,
	// nor updates for them. Methods that write return ErrReadOnly there.
	View(ctx context.Context, fn func(Tx) error) error
}

// Tx is a transaction of a store. It is not safe for concurrent use.
type Tx interface {
	// MarkReceived notes the id of a message; it returns false if it has been noted before.
	MarkReceived(transport, id string, at time.Time) (bool, error)

	// PlayerAt returns the player with a person's address, made anew if there is
	// none, under the person's present name.
	PlayerAt(p chat.Person, now time.Time) (Player, error)
	// FindPlayer returns the player with an address, or ErrNotFound.
	FindPlayer(a chat.Address) (Player, error)
	// Player returns a player, or ErrNotFound.
	Player(id int64) (Player, error)
	// NameIn returns what a player is called in a server, or ErrNotFound if that is the
	// player's name everywhere.
	NameIn(server string, player int64) (string, error)
	// SetNameIn stores it; the empty name forgets it.
	SetNameIn(server string, player int64, name string) error
	// PlayersCalled returns the players who are called so in a server, in any case.
	PlayersCalled(server, name string) ([]Player, error)
	// PlayersNamed returns the players whom a transport knows by a name, in any case.
	PlayersNamed(transport, name string) ([]Player, error)

	// OpenToMail returns the players of a name, in any case, who accept challenges by mail.
	OpenToMail(name string) ([]Player, error)
	// AddLinkCode has a code stand for a player until some time, in place of the last one.
	// It is told at one of the player's addresses.
	AddLinkCode(code string, player int64, told chat.Address, until time.Time) error
	// TryLinkCode returns what a code stands for, or ErrNotFound. So many wrong attempts at
	// what begins like a code end that one.
	TryLinkCode(code string, attempts int, now time.Time) (LinkCode, error)
	// ClaimLinkCode notes who has typed a code that nobody had typed before, else it returns
	// ErrNotFound. The player is to confirm it by some time.
	ClaimLinkCode(code string, by chat.Address, until time.Time) error
	// DropLinkCodes forgets the codes of a player.
	DropLinkCodes(player int64) error
	// LinkGuesses counts the wrong codes that a player has typed since some time.
	LinkGuesses(player int64, since time.Time) (int, error)
	// AddLinkGuess counts one.
	AddLinkGuess(player int64, at time.Time) error
	// Rename changes what people call a player at the addresses of a transport; if all
	// addresses are, it changes the player's name.
	Rename(player int64, transport, name string) error
	// HavePlayed reports whether two players have a game against one another.
	HavePlayed(a, b int64) (bool, error)
	// Merge gives everything that one player has to another, and forgets the first.
	Merge(from, into int64) error

	// AddChallenge stores a challenge and sets its number.
	AddChallenge(c *game.Challenge) error
	// Challenge returns a challenge, or ErrNotFound.
	Challenge(id int64) (*game.Challenge, error)
	// AnswerChallenge changes an open challenge's state, or returns ErrConflict.
	AnswerChallenge(id int64, s game.State) error
	// OpenChallenges returns the open challenges from or to a player, oldest first.
	OpenChallenges(player int64) ([]*game.Challenge, error)

	// AddGame stores a new game under its number.
	AddGame(g *game.Game) error
	// Game returns a game ready to play, or ErrNotFound.
	Game(id int64) (*game.Game, error)
	// GameSummary returns a game as lists show it, without its moves, or ErrNotFound.
	GameSummary(id int64) (GameSummary, error)
	// SaveGame stores what changed and appends new plies. It returns ErrConflict if
	// the game's version is not the stored one.
	SaveGame(g *game.Game) error
	// SetHome has a game followed in another place, or returns ErrNotFound.
	SetHome(id int64, home chat.Address) error
	// GamesOf returns a player's games of some kind, in the order of the kind; only those at
	// home in a place unless that is zero; all of them if the limit is negative.
	GamesOf(player int64, kind GameKind, home chat.Address, limit int) (GameList, error)
	// GamesIn returns everybody's games at home in a place, Running or Ended.
	GamesIn(home chat.Address, kind GameKind, limit int) (GameList, error)

	// SavePlayer stores a player's settings.
	SavePlayer(p Player) error
	// Vacations returns a player's vacations, oldest first.
	Vacations(player int64) ([]game.Span, error)
	// SetVacation stores a vacation, or changes the end of the one that began then.
	SetVacation(player int64, v game.Span) error
	// Conditions returns a player's conditional moves in a game.
	Conditions(id, player int64) (game.Conditions, error)
	// SetConditions replaces them.
	SetConditions(id, player int64, list game.Conditions) error
	// Watchers returns the players who watch a game.
	Watchers(id int64) ([]int64, error)
	// Watch begins or ends watching, and reports whether that changed anything.
	Watch(id, player int64, on bool) (changed bool, err error)
	// Guest reports whether a player was invited to a game or watches it.
	Guest(game, player int64) (bool, error)
	// Invite lets a player see a game, and reports whether that changed anything.
	Invite(game, player int64) (changed bool, err error)
	// Guests counts who was invited to a game.
	Guests(game int64) (int, error)
	// Uninvite ends an invitation to a game, and watching it.
	Uninvite(game, player int64) error
	// Room returns what was last known of a place, or ErrNotFound.
	Room(a chat.Address) (Room, error)
	// SetRoom replaces what is known of a place.
	SetRoom(a chat.Address, r Room) error
	// Note returns a player's private note on a game, empty if there is none.
	Note(id, player int64) (string, error)
	// SetNote replaces it.
	SetNote(id, player int64, note string) error

	// Server returns a server's settings, the usual ones if none were made.
	Server(id string) (Server, error)
	// SetServer stores them.
	SetServer(id string, s Server) error
	// Blocked reports whether a player may not play in a server.
	Blocked(server string, player int64) (bool, error)
	// Block forbids or allows a player to play in a server.
	Block(server string, player int64, on bool) error
	// AcceptsFrom reports whether a player takes challenges and invitations from another one: not
	// if the player has blocked that one, or as far as mail counts, one of that one's addresses.
	AcceptsFrom(player, from int64, mail bool) (bool, error)
	// BlockPlayer begins or ends a player's block of another, or of a mail address with 0
	// in place of the other, and reports whether that changed anything.
	BlockPlayer(player, blocked int64, address string, on bool) (changed bool, err error)
	// BlockedPlayers counts whom a player has blocked.
	BlockedPlayers(player int64) (int, error)
	// LogAdminAction notes what somebody did to a game that is not theirs.
	LogAdminAction(i AdminAction) error
	// AdminActions returns what was done to a game, oldest first.
	AdminActions(id int64) ([]AdminAction, error)

	// Prune forgets what only grows and nobody asks for any more: messages noted, letters
	// settled, challenges refused and the like, of before a time, the oldest first and at
	// most so many of each. It reports whether there may be more.
	Prune(before time.Time, limit int) (more bool, err error)

	// SetUnreachable notes until when an address takes no private messages; the zero
	// time forgets it. Until it is forgotten it is not the preferred one.
	SetUnreachable(a chat.Address, until time.Time) error
	// Unreachable reports whether an address takes no private messages now.
	Unreachable(a chat.Address, now time.Time) (bool, error)
	// SetAbsent notes whether a player cannot see a place.
	SetAbsent(place chat.Address, player int64, absent bool) error
	// Absent reports whether a player cannot see a place, as was last noted.
	Absent(place chat.Address, player int64) (bool, error)
	// Unreached notes that the opponent hears that a player cannot be reached about a game
	// or challenge, and reports whether that is news.
	Unreached(game, player int64) (first bool, err error)
	// ForgetUnreachable forgets those that are over.
	ForgetUnreachable(now time.Time) error

	Clocks
	Ratings
	Outbox
}

// Clocks keeps what decides about time. Games know of the outages of their players
// when they are loaded.
type Clocks interface {
	// Alarms returns the games whose clocks must be looked at by now.
	Alarms(now time.Time, limit int) ([]int64, error)
	// PostponeAlarm has a game's clock looked at later, whatever it says.
	PostponeAlarm(id int64, until time.Time) error
	// Heartbeat returns when the bot last noted that it runs; zero if never.
	Heartbeat() (time.Time, error)
	// SetHeartbeat notes that the bot runs.
	SetHeartbeat(now time.Time) error
	// AddOutage stores an outage, or makes the one longer that began then.
	AddOutage(o Outage) error
	// ClockSetBack undoes what was stored for times that have not come after all: the clock
	// was ahead, and has been set right. What waits until then is due, no outage reaches
	// beyond now, no turn began later, and every clock is looked at anew.
	ClockSetBack(now time.Time) error
}

// Outage is a time in which people could not reach the bot.
type Outage struct {
	// Transport is whose people could not; empty for everybody.
	Transport string
	game.Span
}

// LinkCode is what a code stands for by which two players become one.
type LinkCode struct {
	Player int64
	// Told is where the player was told it, Claim where it was typed; zero before.
	Told, Claim chat.Address
}

// Server is how the bot behaves in a server. The zero value is the usual way.
type Server struct {
	// Channels are the only places where games may be offered, with their threads. If it is
	// empty games may be offered everywhere, or nowhere with NoChannels.
	Channels   []string `json:"channels,omitempty"`
	NoChannels bool     `json:"no_channels,omitempty"`
	// NoThreads is whether games stay in the channel instead of a thread each.
	NoThreads bool `json:"no_threads,omitempty"`
	// Variant and Clock are what a challenge means unless it says otherwise.
	Variant  string `json:"variant,omitempty"`
	Clock    string `json:"clock,omitempty"`
	Language string `json:"language,omitempty"`
	Theme    string `json:"theme,omitempty"`
	// OpenGames is whether everybody may see the server's games, but those at home in
	// places that some of its members cannot see.
	OpenGames bool `json:"open_games,omitempty"`
}

// AdminAction is something that an administrator did to a game.
type AdminAction struct {
	Game, Player int64
	What, Why    string
	At           time.Time
}

// Outbox keeps what is to be said until it has been.
type Outbox interface {
	// Enqueue stores a letter and returns its number.
	Enqueue(m OutboxMessage) (int64, error)
	// Due returns letters of a transport that may be sent now, oldest first, but none to
	// some recipients, MostExcepted at most. Of the letters about one game to one address only the oldest is due.
	Due(transport string, now time.Time, limit int, except ...string) ([]OutboxMessage, error)
	// DueSince returns since when the letter of a transport has been due that waits the
	// longest; zero if none does.
	DueSince(transport string, now time.Time) (time.Time, error)
	// Waiting returns the letters about a game to an address that have not been sent,
	// oldest first, whenever they are due.
	Waiting(to chat.Address, game int64) ([]OutboxMessage, error)
	// MarkDelivered strikes a letter off.
	MarkDelivered(id int64, at time.Time) error
	// Postpone keeps a letter for another attempt, and why the last one failed.
	Postpone(id int64, until time.Time, why string) error
	// MarkUndeliverable strikes off a letter that can never be delivered.
	MarkUndeliverable(id int64, at time.Time, why string) error
	// Lease notes that a run of the bot delivers a letter just now. What ends an attempt
	// ends the lease.
	Lease(id int64, by string) error
	// Panicked counts a panic that delivering a letter ended in, and returns how many
	// there have been.
	Panicked(id int64) (times int, err error)
	// TakeOver ends the leases of all other runs: they have ended. With panicked, one of
	// these letters was the reason, and it is counted for each. It returns how many
	// there were, and the number of the last letter that is stored.
	TakeOver(by string, now time.Time, panicked bool) (released, last int64, err error)
}

// Player is somebody who plays, whatever the transport.
type Player struct {
	ID int64
	// Name is the player's everywhere but where a server has another.
	Name string
	// Addresses reach the player alone, the preferred one first.
	Addresses []chat.Address
	Settings  PlayerSettings
}

// PlayerSettings are what a player has chosen.
type PlayerSettings struct {
	// Language is a tag such as "de"; empty for the transport's.
	Language string `json:"language,omitempty"`
	// Theme is a table of colours; empty for the server's.
	Theme string `json:"theme,omitempty"`
	// Notices is the transport on which the player wants to hear; empty for the first.
	Notices string `json:"notices,omitempty"`
	// OpenToMail is whether the player may be challenged by mail.
	OpenToMail bool `json:"open_to_mail,omitempty"`
	// Listed is whether the player agrees to be on the leaderboard of all servers.
	Listed bool `json:"listed,omitempty"`
	// NameAsked is whether the player was asked for a name by mail.
	NameAsked bool `json:"name_asked,omitempty"`
	// Heard is the language that the transport last told.
	Heard string `json:"heard,omitempty"`
}

// Person returns the player as the front ends know people.
func (p Player) Person() chat.Person {
	if len(p.Addresses) == 0 {
		return chat.Person{Name: p.Name}
	}
	return chat.Person{Address: p.Addresses[0], Name: p.Name}
}

// GameKind is a kind of games, as lists show them.
type GameKind uint8

const (
	// Running games are against others, the last moved first.
	Running GameKind = iota
	// Waiting games are those of them that wait for a move of the player, the longest first.
	Waiting
	// Ended games were against others, the last ended first.
	Ended
	// Analyses are games in which the player moves for both sides, the last moved first.
	Analyses
)

// GameList is the beginning of a list of games. Nothing follows from what is not in it if
// there are more.
type GameList struct {
	Games []GameSummary
	More  bool
}

// Only returns the game of a list of one; ok is false for every other list.
func (l GameList) Only() (line GameSummary, ok bool) {
	if len(l.Games) != 1 || l.More {
		return line, false
	}
	return l.Games[0], true
}

// GameSummary is what a list of games shows of one.
type GameSummary struct {
	ID      int64
	Variant *rules.Variant
	Seats   [2]int64
	Plies   int
	Turn    rules.Color
	Outcome rules.Outcome
	Reason  game.Reason
	Home    chat.Address
	Server  string
	// Clocked is whether a clock runs.
	Clocked bool
}

// Analysis reports whether somebody plays both sides, to look into a position.
func (l GameSummary) Analysis() bool { return l.Seats[0] == l.Seats[1] }

// Over reports whether the game has ended.
func (l GameSummary) Over() bool { return l.Reason != "" }

// ToMove returns the number of the player whose turn it is, 0 when the game is over.
func (l GameSummary) ToMove() int64 {
	if l.Over() {
		return 0
	}
	return l.Seats[l.Turn]
}

// Has reports whether a player has a seat in the game.
func (l GameSummary) Has(player int64) bool { return l.Seats[0] == player || l.Seats[1] == player }

// MostExcepted is how many recipients Due leaves out at most.
const MostExcepted = 8

// OutboxMessage is a reply on its way to an address.
type OutboxMessage struct {
	ID    int64
	To    chat.Address
	Reply chat.Reply
	// NotBefore is when it may be sent at the earliest.
	NotBefore time.Time
	Attempts  int
	// LeasedBy is the run of the bot that delivers it outside of the outbox until
	// NotBefore; empty if none does.
	LeasedBy string
	// Panics is how often delivering it has ended in a panic.
	Panics int
	// Damage is why its reply could not be read; nil if it could.
	Damage error
}
