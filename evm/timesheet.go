package evm

// Timesheet holds booked time in little memory. Use it instead of [Project.Effort] for projects with very many lines; all
// figures are the same to the last bit. It cannot be explained line by line.
type Timesheet struct {
	payees []payee
	number map[int64][]int32 // the positions in payees of each member
	chunks [][]booked        // of chunkSize lines each, so that adding a line never copies the others
	length int
}

const chunkSize = 4096

// payee is a member at one rate, or without a rate.
type payee struct {
	payKey
	rated bool
}

// booked is a line of effort. It is kept small, because there are many.
type booked struct {
	sprintID, epicID int64
	minutes          int64
	day              int32 // undated if the line has no day
	payee            int32
}

const undated = -1 << 31

// Add adds a line. Its ticket is not kept.
func (t *Timesheet) Add(e Effort) {
	line := booked{sprintID: e.SprintID, epicID: e.EpicID, minutes: e.Minutes, day: undated}
	if e.Day != nil {
		line.day = int32(*e.Day)
	}
	key := payee{payKey: payKey{member: e.MemberID}}
	if e.Rate != nil {
		key.rate, key.rated = finite(*e.Rate), true
	}
	line.payee = t.payee(key)
	t.append(line)
}

func (t *Timesheet) append(line booked) {
	if t.length%chunkSize == 0 {
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
	i := int32(len(t.payees))
	t.payees = append(t.payees, key)
	t.number[key.member] = append(known, i)
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
		all = t.mapped(func(key payee) payee { return key })
	}
	for _, e := range lines {
		all.Add(e)
	}
	return all
}

// mapped returns a copy whose payees are replaced. Those that become equal are merged.
func (t *Timesheet) mapped(f func(payee) payee) *Timesheet {
	c := &Timesheet{}
	position := make([]int32, len(t.payees))
	for i, key := range t.payees {
		position[i] = c.payee(f(key))
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
func (t *Timesheet) grouped(count int, group func(*booked) int) groups {
	of, g := make([]int32, 0, t.length), groups{ends: make([]int, count)}
	for line := range t.lines {
		i := group(line)
		of = append(of, int32(i))
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
	if i == 0 {
		return g.order[:g.ends[0]]
	}
	return g.order[g.ends[i-1]:g.ends[i]]
}

// memo returns a function that remembers its last answer, because neighbouring lines often have the same sprint or epic.
func memo[T any](f func(id int64) T) func(id int64) T {
	var last int64
	var answer T
	asked := false
	return func(id int64) T {
		if !asked || id != last {
			last, answer, asked = id, f(id), true
		}
		return answer
	}
}
