package workspace

import (
	"maps"
	"slices"
	"strings"

	"earnest/internal/domain"
)

func (c *checker) sprints(at Path, project int, list []Sprint) error {
	for i, s := range list {
		at := at.At(i)
		if s.StartDate != nil && s.EndDate != nil && *s.EndDate < *s.StartDate {
			return at.In("end_date").Errorf("must not be before start_date: the sprint would run from %s to %s", *s.StartDate, *s.EndDate)
		}
		if s.CommittedAt != "" && len(s.Committed) == 0 {
			return at.In("committed_at").Errorf("is allowed only with committed: this sprint has no commitment")
		}
		if s.Status != string(domain.Completed) && (s.GoalMet != nil || len(s.DoDDone) > 0) {
			return at.Errorf("goal_met and dod_done tell how a sprint ended, and this one is not completed")
		}
		for _, ref := range slices.Sorted(maps.Keys(s.Committed)) {
			if err := c.refer(at.In("committed").In(clip(ref)), project, ref, TicketKind); err != nil {
				return err
			}
		}
	}
	return nil
}

// doneStatuses returns every status key of the project and whether it means done.
func (p *Project) doneStatuses() map[string]bool {
	done := map[string]bool{}
	for _, s := range p.AllStatuses() {
		done[s.Key] = s.IsDone
	}
	return done
}

func (c *checker) tickets(at Path, project int, p *Project) error {
	done := p.doneStatuses()
	types := []string{}
	for _, t := range p.AllTypes() {
		types = append(types, t.Name)
	}
	ranks := map[string]bool{}
	for i := range p.Tickets {
		t := &p.Tickets[i]
		if err := checkRank(at.At(i).In("rank"), t.Rank, ranks); err != nil {
			return err
		}
		if err := checkState(at.At(i), t, done); err != nil {
			return err
		}
		if err := domain.CheckTicketDates(t.StartDate, t.DueDate); err != nil {
			return at.At(i).In("due_date").Errorf("must not be before start_date: the ticket would start on %s and be due on %s", *t.StartDate, *t.DueDate)
		}
		if t.Type != "" && (t.Untyped || !slices.Contains(types, t.Type)) {
			return at.At(i).In("type").Errorf("must be one of this project's: %s, not %q", strings.Join(types, ", "), t.Type)
		}
		if err := c.ticketRefs(at.At(i), project, t); err != nil {
			return err
		}
		if err := checkDeleted(at.At(i), t); err != nil {
			return err
		}
	}
	return nil
}

// checkRank rejects a rank that is malformed or that another ticket of the project has. known holds the ranks of the tickets before.
func checkRank(at Path, rank string, known map[string]bool) error {
	switch {
	case rank == "":
		return nil
	case !domain.IsRank(rank):
		return at.Errorf("must consist of the digits 0 to 9 and the letters A to Z and a to z, and must not end with 0")
	case known[rank]:
		return at.Errorf("another ticket of this project has the rank %q", rank)
	}
	known[rank] = true
	return nil
}

// checkState rejects a status that the project does not have, and a done_at that does not fit the status. The status of a deleted
// ticket may have been deleted since.
func checkState(at Path, t *Ticket, done map[string]bool) error {
	status := t.Status
	if status == "" {
		status = domain.DefaultStatus
	}
	isDone, known := done[status]
	if !known && t.DeletedAt != "" {
		return nil
	}
	if !known {
		keys := strings.Join(slices.Sorted(maps.Keys(done)), ", ")
		return at.In("status").Errorf("must be one of this project's: %s, not %q", keys, status)
	}
	if t.DoneAt != "" && !isDone {
		return at.In("done_at").Errorf("is allowed only on a done ticket, and the status %q does not mean done", status)
	}
	return nil
}

func (c *checker) ticketRefs(at Path, project int, t *Ticket) error {
	if t.Epic != "" {
		if err := c.refer(at.In("epic"), project, t.Epic, EpicKind); err != nil {
			return err
		}
	}
	if t.Sprint != "" {
		if err := c.refer(at.In("sprint"), project, t.Sprint, SprintKind); err != nil {
			return err
		}
	}
	if err := c.referAll(at.In("tags"), project, t.Tags, TagKind); err != nil {
		return err
	}
	if err := c.referAll(at.In("dependencies"), project, t.Dependencies, TicketKind); err != nil {
		return err
	}
	for i, ref := range t.Dependencies {
		if c.refs[ref].deleted {
			return at.In("dependencies").At(i).Errorf("the ticket with the ref %q is deleted, and nothing can depend on it", ref)
		}
	}
	return nil
}

// checkDeleted rejects a deleted ticket that still has anything that deletion removes.
func checkDeleted(at Path, t *Ticket) error {
	if t.DeletedAt == "" {
		return nil
	}
	for _, m := range []struct {
		name  string
		there bool
	}{
		{"epic", t.Epic != ""},
		{"sprint", t.Sprint != ""},
		{"dependencies", len(t.Dependencies) > 0},
		{"tags", len(t.Tags) > 0},
		{"subtasks", len(t.Subtasks) > 0},
		{"comments", len(t.Comments) > 0},
		{"attachments", len(t.Attachments) > 0},
	} {
		if m.there {
			return at.In(m.name).Errorf("a deleted ticket keeps its time entries only")
		}
	}
	return nil
}

// checkCycle rejects tickets that depend on themselves, directly or through others. It repeatedly removes tickets without
// remaining dependencies; those that are left are in a cycle or depend on one.
func checkCycle(at Path, tickets []Ticket) error {
	index := map[string]int{}
	for i, t := range tickets {
		if t.Ref != "" {
			index[t.Ref] = i
		}
	}
	waiting := make([]int, len(tickets))
	dependents := make([][]int, len(tickets))
	var free []int
	for i, t := range tickets {
		waiting[i] = len(t.Dependencies)
		for _, ref := range t.Dependencies {
			dependents[index[ref]] = append(dependents[index[ref]], i)
		}
		if waiting[i] == 0 {
			free = append(free, i)
		}
	}
	for len(free) > 0 {
		i := free[len(free)-1]
		free = free[:len(free)-1]
		for _, d := range dependents[i] {
			waiting[d]--
			if waiting[d] == 0 {
				free = append(free, d)
			}
		}
	}
	left := slices.IndexFunc(waiting, func(n int) bool { return n > 0 })
	if left < 0 {
		return nil
	}
	return cycleError(at, tickets, index, waiting, left)
}

// cycleError follows unresolved dependencies from a ticket until it reaches a ticket for the second time.
func cycleError(at Path, tickets []Ticket, index map[string]int, waiting []int, i int) error {
	seen := make([]bool, len(tickets))
	for !seen[i] {
		seen[i] = true
		next := slices.IndexFunc(tickets[i].Dependencies, func(ref string) bool { return waiting[index[ref]] > 0 })
		i = index[tickets[i].Dependencies[next]]
	}
	return at.At(i).In("dependencies").Errorf("must not form a cycle: the ticket %q would depend on itself", tickets[i].Ref)
}
