// Package chat holds the words between a front end and the desk: what was said, by
// whom and where, and what is answered. It knows no transport and no game.
package chat

import "time"

// Address is a place or a person on a transport. Only the front end of that
// transport understands the ID.
type Address struct {
	Transport string `json:"transport"`
	ID        string `json:"id"`
}

// IsZero reports whether the address is no address.
func (a Address) IsZero() bool { return a == Address{} }

// Person is somebody who speaks or is spoken to. The address reaches that person alone.
type Person struct {
	Address
	// Name is what people call the person everywhere; it may be anything that the person
	// typed.
	Name string `json:"name"`
	// Robot is whether the transport says that it is a program.
	Robot bool `json:"robot,omitempty"`
}

// Place is where something was said.
type Place struct {
	Address
	// Server groups places that share settings, such as a guild; empty in private.
	Server string `json:"server,omitempty"`
	// Private is whether only the speaker and the bot are there.
	Private bool `json:"private,omitempty"`
	// Guest is whether the bot is there only because the speaker brought it: it answers,
	// the speaker alone, and cannot write by itself.
	Guest bool `json:"guest,omitempty"`
}

// Message is something that a front end heard.
type Message struct {
	// ID is the transport's own number of the message; the same one coming twice is
	// the same message. Empty when the transport never repeats itself.
	ID   string
	From Person
	In   Place
	// Called is what the speaker is called in the server where it was said; empty if the
	// transport does not say.
	Called string
	// Text is what was typed, without the bot's own name in front, or the code of the
	// button or option that was pressed; see Pressers.Code.
	Text string
	// Pressed is whether a button or option was pressed.
	Pressed bool
	// Call is a command that was chosen rather than typed; Text is empty then.
	Call *Call
	// Mentioned are the people named in Text, by the token that names them there.
	Mentioned map[string]Person
	// Game is the number of the game that the message answers to, as when somebody
	// replies to a picture of it; 0 if unknown.
	Game int64
	// Written is what the speaker had seen; nil for a transport that brings messages at once.
	Written *Written
	// Overheard is whether everybody in the place will see the answer, even one that is
	// not public.
	Overheard bool
	// Administrator is whether the speaker may manage the server it was said in.
	Administrator bool
	// Patient is whether the answer may as well come later, as a message of its own.
	Patient bool
	// Language is the speaker's language as the transport tells it, such as "de";
	// empty when unknown.
	Language string
}

// Written is what the author of a message had seen, on a transport that may bring it
// late or twice.
type Written struct {
	// Ply is how many plies had been played in the position of Message.Game that the
	// message answers to; negative if it names no position.
	Ply int
	// At is when it was written, as its author says.
	At time.Time
}

// Call is a command with its arguments by name, as the command tree spells them.
type Call struct {
	Path []string
	Args map[string]string
}

// Reply is something that the bot says. Text is plain: the front end escapes what
// its transport would take for markup.
type Reply struct {
	// Title is a short heading, such as "Game 12"; mails take their subject from it.
	Title string `json:"title,omitempty"`
	Text  string `json:"text"`
	// Played is the part of Text that tells moves. A reply that takes the place of this
	// one, while it waits to be sent, tells them too.
	Played string `json:"played,omitempty"`
	// Block is shown in letters of equal width below the text.
	Block   string     `json:"block,omitempty"`
	Picture *Picture   `json:"picture,omitempty"`
	Buttons [][]Button `json:"buttons,omitempty"`
	Menus   []Menu     `json:"menus,omitempty"`
	// Thread asks for a thread of this name below the reply, which the game then moves to.
	Thread string `json:"thread,omitempty"`
	// Players are who is added to that thread.
	Players []Person `json:"players,omitempty"`
	// Close asks for the thread in which the reply is said to be closed afterwards.
	Close bool `json:"close,omitempty"`
	// Notify is who must be told; nobody else is.
	Notify []Person `json:"notify,omitempty"`
	// Replace is whether the reply may take the place of the one whose button was pressed.
	Replace bool `json:"-"`
	// Audience is who may read it.
	Audience Audience `json:"private,omitempty"`
	// Unasked is whether it goes to an address that somebody else named, whose owner may
	// not want to hear anything. It is sent there or nowhere.
	Unasked bool `json:"unasked,omitempty"`
	// Game is the number of the game it is about, 0 if none.
	Game int64 `json:"game,omitempty"`
	// Ply is how many plies had been played in that game when this was said; nil if unknown.
	Ply *int `json:"ply,omitempty"`
	// Asked is whose message it answers, if it waits in the outbox.
	Asked Person `json:"asked,omitzero"`

	// Answers is the number of that message. The transport may have had the answer
	// although nothing is known of that: it has to look before it sends it.
	Answers string `json:"answers,omitempty"`

	// Place is where others are and the message was said that it answers; zero if nobody is.
	Place Address `json:"place,omitzero"`
	// Command is the path of the command that it answers, if it waits in the outbox.
	Command string `json:"command,omitempty"`
	// Redirects is how often it has been sent another way, because one was closed.
	Redirects int `json:"detours,omitempty"`

	// Language is the tag of the language that it is in; empty when unknown.
	Language string `json:"language,omitempty"`

	// Kind is a front end's own name for a reply that it wrote itself, by which it knows the
	// reply again when it delivers it; empty for replies of the desk.
	Kind string `json:"kind,omitempty"`

	// Key is the same for the same reply sent again, so that a transport can tell a
	// repetition.
	Key string `json:"-"`
	// File and Board are the picture, drawn: the desk fills them when it hands the
	// reply over.
	File  *File  `json:"-"`
	Board string `json:"-"`
}

// Button is something to press; for those who may, pressing it is the same as typing Command.
type Button struct {
	Label   string `json:"label"`
	Command string `json:"command"`
	Style   Style  `json:"style,omitempty"`
	// For are the people who may press it.
	For Pressers `json:"for,omitempty"`
	// Disabled buttons are shown and cannot be pressed.
	Disabled bool `json:"disabled,omitempty"`
}

// Menu is a list from which one option is chosen.
type Menu struct {
	Label   string   `json:"label"`
	Options []Option `json:"options"`
	// For are the people who may choose.
	For Pressers `json:"for,omitempty"`
}

// Option is one of several things to choose; choosing it is the same as typing
// Command, or in a completion, as typing Command for the argument.
type Option struct {
	Label   string `json:"label"`
	Hint    string `json:"hint,omitempty"`
	Command string `json:"command"`
}

// Style is how much a button draws the eye.
type Style string

// Buttons are plain, invite, or warn.
const (
	Plain  Style = ""
	Invite Style = "invite"
	Warn   Style = "warn"
)

// Picture asks for a drawing of a game's boards.
type Picture struct {
	Game int64 `json:"game"`
	// Ply is how many plies have been played in the position shown.
	Ply int `json:"ply"`
	// Black is whether Black sits below.
	Black bool `json:"black,omitempty"`
	// Square names a square whose moves are marked.
	Square string `json:"square,omitempty"`
	// Preview is a move in Long Algebraic Notation that is shown as if it had been made.
	Preview string `json:"preview,omitempty"`
	// Theme names a table of colours; empty for the default.
	Theme string `json:"theme,omitempty"`
	// Format is what is made of it.
	Format Format `json:"format,omitempty"`
}

// Format tells a picture from other files that show a game.
type Format string

// A game is shown as a picture of one position, as an animation up to it, or as its
// record in text.
const (
	Still     Format = ""
	Animation Format = "gif"
	Record    Format = "record"
)

// File is something to attach.
type File struct {
	Name string
	Type string // media type
	Data []byte
	// Alt says in words what a picture shows, in at most 1,024 characters.
	Alt string
}
