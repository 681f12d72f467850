package evm

import (
	"maps"
	"slices"
)

// Timesheet holds booked time in little memory. Use it instead of [Project.Effort] for projects with very many lines; all
// figures are the same to the last bit. It cannot be explained line by line.
type Timesheet struct {
	payees  []payee
	number  map[int64][]int32 // the positions in payees of each member
	first   []int32           // backs the lists in number that have only one position, as most have
	sprints numbering
	epics   numbering
	chunks  [][]booked // of chunkSize lines each, so that adding a line copies no others, except in a first chunk that is still small
	length  int
}

const chunkSize = 4096

// payee is a member at one rate, or without a rate.
type payee struct {
	payKey
	rated bool
}

// booked is a line of effort. It is kept small, because there are many.
type booked struct {
	minutes      int64
	sprint, epic int32 // their numbers
	day          int32 // undated if the line has no day
	payee        int32
}

// numbering numbers identifiers from 0, in the order in which they are first seen.
type numbering struct {
	ids    []int64
	number map[int64]int32
	last   int32 // the number returned last; neighbouring lines are often alike
}

func (n *numbering) of(id int64) int32 {
	if len(n.ids) > 0 && n.ids[n.last] == id {
		return n.last
	}
	i, ok := n.number[id]
	if !ok {
		if n.number == nil {
			n.number = map[int64]int32{}
		}
		i = int32(len(n.ids)) //nolint:gosec // there are fewer than 2³¹
		n.ids, n.number[id] = append(n.ids, id), i
	}
	n.last = i
	return i
}

// clone returns a copy to which more can be added.
func (n *numbering) clone() numbering {
	return numbering{ids: slices.Clone(n.ids), number: maps.Clone(n.number), last: n.last}
}

// where returns the answer for each identifier, by its number.
func (n *numbering) where(f func(id int64) bool) []bool {
	answers := make([]bool, len(n.ids))
	for i, id := range n.ids {
		answers[i] = f(id)
	}
	return answers
}

const undated = -1 << 31

// Add adds a line. Its ticket is not kept.
func (t *Timesheet) Add(e Effort) {
	line := booked{minutes: e.Minutes, sprint: t.sprints.of(e.SprintID), epic: t.epics.of(e.EpicID), day: undated}
	if e.Day != nil {
		line.day = int32(*e.Day) //nolint:gosec // a day with a four-digit year fits
	}
	key := payee{payKey: payKey{member: e.MemberID}}
	if e.Rate != nil {
		key.rate, key.rated = finite(*e.Rate), true
	}
	line.payee = t.payee(key)
	t.append(line)
}

// reserve makes room for lines in an empty timesheet, and for the payees of a usual project.
func (t *Timesheet) reserve(lines int) {
	payees := min(lines, 16)
	t.payees, t.first, t.number = make([]payee, 0, payees), make([]int32, 0, payees), make(map[int64][]int32, payees)
	t.chunks = [][]booked{make([]booked, 0, lines)}
}

func (t *Timesheet) append(line booked) {
	switch {
	case len(t.chunks) == 0: // most projects have few lines
		t.chunks = [][]booked{nil}
	case t.length > 0 && t.length%chunkSize == 0:
		t.chunks = append(t.chunks, make([]booked, 0, chunkSize))
	}
	last := &t.chunks[len(t.chunks)-1]
	*last = append(*last, line)
	t.length++
}

// line returns the line at a position.
func (t *Timesheet) line(i int32) *booked { return &t.chunks[i/chunkSize][i%chunkSize] }

// lines iterates over all lines.
func (t *Timesheet) lines(yield func(*booked) bool) {
	for _, chunk := range t.chunks {
		for i := range chunk {
			if !yield(&chunk[i]) {
				return
			}
		}
	}
}

// payee returns the position of a payee, which it adds if necessary.
func (t *Timesheet) payee(key payee) int32 {
	known := t.number[key.member]
	for _, i := range known {
		if t.payees[i] == key {
			return i
		}
	}
	if t.number == nil {
		t.number = map[int64][]int32{}
	}
	i := int32(len(t.payees)) //nolint:gosec // there are fewer than 2³¹
	t.payees = append(t.payees, key)
	if len(known) == 0 {
		t.first = append(t.first, i)
		known = t.first[len(t.first)-1:]
	} else {
		known = append(known, i)
	}
	t.number[key.member] = slices.Clip(known)
	return i
}

// dayOr returns the day of a line, or other if it has none.
func (b booked) dayOr(other Day) Day {
	if b.day == undated {
		return other
	}
	return Day(b.day)
}

// booked returns all effort of a project, without rates if the cost is withheld.
func (p Project) booked() *Timesheet {
	t := p.Time
	if t == nil || len(p.Effort) > 0 {
		t = t.with(p.Effort)
	}
	if p.CostWithheld {
		return t.mapped(func(key payee) payee { return payee{payKey: payKey{member: key.member}} })
	}
	return t
}

// with returns a timesheet that also has the given lines.
func (t *Timesheet) with(lines []Effort) *Timesheet {
	all := &Timesheet{}
	if t != nil {
		all.payees, all.number, all.length = slices.Clone(t.payees), maps.Clone(t.number), t.length
		all.sprints, all.epics = t.sprints.clone(), t.epics.clone()
		for _, chunk := range t.chunks {
			all.chunks = append(all.chunks, append(make([]booked, 0, chunkSize), chunk...))
		}
	}
	if all.length == 0 {
		all.reserve(min(len(lines), chunkSize))
	}
	for _, e := range lines {
		all.Add(e)
	}
	return all
}

// mapped returns a timesheet with other payees, to which nothing can be added. Payees that become equal are merged; if there are
// none, both timesheets share their lines.
func (t *Timesheet) mapped(f func(payee) payee) *Timesheet {
	c := &Timesheet{sprints: t.sprints, epics: t.epics}
	position := make([]int32, len(t.payees))
	for i, key := range t.payees {
		position[i] = c.payee(f(key))
	}
	if len(c.payees) == len(t.payees) {
		c.chunks, c.length = t.chunks, t.length
		return c
	}
	for line := range t.lines {
		copied := *line
		copied.payee = position[line.payee]
		c.append(copied)
	}
	return c
}

// atRates returns a copy in which every rate is multiplied by a factor.
func (t *Timesheet) atRates(factor float64) *Timesheet {
	if t == nil {
		return nil
	}
	return t.mapped(func(key payee) payee {
		key.rate = finite(proportion(key.rate, factor, 1))
		return key
	})
}

// cost returns the cost of minutes, given by the position of their payees. Minutes without a rate cost nothing.
func (t *Timesheet) cost(minutes []int64) float64 {
	var sum accumulator
	for i, n := range minutes {
		if n != 0 {
			sum.add(t.payees[i].pay(n))
		}
	}
	return sum.value()
}

func (key payee) pay(minutes int64) float64 {
	if !key.rated {
		return 0
	}
	return pay(float64(minutes), key.rate)
}

// groups holds the lines of a timesheet by group: those of group i are order[ends[i-1]:ends[i]].
type groups struct {
	order []int32
	ends  []int
}

// grouped sorts the lines into groups numbered from 0. A line whose group is negative is left out.
func (t *Timesheet) grouped(group func(*booked) int) groups {
	of, g := make([]int32, 0, t.length), groups{}
	for line := range t.lines {
		i := group(line)
		of = append(of, int32(i)) //nolint:gosec // groups are members, sprints, epics or days: fewer than 2³¹
		for len(g.ends) <= i {
			g.ends = append(g.ends, 0)
		}
		if i >= 0 {
			g.ends[i]++
		}
	}
	total := 0
	for i, size := range g.ends {
		g.ends[i], total = total, total+size // where the group begins; each line placed in it moves this to its end
	}
	g.order = make([]int32, total)
	for i, group := range of {
		if group >= 0 {
			g.order[g.ends[group]] = int32(i)
			g.ends[group]++
		}
	}
	return g
}

// lines returns the positions of the lines in a group.
func (g groups) lines(i int) []int32 {
	switch {
	case i >= len(g.ends):
		return nil
	case i == 0:
		return g.order[:g.ends[0]]
	}
	return g.order[g.ends[i-1]:g.ends[i]]
}
