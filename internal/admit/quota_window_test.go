package admit

import (
	"testing"
	"time"
)

func TestANewHourResetsTheHourAndNotTheMonth(t *testing.T) {
	t.Parallel()
	for name, world := range quotaWorlds() {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			w := world(t)
			w.setClock(time.Date(2026, time.March, 15, 10, 59, 59, 999_999_000, time.UTC))
			q := w.node(t, Limits{Hour: 3, Month: 5})
			mustTake(t, q, "key:1", 3, true)
			rate := mustTake(t, q, "key:1", 1, false)
			if rate.RetryAfter != time.Second {
				t.Errorf("a microsecond before the reset Retry-After is %v, want 1s", rate.RetryAfter)
			}
			w.setClock(time.Date(2026, time.March, 15, 11, 0, 0, 0, time.UTC))
			mustLeave(t, q.Peek("key:1"), 3, 2)
			rate = mustTake(t, q, "key:1", 1, true)
			mustLeave(t, rate, 2, 1)
			if want := time.Date(2026, time.March, 15, 12, 0, 0, 0, time.UTC); !rate.HourReset.Equal(want) {
				t.Errorf("the hour resets at %v, want %v", rate.HourReset, want)
			}
			mustFlush(t, q)
			w.mustHold(t, q.db, "key:1", 1, 4)
		})
	}
}

func TestANewMonthResetsBoth(t *testing.T) {
	t.Parallel()
	for name, world := range quotaWorlds() {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			w := world(t)
			w.setClock(time.Date(2026, time.December, 31, 23, 59, 58, 0, time.UTC))
			q := w.node(t, Limits{Hour: 3, Month: 3})
			mustTake(t, q, "key:1", 3, true)
			mustFlush(t, q)
			if rate := mustTake(t, q, "key:1", 1, false); rate.RetryAfter != 2*time.Second {
				t.Errorf("Retry-After is %v, want 2s", rate.RetryAfter)
			}
			w.setClock(time.Date(2027, time.January, 1, 0, 0, 0, 0, time.UTC))
			mustLeave(t, mustTake(t, q, "key:1", 1, true), 2, 2)
			mustFlush(t, q)
			w.mustHold(t, q.db, "key:1", 1, 1)
		})
	}
}

func TestRetryAfterPointsAtTheLastExhaustedWindow(t *testing.T) {
	t.Parallel()
	toHour := 30 * time.Minute
	toMonth := time.Date(2026, time.April, 1, 0, 0, 0, 0, time.UTC).Sub(midMonth)
	for name, c := range map[string]struct {
		limits Limits
		want   time.Duration
	}{
		"hour":  {Limits{Hour: 2, Month: 9}, toHour},
		"month": {Limits{Hour: 9, Month: 2}, toMonth},
		"both":  {Limits{Hour: 2, Month: 2}, toMonth},
		"none":  {Limits{}, toMonth},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			for name, world := range quotaWorlds() {
				t.Run(name, func(t *testing.T) {
					t.Parallel()
					w := world(t)
					q := w.node(t, c.limits)
					if n := min(c.limits.Hour, c.limits.Month); n > 0 {
						if rate := mustTake(t, q, "key:1", int(n), true); rate.RetryAfter != 0 {
							t.Errorf("a granted request is told to retry after %v", rate.RetryAfter)
						}
					}
					if rate := mustTake(t, q, "key:1", 1, false); rate.RetryAfter != c.want {
						t.Errorf("Retry-After is %v, want %v", rate.RetryAfter, c.want)
					}
					w.setClock(midMonth.Add(time.Millisecond))
					if rate := mustTake(t, q, "key:1", 1, false); rate.RetryAfter != c.want {
						t.Errorf("Retry-After is %v, want it rounded up to %v", rate.RetryAfter, c.want)
					}
				})
			}
		})
	}
}

func TestAClockThatIsBehindStaysInTheLaterWindow(t *testing.T) {
	t.Parallel()
	for name, world := range quotaWorlds() {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			w := world(t)
			edge := time.Date(2026, time.April, 1, 0, 0, 0, 0, time.UTC)
			w.setClock(edge)
			ahead := w.node(t, Limits{Hour: 5, Month: 9})
			mustTake(t, ahead, "key:1", 4, true)
			mustStop(t, ahead)

			w.setClock(edge.Add(-time.Minute))
			behind := w.node(t, Limits{Hour: 5, Month: 9})
			rate := mustTake(t, behind, "key:1", 1, true)
			mustLeave(t, rate, 0, 4)
			if want := edge.Add(time.Hour); !rate.HourReset.Equal(want) {
				t.Errorf("the hour resets at %v, want %v", rate.HourReset, want)
			}
			if rate := mustTake(t, behind, "key:1", 1, false); rate.RetryAfter != 61*time.Minute {
				t.Errorf("Retry-After is %v, want 61m", rate.RetryAfter)
			}
			mustFlush(t, behind)
			if use := w.stored(t, behind.db, "key:1"); use.Window() != QuotaWindow(edge) || use.HourN != 5 || use.MonthN != 5 {
				t.Errorf("stored: %+v", use)
			}
		})
	}
}
