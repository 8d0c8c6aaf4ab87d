package main

import (
	"fmt"
	"io"
	"math"
	"slices"
	"strings"

	"stackmate/rules"
)

// drive returns how far a bare king on each cell is from being mated, in numbers that mean
// something only next to one another: how long it holds out on average, in tenths of a
// move, and how many steps it is from the nearest cell where that is shortest. There is a
// list for when the first bishop is on a light square and one for a dark square; they differ
// only where a bishop stays on its color.
func (t *table) drive() (light, dark []int) {
	tallies, deepest := t.tally(), t.deepest()
	lists := [2][]int{make([]int, t.variant.Cells()), make([]int, t.variant.Cells())}
	for color, list := range lists {
		least, most := math.MaxInt, 0
		for p := range t.cells {
			average := tallies[color][p].average()
			least, most = min(least, average), max(most, average)
		}
		var traps []place
		for p := range t.cells {
			if tallies[color][p].average() <= least+(most-least)/6 {
				traps = append(traps, place(p))
			}
		}
		steps := t.stepsTo(traps)
		for i := range list {
			list[i] = 10 * deepest
		}
		for p, c := range t.cells {
			list[c] = tallies[color][p].average() + 15*steps[p]
		}
	}
	if !slices.Contains(t.men, rules.Bishop) {
		return lists[0], lists[0]
	}
	return lists[0], lists[1]
}

// tally counts the positions in which a bare king is on one cell.
type tally struct{ all, moves int }

// average is how long it holds out, in tenths of a move.
func (t tally) average() int { return 10 * t.moves / max(1, t.all) }

// tally counts by the color of the square of the first bishop, and by the bare king's place.
func (t *table) tally() (by [2][]tally) {
	homes := make([][2]tally, len(t.homes))
	men := make([]place, len(t.men))
	bishop := slices.Index(t.men, rules.Bishop)
	drawn := t.deepest() + 2
	for i, n := range t.black {
		if n == impossible {
			continue
		}
		home := t.at(i, men)
		color := 0
		if bishop > 0 && t.variant.Dark(t.cells[men[bishop]]) {
			color = 1
		}
		at := &homes[home][color]
		at.all++
		switch {
		case n < mated || n >= safe:
			at.moves += drawn
		default:
			at.moves += int(n - mated)
		}
	}
	for color := range by {
		by[color] = make([]tally, len(t.cells))
		for p, c := range t.cells {
			from := color
			if bishop > 0 && t.variant.Dark(c) != t.variant.Dark(t.cells[t.homes[t.home[p]]]) {
				from = 1 - color
			}
			by[color][p] = homes[t.home[p]][from]
		}
	}
	return by
}

// stepsTo counts a king's steps from every place to the nearest of some.
func (t *table) stepsTo(targets []place) []int {
	steps := make([]int, len(t.cells))
	var seen places
	for _, p := range targets {
		seen.add(p)
	}
	for queue := slices.Clone(targets); len(queue) > 0; queue = queue[1:] {
		for _, to := range t.leaps[rules.King][queue[0]] {
			if !seen.has(to) {
				seen.add(to)
				steps[to] = steps[queue[0]] + 1
				queue = append(queue, to)
			}
		}
	}
	return steps
}

// writeRow writes what the engine needs to know of an ending as a line of endings.tsv: game,
// pieces, share of won positions in hundredths of a per cent, the longest win in moves, and
// what drive says.
func (t *table) writeRow(out io.Writer) error {
	won, _ := t.share()
	row := fmt.Sprintf("%s\t%s\t%d\t%d", t.variant.Key(), endingName(t.men[1:]), int(won*10_000+0.5), t.deepest())
	if won > 0.001 {
		light, dark := t.drive()
		row += "\t" + numbers(light)
		if text := numbers(dark); text != numbers(light) {
			row += "\t" + text
		}
	}
	_, err := fmt.Fprintln(out, row)
	return err
}

func numbers(list []int) string {
	return strings.Trim(strings.ReplaceAll(fmt.Sprint(list), " ", ","), "[]")
}
