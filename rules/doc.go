// Package rules contains the games that Stackmate plays: their cells, how their pieces
// move, when a game is over, and how positions, moves and games are written.
//
// A game is a [Variant], compiled once from tables. A [Position] is a value that can be
// copied and compared. A [Game] is a list of moves that also knows repetitions and the
// fifty-move rule. The package imports only the standard library and knows nothing of
// time, storage or chance.
//
// Numbers such as M3 or T1 in comments are readings: they say how we read the published
// rules of a game where those are silent or unclear. The bot's command "rules" lists them.
//
// # Cells
//
// A cell's name has a file (a letter from White's left), a rank (a number from White's
// side) and, except in orthodox chess, a level, in the order that the game uses:
//
//	orthodox        e4    files a to h, ranks 1 to 8
//	millennium      1e4   levels 1 to 3 from below, files a to h, ranks 1 to 8
//	3d8l            5e1   levels 1 to 8 from below, files a to h, ranks 1 to 8
//	nextgen         Ae2   levels B (below) and A (above), files a to h, ranks 1 to 8
//	tridimensional  e1A   files a to f, ranks 1 to 10, levels A to G from below
//
// # Position strings
//
// A position string extends Forsyth-Edwards Notation and is exactly that for orthodox
// chess. Its fields are separated by one space:
//
//  1. Placement: the boards from the lowest level up, separated by |. In tridimensional
//     these are the main boards on levels B, D and F, then the attack boards in the order
//     of field 6. A board is its rows from the highest rank down, separated by /. A row is
//     its cells from White's left: pieces, and numbers of empty cells. The letters are K
//     (king), Q (queen), R (rook), B (bishop), N (knight), P (pawn), in 3d8l also G (grand
//     knight), M (mace), Rb (rookbishop), Rm (rookmace), Bm (bishopmace), Nr (red knight)
//     and Ng (green knight), all in upper case for White and in lower case for Black. Two
//     letters are in parentheses: (Rb), (rb).
//  2. Side to move: w or b.
//  3. Castling rights, which do not say whether castling is legal now: letters of KQkq. In
//     3d8l, with commas, the cells of the pieces with which a king can still castle, in the
//     order 8e1,8h1,5h1,5a1,1a1,1e1,8e8,8h8,5h8,5a8,1a8,1e8. Without rights it is -.
//  4. En passant: the cell that a pawn has just passed over, if it can be captured there
//     by a pawn that attacks that cell, whether or not there is such a pawn; else -.
//  5. Unmoved pawns, only in millennium, nextgen and tridimensional, where a pawn that has
//     moved can be on a cell where pawns start: with commas, the cells of the pawns that
//     have never moved; * for all pawns on cells where pawns of their side start; - for none.
//  6. Pins, only in tridimensional: with commas, the four pins that have attack boards, in
//     the order b2A e2A b5A e5A b2C e2C b5C e5C b4C e4C b7C e7C b4E e4E b7E e7E b6E e6E
//     b9E e9E b6G e6G b9G e9G. A pin is the corner of a main board with the level of the
//     attack board, whose files are a and b or e and f, and whose ranks are 1 and 2, 3 and
//     4, 5 and 6, 5 and 6, 7 and 8, 9 and 10 for the corners 2, 4, 5, 6, 7 and 9.
//  7. Half-move clock, 0 to 65535: plies since the last capture, promotion or pawn move. In
//     millennium a pawn's move straight up or down does not count, in tridimensional a
//     pawn's ride on an attack board does not.
//  8. Number of the move, 1 to 32768.
//
// # Moves
//
// Long Algebraic Notation (LAN) is the same in every game: the cell that a move starts
// from, a hyphen and its target, then = and the letters of the piece to which a pawn
// promotes. Captures are not marked, and the target of a capture en passant is the cell
// passed over. Castling is written as the king's move. The move of an attack board is @,
// its pin, a hyphen and the new pin, then the promotion of the pawn it carries. Each move
// has one such text.
//
// Standard Algebraic Notation (SAN) is what the players of a game write. It ends with + for
// check and # for mate. [Position.ParseMove] reads LAN and all clear forms of SAN.
//
//   - orthodox: as everywhere.
//   - millennium: as in orthodox chess, with the names of its cells and 0-0 or 0-0-0. What
//     tells pieces apart is the file, the rank, the level or the whole origin: N1b1-2d1.
//   - 3d8l: R-8g5, Bx7b8. What tells pieces apart is the level before the letter, the file
//     or rank after it, or the whole origin: 4Bx7b8, R3-8g5. Pawns have the whole origin:
//     7c2-7c4. Castling is O|O, O/O, O-O, O-O-O, O/O/O or O|O|O, when the partner is on 8e,
//     8h, 5h, 5a, 1a or 1e.
//   - nextgen: LAN with x for captures: Ab5xBa6.
//   - tridimensional: LAN with the piece's letter before it, except for pawns, x for
//     captures, and O-O or O-O-O: Nb2B-c4B, d3B-d4B. Attack boards have A- instead of @:
//     A-b2A-b5A.
//
// # Records
//
// A record is a text in Portable Game Notation (PGN) and UTF-8. It is written with SAN, and
// read with LAN as well. These tags have a meaning; there may be others in any order:
//
//	Variant      the key of the game: millennium, 3d8l, tridimensional, nextgen (White starts
//	             on A and Black on B), nextgen:shared (both on A) or nextgen:white-b (White on
//	             B, Black on A); Standard for standard chess (also when the tag is missing),
//	             or one of the other names that lichess and python-chess use for it
//	SetUp, FEN   1 and the first position, if it is not the starting position
//	Result       1-0, 0-1, 1/2-1/2 or * for a game that has not ended
//	Termination  why the game ended, in words; it may be missing
//
// Moves may also be given as they are printed for people: in columns, where move 7 stands on
// the line of move 1, with the words check, mate and resigns, "& occupies Ba6" after a
// capture en passant, and a letter l for the digit 1.
//
// # Examples
//
// For each game: a position, moves in LAN, the same moves in SAN, the position after them.
//
//	orthodox
//	r3k3/1P6/8/8/4p3/8/P2P4/4K2R w Kq - 4 30
//	d2-d4 e4-d3 e1-g1 e8-d7 b7-a8=Q d7-d6 a2-a4
//	d4 exd3 O-O Kd7 bxa8=Q Kd6 a4
//	Q7/8/3k4/8/P7/3p4/8/5RK1 b - a3 0 33
//
//	millennium
//	8/8/8/8/8/8/P3P3/4K2R|8/8/8/8/8/8/8/8|4k3/3p4/8/8/8/8/8/8 w K - 1a2,3d7 6 40
//	1e1-1g1 3e8-2e7 1e2-2e2 3d7-1d5
//	0-0 K2e7 2e2 1d5
//	8/8/8/3p4/8/8/P7/5RK1|8/4k3/8/8/8/8/4P3/8|8/8/8/8/8/8/8/8 w - 2d6 * 0 42
//
//	3d8l
//	8/8/8/8/8/8/8/8|8/8/8/8/8/8/8/8|8/8/8/8/8/8/8/8|8/8/8/8/8/8/8/8|4k3/6p1/8/8/8/8/8/4K3|8/8/8/8/8/8/8/8|8/8/8/8/8/8/8/8|8/2P5/8/8/8/8/8/4(Rb)3 w 8e1 - 0 40
//	5e1-7e1 5e8-5d8 8c7-8c8=Ng 5g7-5g5
//	O|O K-5d8 8c7-8c8=Ng 5g7-5g5
//	8/8/8/8/8/8/8/8|8/8/8/8/8/8/8/8|8/8/8/8/8/8/8/8|8/8/8/8/8/8/8/8|3k4/8/8/6p1/8/8/8/8|8/8/8/8/8/8/8/4(Rb)3|8/8/8/8/8/8/8/4K3|2(Ng)5/8/8/8/8/8/8/8 w - 5g6 0 42
//
//	nextgen
//	4k2r/3p4/8/8/8/8/8/8|8/8/8/8/8/8/4P3/R3K3 w Qk - * 2 30
//	Ae1-Ac1 Be8-Bg8 Ae2-Be3 Bd7-Ad5
//	Ae1-Ac1 Be8-Bg8 Ae2-Be3 Bd7-Ad5
//	5rk1/8/8/8/8/4P3/8/8|8/8/8/3p4/8/8/8/2KR4 w - Ad6 - 0 32
//
//	tridimensional
//	4/4/4/4|4/4/4/4|1k2/4/4/4|2/2|2/KR|2/2|P1/2 w K - - b2A,e2A,e9E,b6G 7 45
//	e1A-f1A c9F-c8F @b6G-b9G=N @e9E-e6E
//	O-O Kc9F-c8F A-b6G-b9G=N A-e9E-e6E
//	4/4/4/4|4/4/4/4|4/1k2/4/4|2/2|2/RK|2/2|N1/2 w - - - b2A,e2A,e6E,b9G 1 47
//
// A record:
//
//	[White "A"]
//	[Black "B"]
//	[Variant "millennium"]
//	[SetUp "1"]
//	[FEN "8/8/8/8/8/8/P7/4K3|8/8/8/8/8/8/8/8|4k3/8/8/8/8/8/8/8 b - - * 0 7"]
//	[Result "1-0"]
//	[Termination "resignation"]
//
//	7... K2e7 8. 3a4 1-0
package rules
