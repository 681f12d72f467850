package evm

import (
	"fmt"
	"math"
	"slices"
	"strings"
	"time"
)

// Edits are changes since the last report that can raise an index without any work. They hold what was there before.
type Edits struct {
	Since       *Day     // the day of that report; nil if nothing was reported yet
	Left        []Effort // the time on unfinished tickets that were in a sprint, and are in none now
	Recommitted []Recommitted
	Reestimated []Reestimated
	Redated     []Redated
	Budget      *float64              // the budget before, if another one was set; nil means that it was not changed
	By          map[WarningCode][]Act // the newest first
}

// Tickets returns the tickets that the edits refer to. They must not be merged with others, see [Ticket].
func (e *Edits) Tickets() map[int64]bool {
	ids := map[int64]bool{}
	if e == nil {
		return ids
	}
	for _, r := range e.Reestimated {
		ids[r.TicketID] = true
	}
	for _, r := range e.Recommitted {
		for _, row := range r.Before {
			ids[row.TicketID] = true
		}
	}
	return ids
}

// Recommitted is a sprint whose commitment was dropped or taken again.
type Recommitted struct {
	SprintID int64
	Before   []Commitment
}

// Reestimated is a ticket whose points were changed after it was done.
type Reestimated struct {
	TicketID int64
	Before   float64
}

// Redated is a sprint whose dates were changed.
type Redated struct {
	SprintID   int64
	Start, End *Day // before
}

// Act says who made an edit, and when.
type Act struct {
	By string // a name; empty if the log does not have one
	At time.Time
}

// Edited describes how edits of one kind flatter the indices.
type Edited struct {
	Since *Day // the day of the last report; nil if there was none
	Rises []Rise
	By    []Act

	Together []Rise // on the last of several kinds: the indices without the edits of all kinds
}

// Rise is an index as it would be without the edits, and as it is.
type Rise struct {
	Index    string // cpi or spi
	From, To float64
}

// leastRise is the smallest rise that is worth a warning: indices are shown with three decimals.
const leastRise = 0.001

// flattering returns a warning for each kind of edit without which an index would be lower now. Each kind is judged alone, by undoing
// its edits and computing the indicators again.
func (x *index) flattering(today Day) []Warning {
	if x.Edits == nil {
		return nil
	}
	now, e := x.indicators(today), *x.Edits
	var list []Warning
	judge := func(code WarningCode, what string, before Project, amount func(before Indicators) float64) {
		then := newIndex(before).indicators(today)
		if rises := risesFrom(then, now); len(rises) > 0 {
			w := warning(code, amount(then), what, riseWords(rises))
			w.Edited = &Edited{Since: e.Since, Rises: rises, By: e.By[code]}
			list = append(list, w)
		}
	}
	if len(e.Left) > 0 && !x.CostWithheld {
		judge(CostLeftSprints, "Cost that left sprints with unfinished tickets", x.putBack(e.Left), func(Indicators) float64 { return costOf(e.Left) })
	}
	if len(e.Recommitted) > 0 {
		judge(CommittedAgain, "Points gained by taking commitments again", x.recommit(e.Recommitted), func(before Indicators) float64 {
			if gain := now.EarnedSP - before.EarnedSP; gain > 0 {
				return gain
			}
			return before.PlannedSP - now.PlannedSP
		})
	}
	if len(e.Reestimated) > 0 {
		judge(PointsReestimated, "Points by which finished tickets were re-estimated", x.reestimate(e.Reestimated), func(Indicators) float64 {
			return x.reestimated(e.Reestimated)
		})
	}
	if len(e.Redated) > 0 {
		judge(SprintsRedated, "Points no longer due because sprints have other dates", x.redate(e.Redated), func(before Indicators) float64 {
			return before.PlannedSP - now.PlannedSP
		})
	}
	if e.Budget != nil {
		before := x.Project
		before.Budget = e.Budget
		judge(BudgetRaised, "Money added to the budget", before, func(before Indicators) float64 { return now.BAC.Value - before.BAC.Value })
	}
	if last := len(list) - 1; last > 0 {
		list[last].Edited.Together = risesFrom(newIndex(x.unedited(e)).indicators(today), now)
	}
	return list
}

// unedited returns the project without any of the edits.
func (p Project) unedited(e Edits) Project {
	if !p.CostWithheld {
		p = p.putBack(e.Left)
	}
	p = p.recommit(e.Recommitted).reestimate(e.Reestimated).redate(e.Redated)
	if e.Budget != nil {
		p.Budget = e.Budget
	}
	return p
}

func risesFrom(before, now Indicators) (list []Rise) {
	for _, index := range []struct {
		name     string
		from, to Maybe
	}{{"cpi", before.CPI, now.CPI}, {"spi", before.SPI, now.SPI}} {
		if index.from.Known && index.to.Known && index.to.Value-index.from.Value >= leastRise {
			list = append(list, Rise{index.name, index.from.Value, index.to.Value})
		}
	}
	return list
}

func riseWords(rises []Rise) string {
	var said []string
	for _, r := range rises {
		said = append(said, fmt.Sprintf("Without this, %s would be %.3f instead of %.3f.", r.Index, r.From, r.To))
	}
	return strings.Join(said, " ")
}

// putBack returns the project with time in sprints that is outside them now.
func (p Project) putBack(lines []Effort) Project {
	p.Effort = slices.Clone(p.Effort)
	for _, line := range lines {
		inside, outside := line, line
		inside.SprintID, outside.SprintID, outside.Minutes = Some, 0, -line.Minutes
		p.Effort = append(p.Effort, inside, outside)
	}
	return p
}

func costOf(lines []Effort) float64 {
	return Project{Effort: lines}.SpentBy(func(_, _, _ int64) int64 { return 0 })[0].Cost
}

// recommit returns the project with the commitments from before.
func (p Project) recommit(list []Recommitted) Project {
	p.Sprints = slices.Clone(p.Sprints)
	for _, r := range list {
		if i := p.sprintIndex(r.SprintID); i >= 0 {
			p.Sprints[i].Committed = r.Before
		}
	}
	return p
}

// redate returns the project with the dates from before.
func (p Project) redate(list []Redated) Project {
	p.Sprints = slices.Clone(p.Sprints)
	for _, r := range list {
		if i := p.sprintIndex(r.SprintID); i >= 0 {
			p.Sprints[i].Start, p.Sprints[i].End = r.Start, r.End
		}
	}
	return p
}

func (p Project) sprintIndex(id int64) int {
	return slices.IndexFunc(p.Sprints, func(s Sprint) bool { return s.ID == id })
}

// reestimate returns the project with the points from before.
func (p Project) reestimate(list []Reestimated) Project {
	p.Tickets = slices.Clone(p.Tickets)
	before := pointsBefore(list)
	for i, t := range p.Tickets {
		if points, ok := before[t.ID]; ok {
			p.Tickets[i].Points = points
		}
	}
	return p
}

// reestimated returns by how many points the tickets differ from before.
func (p Project) reestimated(list []Reestimated) float64 {
	var sum accumulator
	before := pointsBefore(list)
	for _, t := range p.Tickets {
		if points, ok := before[t.ID]; ok {
			sum.add(math.Abs(t.Points - points))
		}
	}
	return sum.value()
}

func pointsBefore(list []Reestimated) map[int64]float64 {
	points := make(map[int64]float64, len(list))
	for _, r := range list {
		points[r.TicketID] = r.Before
	}
	return points
}
