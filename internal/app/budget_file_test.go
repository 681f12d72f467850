package app_test

import (
	"fmt"
	"strings"
	"testing"

	"earnest/internal/apitest"
	"earnest/internal/db/dbtest"
	"earnest/internal/domain"
	"earnest/internal/workspace"
)

// budgetFile returns a file of one project with the given members.
func budgetFile(members string) string {
	return `{"users": [{"email": "ada@example.org", "firstname": "Ada", "lastname": "L"}],
 "projects": [{"ref": "p", "name": "P", "members": [{"user": "ada@example.org"}]` + members + `}]}`
}

// mustFileBudgets exports everything and returns the first project's budgets.
func mustFileBudgets(t testing.TB, text string) workspace.Project {
	t.Helper()
	file, err := workspace.Parse([]byte(text))
	if err != nil {
		t.Fatal(err)
	}
	return file.Projects[0]
}

func TestAFileWithoutBudgetsHasOneFromTheStart(t *testing.T) {
	t.Parallel()
	dbtest.Each(t, func(t *testing.T, url string) {
		t.Helper()
		a := instance(t, url)
		mustImport(t, a, budgetFile(`, "budget": 500, "contingency_pct": 4, "created_at": "2026-01-02 03:04:05"`))
		p := mustFileBudgets(t, mustExport(t, a))
		if len(p.Budgets) != 1 {
			t.Fatalf("%+v", p.Budgets)
		}
		if b := p.Budgets[0]; b.From != "0001-01-01" || *b.Budget != 500 || *b.ContingencyPct != 4 || b.Reason+b.Author != "" || b.CreatedAt != "2026-01-02 03:04:05" {
			t.Errorf("%+v", b)
		}
		mustBeHealthy(t, a)
	})
}

func TestTheLatestBudgetOfAFileIsTheProjects(t *testing.T) {
	t.Parallel()
	dbtest.Each(t, func(t *testing.T, url string) {
		t.Helper()
		a := instance(t, url)
		mustImport(t, a, budgetFile(`, "budgets": [{"from": "2026-02-01", "budget": 700, "author": "ADA@example.org"}, {"from": "2026-01-01", "contingency_pct": 3}]`))
		p := mustFileBudgets(t, mustExport(t, a))
		if *p.Budget != 700 || *p.ContingencyPct != 10 || len(p.Budgets) != 2 || p.Budgets[0].Budget != nil || p.Budgets[1].Author != "ada@example.org" {
			t.Errorf("%+v", p)
		}
		mustBeHealthy(t, a)
	})
}

func TestAFileWithImpossibleBudgetsIsRefused(t *testing.T) {
	t.Parallel()
	for members, want := range map[string]string{
		`, "budgets": [{"from": "2026-03-12", "budget": 5}]`:                                  `projects[0].budgets[0].from: a budget cannot begin in the future, on 2026-03-12`,
		`, "budgets": [{"from": "2026-01-01"}, {"from": "2026-01-01"}]`:                       `projects[0].budgets[1].from: there is another budget from 2026-01-01`,
		`, "budget": 4, "budgets": [{"from": "2026-01-01", "budget": 5}]`:                     `projects[0].budget: must be the budget of the latest of budgets, budgets[0], or be left out`,
		`, "contingency_pct": 4, "budgets": [{"from": "2026-01-01","contingency_pct":5}]`:     `projects[0].contingency_pct: must be the contingency_pct of the latest of budgets, budgets[0], or be left out`,
		`, "budgets": [{"from": "2026-01-01", "author": "ben@example.org"}]`:                  `projects[0].budgets[0].author: no user has the email "ben@example.org"`,
		`, "budgets": [{"from": "2026-01-01", "reason": "` + strings.Repeat("x", 501) + `"}]`: `projects[0].budgets[0].reason`,
		`, "budgets": [{"budget": 5}]`:                                                        `projects[0].budgets[0]`,
	} {
		_, err := instance(t, dbtest.SQLite(t)).Transfer.Import(t.Context(), strings.NewReader(budgetFile(members)))
		if err == nil || !strings.HasPrefix(err.Error(), want) {
			t.Errorf("%s gave %v, want %s", members, err, want)
		}
	}
}

// A file may come from a time zone where it is tomorrow already. The budget that is set next replaces the one that begins there then, and no other
// day after today is accepted.
func TestABudgetOfAFileMayBeginTomorrow(t *testing.T) {
	t.Parallel()
	dbtest.Each(t, func(t *testing.T, url string) {
		t.Helper()
		a := instance(t, url)
		made := mustImport(t, a, budgetFile(`, "budgets": [{"from": "2026-03-11", "budget": 700}, {"from": "2026-02-01", "budget": 600}]`))
		caller, project := domain.Caller{UserID: made.Users["ada@example.org"]}, made.UUIDs["p"]
		change := domain.BudgetChange{Amount: domain.Some(new(5.0)), From: domain.Some(new(domain.Date("2026-03-12")))}
		if err := a.Projects.SetBudget(t.Context(), caller, project, domain.Given(change)); domain.KindOf(err) != domain.Invalid {
			t.Errorf("a budget from the day after tomorrow on gave %v", err)
		}
		_ = apitest.Must(a.Projects.UpdateProject(t.Context(), caller, project, domain.Given(domain.ProjectPatch{Budget: domain.Some(new(800.0))})))(t)
		p := mustFileBudgets(t, mustExport(t, a))
		if len(p.Budgets) != 2 || p.Budgets[1].From != "2026-03-11" || *p.Budgets[1].Budget != 800 || *p.Budget != 800 {
			t.Errorf("%+v", p)
		}
		mustBeHealthy(t, a)
	})
}

// A history of budgets set through the API and on the pages travels through the file, and the same file again changes nothing. A budget set on the
// day of the project's creation is the first one.
func TestBudgetsTravelThroughTheFile(t *testing.T) {
	t.Parallel()
	eachPast(t, "UTC", func(t *testing.T, p *past) {
		_ = apitest.Must(p.App.Projects.UpdateProject(t.Context(), p.caller, p.project, domain.Given(domain.ProjectPatch{Budget: domain.Some(new(12_000.0))})))(t)
		p.utc(t, "2026-03-14 12:00:00")
		for i, change := range []domain.BudgetChange{
			{Amount: domain.Some[*float64](nil), From: domain.Some(new(domain.Date("2026-03-12"))), Reason: domain.Some("Paused")},
			{Amount: domain.Some(new(15_000.0)), ContingencyPct: domain.Some(0.0), Reason: domain.Some("Second stage")},
		} {
			if err := p.App.Projects.SetBudget(t.Context(), p.caller, p.project, domain.Given(change)); err != nil {
				t.Fatal(i, err)
			}
		}
		mustBeHealthy(t, p.App)
		text := mustExport(t, p.App)
		other := p.node(t, dbtest.SQLite(t))
		mustImport(t, other, text)
		if again := mustExport(t, other); again != text {
			t.Errorf("the export has other bytes:\n%s\n%s", text, again)
		}
		if _, err := other.Transfer.Import(t.Context(), strings.NewReader(text)); err == nil {
			t.Error("the same file was imported twice")
		}
		if again := mustExport(t, other); again != text {
			t.Error("the same file again changed something")
		}
		var days []string
		for _, b := range mustFileBudgets(t, text).Budgets {
			amount := "none"
			if b.Budget != nil {
				amount = fmt.Sprint(*b.Budget)
			}
			days = append(days, fmt.Sprint(b.From, " ", amount, " ", *b.ContingencyPct, " ", b.Reason, " ", b.Author))
		}
		want := fmt.Sprintf("0001-01-01 12000 10  %[1]s\n2026-03-12 none 10 Paused %[1]s\n2026-03-14 15000 0 Second stage %[1]s", p.owner.Email)
		if got := strings.Join(days, "\n"); got != want {
			t.Errorf("the budgets are\n%s\nwant\n%s", got, want)
		}
	})
}
