package uci

import "time"

// clock is the clock of the side to move.
type clock struct {
	left, increment time.Duration
	moves           int // until more time comes; 0 if none comes
}

// Of the time that is left, a move gets a part.
const (
	movesAhead  = 30 // moves that a game is thought to last on
	leastBudget = time.Millisecond
)

// budget returns how long to think about a move: soft is when to begin nothing more, hard
// when to move. Overhead is the time that a move loses on its way to the GUI. That and the
// least budget stay on the clock, for each move until more time comes.
func (c clock) budget(overhead time.Duration) (soft, hard time.Duration) {
	left := max(c.left-time.Duration(max(c.moves, 1))*(overhead+leastBudget), leastBudget)
	n := time.Duration(movesAhead)
	if c.moves > 0 {
		n = min(n, time.Duration(c.moves))
	}
	share := left/n + c.increment*3/4
	most := max(left*2/(n+1), left*2/5)
	hard = max(min(4*share, most), leastBudget)
	return max(min(share*3/5, hard), leastBudget), hard
}
