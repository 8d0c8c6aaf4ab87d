// Package chat has the types by which front ends and the desk talk: messages of people, and the
// desk's replies. It knows no transport and no game.
package chat

import (
	"strings"
	"time"
)

// Address identifies a place or a person on a transport. Only the transport's front end
// understands the ID.
type Address struct {
	Transport string `json:"transport"`
	ID        string `json:"id"`
}

// Itself is the address of the bot itself where somebody mentions it. Nothing can be sent there.
var Itself = Address{Transport: "itself", ID: "bot"}

// IsZero reports whether the address is the zero value, which identifies nothing.
func (a Address) IsZero() bool { return a == Address{} }

// Person is an author or a recipient of messages. What is sent to the address reaches only that person.
type Person struct {
	Address
	// Name is the person's name on the transport. People choose their names, so it may contain anything.
	Name string `json:"name"`
	// Robot is whether the transport says that the person is a program.
	Robot bool `json:"robot,omitempty"`
}

// Place is where a message was written, such as a channel.
type Place struct {
	Address
	// Server identifies the group of places with common settings, such as a guild; empty in private.
	Server string `json:"server,omitempty"`
	// Private is whether only the author and the bot can read the place.
	Private bool `json:"private,omitempty"`
	// Guest is whether the bot can only answer there, and only the author sees the answers: the author has
	// installed it, and not the place's server.
	Guest bool `json:"guest,omitempty"`
}

// Message is a message or command of a person, which a front end hands to the desk.
type Message struct {
	// ID is the transport's id of the message, by which the desk recognises a message that comes twice.
	// It is empty if the transport never delivers a message twice.
	ID   string
	From Person
	In   Place
	// Nickname is the author's name in In.Server; empty if the transport doesn't tell.
	Nickname string
	// Text is the text without the bot's name in front. If Pressed is set, it is the code of the button or
	// option, see Pressers.Code.
	Text string
	// Pressed is whether the message is a press of a button or the choice of an option in a menu.
	Pressed bool
	// Call is a command with arguments that the transport has parsed, such as a slash command. Text is empty then.
	Call *Call
	// Mentioned are the people mentioned in Text, by the token that mentions them.
	Mentioned map[string]Person
	// Game is the id of the game to which the message replies, for example by replying to a picture of it;
	// 0 if unknown.
	Game int64
	// Seen is what the author had seen; nil for a transport that delivers messages at once.
	Seen *Seen
	// Since is when the front end began to handle the message; zero for just now. Known is whether the author was somebody
	// who is known to the bot then: of who is not known any more, nothing is stored.
	Since time.Time
	Known bool
	// PublicAnswer is whether everybody in the place sees the answer, even one that is not public.
	PublicAnswer bool
	// Administrator is whether the author may manage In.Server.
	Administrator bool
	// AnswerMayWait is whether the answer may be sent later, by the outbox. AnswerMayFollow is the same for a front end that waits
	// for the answer: it gets it at once unless older messages take long.
	AnswerMayWait, AnswerMayFollow bool
	// Language is the tag of the author's language according to the transport, such as "de"; empty if unknown.
	Language string
	// Views are places from which the author may also look at games, by the ids of those games: a browser was let in there.
	Views map[int64]Place
	// AsData is whether the answer is also wanted as data, for a front end that shows it in its own way.
	AsData bool
}

// Seen is what the author of a message had seen, on a transport that may deliver it late.
type Seen struct {
	// Ply is the number of plies played in the position of Message.Game to which the message replies;
	// negative if it doesn't refer to a position.
	Ply int
	// Entries, unless nil, is used in place of Ply: it is Board.Entries of that position, and so also tells positions apart
	// that have as many plies because moves were taken back.
	Entries *int
	// Exact is whether the message is for the position of Entries alone, even if only its author has moved since.
	Exact bool
	// At is when the message was written, according to its author.
	At time.Time
	// Message is the key of the reply to which the message answers, as Reply.Key; empty if unknown.
	Message string
}

// Call is a command of the command tree with its arguments, by name.
type Call struct {
	Path []string
	Args map[string]string
}

// Reply is a message of the bot. Its texts have no markup: the front end escapes what its transport would
// read as markup.
type Reply struct {
	// Title is a short heading, such as "Game 12", and the subject of mails.
	Title string `json:"title,omitempty"`
	// Text may contain times, commands and choices, as Title, Block and labels may; see Surface.
	Text string `json:"text"`
	// Played is the part of Text that reports moves. A reply that replaces this one in the outbox repeats it.
	Played string `json:"played,omitempty"`
	// Block is shown below the text in a monospaced font.
	Block string `json:"block,omitempty"`
	// More are the other pages of an answer of several, each with a title, a text and a picture. Only mails have
	// them: elsewhere pages are turned.
	More []Reply `json:"more,omitempty"`
	// Picture is what Files and Board are made of when the reply is sent.
	Picture *Picture   `json:"picture,omitempty"`
	Buttons [][]Button `json:"buttons,omitempty"`
	Menus   []Menu     `json:"menus,omitempty"`
	// Thread is the name of a thread to open below the reply. The game moves there.
	Thread string `json:"thread,omitempty"`
	// Players are the people to add to the thread.
	Players []Person `json:"players,omitempty"`
	// Close is whether to close the thread in which the reply is sent.
	Close bool `json:"close,omitempty"`
	// Notify lists the people to notify; the reply notifies nobody else.
	Notify []Person `json:"notify,omitempty"`
	// Replace is whether the reply may replace the message whose button was pressed.
	Replace bool `json:"-"`
	// Audience is who may read the reply.
	Audience Audience `json:"private,omitempty"`
	// Unsolicited is whether somebody else has named the recipient's address, whose owner may not want messages.
	// Such a reply is never redirected to another address.
	Unsolicited bool `json:"unasked,omitempty"`
	// Invitation is whether the reply asks its reader to play a game that has not begun.
	Invitation bool `json:"invitation,omitempty"`
	// Game is the id of the game that the reply is about, 0 if none.
	Game int64 `json:"game,omitempty"`
	// Ply is the number of plies played in the game when the reply was written; nil if unknown.
	Ply *int `json:"ply,omitempty"`
	// Asker is the author of the message that the reply answers, if it is in the outbox.
	Asker Person `json:"asked,omitzero"`
	// InReplyTo is the id of the message that the reply answers. The transport must check whether the answer
	// was sent already, before a crash, and not send it twice.
	InReplyTo string `json:"answers,omitempty"`
	// Place is where the message was written that the reply answers; zero if that was in private.
	Place Address `json:"place,omitzero"`
	// Command is the path of the command that the reply answers, if it is in the outbox.
	Command string `json:"command,omitempty"`
	// Redirects is how often the reply was redirected, because an address could not be reached.
	Redirects int `json:"detours,omitempty"`
	// Language is the tag of the reply's language; empty if unknown.
	Language string `json:"language,omitempty"`

	// Later is the command that the reply will answer: the desk does it when the reply is sent, which may take a
	// while. Until then Text says that. Nil for a reply that is complete.
	Later *Later `json:"later,omitempty"`
	// Export is the copy of a player's data that Files are made of when the reply is sent.
	Export *Export `json:"export,omitempty"`
	// Forgotten is whether everything about the reader was just deleted: the transport stores nothing about them
	// when it sends the reply.
	Forgotten bool `json:"forgotten,omitempty"`

	// Kind is a front end's own name for a reply that it wrote itself, by which it knows the
	// reply again when it delivers it; empty for replies of the desk.
	Kind string `json:"kind,omitempty"`

	// Key identifies the reply to the transport, which can recognise by it a reply that is sent again.
	Key string `json:"-"`
	// Files are the pictures or the record that Picture asks for, at most MaxFiles. The desk and the outbox set them just
	// before the reply is sent.
	Files []File `json:"-"`
	// Board is the picture in text, for a terminal or where files are refused.
	Board string `json:"-"`
	// Try is the command behind which a move in the position of Picture is an answer, as to a puzzle; empty if none is asked for.
	Try string `json:"-"`
	// Games are the games and challenges of a list, if Message.AsData asks for them.
	Games *GameList `json:"-"`
}

// InWords returns the position in words, if the reader wants that; else it is empty. It is for transports that show
// pictures in place of Board.
func (r Reply) InWords() string {
	if r.Picture == nil || !r.Picture.InWords {
		return ""
	}
	return strings.TrimSpace(r.Board)
}

// Export describes a part of the copy of everything that is stored about a player.
type Export struct {
	Player int64 `json:"player"`
	// After is the number of the last game in the part before.
	After int64 `json:"after"`
	// Part is the number of the part, of Parts in all. The first has everything but the games.
	Part  int `json:"part"`
	Parts int `json:"parts"`
}

// Later is a typed command of Reply.Asker that changes nothing and takes long.
type Later struct {
	Text string `json:"text"`
	// Game is the id of the game that the command replied to, 0 if none.
	Game int64 `json:"game,omitempty"`
}

// Button is a button. Pressing it is the same as typing Command.
type Button struct {
	Label   string `json:"label"`
	Command string `json:"command"`
	Style   Style  `json:"style,omitempty"`
	// For lists who may press the button.
	For Pressers `json:"for,omitempty"`
	// Look is whether the button only shows the same position in another way. Transports where commands are
	// typed leave it out.
	Look bool `json:"look,omitempty"`
	// Disabled is whether the button is shown but cannot be pressed.
	Disabled bool `json:"disabled,omitempty"`
}

// Menu is a list from which a person chooses one option.
type Menu struct {
	Label   string   `json:"label"`
	Options []Option `json:"options"`
	// For lists who may choose.
	For Pressers `json:"for,omitempty"`
}

// Option is an entry of a menu, or a completion of an argument. Choosing it is the same as typing Command, in a
// completion as typing Command for the argument.
type Option struct {
	Label   string `json:"label"`
	Hint    string `json:"hint,omitempty"`
	Command string `json:"command"`
}

// Style is how a button looks.
type Style string

// Styles of buttons: ordinary ones, those for the expected next step, and those for steps that cannot be undone.
const (
	Plain  Style = ""
	Invite Style = "invite"
	Warn   Style = "warn"
)

// Picture describes a picture of a game's boards, another file that shows the game, a figure, or a puzzle.
type Picture struct {
	// Figure names a figure of a lesson, such as "millennium/rook"; empty for a picture of a game.
	Figure string `json:"figure,omitempty"`
	// Puzzle is the id of a puzzle, and Line the moves since its position, in LAN with spaces; empty for a picture
	// of a game. Ply is then the number of those moves.
	Puzzle string `json:"puzzle,omitempty"`
	Line   string `json:"line,omitempty"`
	// Study is an analysis board whose last position is shown; nil for a picture of a game.
	Study *Study `json:"study,omitempty"`
	Game  int64  `json:"game"`
	// Ply is the number of plies played in the position shown.
	Ply int `json:"ply"`
	// Black is whether Black is at the bottom.
	Black bool `json:"black,omitempty"`
	// Square is a square whose piece's moves are marked; empty for none.
	Square string `json:"square,omitempty"`
	// Preview is a move in Long Algebraic Notation that is shown as if it had been made.
	Preview string `json:"preview,omitempty"`
	// Theme is the name of a colour theme; empty for the default.
	Theme string `json:"theme,omitempty"`
	// View is the name of the arrangement of the boards; empty for the default.
	View string `json:"view,omitempty"`
	// Levels are the names of the levels that are shown, with commas between them; empty for all.
	Levels string `json:"levels,omitempty"`
	// Gallery is whether each level is a picture of its own.
	Gallery bool `json:"gallery,omitempty"`
	// Apart is whether each main board is a picture of its own, unless they are stacked.
	Apart bool `json:"apart,omitempty"`
	// WithRecord is whether the game's PGN comes with the picture.
	WithRecord bool `json:"with_record,omitempty"`
	// Column is a square; those above and below it are marked. Empty for none.
	Column string `json:"column,omitempty"`
	// InWords is whether the reader wants the position in words, which are then the Board of the reply.
	InWords bool `json:"in_words,omitempty"`
	// Format is the type of file.
	Format Format `json:"format,omitempty"`
	// Curve is what a CurveFormat shows.
	Curve *Curve `json:"curve,omitempty"`
}

// Curve is how a game went.
type Curve struct {
	// Win is how likely White was to win at first and after each ply, in 255ths.
	Win []byte `json:"win"`
	// Marks say how bad each ply was: 0 for a good one, 1 to 3 for an inaccuracy, a mistake and a blunder.
	Marks []byte `json:"marks"`
	// Accuracy is how accurate the players were, by color, from 0 to 100.
	Accuracy [2]int `json:"accuracy"`
	// Best are the best moves in the places of those that are marked, by the ply that was played; for front ends that show them.
	Best map[int]Arrow `json:"-"`
}

// Format is a type of file that shows a game.
type Format string

// Formats: a picture of a position, an animation of the game up to it, the game's PGN, or a picture of how it went.
const (
	Still       Format = ""
	Animation   Format = "gif"
	Record      Format = "record"
	CurveFormat Format = "curve"
)

// MaxFiles and MaxFileBytes bound the files of a reply: their number, and their bytes together.
const (
	MaxFiles     = 10
	MaxFileBytes = 9 << 20
)

// File is a file attached to a reply.
type File struct {
	Name string
	Type string // media type
	Data []byte
	// Alt describes a picture in words, in at most 1,024 characters.
	Alt string
}
