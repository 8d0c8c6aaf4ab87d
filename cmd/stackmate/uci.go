package main

import (
	"context"

	"stackmate/cmd/stackmate/uci"
)

type uciCmd struct{}

// Help tells what "stackmate uci --help" says besides.
func (uciCmd) Help() string {
	return `This is for chess programs with a board (GUIs): add "stackmate uci" there as a UCI engine. It plays
standard chess. The other games (option UCI_Variant) need a GUI that knows them.

Option Level plays like Stackmate's levels 1 to 8; at 0 it plays as well as it can. UCI_LimitStrength
with UCI_Elo chooses the nearest level. "go infinite", "go mate" and "searchmoves" ignore both.

By hand: "d" shows the board, "go movetime 1000" searches for a second, "go perft 3" counts moves,
"quit" ends.`
}

// Run runs a session on standard input and output.
func (*uciCmd) Run(ctx context.Context, s streams) error { return uci.Run(ctx, s.in, s.out) }
