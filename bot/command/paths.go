package command

// Path names a command by the words that are typed for it in English, such as "draw accept".
type Path string

// The commands.
const (
	Challenge       Path = "challenge"
	Accept          Path = "accept"
	Decline         Path = "decline"
	Cancel          Path = "cancel"
	Move            Path = "move"
	Pick            Path = "pick"
	Board           Path = "board"
	Moves           Path = "moves"
	Attacks         Path = "attacks"
	Sees            Path = "sees"
	Games           Path = "games"
	DrawOffer       Path = "draw offer"
	DrawAccept      Path = "draw accept"
	DrawDecline     Path = "draw decline"
	DrawWithdraw    Path = "draw withdraw"
	DrawClaim       Path = "draw claim"
	Resign          Path = "resign"
	TakebackAsk     Path = "takeback ask"
	TakebackAccept  Path = "takeback accept"
	TakebackDecline Path = "takeback decline"
	Abort           Path = "abort"
	Rematch         Path = "rematch"
	Level           Path = "level"
	Hint            Path = "hint"
	Analyse         Path = "analyse"
	Review          Path = "review"
	Quiz            Path = "quiz"
	IfAdd           Path = "if add"
	IfShow          Path = "if show"
	IfRemove        Path = "if remove"
	IfClear         Path = "if clear"
	VacationStart   Path = "vacation start"
	VacationEnd     Path = "vacation end"
	VacationShow    Path = "vacation show"
	WatchStart      Path = "watch start"
	WatchInvite     Path = "watch invite"
	WatchRemove     Path = "watch remove"
	Unwatch         Path = "unwatch"
	Note            Path = "note"
	History         Path = "history"
	Export          Path = "export"
	Import          Path = "import"
	Puzzle          Path = "puzzle"
	Solve           Path = "solve"
	Solution        Path = "solution"
	Profile         Path = "profile"
	Leaderboard     Path = "leaderboard"
	Preferences     Path = "preferences"
	Web             Path = "web"
	Settings        Path = "settings"
	Adjudicate      Path = "adjudicate"
	AdminStatus     Path = "admin status"
	Ban             Path = "ban"
	Unban           Path = "unban"
	Block           Path = "block"
	Unblock         Path = "unblock"
	Name            Path = "name"
	Link            Path = "link"
	MydataExport    Path = "mydata export"
	MydataDelete    Path = "mydata delete"
	Rules           Path = "rules"
	Help            Path = "help"
)

// Command returns the command with the path; nil if there is none. A command with others under it
// has no path of its own.
func (p Path) Command() *Command { return commands[p] }

// commands are the commands of the tree that do something.
var commands = index("", tree)

func index(above Path, list []Command) map[Path]*Command {
	found := map[Path]*Command{}
	for i := range list {
		c, path := &list[i], above+Path(list[i].Name)
		if c.Sub == nil {
			found[path] = c
		}
		for sub, c := range index(path+" ", c.Sub) {
			found[sub] = c
		}
	}
	return found
}
