package app_test

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"earnest/evm"
	"earnest/internal/apitest"
	"earnest/internal/app"
	"earnest/internal/db"
	"earnest/internal/db/dbtest"
	"earnest/internal/domain"
	"earnest/internal/money"
)

// eachNode runs f on each engine with a fresh past and a second node. That node has no background work, so only the test's own statements
// are counted.
func eachNode(t *testing.T, f func(t *testing.T, p *past, node *app.App, statements func() int64)) {
	t.Helper()
	dbtest.Each(t, func(t *testing.T, url string) {
		t.Helper()
		p := newPast(t, url, "UTC")
		s := dbtest.MustOpen(t, url)
		counted := s.Statements()
		f(t, p, app.New(s, app.Config{Clock: p.Clock.Now}), func() int64 {
			n := s.Statements() - counted
			counted += n
			return n
		})
	})
}

func mustFinance(t testing.TB, a *app.App, caller domain.Caller, project string) evm.Indicators {
	t.Helper()
	return apitest.Must(a.Money.Finance(context.Background(), caller, project))(t)
}

func mustPortfolio(t testing.TB, a *app.App, caller domain.Caller) money.Portfolio {
	t.Helper()
	return apitest.Must(a.Money.Portfolio(context.Background(), caller, domain.Opt[[]string]{}))(t)
}

func wantStatements(t *testing.T, when string, got, want int64) {
	t.Helper()
	if got != want {
		t.Errorf("%s: %d statements, want %d", when, got, want)
	}
}

func TestAPortfolioIsReadFiftyProjectsAtATimeWithAsManyStatementsAsOneProject(t *testing.T) {
	t.Parallel()
	const others, access, computed = 499, 1, 4 // one statement for access, then one each for projects, counts, sprints and effort
	eachNode(t, func(t *testing.T, p *past, node *app.App, statements func() int64) {
		mustFinance(t, node, p.caller, p.project)
		wantStatements(t, "one project", statements(), access+computed)
		mustImport(t, node, portfolioFile(p.owner.Email, others))
		statements()
		first := mustPortfolio(t, node, p.caller)
		wantStatements(t, "portfolio", statements(), access+10*computed)
		for i, row := range first.Rows {
			if alone := mustFinance(t, node, p.caller, row.ProjectUUID); alone != row.Indicators {
				t.Errorf("project %d: alone %+v, in the portfolio %+v", i, alone, row.Indicators)
			}
		}
		if n := len(first.Rows); n != others+1 || first.Totals.BAC != 10_000+others*100 {
			t.Errorf("%d rows, bac %v", n, first.Totals.BAC)
		}
		p.log(t, "2026-03-10", 60)
		if now := mustPortfolio(t, node, p.caller); now.Rows[0].AC != 60 || now.Rows[1] != first.Rows[1] || now.Totals.AC != 60 {
			t.Errorf("after a write to the first: %+v", now.Totals)
		}
	})
}

// portfolioFile returns a workspace file of n projects with a budget of 100 and one ticket each; neighbours differ in their points.
func portfolioFile(owner string, n int) string {
	projects := make([]string, n)
	for i := range projects {
		projects[i] = fmt.Sprintf(`{"ref":"p%d","name":"P%d","budget":100,"members":[{"user":%q,"project_role":"owner"}],`+
			`"tickets":[{"ref":"t%d","title":"T","story_points":%d}]}`, i, i, owner, i, 1+i%89)
	}
	return `{"projects":[` + strings.Join(projects, ",") + `]}`
}

func TestAWriteThroughOneNodeIsInTheNextReadThroughAnother(t *testing.T) {
	t.Parallel()
	eachNode(t, func(t *testing.T, p *past, node *app.App, _ func() int64) {
		for i := range 20 {
			if got, want := mustFinance(t, node, p.caller, p.project).AC, float64(60*i); got != want {
				t.Fatalf("after %d entries: ac is %v, want %v", i, got, want)
			}
			p.log(t, "2026-03-10", 60)
			if got, want := p.finance(t).AC, float64(60*(i+1)); got != want {
				t.Fatalf("through its own node: ac is %v, want %v", got, want)
			}
		}
	})
}

func TestMidnightMakesANewNumberOfAnUnchangedProject(t *testing.T) {
	t.Parallel()
	eachNode(t, func(t *testing.T, p *past, node *app.App, _ func() int64) {
		for _, c := range []struct {
			at      string
			planned float64
		}{
			{"2026-03-10 09:00:00", 1},
			{"2026-03-10 23:59:59", 1},
			{"2026-03-11 00:00:00", 2},
			{"2026-03-12 00:00:00", 3},
			{"2026-03-10 12:00:00", 1}, // the clock was set back
		} {
			p.utc(t, c.at)
			if got := mustFinance(t, node, p.caller, p.project).PlannedSP; got != c.planned {
				t.Errorf("%s: planned_sp is %v, want %v", c.at, got, c.planned)
			}
			if got := mustPortfolio(t, node, p.caller).Rows[0].PlannedSP; got != c.planned {
				t.Errorf("%s: planned_sp in the portfolio is %v, want %v", c.at, got, c.planned)
			}
		}
	})
}

func TestWhoIsRemovedIsRefusedAtOnce(t *testing.T) {
	t.Parallel()
	eachNode(t, func(t *testing.T, p *past, node *app.App, _ func() int64) {
		person := p.MustPerson(t, "viewer")
		p.MustJoin(t, p.project, person.ID, domain.Viewer)
		viewer := domain.Caller{UserID: person.ID}
		mustFinance(t, node, viewer, p.project)
		mustPortfolio(t, node, viewer)
		// This does not change the revision, but access is checked in the database each time.
		p.mustExec(t, `UPDATE members SET status = 'inactive' WHERE user_id = $1`, person.ID)
		if _, err := node.Money.Finance(t.Context(), viewer, p.project); domain.KindOf(err) != domain.Forbidden {
			t.Errorf("removed, but got %v", err)
		}
		if rows := mustPortfolio(t, node, viewer).Rows; len(rows) != 0 {
			t.Errorf("removed, but the portfolio has %d rows", len(rows))
		}
		if _, err := node.Money.Portfolio(t.Context(), viewer, domain.Some([]string{p.project})); domain.KindOf(err) != domain.Forbidden {
			t.Errorf("removed, but the portfolio of the project gave %v", err)
		}
		mustFinance(t, node, p.caller, p.project)
	})
}

func TestANewNameIsSeenInThePortfolio(t *testing.T) {
	t.Parallel()
	eachNode(t, func(t *testing.T, p *past, node *app.App, _ func() int64) {
		for _, name := range []string{"Past", "Present", "Past"} {
			_ = apitest.Must(p.App.Projects.UpdateProject(t.Context(), p.caller, p.project, domain.Given(domain.ProjectPatch{Name: domain.Some(name)})))(t)
			if got := mustPortfolio(t, node, p.caller).Rows[0].Name; got != name {
				t.Errorf("the name is %q, want %q", got, name)
			}
		}
	})
}

func TestARestoredDatabaseIsNotMistakenForTheOneItReplaced(t *testing.T) {
	t.Parallel()
	eachNode(t, func(t *testing.T, p *past, node *app.App, _ func() int64) {
		if got := mustFinance(t, node, p.caller, p.project).BAC.Value; got != 10_000 {
			t.Fatalf("bac is %v", got)
		}
		// Simulate a different history with the same revision, first with an earlier time and then with a later one.
		for _, c := range []struct {
			moved  int64
			budget float64
		}{{-5, 7000}, {9, 8000}} {
			p.mustExec(t, `UPDATE projects SET changed_at = changed_at + $1, budget = $2`, c.moved, c.budget)
			for range 2 {
				if got := mustFinance(t, node, p.caller, p.project).BAC.Value; got != c.budget {
					t.Errorf("bac is %v, want %v", got, c.budget)
				}
			}
		}
	})
}

// mustExec changes the database directly.
func (p *past) mustExec(t *testing.T, text string, args ...any) {
	t.Helper()
	err := p.Store.Write(t.Context(), func(tx *db.Tx) error {
		_, err := tx.Exec(t.Context(), text, args...)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
}
