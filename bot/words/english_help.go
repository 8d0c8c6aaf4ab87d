package words

import "maps"

func init() { maps.Copy(english, englishHelp) }

// englishHelp describes the commands (at most 100 letters: Discord shows them) and the games.
var englishHelp = map[string]string{
	"command.challenge": "Challenge somebody to a game",
	"command.accept":    "Accept a challenge",
	"command.decline":   "Decline a challenge",
	"command.cancel":    "Take your challenge back",
	"command.move":      "Make a move",
	"command.board":     "Show the boards of a game",
	"command.moves":     "Show where a piece can go",
	"command.games":     "List your games and challenges",
	"command.draw":      "Offer, answer or claim a draw",
	"command.resign":    "Give a game up",
	"command.history":   "List the moves of a game",
	"command.rules":     "Explain a game and how its moves are written",
	"command.help":      "Explain the commands",

	"command.draw.offer":    "Offer a draw",
	"command.draw.accept":   "Accept the draw that you are offered",
	"command.draw.decline":  "Decline the draw that you are offered",
	"command.draw.withdraw": "Take your draw offer back",
	"command.draw.claim":    "Claim a draw by threefold repetition or the fifty-move rule",

	"command.takeback":   "Ask to take back your last move",
	"command.abort":      "Break off a game that has hardly begun",
	"command.rematch":    "Play the same opponent again with colours changed",
	"command.if":         "Say in advance how you answer a move",
	"command.vacation":   "Stop your clocks for some days",
	"command.unwatch":    "No longer be told about a game",
	"command.note":       "Keep a note on a game that only you can see",
	"command.settings":   "How the bot behaves in this server",
	"command.adjudicate": "End a game that is stuck",

	"command.takeback.ask":     "Ask to take back your last move",
	"command.takeback.accept":  "Let your opponent take the last move back",
	"command.takeback.decline": "Let the last move stand",
	"command.if.add":           "Say how you answer: N3c5 Q2e7, their move and yours in turn",
	"command.if.show":          "List your conditional moves",
	"command.if.remove":        "Take out a line",
	"command.if.clear":         "Take out all lines",
	"command.vacation.start":   "Stop all your clocks for some days",
	"command.vacation.end":     "Come back before the time",
	"command.vacation.show":    "Show how much vacation you have left",

	"arg.clock":    "Time for the moves",
	"arg.rated":    "Whether the game is rated",
	"arg.weekends": "Whether clocks stand still on weekends",
	"arg.limit":    "Moves without progress after which a draw may be claimed, usually 50",
	"arg.open":     "Whether anybody may accept",
	"arg.note":     "Something to say to your opponent",
	"arg.ply":      "How many moves of both sides have been made",
	"arg.line":     "Their move, your answer, and so on: N3c5 Q2e7",
	"arg.days":     "How many days",
	"arg.text":     "The note; - takes it away",
	"arg.channels": "Where games may be offered; here:on lists single channels",
	"arg.here":     "Whether games may be offered in this channel",
	"arg.threads":  "Whether each game gets a thread of its own",
	"arg.language": "The language",
	"arg.theme":    "The colours of the boards",
	"arg.result":   "Who wins",
	"arg.reason":   "Why; the players read it",
	"arg.player":   "Who",

	"choice.on": "on", "choice.off": "off", "choice.en": "English", "choice.de": "Deutsch", "choice.draw": "Draw",
	"choice.everywhere": "in every channel", "choice.nowhere": "in no channel",
	"choice.none": "No result", "choice.wood": "wood", "choice.slate": "slate", "choice.contrast": "high contrast",
	"choice.print": "print",

	"help.takeback":   "Asks your opponent to let you take back your last move, and the answer to it if there is one.",
	"help.abort":      "Breaks off a game while one side has not moved yet. It does not count.",
	"help.rematch":    "Challenges the opponent of a finished game again, with colours changed.",
	"help.if":         "Says in advance how you answer your opponent's moves: if N3c5 then Q2e7, to any depth. Only you can see it; it is played at once when it fits.",
	"help.vacation":   "Stops all your clocks for whole days, thirty in a year.",
	"help.unwatch":    "Ends watching a game.",
	"help.note":       "Keeps a note on a game that only you can see.",
	"help.settings":   "Shows or changes how the bot behaves in this server. For those who manage it.",
	"help.adjudicate": "Ends a game that is stuck, with a reason that the players read. For those who manage the server.",

	"arg.opponent":  "Whom you challenge",
	"arg.address":   "Or the mail address of somebody who is not here",
	"arg.variant":   "Which game",
	"arg.color":     "Your colour",
	"arg.challenge": "The number of the challenge",
	"arg.game":      "The number of the game, if you play several",
	"arg.move":      "The move, such as N2g3 or 1g1-2g3",
	"arg.square":    "The square of the piece, such as 1g1",
	"arg.confirm":   "Say yes to do it at once",
	"arg.command":   "The command to explain",

	"choice.white": "White", "choice.black": "Black", "choice.random": "Random",

	"help.challenge": "Challenges somebody. The game is Millennium 3D Chess unless you name another; colours are drawn by lot unless you choose.",
	"help.accept":    "Accepts a challenge, and the game begins.",
	"help.decline":   "Declines a challenge.",
	"help.cancel":    "Takes back a challenge that nobody has answered.",
	"help.move":      "Makes a move. You need not type “move”: the move alone will do.",
	"help.board":     "Shows the boards, seen from your side.",
	"help.moves":     "Shows where the piece on a square can go; without a square it lists all moves.",
	"help.games":     "Lists your games and challenges, those that wait for you first.",
	"help.draw":      "Offers or answers a draw. A claim holds when the position has occurred three times, or fifty moves have passed without progress.",
	"help.resign":    "Gives a game up. I ask once before I do it.",
	"help.history":   "Lists the moves of a game.",
	"help.rules":     "Explains a game: how the pieces move, how moves are written, and how we read its rules.",
	"help.help":      "Explains the commands.",

	"rules.author": "{name} was invented by {author}. {notice}",

	"rules.orthodox": "Chess on one board, as everybody knows it. Moves: Nf3, exd5, O-O, e8=Q, or from and to: g1-f3.",

	"rules.millennium": "Three boards of 8×8, level 1 below and level 3 on top. White begins on level 1, Black on level 3. " +
		"A square is level, file, rank: 1e1. Rooks and bishops move as usual and may change the level by one with each step, always the same way; " +
		"rooks also go straight up and down. The queen does both, the king one step of it. A knight goes two along one axis and one along another. " +
		"Pawns go forward, forward with a change of level, or straight up or down; they capture diagonally forward, on any level next to theirs. " +
		"Moves: N2g3, Bx3e5, pawns 1c3 or cx3b6, castling 0-0, promotion 3a8=Q; or from and to: 1g1-2g3.",
	"reading.M1": "The king also steps straight up and down.",
	"reading.M2": "A pawn's first move may be two equal steps in any direction it steps; the square between must be empty.",
	"reading.M3": "En passant: a pawn on its own fifth rank takes a pawn that has just passed over a square it attacks; never after a vertical double step.",
	"reading.M4": "Pawns promote only on the opponent's home rank and level (3a8–3h8, 1a1–1h1), to Q, R, B or N.",
	"reading.M5": "Castling on the home board only, under the usual conditions; attacks count from all levels.",
	"reading.M6": "Repetition: same placement, player to move, castling, first-move and en-passant rights. Three times, and either may claim.",
	"reading.M7": "Fifty moves: only captures, promotions and pawn moves forward begin the count anew; straight up or down does not.",
	"reading.M8": "At once a draw: bare kings, or one rook, bishop or knight against a bare king.",
	"reading.M9": "Time: who oversteps it loses, but draws if the opponent has a bare king or one rook, bishop or knight.",

	"rules.3d8l": "Eight boards of 8×8. A point is level, section, degree: 5e1. White's pieces fill the first degree of all levels, pawns the second. " +
		"Rook R along one axis, bishop B along two at once, mace M along three; Rb, Rm, Bm combine them, the queen has all. " +
		"Knight N leaps (0,1,2), red knight Nr (1,1,2), green knight Ng (1,2,2), grand knight G all. Pawns go one degree forward and capture one degree forward to the side, up or down. " +
		"Moves: R-8g5, Bx7b8, 7c2-7c4; to tell two apart 4Bx7b8, Bax7b8, R3-8g5. Castling: O|O, O/O, O-O, O-O-O, O/O/O, O|O|O.",
	"reading.B1": "The array was published as a picture that we do not have. Ours is known at second hand, from a program whose author says that it is the inventor's; it agrees with every count in the text.",
	"reading.B2": "Draws as in orthodox chess; every pawn move begins the fifty-move count anew.",
	"reading.B3": "At once a draw: bare kings, or a king and one piece other than queen or pawn against a bare king.",

	"rules.nextgen": "Two boards of 8×8, A above B. A square is board, file, rank: Ae2. On its own board a piece moves as in orthodox chess. " +
		"To the other board it takes one step: king and queen to the nine squares above or below, rook straight, bishop to the eight around, knight two along and one board; pawns straight, or forward. " +
		"Moves: Ae2-Ae4, NAg1-Bg3, QAf3xAf7; castling is the king's move, Ae1-Ac1.",
	"reading.G1": "Pawns step forward, forward to the other board, or straight up or down; the first move may be two forward, also with the change of board.",
	"reading.G2": "Pawns capture one forward diagonally on either board; en passant on either board too, at once or never.",
	"reading.G3": "Pawns promote on the last rank of either board, to Q, R, B or N.",
	"reading.G4": "Castling as in orthodox chess on the board of the array.",
	"reading.G5": "Three setups: nextgen (White on A, Black on B), nextgen:white-b (the other way round), nextgen:shared (both on A).",
	"reading.G6": "Draws as in orthodox chess; at once: bare kings, or one rook, bishop or knight against a bare king.",

	"rules.tridimensional": "Three fixed boards of 4×4 and four attack boards of 2×2 that can be moved. A cell is file, rank, level: e1A. " +
		"Pieces move on a slanted lattice: sideways, forward, and forward-and-up count as the three straight directions. " +
		"Moves: Nb2B-c4B, d3B-d4B, O-O; an attack board A-e9G-b9G, with =Q when its pawn promotes.",
	"reading.T1": "Cells that do not exist are air: sliders pass through them and cannot stop there.",
	"reading.T2": "Attack boards are pinned above or below a corner of a main board; the pin is named after the corner and the board's level.",
	"reading.T3": "An attack board goes to the corner across, the corner along, the same corner of the next main board, or turns over in place.",
	"reading.T4": "An empty board may be moved by either; one with a single pawn by the pawn's owner, and not turned over. It counts as the move.",
	"reading.T5": "Pawns promote on rank 9 or beyond of level F or above, Black's on rank 2 or below of level B or below; riding counts.",
	"reading.T6": "Castling: king and rook change places (O-O), or the king goes to a1A and the rook to b1A (O-O-O); Black likewise.",
	"reading.T7": "En passant exists where the cell passed over exists.",
	"reading.T8": "Black's pawns capture as the mirror image of White's.",
	"reading.T9": "Draws as in orthodox chess; at once only with bare kings.",
}
