package cluster

import (
	"cmp"
	"maps"
	"slices"
	"strings"
	"time"

	"stackmate/bot/data"
)

// seen is what this process has seen of another one.
type seen struct {
	beats int64
	at    time.Time // when it saw the last heartbeat
}

// observer knows which processes live. It compares their counts of heartbeats by its own clock, so the clocks of machines may
// differ.
type observer struct {
	now  func() time.Time
	seen map[string]seen
	last time.Time // when it last looked
}

// judge tells the living from the dead.
func (o *observer) judge(all []data.Process, self string) (alive []data.Process, dead []string) {
	now := o.now()
	looked := !o.last.IsZero() && now.Sub(o.last) < deadAfter && now.Round(0).Sub(o.last.Round(0)) < deadAfter
	for _, p := range all {
		before, known := o.seen[p.ID]
		if p.ID != self && known && looked && before.beats == p.Beats && now.Sub(before.at) >= deadAfter {
			dead = append(dead, p.ID)
		} else {
			alive = append(alive, p)
		}
	}
	return alive, dead
}

// remember notes what was seen, once it is stored. After a pause in which this process saw nothing all have time again.
func (o *observer) remember(alive []data.Process) {
	now := o.now()
	paused := now.Sub(o.last) >= 2*interval || now.Round(0).Sub(o.last.Round(0)) >= 2*interval
	seenNow := map[string]seen{}
	for _, p := range alive {
		before, known := o.seen[p.ID]
		if !known || paused || before.beats != p.Beats {
			before = seen{p.Beats, now}
		}
		seenNow[p.ID] = before
	}
	o.seen, o.last = seenNow, now
}

// share returns how many parts of a work a process has at most, so that all have equally many.
func share(name string, parts int, alive []data.Process) int {
	n := 0
	for _, p := range alive {
		if slices.Contains(p.Works, name) {
			n++
		}
	}
	return (parts + n - 1) / max(1, n)
}

// heirs ends the names under which the heirs to the parts of a work are stored.
const heirs = ", heirs"

// heirTo returns how it is stored which process prepares to do a part in the place of another one.
func heirTo(p data.Part) data.Part { return data.Part{Work: p.Work + heirs, Number: p.Number} }

// inheritedBy returns the part to which a process is heir, or the part itself if it is none.
func inheritedBy(p data.Part) (part data.Part, heir bool) {
	p.Work, heir = strings.CutSuffix(p.Work, heirs)
	return p, heir
}

// withoutHeir returns the parts of a work that a process does and will go on to do.
func withoutHeir(name string, parts map[data.Part]string, process string) []data.Part {
	return slices.DeleteFunc(held(name, parts, process), func(p data.Part) bool { return parts[heirTo(p)] != "" })
}

// toTake returns the parts that a process takes: of those that nobody does, and, where two may do one for a while, as the heir to those of which
// another process has too many.
func toTake(works map[string]extent, parts map[data.Part]string, alive []data.Process, self string) (list []data.Part) {
	for _, name := range slices.Sorted(maps.Keys(works)) {
		most := share(name, works[name].parts, alive)
		room := most - len(withoutHeir(name, parts, self)) - len(held(name+heirs, parts, self))
		for number := 0; number < works[name].parts && room > 0; number++ {
			if p := (data.Part{Work: name, Number: number}); parts[p] == "" && parts[heirTo(p)] == "" {
				list, room = append(list, p), room-1
			}
		}
		for _, other := range alive {
			theirs, rest := withoutHeir(name, parts, other.ID), most
			if !slices.Contains(other.Works, name) { // it ends
				rest = 0
			}
			for len(theirs) > rest && room > 0 && works[name].overlaps {
				last := len(theirs) - 1
				list, theirs, room = append(list, heirTo(theirs[last])), theirs[:last], room-1
			}
		}
	}
	return list
}

// tooMany returns the parts that a process gives up for others, where no two may do one at a time.
func tooMany(works map[string]extent, parts map[data.Part]string, alive []data.Process, self string) (list []data.Part) {
	for name, e := range works {
		if mine := held(name, parts, self); !e.overlaps {
			list = append(list, mine[min(len(mine), share(name, e.parts, alive)):]...)
		}
	}
	return list
}

// held returns the parts of a work that a process does, in their order.
func held(name string, parts map[data.Part]string, self string) (list []data.Part) {
	for p, who := range parts {
		if p.Work == name && who == self {
			list = append(list, p)
		}
	}
	slices.SortFunc(list, func(a, b data.Part) int { return cmp.Compare(a.Number, b.Number) })
	return list
}
