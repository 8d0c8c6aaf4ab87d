package bot_test

import (
	"fmt"
	"testing"
)

// TestNoAdviceThroughOtherDoors has somebody look for the best move of a running game between people on boards that are
// nearly the same.
func TestNoAdviceThroughOtherDoors(t *testing.T) {
	c := withComputer(t)
	c.game(hall, "Anna", "Ben", "orthodox")
	c.play(hall, [2]string{"Anna", "Ben"}, "e4", "c5", "Nf3")
	home := alone("Anna")
	try := func(record string, commands ...string) {
		t.Helper()
		id := c.say("Anna", home, "import "+record).Game
		for _, text := range commands {
			c.refused("Anna", home, text+" #"+fmt.Sprint(id), "of your game 1, which is still running")
		}
	}
	try("orthodox 1. e4 c5 2. Nf3 *", "hint", "analyse", "review", "quiz")
	try("orthodox 1. e4 c5 2. Nf3 d6 *", "hint", "analyse", "review", "quiz")            // one move tried
	try("orthodox 1. e4 c5 2. Nf3 d6 3. d4 cxd4 4. Nxd4 Nf6 5. Nc3 *", "review", "quiz") // the quiz would ask for it
	for _, fen := range []string{
		"rnbqkbnr/pp1ppppp/8/2p5/4P3/5N2/PPPP1PPP/RNBQKB1R b KQkq - 1 2",
		"rnbqkbnr/pp1ppppp/8/2p5/4P3/5N2/PPPP1PPP/RNBQKB1R b - - 1 2",     // the right to castle matters little here
		"rnbqkbnr/pp2pppp/3p4/2p5/4P3/5N2/PPPP1PPP/RNBQKB1R w KQkq - 0 3", // after a move
	} {
		try("orthodox "+fen, "hint", "analyse")
	}
	// Far behind it, and in another game, there is advice.
	id := c.say("Anna", home, "import orthodox 1. e4 c5 2. Nf3 d6 3. d4 cxd4 4. Nxd4 Nf6 5. Nc3 *").Game
	c.say("Anna", home, "hint #"+fmt.Sprint(id))
	c.say("Anna", home, "analyse #"+fmt.Sprint(id))
	c.say("Anna", home, "analyse #"+fmt.Sprint(id)+" ply:2")
	id = c.say("Anna", home, "import orthodox 1. d4 d5 2. c4 *").Game
	c.say("Anna", home, "review #"+fmt.Sprint(id))
}

// TestNoHintInATwinOfARunningGame plays the moves of a running game against the program.
func TestNoHintInATwinOfARunningGame(t *testing.T) {
	c := withComputer(t)
	c.say("Anna", hall, "games")
	c.say("Anna", hall, "challenge stackmate chess white 1")
	c.say("Anna", hall, "move #1 e4")
	moves := c.load(1).Rules().SANs()
	c.game(hall, "Anna", "Ben", "orthodox")
	c.say("Anna", hall, "move #2 e4")
	c.say("Ben", hall, "move #2 "+moves[1])
	c.refused("Anna", hall, "hint #1", "of your game 2, which is still running")
	c.say("Anna", hall, "move #1 a3")
	c.say("Anna", hall, "resign #1 yes")
	c.refused("Anna", hall, "analyse #1 ply:2", "of your game 2, which is still running")
	c.say("Anna", hall, "analyse #1 ply:3")
	c.say("Anna", hall, "review #1")
}
