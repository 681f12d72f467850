package app_test

import (
	"context"
	"math"
	"slices"
	"strings"
	"testing"

	"earnest/internal/apitest"
	"earnest/internal/db"
	"earnest/internal/domain"
	transferstore "earnest/internal/transfer/store"
	"earnest/internal/work"
	workstore "earnest/internal/work/store"
)

// setRate sets the owner's daily rate.
func (p *past) setRate(t testing.TB, tjm float64, from domain.Opt[domain.Date]) []domain.Rate {
	t.Helper()
	return apitest.Must(p.App.Projects.SetRate(context.Background(), p.caller, p.project, p.owner.Email, tjm, from))(t)
}

func TestARateRaisedTodayLeavesYesterdaysCost(t *testing.T) {
	t.Parallel()
	eachPast(t, "UTC", func(t *testing.T, p *past) {
		cost := func(want float64) {
			t.Helper()
			if got := p.finance(t).ACTotal; got != want {
				t.Errorf("the cost is %v, want %v", got, want)
			}
		}
		p.log(t, "2026-03-09", 480) // before the first rate, which applies nevertheless
		p.log(t, "2026-03-10", 480)
		cost(960)
		p.utc(t, "2026-03-11 09:00:00")
		p.log(t, "2026-03-11", 480)
		cost(1440)
		p.setRate(t, 600, domain.Opt[domain.Date]{})
		cost(480 + 480 + 600)
		p.setRate(t, 500, domain.Some[domain.Date]("2026-03-10"))
		cost(480 + 500 + 600)
		p.setRate(t, 100, domain.Some[domain.Date]("2026-03-05")) // before the first existing rate
		cost(100 + 500 + 600)
		p.setRate(t, 700, domain.Some[domain.Date]("2026-04-01"))
		cost(100 + 500 + 600)
		if rates := p.setRate(t, 300, domain.Some(domain.FirstDay)); !slices.Equal(rates, []domain.Rate{{From: domain.FirstDay, TJM: 300}, {From: "2026-04-01", TJM: 700}}) {
			t.Errorf("the past was rewritten to %v", rates)
		}
		cost(900)
		if err := p.App.Projects.ClearRates(t.Context(), p.caller, p.project, p.owner.Email); err != nil {
			t.Fatal(err)
		}
		cost(0)
		mustBeHealthy(t, p.App)
	})
}

func TestOnlyWhoManagesAProjectSetsRates(t *testing.T) {
	t.Parallel()
	apitest.Each(t, func(t *testing.T, w *apitest.World) {
		c := w.MustCast(t, "c")
		for name, who := range map[string]struct {
			id   int64
			kind domain.Kind
			ok   bool
		}{
			"owner":    {c.Owner.ID, 0, true},
			"admin":    {c.Admin.ID, 0, true},
			"operator": {0, 0, true},
			"member":   {c.Member.ID, domain.Forbidden, false},
			"viewer":   {c.Viewer.ID, domain.Forbidden, false},
			"stranger": {c.Stranger.ID, domain.Forbidden, false},
		} {
			caller := domain.Caller{UserID: who.id, Operator: who.id == 0}
			_, err := w.App.Projects.SetRate(t.Context(), caller, c.Project, c.Member.Email, 500, domain.Opt[domain.Date]{})
			if (err == nil) != who.ok || domain.KindOf(err) != who.kind {
				t.Errorf("%s: %v", name, err)
			}
			err = w.App.Projects.ClearRates(t.Context(), caller, c.Project, c.Member.Email)
			if (err == nil) != who.ok || domain.KindOf(err) != who.kind {
				t.Errorf("%s clears: %v", name, err)
			}
		}
	})
}

func TestWhatCannotBeARateIsRefusedAndLeavesNothing(t *testing.T) {
	t.Parallel()
	eachPast(t, "UTC", func(t *testing.T, p *past) {
		stranger := p.MustPerson(t, "stranger")
		before := mustExport(t, p.App)
		for name, c := range map[string]struct {
			project, email string
			tjm            float64
			kind           domain.Kind
			message        string
		}{
			"negative":        {p.project, p.owner.Email, -1, domain.Invalid, "tjm must be a number from 0 to 1000000000000, not -1"},
			"not a number":    {p.project, p.owner.Email, math.NaN(), domain.Invalid, "not NaN"},
			"too much":        {p.project, p.owner.Email, 2e12, domain.Invalid, "not 2e+12"},
			"nobody":          {p.project, "nobody@example.com", 1, domain.Invalid, "no user has the email nobody@example.com"},
			"somebody else":   {p.project, stranger.Email, 1, domain.Invalid, "is not in this project and never was"},
			"no such project": {apitest.NewUUID(), p.owner.Email, 1, domain.NotFound, "project not found"},
		} {
			_, err := p.App.Projects.SetRate(t.Context(), p.caller, c.project, c.email, c.tjm, domain.Opt[domain.Date]{})
			if domain.KindOf(err) != c.kind || !strings.Contains(err.Error(), c.message) {
				t.Errorf("%s: %v", name, err)
			}
		}
		if after := mustExport(t, p.App); after != before {
			t.Errorf("a trace is left:\n%s", firstDifference(before, after))
		}
	})
}

func TestSavingARateIsLoggedAndRaisesTheRevisionWhetherItChangesOrNot(t *testing.T) {
	t.Parallel()
	eachPast(t, "UTC", func(t *testing.T, p *past) {
		revision := func() int64 {
			return apitest.Must(p.App.Projects.Project(t.Context(), p.caller, p.project))(t).Revision
		}
		before := revision()
		p.utc(t, "2026-03-11 09:00:00")
		p.setRate(t, 500, domain.Opt[domain.Date]{})
		p.setRate(t, 500, domain.Opt[domain.Date]{}) // the same again
		if now := revision(); now != before+2 {
			t.Errorf("the revision rose from %d to %d", before, now)
		}
		var log []domain.Change
		err := p.Store.Read(t.Context(), func(tx *db.Tx) error {
			access, err := workstore.ProjectAccess(t.Context(), tx, p.project, 0)
			if err != nil {
				return err
			}
			log, err = db.Collect(transferstore.Changes(t.Context(), tx, access.ProjectID))
			return err
		})
		last, again := log[len(log)-2], log[len(log)-1]
		if again.Noun != "rate" || again.From != last.To || again.To != last.To {
			t.Errorf("the same again is logged as %+v", again)
		}
		if err != nil || last.Noun != "rate" || last.What != "rates" || *last.UserID != p.owner.ID || last.Revision != before+1 ||
			last.From != `[{"from":"2026-03-10","tjm":480}]` || last.To != `[{"from":"2026-03-10","tjm":480},{"from":"2026-03-11","tjm":500}]` {
			t.Errorf("%+v, %v", last, err)
		}
	})
}

func TestWhoLeftTheTeamCanStillBeRated(t *testing.T) {
	t.Parallel()
	eachPast(t, "UTC", func(t *testing.T, p *past) {
		guest := p.MustPerson(t, "guest")
		p.MustJoin(t, p.project, guest.ID, domain.Worker)
		_ = apitest.Must(p.App.Time.CreateTimeEntry(t.Context(), domain.Caller{UserID: guest.ID}, p.tickets[0],
			domain.Given(domain.NewTimeEntry{Minutes: 480, LoggedAt: "2026-03-10"})))(t)
		err := p.Store.Write(t.Context(), func(tx *db.Tx) error {
			_, err := tx.Exec(t.Context(), `DELETE FROM members WHERE user_id = $1`, guest.ID)
			return err
		})
		if err != nil {
			t.Fatal(err)
		}
		if _, err := p.App.Projects.SetRate(t.Context(), p.caller, p.project, strings.ToUpper(guest.Email), 300, domain.Opt[domain.Date]{}); err != nil {
			t.Fatal(err)
		}
		if got := p.finance(t).AC; got != 300 {
			t.Errorf("the cost is %v", got)
		}
	})
}

func TestRatesAreListedForThoseWhoMaySeeThem(t *testing.T) {
	t.Parallel()
	apitest.Each(t, func(t *testing.T, w *apitest.World) {
		c := w.MustCast(t, "c")
		owner := domain.Caller{UserID: c.Owner.ID}
		for _, r := range []domain.Rate{{From: domain.FirstDay, TJM: 300}, {From: "2026-03-01", TJM: 400}, {From: "2027-01-01", TJM: 500}} {
			_ = apitest.Must(w.App.Projects.SetRate(t.Context(), owner, c.Project, c.Member.Email, r.TJM, domain.Some(r.From)))(t)
		}
		_ = apitest.Must(w.App.Projects.SetRate(t.Context(), owner, c.Project, c.Owner.Email, 900, domain.Opt[domain.Date]{}))(t)
		of := domain.Some(strings.ToUpper(c.Member.Email))
		got := apitest.Must(w.App.Projects.Rates(t.Context(), domain.Caller{UserID: c.Viewer.ID}, c.Project, of))(t)
		want := []work.UserRate{
			{User: c.Member.Email, Rate: domain.Rate{From: domain.FirstDay, TJM: 300}},
			{User: c.Member.Email, Rate: domain.Rate{From: "2026-03-01", TJM: 400}, InForce: true},
			{User: c.Member.Email, Rate: domain.Rate{From: "2027-01-01", TJM: 500}},
		}
		if !slices.Equal(got, want) {
			t.Errorf("%+v", got)
		}
		err := w.Store.Write(t.Context(), func(tx *db.Tx) error { return tx.Script(t.Context(), `UPDATE projects SET rates_for = 'admins'`) })
		if err != nil {
			t.Fatal(err)
		}
		for id, want := range map[int64]domain.Kind{c.Viewer.ID: domain.Forbidden, c.Member.ID: domain.Forbidden, c.Stranger.ID: domain.Forbidden, c.Admin.ID: 0} {
			_, err := w.App.Projects.Rates(t.Context(), domain.Caller{UserID: id}, c.Project, domain.Opt[string]{})
			if domain.KindOf(err) != want {
				t.Errorf("user %d: %v", id, err)
			}
		}
		if all := apitest.Must(w.App.Projects.Rates(t.Context(), domain.Operator(), c.Project, domain.Opt[string]{}))(t); len(all) != 4 {
			t.Errorf("the operator sees %+v", all)
		}
	})
}
