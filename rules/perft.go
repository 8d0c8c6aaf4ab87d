package rules

// Perft returns the number of sequences of depth legal plies from a position, 1 for depth
// 0. Every move is made and taken back, those of the last ply too.
func Perft(p Position, depth int) uint64 {
	buffers := make([][]Move, max(depth, 0)+1)
	for i := range buffers {
		buffers[i] = make([]Move, 0, 256)
	}
	return p.perft(depth, buffers)
}

func (p *Position) perft(depth int, buffers [][]Move) uint64 {
	if depth <= 0 {
		return 1
	}
	moves := p.AppendMoves(buffers[depth][:0])
	buffers[depth] = moves
	var n uint64
	var u Undo
	for _, m := range moves {
		p.Make(m, &u)
		n += p.perft(depth-1, buffers)
		p.Unmake(m, &u)
	}
	return n
}
