package app_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"slices"
	"testing"
	"time"

	"earnest/evm"
	"earnest/internal/apitest"
	"earnest/internal/db/dbtest"
	"earnest/internal/demo"
	"earnest/internal/domain"
	"earnest/internal/money"
	"earnest/internal/report"
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
		for _, p := range apitest.Must(w.App.Money.Overview(t.Context(), owner))(t) {
			mustDeleteSome(t, w, p.UUID)
			for _, asOf := range []*domain.Date{nil, new(domain.Date("2026-02-10")), new(domain.Date("2026-05-01"))} {
				for _, name := range []string{"cpi", "planned_sp", "total_sp", "undated_sp", "no_sprint_cost", "engaged_charge"} { // all others consist of these
					q := money.ExplainQuery{Project: p.UUID, Indicator: name, AsOf: asOf}
					whole := apitest.Must(w.App.Money.Explain(t.Context(), domain.Operator(), q))(t)
					opener{w, money.ExplainPageQuery{ExplainQuery: q, Limit: 200}, whole.Names, false}.mustOpen(t, whole.Term, nil)
				}
			}
		}
	})
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
