package app_test

import (
	"context"
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"
	"time"

	"earnest/evm"
	"earnest/internal/db"
	"earnest/internal/db/dbtest"
	"earnest/internal/domain"
	"earnest/internal/money"
	moneystore "earnest/internal/money/store"
	transferstore "earnest/internal/transfer/store"
	"earnest/internal/work"
	workstore "earnest/internal/work/store"
	"earnest/test/rig"
)

// lookEvery is how many steps pass between two runs of the doctor.
const lookEvery = 25

// tale is a random sequence of writes to one project, through the use cases.
type tale struct {
	*past
	r       *rand.Rand
	id      int64
	people  []domain.Caller
	emails  []string
	sprints []string
	epics   []string
	tickets []string
	deleted []string
	time    logged
	set     settings
}

// act is one kind of write; weight is its relative frequency.
type act struct {
	name   string
	weight int
	do     func(context.Context) error
}

func TestFiguresFromCountsEqualARecountAfterEveryStepOfARandomHistory(t *testing.T) {
	t.Parallel()
	dbtest.Each(t, func(t *testing.T, url string) {
		seed := rand.Uint64()
		t.Logf("seed %d", seed)
		newTale(t, newPast(t, url, "Europe/Paris"), seed).tell(t, rig.Times(400, 20_000))
	})
}

func newTale(t *testing.T, p *past, seed uint64) *tale {
	t.Helper()
	s := &tale{past: p, r: rand.New(rand.NewPCG(seed, 7)), sprints: []string{p.sprint}, tickets: p.tickets[:]}
	s.people, s.emails = []domain.Caller{p.caller}, []string{p.owner.Email}
	for _, name := range []string{"ada", "ben"} {
		person := p.MustPerson(t, name)
		p.MustJoin(t, p.project, person.ID, domain.Worker)
		s.people, s.emails = append(s.people, domain.Caller{UserID: person.ID}), append(s.emails, person.Email)
	}
	err := p.Store.Read(t.Context(), func(tx *db.Tx) error {
		access, err := workstore.ProjectAccess(t.Context(), tx, p.project, 0)
		s.id = access.ProjectID
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// tell runs the steps, recounts everything after each, and runs the doctor now and then, which checks much else.
func (s *tale) tell(t *testing.T, steps int) {
	t.Helper()
	acts := s.acts()
	done := map[string]int{}
	happened := false
	for i := range steps {
		a := acts[s.r.IntN(len(acts))]
		if err := a.do(t.Context()); err != nil {
			t.Fatalf("step %d, %s: %v", i, a.name, err)
		}
		done[a.name]++
		s.Clock.Advance(time.Duration(s.r.IntN(240)) * time.Minute)
		s.mustRecount(t, fmt.Sprintf("after step %d, %s", i, a.name))
		if i%lookEvery == lookEvery-1 || i == steps-1 {
			mustBeHealthy(t, s.App)
			now := s.finance(t)
			happened = happened || now.ACTotal > 0 && now.TotalSP > 0
		}
		if t.Failed() {
			t.FailNow()
		}
	}
	if steps >= lookEvery && !happened {
		t.Errorf("nothing happened: %+v", s.finance(t))
	}
	t.Logf("%d steps: %v", steps, done)
}

// mustRecount compares the roll-ups, and the indicators that people see, with a recount of the single tickets and time entries.
func (s *tale) mustRecount(t *testing.T, when string) {
	t.Helper()
	ctx := t.Context()
	var counted evm.Indicators
	err := s.Store.Read(ctx, func(tx *db.Tx) error {
		effort, err := transferstore.EffortMismatches(ctx, tx, &s.id)
		if err != nil {
			return err
		}
		counts, err := transferstore.CountMismatches(ctx, tx, &s.id)
		for _, sentence := range slices.Concat(effort, counts) {
			t.Errorf("%s: %s", when, sentence)
		}
		if err != nil {
			return err
		}
		if counted, err = s.recounted(ctx, tx); err != nil {
			return err
		}
		return s.recountStatusEffect(ctx, t, tx)
	})
	if err != nil {
		t.Fatal(err)
	}
	if got := s.finance(t); got != counted {
		t.Errorf("%s: the counts give %+v, single tickets and time entries %+v", when, got, counted)
	}
	if got := mustPortfolio(t, s.App, s.caller).Rows[0].Indicators; got != counted {
		t.Errorf("%s: the portfolio has %+v, single tickets and time entries give %+v", when, got, counted)
	}
}

// recounted computes the indicators from single tickets and time entries, as the doctor does.
func (s *tale) recounted(ctx context.Context, tx *db.Tx) (evm.Indicators, error) {
	all, err := moneystore.TicketFinances(ctx, tx, []int64{s.id})
	if err != nil {
		return evm.Indicators{}, err
	}
	if err := moneystore.RecountEffort(ctx, tx, all); err != nil {
		return evm.Indicators{}, err
	}
	return evm.Compute(money.EvmProject(all[s.id]), money.EvmDay(s.App.Today())), nil
}

// recountStatusEffect compares the figures that a change of a status would give with those computed from single tickets.
func (s *tale) recountStatusEffect(ctx context.Context, t *testing.T, tx *db.Tx) error {
	t.Helper()
	for status, done := range map[string]bool{"todo": true, "done": false} {
		effect, err := moneystore.EffectOfStatus(ctx, tx, s.id, status, done)
		if err != nil {
			return err
		}
		all, err := moneystore.TicketFinances(ctx, tx, []int64{s.id})
		if err != nil {
			return err
		}
		moved, err := workstore.TicketsIn(ctx, tx, s.id, status)
		if err != nil {
			return err
		}
		single, today := money.EvmProject(all[s.id]), money.EvmDay(s.App.Today())
		before := evm.Compute(single, today)
		for i, ticket := range single.Tickets {
			if moved[ticket.ID] {
				single.Tickets[i].Done = done
			}
		}
		after := evm.Compute(single, today)
		if got := evm.Compute(money.EvmProject(effect.Before), today); got != before || effect.Tickets != len(moved) {
			t.Errorf("%d tickets in %q: the counts give %+v, single tickets %+v", effect.Tickets, status, got, before)
		}
		if got := evm.Compute(money.EvmProject(effect.After), today); got != after {
			t.Errorf("if %q means done is %t, the counts give %+v, single tickets %+v", status, done, got, after)
		}
	}
	return nil
}

// acts returns every kind of write that changes a figure, repeated according to its weight.
func (s *tale) acts() []act {
	var list []act
	for _, a := range slices.Concat(s.settingActs(), s.timeActs(), []act{
		{"create a ticket", 4, s.createTicket},
		{"move a ticket", 5, s.moveTicket},
		{"re-estimate", 3, s.estimate},
		{"change a status", 4, s.changeStatus},
		{"delete a ticket", 2, s.deleteTicket},
		{"bring a ticket back", 1, s.restoreTicket},
		{"change several tickets", 2, s.changeSeveral},
		{"change a rate", 3, s.changeRate},
		{"clear the rates", 1, s.clearRates},
		{"create a sprint", 1, s.createSprint},
		{"start, end or reopen a sprint", 3, s.turnSprint},
		{"close a sprint", 2, s.closeSprint},
		{"create an epic", 1, s.createEpic},
		{"finish or reopen an epic", 2, s.turnEpic},
		{"delete an epic", 1, s.deleteEpic},
		{"change the budget", 1, s.changeBudget},
		{"change the budget from a day on", 1, s.dateBudget},
		{"store the days", 1, s.storeDays},
	}) {
		for range a.weight {
			list = append(list, a)
		}
	}
	return list
}

// one returns a random item from a list, or "" if the list is empty.
func (s *tale) one(list []string) string {
	if len(list) == 0 {
		return ""
	}
	return list[s.r.IntN(len(list))]
}

// oneOrNone returns a random item from a list, or nil.
func (s *tale) oneOrNone(list []string) *string {
	if i := s.r.IntN(len(list) + 1); i < len(list) {
		return &list[i]
	}
	return nil
}

// points returns random points: whole ones, and others whose sums are often inexact.
func (s *tale) points() float64 {
	if s.r.IntN(2) == 0 {
		return float64(s.r.IntN(13))
	}
	return float64(s.r.IntN(130)) / 10
}

// day returns a random day around today.
func (s *tale) day() domain.Date { return s.App.Today().AddDays(s.r.IntN(40) - 35) }

func (s *tale) someone() int { return s.r.IntN(len(s.people)) }

func (s *tale) createTicket(ctx context.Context) error {
	ticket, err := s.App.Tickets.CreateTicket(ctx, s.people[s.someone()], s.project, domain.Given(domain.TicketPatch{
		Title: domain.Some("T"), StoryPoints: domain.Some(s.points()),
		Sprint: domain.Some(s.oneOrNone(s.sprints)), Epic: domain.Some(s.oneOrNone(s.epics)),
	}))
	s.tickets = append(s.tickets, ticket.UUID)
	return err
}

func (s *tale) update(ctx context.Context, patch domain.TicketPatch) error {
	ticket := s.one(s.tickets)
	if ticket == "" {
		return nil
	}
	_, err := s.App.Tickets.UpdateTicket(ctx, s.people[s.someone()], ticket, domain.Given(patch))
	return err
}

func (s *tale) moveTicket(ctx context.Context) error {
	patch := domain.TicketPatch{Sprint: domain.Some(s.oneOrNone(s.sprints))}
	if s.r.IntN(2) == 0 {
		patch.Epic = domain.Some(s.oneOrNone(s.epics))
	}
	return s.update(ctx, patch)
}

func (s *tale) estimate(ctx context.Context) error {
	return s.update(ctx, domain.TicketPatch{StoryPoints: domain.Some(s.points())})
}

func (s *tale) changeStatus(ctx context.Context) error {
	return s.update(ctx, domain.TicketPatch{Status: domain.Some(s.one(append([]string{"backlog", "in_progress", "done", "done"}, s.set.statuses...)))})
}

func (s *tale) deleteTicket(ctx context.Context) error {
	ticket := s.take(&s.tickets)
	if ticket == "" {
		return nil
	}
	s.deleted = append(s.deleted, ticket)
	return s.App.Tickets.DeleteTicket(ctx, s.people[s.someone()], ticket)
}

func (s *tale) restoreTicket(ctx context.Context) error {
	ticket := s.take(&s.deleted)
	if ticket == "" {
		return nil
	}
	s.tickets = append(s.tickets, ticket)
	return s.App.Tickets.RestoreTicket(ctx, s.people[s.someone()], ticket)
}

// changeSeveral moves several tickets together, changes their status or deletes them.
func (s *tale) changeSeveral(ctx context.Context) error {
	change := work.Bulk{Delete: s.r.IntN(8) == 0}
	for range min(len(s.tickets), s.r.IntN(5)) {
		change.Tickets = append(change.Tickets, s.take(&s.tickets))
	}
	if len(change.Tickets) == 0 {
		return nil
	}
	if change.Delete {
		s.deleted = append(s.deleted, change.Tickets...)
	} else {
		s.tickets = append(s.tickets, change.Tickets...)
	}
	change.Set = domain.TicketPatch{
		Sprint: domain.Opt[*string]{Set: s.r.IntN(2) == 0, Value: s.oneOrNone(s.sprints)},
		Epic:   domain.Opt[*string]{Set: s.r.IntN(2) == 0, Value: s.oneOrNone(s.epics)},
		Status: domain.Opt[string]{Set: s.r.IntN(2) == 0, Value: s.one([]string{"todo", "done"})},
	}
	_, err := s.App.Tickets.ChangeTickets(ctx, s.people[s.someone()], s.project, domain.Given(change))
	return err
}

func (s *tale) changeRate(ctx context.Context) error {
	from := domain.Opt[domain.Date]{Set: s.r.IntN(2) == 0, Value: s.day()}
	if s.r.IntN(8) == 0 {
		from = domain.Some(domain.FirstDay)
	}
	_, err := s.App.Projects.SetRate(ctx, s.caller, s.project, s.emails[s.someone()], float64(s.r.IntN(90_000))/100, from)
	return err
}

func (s *tale) clearRates(ctx context.Context) error {
	return s.App.Projects.ClearRates(ctx, s.caller, s.project, s.emails[s.someone()])
}

func (s *tale) createSprint(ctx context.Context) error {
	patch := domain.SprintPatch{Title: domain.Some("S")}
	if start := s.day(); s.r.IntN(4) > 0 {
		patch.StartDate, patch.EndDate = domain.Some(&start), domain.Some(new(start.AddDays(s.r.IntN(15))))
	}
	sprint, err := s.App.Plan.CreateSprint(ctx, s.people[s.someone()], s.project, domain.Given(patch))
	s.sprints = append(s.sprints, sprint.UUID)
	return err
}

func (s *tale) turnSprint(ctx context.Context) error {
	status := s.one([]string{"planning", "active", "completed"})
	_, err := s.App.Plan.UpdateSprint(ctx, s.people[s.someone()], s.one(s.sprints), domain.Given(domain.SprintPatch{Status: domain.Some(status)}))
	return err
}

// closeSprint closes a sprint if it is active. Its unfinished tickets move to the backlog or to another sprint.
func (s *tale) closeSprint(ctx context.Context) error {
	by, sprint := s.people[s.someone()], s.one(s.sprints)
	now, err := s.App.Plan.ClosingSprint(ctx, by, sprint)
	if err != nil || now.Status != domain.Active {
		return err
	}
	to := []string{work.Backlog}
	for _, next := range now.Next {
		to = append(to, next.UUID)
	}
	_, err = s.App.Plan.CloseSprint(ctx, by, sprint, domain.Given(work.SprintClose{Unfinished: domain.Some(s.one(to))}))
	return err
}

func (s *tale) createEpic(ctx context.Context) error {
	epic, err := s.App.Plan.CreateEpic(ctx, s.people[s.someone()], s.project, domain.Given(domain.EpicPatch{Title: domain.Some("E")}))
	s.epics = append(s.epics, epic.UUID)
	return err
}

func (s *tale) turnEpic(ctx context.Context) error {
	epic := s.one(s.epics)
	if epic == "" {
		return nil
	}
	status := s.one([]string{"todo", "done"})
	_, err := s.App.Plan.UpdateEpic(ctx, s.people[s.someone()], epic, domain.Given(domain.EpicPatch{Status: domain.Some(status)}))
	return err
}

func (s *tale) deleteEpic(ctx context.Context) error {
	if len(s.epics) < 2 {
		return nil
	}
	i := s.r.IntN(len(s.epics))
	epic := s.epics[i]
	s.epics = append(s.epics[:i:i], s.epics[i+1:]...)
	return s.App.Plan.DeleteEpic(ctx, s.people[s.someone()], epic)
}

func (s *tale) changeBudget(ctx context.Context) error {
	var budget *float64
	if s.r.IntN(4) > 0 {
		budget = new(float64(s.r.IntN(10_000_000)) / 100)
	}
	_, err := s.App.Projects.UpdateProject(ctx, s.caller, s.project, domain.Given(domain.ProjectPatch{Budget: domain.Some(budget)}))
	return err
}

func (s *tale) dateBudget(ctx context.Context) error {
	change := domain.BudgetChange{From: domain.Some(new(min(s.day(), s.App.Today()))), Reason: domain.Some("because")}
	if s.r.IntN(2) == 0 {
		change.Amount = domain.Some(new(float64(s.r.IntN(10_000_000)) / 100))
	} else {
		change.ContingencyPct = domain.Some(float64(s.r.IntN(100)))
	}
	return s.App.Projects.SetBudget(ctx, s.caller, s.project, domain.Given(change))
}

func (s *tale) storeDays(ctx context.Context) error {
	_, err := s.App.Money.StoreDays(ctx, "node")
	return err
}
