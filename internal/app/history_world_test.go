package app_test

import (
	"context"
	"iter"
	"testing"
	"time"

	"earnest/evm"
	"earnest/internal/apitest"
	"earnest/internal/app"
	"earnest/internal/db"
	"earnest/internal/db/dbtest"
	"earnest/internal/domain"
	"earnest/internal/money"
)

// past is a project that is followed over several days: it has a budget of 10 000, a ten-day sprint with two tickets of five points, and an
// owner who costs 480 a day.
type past struct {
	*apitest.World
	owner   apitest.Person
	caller  domain.Caller
	project string
	sprint  string
	tickets [2]string
}

// eachPast runs f with a fresh past on each engine. Its clock starts on 2026-03-10 at 09:00 in the given zone.
func eachPast(t *testing.T, zone string, f func(t *testing.T, p *past)) {
	t.Helper()
	dbtest.Each(t, func(t *testing.T, url string) {
		t.Helper()
		f(t, newPast(t, url, zone))
	})
}

func newPast(t *testing.T, url, zone string) *past {
	t.Helper()
	location, err := time.LoadLocation(zone)
	if err != nil {
		t.Fatal(err)
	}
	p := &past{World: apitest.New(t, url, func(c *app.Config) { c.Zone = location })}
	p.Clock.Set(time.Date(2026, 3, 10, 9, 0, 0, 0, location))
	p.owner = p.MustPerson(t, "owner")
	p.caller = domain.Caller{UserID: p.owner.ID}
	p.project = p.newProject(t)
	ctx := context.Background()
	_ = apitest.Must(p.App.Projects.SetRate(ctx, p.caller, p.project, p.owner.Email, 480, domain.Opt[domain.Date]{}))(t)
	p.sprint = apitest.Must(p.App.Plan.CreateSprint(ctx, p.caller, p.project, domain.Given(domain.SprintPatch{
		Title: domain.Some("Sprint"), StartDate: domain.Some(new(domain.Date("2026-03-10"))), EndDate: domain.Some(new(domain.Date("2026-03-19"))),
	})))(t).UUID
	for i := range p.tickets {
		p.tickets[i] = apitest.Must(p.App.Tickets.CreateTicket(ctx, p.caller, p.project, domain.Given(domain.TicketPatch{
			Title: domain.Some("Ticket"), StoryPoints: domain.Some(5.0), Sprint: domain.Some(&p.sprint),
		})))(t).UUID
	}
	return p
}

func (p *past) newProject(t testing.TB) string {
	t.Helper()
	return apitest.Must(p.App.Projects.CreateProject(context.Background(), p.caller, domain.ProjectPatch{
		Name: domain.Some("Past"), Budget: domain.Some(new(10_000.0)),
	}))(t).UUID
}

// at sets the clock to a moment in the given zone.
func (p *past) at(t testing.TB, moment string, zone *time.Location) {
	t.Helper()
	p.Clock.Set(apitest.Must(time.ParseInLocation(time.DateTime, moment, zone))(t))
}

func (p *past) utc(t testing.TB, moment string) {
	t.Helper()
	p.at(t, moment, time.UTC)
}

// log logs time for the owner on the first ticket.
func (p *past) log(t testing.TB, day domain.Date, minutes int64) {
	t.Helper()
	_ = apitest.Must(p.App.Time.CreateTimeEntry(context.Background(), p.caller, p.tickets[0], domain.Given(domain.NewTimeEntry{Minutes: minutes, LoggedAt: day})))(t)
}

// finish marks a ticket as done.
func (p *past) finish(t testing.TB, ticket string) {
	t.Helper()
	_ = apitest.Must(p.App.Tickets.UpdateTicket(context.Background(), p.caller, ticket, domain.Given(domain.TicketPatch{Status: domain.Some("done")})))(t)
}

// store runs the daily job once and expects it to store the given number of new rows.
func (p *past) store(t testing.TB, want int64) {
	t.Helper()
	if n, err := p.App.Money.StoreDays(context.Background(), "node"); err != nil || n != want {
		t.Errorf("%d rows were stored, want %d: %v", n, want, err)
	}
}

// rows returns the rows that were stored for a project.
func (p *past) rows(t testing.TB, project string) []money.IndicatorDay {
	t.Helper()
	return reported(t, p.App, project)
}

// reported returns the rows that were stored for a project, as the operator sees them.
func reported(t testing.TB, a *app.App, project string) []money.IndicatorDay {
	t.Helper()
	var list []money.IndicatorDay
	err := a.Money.IndicatorDays(context.Background(), domain.Operator(), project, domain.FirstDay, "9999-12-31",
		func(total int, items iter.Seq2[money.IndicatorDay, error]) (err error) {
			if list, err = db.Collect(items); len(list) != total {
				t.Errorf("%d rows, total %d", len(list), total)
			}
			return err
		})
	if err != nil {
		t.Fatal(err)
	}
	return list
}

func (p *past) finance(t testing.TB) evm.Indicators {
	t.Helper()
	return apitest.Must(p.App.Money.Finance(context.Background(), p.caller, p.project))(t)
}

func (p *past) asOf(t testing.TB, day domain.Date) money.AsOf {
	t.Helper()
	return apitest.Must(p.App.Money.AsOf(context.Background(), p.caller, p.project, day))(t)
}
