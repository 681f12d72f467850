package evm_test

import (
	"testing"
	"time"

	"pgregory.net/rapid"

	"earnest/evm"
)

func TestACalendarWorksFromMondayToFridayByDefault(t *testing.T) {
	t.Parallel()
	for _, c := range []evm.Calendar{{}, evm.NewCalendar(nil, nil), evm.NewCalendar([]int{0, 8, -1}, nil), evm.NewCalendar([]int{5, 4, 3, 2, 1, 1}, nil)} {
		monday := evm.DayOf(2026, time.March, 2)
		for i := range evm.Day(7) {
			if c.Working(monday+i) != (i < 5) {
				t.Errorf("%v: working is %v", monday+i, c.Working(monday+i))
			}
		}
	}
}

func TestWorkingDaysAreCountedAndAddedAcrossFreeDays(t *testing.T) {
	t.Parallel()
	easter := evm.NewCalendar(nil, []evm.Day{on("2026-04-06"), on("2026-04-03"), on("2026-04-03"), on("2026-04-05")})
	weekend := evm.NewCalendar([]int{6, 7}, nil)
	counts := []struct {
		calendar    evm.Calendar
		first, last string
		want        int
	}{
		{evm.Calendar{}, "2026-03-02", "2026-03-06", 5},
		{evm.Calendar{}, "2026-03-06", "2026-03-09", 2},
		{evm.Calendar{}, "2026-03-07", "2026-03-08", 0}, // Saturday and Sunday
		{evm.Calendar{}, "2026-03-09", "2026-03-02", 0}, // the wrong way round
		{evm.Calendar{}, "0001-01-01", "9999-12-31", 2_608_615},
		{easter, "2026-04-02", "2026-04-07", 2}, // Thursday and Tuesday
		{weekend, "2026-03-02", "2026-03-15", 4},
	}
	for _, c := range counts {
		if got := c.calendar.Count(on(c.first), on(c.last)); got != c.want {
			t.Errorf("%s to %s: %d working days, want %d", c.first, c.last, got, c.want)
		}
	}
	sums := []struct {
		calendar evm.Calendar
		day      string
		n        int
		want     string
	}{
		{evm.Calendar{}, "2026-03-06", 0, "2026-03-06"},
		{evm.Calendar{}, "2026-03-06", 1, "2026-03-09"},
		{evm.Calendar{}, "2026-03-08", 0, "2026-03-06"},
		{evm.Calendar{}, "2026-03-08", 1, "2026-03-09"},
		{evm.Calendar{}, "2026-03-09", -1, "2026-03-06"},
		{evm.Calendar{}, "1969-12-26", 1, "1969-12-29"},
		{easter, "2026-04-02", 1, "2026-04-07"},
		{easter, "2026-04-07", -1, "2026-04-02"},
		{weekend, "2026-03-01", 1, "2026-03-07"},
	}
	for _, c := range sums {
		if got := c.calendar.Add(on(c.day), c.n); got != on(c.want) {
			t.Errorf("%s + %d: %v, want %s", c.day, c.n, got, c.want)
		}
	}
}

// TestACalendarAgreesWithWalkingDayByDay compares with the definition on random calendars, before and after 1970.
func TestACalendarAgreesWithWalkingDayByDay(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		workdays := rapid.SliceOfN(rapid.IntRange(1, 7), 1, 7).Draw(t, "workdays")
		holidays := rapid.SliceOfN(rapid.Map(rapid.IntRange(-60, 60), func(i int) evm.Day { return evm.Day(i) }), 0, 40).Draw(t, "holidays")
		c := evm.NewCalendar(workdays, holidays)
		first := evm.Day(rapid.IntRange(-60, 60).Draw(t, "first"))
		count := 0
		for d := first; d <= first+40; d++ {
			if c.Working(d) {
				count++
			}
			if got := c.Count(first, d); got != count {
				t.Fatalf("%v to %v: %d working days, walking gives %d", first, d, got, count)
			}
			if c.Working(d) && (c.Add(first-1, count) != d || c.Add(d, 0) != d) {
				t.Fatalf("working day %d after %v is %v, walking gives %v", count, first-1, c.Add(first-1, count), d)
			}
		}
	})
}
