package engine

import (
	_ "embed"
	"fmt"
	"math"
	"strconv"
	"strings"

	"stackmate/rules"
)

// pair is a number of hundredths of a pawn: for a middle game and for an endgame.
type pair struct{ mg, eg int32 }

func (a pair) plus(b pair) pair     { return pair{a.mg + b.mg, a.eg + b.eg} }
func (a pair) minus(b pair) pair    { return pair{a.mg - b.mg, a.eg - b.eg} }
func (a pair) over(n int32) pair    { return pair{a.mg / n, a.eg / n} }
func (a *pair) add(b pair, n int32) { a.mg += b.mg * n; a.eg += b.eg * n }

// The sizes of tables of weights.
const (
	distances = 12 // steps to promotion; more count as the last
	dangers   = 24 // how much a king is attacked
	maxFiles  = 4  // from the edge
	maxRanks  = 10
	maxLevels = 8
)

// weights are the numbers of the evaluation of one game. A feature is counted for White
// minus Black.
type weights struct {
	// Of a piece on its cell: its value, what it would reach on empty boards from there
	// more than on average, how central and how far ahead the cell is.
	value, reach, centre, ahead [maxRoles]pair
	// file, rank and level are what it is worth more on one: files from the edge, ranks from its
	// own side, levels from its own king's if the kings start on different ones.
	file  [maxRoles][maxFiles]pair
	rank  [maxRoles][maxRanks]pair
	level [maxRoles][maxLevels]pair
	// toGo is what a pawn is worth more by its steps to promotion, passed what it is worth
	// more if no enemy pawn can stop it.
	toGo, passed [distances]pair
	// mobility is for each cell that a piece attacks, where neither a piece of its own nor an
	// enemy pawn's attack is.
	mobility [maxRoles]pair
	// threat is for an enemy piece that a pawn attacks.
	threat [maxRoles]pair
	// press is for each enemy piece that a role attacks; half is for a slider without a pawn of
	// its own in front of it on its file, clear for one without any; exposed is for each cell
	// from which a slider could attack the king.
	press, half, clear [maxRoles]pair
	exposed            pair
	// danger is by how many times pieces attack the cells around the enemy king.
	danger [dangers]pair
	// shelter is for each piece of its own next to a king, cover for each pawn, guarded for a
	// pawn that a pawn defends, two for the second piece of a role, ridden for an attack board that only its
	// pawn's owner may move, tempo for the side to move.
	shelter, cover, guarded, ridden, tempo pair
	two                                    [maxRoles]pair
	// isolated is for a pawn without pawns of its own on the files next to it, doubled for one
	// behind another; of passed pawns, escort is for each step of their own king from them,
	// pursuit for each step of the enemy's, stopped for an enemy piece in front.
	isolated, doubled, escort, pursuit, stopped pair

	onCell [maxPieces][]pair // by piece and cell: all that does not depend on others, positive for White
	phase  [maxRoles]int32   // how much of a middle game a piece makes
	full   int32             // the sum at the start
	plain  [maxRoles]int32   // values for exchanges
	menace [maxRoles]int32   // how dangerous a role is that attacks cells around a king
	lazy   int32             // how much what is not in onCell can be worth, nearly always
}

//go:embed evaluation.tsv
var evaluationFile string

// each calls f with every number of the game's weights and its name, in a fixed order.
func (w *weights) each(v *rules.Variant, f func(name string, at *pair)) {
	for _, r := range v.Roles() {
		role := strings.ReplaceAll(r.String(), " ", "-")
		if r != rules.King {
			f("value."+role, &w.value[r])
		}
		if r != rules.Pawn {
			f("reach."+role, &w.reach[r])
			f("ahead."+role, &w.ahead[r])
		}
		f("centre."+role, &w.centre[r])
		files, ranks, levels := v.Size()
		for i := range (files + 1) / 2 {
			f("file."+role+"."+strconv.Itoa(i+1), &w.file[r][i])
		}
		if r != rules.Pawn {
			for i := range ranks {
				f("rank."+role+"."+strconv.Itoa(i+1), &w.rank[r][i])
			}
		}
		if levels > 1 {
			for i := range levels {
				f("level."+role+"."+strconv.Itoa(i+1), &w.level[r][i])
			}
		}
		if r != rules.King && r != rules.Pawn {
			f("mobility."+role, &w.mobility[r])
			f("threat."+role, &w.threat[r])
			f("two."+role, &w.two[r])
			f("half."+role, &w.half[r])
			f("clear."+role, &w.clear[r])
		}
		if r != rules.Pawn {
			f("press."+role, &w.press[r])
		}
	}
	for i := 1; i < distances; i++ {
		f("to-go."+strconv.Itoa(i), &w.toGo[i])
		f("passed."+strconv.Itoa(i), &w.passed[i])
	}
	for i := 1; i < dangers; i++ {
		f("danger."+strconv.Itoa(i), &w.danger[i])
	}
	f("shelter", &w.shelter)
	f("cover", &w.cover)
	f("exposed", &w.exposed)
	f("guarded", &w.guarded)
	f("isolated", &w.isolated)
	f("doubled", &w.doubled)
	f("escort", &w.escort)
	f("pursuit", &w.pursuit)
	f("stopped", &w.stopped)
	if len(v.Pins()) > 0 {
		f("ridden", &w.ridden)
	}
	f("tempo", &w.tempo)
}

// makeWeights makes the weights of a game: first guesses from its geometry, then the
// numbers that its lines of evaluation.tsv have.
func makeWeights(t *tables) *weights {
	w := guess(t)
	game, _, _ := strings.Cut(t.v.Key(), ":")
	numbers, err := readNumbers(evaluationFile, game)
	if err != nil {
		panic("engine: evaluation.tsv: " + err.Error())
	}
	w.each(t.v, func(name string, at *pair) {
		if p, ok := numbers[name]; ok {
			*at = p
		}
	})
	w.compile(t)
	return w
}

// readNumbers reads the lines of a game: game, name, middle game, endgame, with tabs
// between. Lines that begin with # say where the numbers come from.
func readNumbers(text, game string) (map[string]pair, error) {
	numbers := map[string]pair{}
	for i, line := range strings.Split(text, "\n") {
		if line == "" || strings.HasPrefix(line, "#") {
			continue
		}
		fields := strings.Split(line, "\t")
		if len(fields) != 4 {
			return nil, fmt.Errorf("line %d has %d fields, want 4", i+1, len(fields))
		}
		mg, err := strconv.ParseInt(fields[2], 10, 16)
		if err != nil {
			return nil, fmt.Errorf("line %d: %w", i+1, err)
		}
		eg, err := strconv.ParseInt(fields[3], 10, 16)
		if err != nil {
			return nil, fmt.Errorf("line %d: %w", i+1, err)
		}
		if fields[0] == game {
			numbers[fields[1]] = pair{int32(mg), int32(eg)}
		}
	}
	return numbers, nil
}

// guess makes weights from the geometry alone: a piece is worth what it reaches on crowded
// boards, where every third cell stops it.
func guess(t *tables) *weights {
	w := new(weights)
	for _, r := range t.v.Roles() {
		if r == rules.King || r == rules.Pawn {
			continue
		}
		crowded := t.crowded(r)
		value := int32(320 * math.Pow(crowded/5.25, 0.85))
		w.value[r] = pair{value, value}
		each := int32(max(1, 22/math.Sqrt(crowded)))
		w.mobility[r] = pair{each, each}
		w.reach[r] = pair{1, 1}
		w.centre[r] = pair{10, 6}
		w.threat[r] = pair{value / 12, value / 12}
	}
	w.value[rules.Pawn] = pair{100, 110}
	w.centre[rules.Pawn] = pair{12, 0}
	w.centre[rules.King] = pair{-30, 40}
	w.two[rules.Bishop] = pair{20, 40}
	for i := range distances {
		rest := int32(max(0, 7-i))
		w.toGo[i] = pair{rest * rest, 2 * rest * rest}
		w.passed[i] = pair{2 * rest * rest, 5 * rest * rest}
	}
	for i := range dangers {
		n := int32(i)
		w.danger[i] = pair{n * n, n * n / 8}
	}
	w.shelter, w.guarded, w.tempo, w.ridden = pair{6, 0}, pair{8, 6}, pair{12, 8}, pair{10, 10}
	w.isolated, w.doubled = pair{-8, -8}, pair{-8, -12}
	w.escort, w.pursuit, w.stopped = pair{0, 3}, pair{0, 6}, pair{-5, -15}
	return w
}

// crowded is the average number of cells that a role attacks when every third cell stops it.
func (t *tables) crowded(r rules.Role) float64 {
	total := 0.0
	n := t.v.Cells()
	for c := range n {
		for _, ray := range t.g.Rays(r, rules.Cell(c)) {
			open := 1.0
			for range ray {
				total += open
				open *= 2.0 / 3
			}
		}
		for range t.leaps[r][c].All {
			total++
		}
	}
	return total / float64(n)
}

// compile fills what is computed from the weights.
func (w *weights) compile(t *tables) {
	start := t.v.Start()
	for _, r := range t.v.Roles() {
		if r != rules.King && r != rules.Pawn {
			w.phase[r] = w.value[r].mg / 10
			w.menace[r] = int32(math.Round(3 * t.crowded(r) / t.crowded(rules.Queen)))
		}
		w.plain[r] = max(50, (w.value[r].mg+w.value[r].eg)/2)
		for color := range rules.Color(2) {
			piece := rules.NewPiece(color, r)
			w.full += w.phase[r] * int32(start.Count(piece))
			w.onCell[piece] = make([]pair, t.v.Cells())
			for c := range w.onCell[piece] {
				p := w.cellWorth(t, color, r, rules.Cell(c))
				if color == rules.Black {
					p = pair{}.minus(p)
				}
				w.onCell[piece][c] = p
			}
		}
	}
	w.plain[rules.King] = 20_000
	w.lazy = 80
}

// cellWorth is the worth of a piece on a cell for its own side, whatever else there is.
func (w *weights) cellWorth(t *tables, color rules.Color, r rules.Role, c rules.Cell) (sum pair) {
	t.cellFeatures(color, r, c, func(at func(*weights) *pair, n int32) { sum.add(*at(w), n) })
	return sum.over(featureScale)
}

// featureScale is what the counts of features of a piece on a cell are multiplied by, so
// that they may be parts of one.
const featureScale = 100

// cellFeatures calls f with every weight that a piece on a cell counts for, and how often.
func (t *tables) cellFeatures(color rules.Color, r rules.Role, c rules.Cell, f func(at func(*weights) *pair, n int32)) {
	if r != rules.King {
		f(func(w *weights) *pair { return &w.value[r] }, featureScale)
	}
	f(func(w *weights) *pair { return &w.centre[r] }, int32(t.centre[c])-50)
	file, rank, level := t.place(color, c)
	f(func(w *weights) *pair { return &w.file[r][file] }, featureScale)
	f(func(w *weights) *pair { return &w.level[r][level] }, featureScale)
	if r == rules.Pawn {
		f(func(w *weights) *pair { return &w.toGo[t.distance(color, c)] }, featureScale)
		return
	}
	f(func(w *weights) *pair { return &w.rank[r][rank] }, featureScale)
	f(func(w *weights) *pair { return &w.reach[r] }, int32(t.reach[r][c]*10-t.reachAll[r])*featureScale/10)
	f(func(w *weights) *pair { return &w.ahead[r] }, t.aheadOf(color, c))
}

// place returns the file, rank and level of a cell as weights has them.
func (t *tables) place(color rules.Color, c rules.Cell) (file, rank, level int8) {
	files, ranks, levels := t.v.Size()
	at := t.v.Coord(c)
	file, rank, level = min(at.File, int8(files)-1-at.File), at.Rank, at.Level
	if color == rules.Black {
		rank = int8(ranks) - 1 - rank
		if t.levelsFace {
			level = int8(levels) - 1 - level
		}
	}
	return file, rank, level
}

// distance is the number of steps that a pawn needs to promote, at most distances-1. A pawn
// that never can has the most.
func (t *tables) distance(color rules.Color, c rules.Cell) int {
	return min(int(t.toGo[color][c]), distances-1)
}

// aheadOf is how far ahead a cell is for a color, from -50 to 50.
func (t *tables) aheadOf(color rules.Color, c rules.Cell) int32 {
	_, ranks, _ := t.v.Size()
	n := int32(t.v.Coord(c).Rank)*100/int32(ranks-1) - 50
	if color == rules.Black {
		n = -n
	}
	return n
}
