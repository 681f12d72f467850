package app_test

import (
	"context"
	"slices"
	"testing"
	"time"

	"earnest/evm"
	"earnest/internal/db"
	"earnest/internal/db/dbtest"
	"earnest/internal/domain"
	moneystore "earnest/internal/money/store"
	workstore "earnest/internal/work/store"
)

func TestADayIsReportedOnceItIsOverAsFinanceToldIt(t *testing.T) {
	t.Parallel()
	eachPast(t, "UTC", func(t *testing.T, p *past) {
		p.log(t, "2026-03-10", 240)
		p.finish(t, p.tickets[0])
		p.utc(t, "2026-03-10 23:59:59")
		told := p.finance(t)
		p.store(t, 0)
		p.utc(t, "2026-03-11 00:00:02")
		p.store(t, 1)
		p.store(t, 0)
		rows := p.rows(t, p.project)
		if len(rows) != 1 || rows[0].Day != "2026-03-10" || rows[0].CaughtUp || !rows[0].ReportedAt.Equal(p.Clock.Now()) {
			t.Fatalf("rows: %+v", rows)
		}
		if rows[0].Indicators != told {
			t.Errorf("reported %+v\ntold %+v", rows[0].Indicators, told)
		}
		if told.AC != 240 || told.EarnedSP != 5 || told.PlannedSP != 1 {
			t.Errorf("the world is not what the test thinks: %+v", told)
		}
	})
}

func TestDaysMissedAreCaughtUpFromWhatIsKnownOfThem(t *testing.T) {
	t.Parallel()
	eachPast(t, "UTC", func(t *testing.T, p *past) {
		p.utc(t, "2026-03-12 15:00:00")
		p.finish(t, p.tickets[0])
		p.utc(t, "2026-03-14 15:00:00")
		p.log(t, "2026-03-13", 480)
		p.utc(t, "2026-03-15 00:30:00") // early enough to store yesterday's row, but too late for earlier days
		p.store(t, 5)
		for _, r := range p.rows(t, p.project) {
			earned, cost := 0.0, 0.0
			if r.Day >= "2026-03-12" {
				earned = 5
			}
			if r.Day >= "2026-03-13" {
				cost = 480
			}
			if r.CaughtUp != (r.Day < "2026-03-14") || r.Indicators.EarnedSP != earned || r.Indicators.AC != cost {
				t.Errorf("%s: caught up %v, earned %v, cost %v", r.Day, r.CaughtUp, r.Indicators.EarnedSP, r.Indicators.AC)
			}
			known := p.asOf(t, r.Day).Known
			if known.PlannedSP != r.Indicators.PlannedSP || known.PV != r.Indicators.PV || known.EV != r.Indicators.EV {
				t.Errorf("%s: the row says %+v, the curve %+v", r.Day, r.Indicators, known)
			}
		}
		p.utc(t, "2026-03-18 09:00:00")
		p.store(t, 3)
		if rows := p.rows(t, p.project); len(rows) != 8 || rows[7].Day != "2026-03-17" || !rows[7].CaughtUp {
			t.Errorf("rows: %+v", rows)
		}
	})
}

func TestAProjectCatchesUpNoMoreThan400Days(t *testing.T) {
	t.Parallel()
	eachPast(t, "UTC", func(t *testing.T, p *past) {
		p.utc(t, "2028-06-01 12:00:00")
		p.store(t, 400)
		rows := p.rows(t, p.project)
		if first, last := rows[0].Day, rows[399].Day; last != "2028-05-31" || first != last.AddDays(-399) {
			t.Errorf("from %s to %s", first, last)
		}
		p.store(t, 0)
	})
}

func TestARowThatExistsIsNeverOverwritten(t *testing.T) {
	t.Parallel()
	eachPast(t, "UTC", func(t *testing.T, p *past) {
		p.utc(t, "2026-03-11 00:01:00")
		p.store(t, 1)
		before := p.rows(t, p.project)
		p.log(t, "2026-03-10", 480)
		p.finish(t, p.tickets[0])
		p.store(t, 0)
		err := p.Store.Write(t.Context(), func(tx *db.Tx) error {
			access, err := workstore.ProjectAccess(t.Context(), tx, p.project, 0)
			if err != nil {
				return err
			}
			rows := []moneystore.IndicatorDay{
				{ProjectID: access.ProjectID, Day: "2026-03-10", Indicators: "{}"},
				{ProjectID: access.ProjectID + 999, Day: "2026-03-10", Indicators: "{}"}, // a deleted project
			}
			n, err := moneystore.AddIndicatorDays(t.Context(), tx, rows)
			if n != 0 {
				t.Errorf("%d rows were added", n)
			}
			return err
		})
		if err != nil {
			t.Fatal(err)
		}
		if after := p.rows(t, p.project); !slices.Equal(before, after) {
			t.Errorf("before %+v\nafter %+v", before, after)
		}
	})
}

// In Paris, 29 March has 23 hours and 25 October has 25.
func TestADayEndsAtMidnightOfTheInstance(t *testing.T) {
	t.Parallel()
	eachPast(t, "Europe/Paris", func(t *testing.T, p *past) {
		p.utc(t, "2026-03-28 23:30:00") // 00:30 on the 29th
		p.finish(t, p.tickets[0])
		p.store(t, 19)
		for _, c := range []struct {
			moment string
			today  domain.Date
			rows   int64
			left   time.Duration
		}{
			{"2026-03-29 21:59:59", "2026-03-29", 0, time.Second},
			{"2026-03-29 22:00:00", "2026-03-30", 1, 24 * time.Hour},
			{"2026-10-24 21:59:59", "2026-10-24", 208, time.Second},
			{"2026-10-24 22:00:00", "2026-10-25", 1, 25 * time.Hour},
			{"2026-10-25 22:59:59", "2026-10-25", 0, time.Second},
			{"2026-10-25 23:00:00", "2026-10-26", 1, 24 * time.Hour},
		} {
			p.utc(t, c.moment)
			if today, left := p.App.Today(), p.App.UntilTomorrow(); today != c.today || left != c.left {
				t.Errorf("%s: %s, %s left", c.moment, today, left)
			}
			p.store(t, c.rows)
		}
		for _, r := range p.rows(t, p.project) {
			onTime := slices.Contains([]domain.Date{"2026-03-29", "2026-10-24", "2026-10-25"}, r.Day) || r.Day == "2026-03-28"
			if r.CaughtUp == onTime {
				t.Errorf("%s: caught up %v", r.Day, r.CaughtUp)
			}
			if known, want := p.asOf(t, r.Day).Known.EarnedSP.Value, earnedFrom(r.Day, "2026-03-29"); known != want {
				t.Errorf("%s: %v points are known to be earned, want %v", r.Day, known, want)
			}
		}
	})
}

func earnedFrom(day, done domain.Date) float64 {
	if day < done {
		return 0
	}
	return 5
}

func TestAsOfShowsWhatWasReportedBesideWhatIsKnown(t *testing.T) {
	t.Parallel()
	eachPast(t, "UTC", func(t *testing.T, p *past) {
		p.log(t, "2026-03-10", 240)
		p.utc(t, "2026-03-11 00:00:02")
		p.store(t, 1)
		check := func(reported, known float64) {
			t.Helper()
			got := p.asOf(t, "2026-03-10")
			if got.Reported == nil || got.Reported.Indicators.AC != reported || got.Known.AC != evm.Known(known) || got.Known.ACTotal != evm.Known(known) {
				t.Errorf("as of: %+v, want %v reported and %v known", got, reported, known)
			}
		}
		check(240, 240)
		p.log(t, "2026-03-10", 120) // logged late
		check(240, 360)
		p.setRate(t, 960, domain.Some[domain.Date]("2026-03-10"))
		check(240, 720)
		p.setRate(t, 9600, domain.Opt[domain.Date]{}) // from today on
		check(240, 720)
		if got := p.asOf(t, "2026-03-09"); got.Reported != nil || got.Known.AC != evm.Known(0) {
			t.Errorf("before the project: %+v", got)
		}
		if got := p.asOf(t, "2026-03-12"); got.Reported != nil || got.Known.PlannedSP != 3 || got.Known.AC.Known {
			t.Errorf("a coming day: %+v", got)
		}
	})
}

func TestAsOfTodayIsComputedLive(t *testing.T) {
	t.Parallel()
	eachPast(t, "UTC", func(t *testing.T, p *past) {
		p.log(t, "2026-03-10", 240)
		p.finish(t, p.tickets[1])
		got := p.asOf(t, "2026-03-10")
		if got.Reported == nil || got.Reported.Indicators != p.finance(t) || got.Reported.CaughtUp {
			t.Errorf("today: %+v", got.Reported)
		}
		if rows := p.rows(t, p.project); len(rows) != 0 {
			t.Errorf("today was stored: %+v", rows)
		}
	})
}

func TestHistoryIsForMembersAndTheOperator(t *testing.T) {
	t.Parallel()
	eachPast(t, "UTC", func(t *testing.T, p *past) {
		stranger := domain.Caller{UserID: p.MustPerson(t, "stranger").ID}
		ctx := context.Background()
		if _, err := p.App.Money.AsOf(ctx, stranger, p.project, "2026-03-10"); domain.KindOf(err) != domain.Forbidden {
			t.Errorf("a stranger: %v", err)
		}
		if err := p.App.Money.IndicatorDays(ctx, stranger, p.project, "2026-03-10", "2026-03-10", nil); domain.KindOf(err) != domain.Forbidden {
			t.Errorf("a stranger: %v", err)
		}
		if _, err := p.App.Money.AsOf(ctx, domain.Operator(), p.project, "2026-03-10"); err != nil {
			t.Errorf("the operator: %v", err)
		}
	})
}

func TestDailyRowsTravelWithTheProject(t *testing.T) {
	t.Parallel()
	eachPast(t, "UTC", func(t *testing.T, p *past) {
		p.log(t, "2026-03-10", 7)
		p.finish(t, p.tickets[0])
		p.utc(t, "2026-03-14 00:00:02")
		p.store(t, 4)
		file := mustExport(t, p.App)
		other := instance(t, dbtest.SQLite(t))
		mustImport(t, other, file)
		if want, got := p.rows(t, p.project), reported(t, other, p.project); !slices.Equal(got, want) {
			t.Errorf("brought %+v\nwere %+v", got, want)
		}
		if again := mustExport(t, other, p.project); again != file {
			t.Errorf("the exports differ:\n%s", firstDifference(file, again))
		}
	})
}
