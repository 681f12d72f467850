package app_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"reflect"
	"slices"
	"testing"
	"time"

	"earnest/evm"
	"earnest/internal/apitest"
	"earnest/internal/app"
	"earnest/internal/db/dbtest"
	"earnest/internal/demo"
	"earnest/internal/domain"
	"earnest/internal/money"
	"earnest/internal/report"
	"earnest/test/rig"
)

// TestAnExplanationOpenedLevelByLevelIsTheWholeOne compares the terms on pages, which are read when they are opened, with those of the
// explanation that is built as a whole.
func TestAnExplanationOpenedLevelByLevelIsTheWholeOne(t *testing.T) {
	t.Parallel()
	dbtest.Each(t, func(t *testing.T, url string) {
		w := apitest.New(t, url, nil)
		w.Clock.Set(time.Date(2026, 3, 10, 9, 0, 0, 0, time.UTC))
		data := apitest.Must(json.Marshal(demo.File("2026-03-10")))(t)
		result := apitest.Must(w.App.Transfer.Import(t.Context(), bytes.NewReader(data)))(t)
		owner := domain.Caller{UserID: result.Users[demo.OwnerEmail]}
		names := []string{"cpi", "planned_sp", "no_sprint_cost", "total_sp", "undated_sp", "engaged_charge"} // all others consist of these
		for _, p := range apitest.Must(w.App.Money.Overview(t.Context(), owner))(t) {
			mustDeleteSome(t, w, p.UUID)
			for i, asOf := range []*domain.Date{nil, new(domain.Date("2026-02-10")), new(domain.Date("2026-05-01"))} {
				for j, name := range names {
					if (i+j)%2 == 1 && !rig.Long() {
						continue // half of the pairs cover all names and all days
					}
					q := money.ExplainQuery{Project: p.UUID, Indicator: name, AsOf: asOf}
					whole := apitest.Must(w.App.Money.Explain(t.Context(), domain.Operator(), q))(t)
					opener{w, money.ExplainPageQuery{ExplainQuery: q, Limit: 200}, whole.Names, false}.mustOpen(t, whole.Term, nil)
				}
			}
		}
	})
}

// TestAnExplanationIsComputedFromWhatFinanceReads adds to the counts and roll-ups only. An explanation that read tickets or time entries to
// find its numbers would not notice.
func TestAnExplanationIsComputedFromWhatFinanceReads(t *testing.T) {
	t.Parallel()
	eachPast(t, "UTC", func(t *testing.T, p *past) {
		p.finish(t, p.tickets[0])
		p.log(t, "2026-03-10", 60)
		p.mustExec(t, `UPDATE ticket_counts SET open_tickets = open_tickets + 1000, done_tickets = done_tickets + 1000`)
		p.mustExec(t, `UPDATE effort_costs SET minutes = minutes + 480`)
		now := p.finance(t)
		if now.TotalSP != 10_010 || now.AC != 540 {
			t.Fatalf("%+v", now)
		}
		for _, name := range evm.IndicatorNames() {
			x := p.mustPage(t, p.App, money.ExplainPageQuery{ExplainQuery: money.ExplainQuery{Project: p.project, Indicator: name}, Limit: 200})
			if want, _ := now.Value(name); x.Term.Value != want {
				t.Errorf("%s is %v, explained is %v", name, want, x.Term.Value)
			}
		}
		total := p.mustPage(t, p.App, money.ExplainPageQuery{ExplainQuery: money.ExplainQuery{Project: p.project, Indicator: "total_sp"}, Limit: 200})
		if tickets := total.Term.Terms[0]; tickets.Parts != 2002 || tickets.Terms != nil {
			t.Errorf("%d tickets, of which %d are shown", tickets.Parts, len(tickets.Terms))
		}
	})
}

func (p *past) mustPage(t *testing.T, a *app.App, q money.ExplainPageQuery) money.ExplainPage {
	t.Helper()
	return apitest.Must(a.Money.ExplainPage(t.Context(), p.caller, q))(t)
}

func TestTheCommitmentsOfManySprintsAreExpandedInOneStatement(t *testing.T) {
	t.Parallel()
	eachNode(t, func(t *testing.T, p *past, node *app.App, statements func() int64) {
		cost := func(sprints int) int64 {
			statements()
			q := money.ExplainPageQuery{ExplainQuery: money.ExplainQuery{Project: p.project, Indicator: "undated_sp"}, Limit: 200}
			for _, sprint := range p.mustPage(t, node, q).Term.Terms {
				if len(sprint.Terms) == 1 {
					sprints--
				}
			}
			if sprints != 0 {
				t.Errorf("%d sprints too few are expanded", sprints)
			}
			return statements()
		}
		p.mustSprint(t, "Undated", nil, nil, 1)
		few := cost(1)
		for range 10 {
			p.mustSprint(t, "Undated", nil, nil, 1)
			p.mustSprint(t, "Committed", nil, nil, 1)
		}
		p.mustExec(t, `
INSERT INTO commitments (sprint_id, ticket_id, project_id, points)
SELECT s.id, t.id, t.project_id, 2 FROM sprints s JOIN tickets t ON t.sprint_id = s.id WHERE s.title = 'Committed'`)
		wantStatements(t, "21 sprints", cost(21), few)
	})
}

// mustSprint creates a sprint with n tickets of three points.
func (p *past) mustSprint(t *testing.T, title string, start, end *domain.Date, n int) {
	t.Helper()
	sprint := apitest.Must(p.App.Plan.CreateSprint(t.Context(), p.caller, p.project, domain.Given(domain.SprintPatch{
		Title: domain.Some(title), StartDate: domain.Some(start), EndDate: domain.Some(end),
	})))(t).UUID
	for range n {
		_ = apitest.Must(p.App.Tickets.CreateTicket(t.Context(), p.caller, p.project, domain.Given(domain.TicketPatch{
			Title: domain.Some("Ticket"), StoryPoints: domain.Some(3.0), Sprint: domain.Some(&sprint),
		})))(t)
	}
}

// TestTicketsAndTimeThatAreRolledUpAreOpenedOneByOne opens what the figures do not tell apart: tickets that were carried over in the same way, one
// of them deleted and another one edited, and the time of a member at several rates.
func TestTicketsAndTimeThatAreRolledUpAreOpenedOneByOne(t *testing.T) {
	t.Parallel()
	eachPast(t, "UTC", func(t *testing.T, p *past) {
		p.mustSprint(t, "Next", new(domain.Date("2026-03-11")), new(domain.Date("2026-03-30")), 4)
		p.mustSprint(t, "Last", new(domain.Date("2026-03-12")), new(domain.Date("2026-03-31")), 1)
		p.mustSprint(t, "Undated", nil, nil, 2)
		p.mustExec(t, `
INSERT INTO commitments (sprint_id, ticket_id, project_id, points)
SELECT s.id, t.id, t.project_id, t.story_points
FROM sprints s
JOIN tickets t ON t.project_id = s.project_id AND (s.title = 'Sprint' OR s.title = 'Last' AND t.story_points = 5)`)
		p.finish(t, p.tickets[1])
		for day, minutes := range map[domain.Date]int64{"2024-03-10": 30, "2026-03-10": 1500, "2026-03-11": 60, "2026-03-12": 45, "2026-03-20": 480} {
			p.log(t, day, minutes)
			p.log(t, day, 5)
		}
		for day, rate := range map[domain.Date]float64{"2026-03-11": 500, "2026-03-12": 480} {
			_ = apitest.Must(p.App.Projects.SetRate(t.Context(), p.caller, p.project, p.owner.Email, rate, domain.Some(day)))(t)
		}
		p.utc(t, "2026-03-12 09:00:00")
		_ = apitest.Must(p.App.Money.StoreDays(t.Context(), "node"))(t)
		p.utc(t, "2026-03-12 10:00:00")
		_ = apitest.Must(p.App.Tickets.UpdateTicket(t.Context(), p.caller, p.tickets[1], domain.Given(domain.TicketPatch{StoryPoints: domain.Some(8.0)})))(t)
		p.mustOpenAll(t, evm.PointsReestimated, evm.OverbookedMinutes, evm.FutureMinutes, evm.EarlyMinutes)
		if err := p.App.Tickets.DeleteTicket(t.Context(), p.caller, p.tickets[0]); err != nil {
			t.Fatal(err)
		}
		p.mustOpenAll(t, evm.NoSprintMinutes)
	})
}

// mustOpenAll opens explanations today and on a past day. It compares them with the whole ones, and expects some warnings today.
func (p *past) mustOpenAll(t *testing.T, warned ...evm.WarningCode) {
	t.Helper()
	for _, asOf := range []*domain.Date{nil, new(domain.Date("2026-03-11"))} {
		var codes []evm.WarningCode
		for _, name := range []string{"cpi", "planned_sp", "total_sp", "undated_sp", "no_sprint_cost"} {
			q := money.ExplainPageQuery{ExplainQuery: money.ExplainQuery{Project: p.project, Indicator: name, AsOf: asOf}, Limit: 200}
			whole := apitest.Must(p.App.Money.Explain(t.Context(), domain.Operator(), q.ExplainQuery))(t)
			opener{p.World, q, whole.Names, false}.mustOpen(t, whole.Term, nil)
			if page := p.mustPage(t, p.App, q); !reflect.DeepEqual(page.Warnings, whole.Warnings) {
				t.Errorf("%s warns of %+v, explained as a whole of %+v", name, page.Warnings, whole.Warnings)
			}
			for _, w := range whole.Warnings {
				codes = append(codes, w.Code)
			}
			if name == "planned_sp" {
				p.mustPageThrough(t, q, whole)
			}
		}
		for _, code := range warned {
			if asOf == nil && !slices.Contains(codes, code) {
				t.Errorf("%s is not among %v", code, codes)
			}
		}
	}
}

// mustPageThrough reads what is due one by one: sprints first, and then the tickets that were carried over.
func (p *past) mustPageThrough(t *testing.T, q money.ExplainPageQuery, whole report.Explanation) {
	t.Helper()
	due := whole.Term.Terms[1]
	if due.Terms[len(due.Terms)-1].Kind != evm.TicketTerm {
		t.Errorf("nothing was carried over: %+v", due.Terms)
	}
	q.Path, q.Limit = []int{1}, 1
	for i, want := range due.Terms {
		q.Offset = i
		got := p.mustPage(t, p.App, q).Term.Terms
		if len(got) != 1 || got[0].Kind != want.Kind || got[0].ID != want.ID || got[0].Value != want.Value {
			t.Errorf("the term %d is %+v, want %+v", i, got, want)
		}
	}
}

// mustDeleteSome deletes a few tickets, because time and commitments outlive them.
func mustDeleteSome(t *testing.T, w *apitest.World, project string) {
	t.Helper()
	x := apitest.Must(w.App.Money.Explain(t.Context(), domain.Operator(), money.ExplainQuery{Project: project, Indicator: "done_sp"}))(t)
	for i, term := range x.Term.Terms {
		if i%5 == 0 {
			if err := w.App.Tickets.DeleteTicket(t.Context(), domain.Operator(), x.Names.Tickets[term.ID].UUID); err != nil {
				t.Fatal(err)
			}
		}
	}
}

// opener opens the terms of one explanation.
type opener struct {
	*apitest.World

	query money.ExplainPageQuery
	names report.Names
	byDay bool // whether lines of effort are days instead of time entries
}

// mustOpen opens a term, compares what it consists of, and continues with its first and last terms.
func (o opener) mustOpen(t *testing.T, want evm.Term, path []int) {
	t.Helper()
	o.query.Path = path
	page := apitest.Must(o.App.Money.ExplainPage(t.Context(), domain.Operator(), o.query))(t)
	o.mustMatch(t, page.Term, want)
	if len(page.Above) != len(path) || page.ByDay != o.byDay || len(page.Term.Terms) != min(len(want.Terms), o.query.Limit) {
		t.Fatalf("%s at %v: %d terms above, %d of %d shown", o.query.Indicator, path, len(page.Above), len(page.Term.Terms), len(want.Terms))
	}
	for i, part := range page.Term.Terms {
		o.mustMatch(t, part, want.Terms[i])
		for j, inner := range part.Terms {
			o.mustMatch(t, inner, want.Terms[i].Terms[j])
		}
		if i < 2 || i == len(want.Terms)-1 {
			o.mustOpen(t, want.Terms[i], slices.Concat(path, []int{i}))
		}
	}
}

// mustMatch compares a term on a page with the same term of the whole explanation.
func (o opener) mustMatch(t *testing.T, got money.NamedTerm, want evm.Term) {
	t.Helper()
	if got.Parts != len(want.Terms) || got.Thing != o.names.Of(want) || len(got.Terms) != 0 && len(got.Terms) != min(got.Parts, o.query.Limit) {
		t.Fatalf("%s: %d parts, %d shown, named %v at %v; want %d parts, named %v", o.query.Indicator, got.Parts, len(got.Terms), got.Thing, got.Path,
			len(want.Terms), o.names.Of(want))
	}
	want.Terms = nil
	if a, b := printed(got.Term), printed(want); a != b {
		t.Fatalf("%s at %v: %s, want %s", o.query.Indicator, got.Path, a, b)
	}
}

// printed returns everything about a term, including the line of effort or the budget behind it.
func printed(term evm.Term) string {
	line := ""
	if e := term.Effort; e != nil {
		line = fmt.Sprint(e.SprintID, e.EpicID, e.TicketID, e.MemberID, *e.Day, *e.Rate, e.Minutes)
	}
	if b := term.Budget; b != nil {
		line = fmt.Sprint(b.From, evm.KnownIf(b.Budget), b.ContingencyPct, b.Reason)
	}
	term.Effort, term.Budget = nil, nil
	return fmt.Sprintf("%+v %s", term, line)
}
