package domain_test

import (
	"testing"
	"time"

	"earnest/internal/domain"
)

func TestParseMomentTakesTheFormsPeopleSend(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		"2026-03-10":                       "2026-03-10 00:00:00",
		"2026-03-10T09:30:00":              "2026-03-10 09:30:00",
		"2026-03-10T09:30:00Z":             "2026-03-10 09:30:00",
		"2026-03-10T09:30:00.123456Z":      "2026-03-10 09:30:00",
		"2026-03-10T09:30:00+02:00":        "2026-03-10 07:30:00",
		"2026-03-10T09:30:00+0200":         "2026-03-10 07:30:00",
		"2026-03-10T09:30:00.5-05:00":      "2026-03-10 14:30:00",
		"2026-03-10T09:30":                 "2026-03-10 09:30:00",
		"2026-03-10t09:30:00z":             "2026-03-10 09:30:00",
		"2026-03-10T09:30:00+02":           "2026-03-10 07:30:00",
		"20260310T093000Z":                 "2026-03-10 09:30:00",
		"20260310T093000+0200":             "2026-03-10 07:30:00",
		"2026-03-10T09:30Z":                "2026-03-10 09:30:00",
		"2026-03-10 09:30:00":              "2026-03-10 09:30:00",
		"2026-03-10 09:30:00.250000":       "2026-03-10 09:30:00",
		"2026-12-31T23:59:59.999999+00:00": "2026-12-31 23:59:59",
	} {
		if got, ok := domain.ParseMoment(text); !ok || domain.Stamp(got) != want {
			t.Errorf("%q gave %v, %v; want %s", text, got, ok, want)
		}
	}
	for _, text := range []string{"", "now", "2026-02-30", "2026-3-1", "10/03/2026", "2026-03-10T25:00:00Z", "2026-03-10T09:30:00 Z", "20260310", "0000-01-01", "1773133800"} {
		if got, ok := domain.ParseMoment(text); ok {
			t.Errorf("%q was taken for %v", text, got)
		}
	}
}

func FuzzParseMoment(f *testing.F) {
	for _, seed := range []string{"2026-03-10", "2026-03-10T09:30:00.5+02:00", "2026-03-10 09:30:00", "x", "9999-12-31T23:59:59-23:59"} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, text string) {
		moment, ok := domain.ParseMoment(text)
		if !ok {
			return
		}
		again, ok := domain.ParseMoment(moment.Format(time.RFC3339Nano))
		if moment.Year() >= 1 && moment.Year() <= 9999 && (!ok || !again.Equal(moment)) {
			t.Errorf("%q gave %v, which reads as %v", text, moment, again)
		}
	})
}

func FuzzParseDate(f *testing.F) {
	for _, seed := range []string{"2026-02-28", "2028-02-29", "0001-01-01", "9999-12-31", "2026-02-30", "-001-01-01"} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, text string) {
		day, ok := domain.ParseDate(text)
		if !ok {
			return
		}
		if string(day) != text || domain.DateOf(day.Time()) != day || len(text) != 10 {
			t.Errorf("%q was taken for %v", text, day)
		}
	})
}

func TestTimesAreWrittenAsTheirLayoutsSay(t *testing.T) {
	t.Parallel()
	paris := time.FixedZone("", 2*60*60)
	for _, at := range []time.Time{
		time.Date(1, 1, 1, 0, 0, 0, 0, time.UTC), time.Date(2026, 2, 28, 23, 59, 59, 999_999_999, time.UTC),
		time.Date(2026, 11, 18, 1, 2, 3, 4_005, paris), time.Date(9999, 12, 31, 23, 59, 59, 1_000, time.UTC), time.Date(12345, 6, 7, 8, 9, 10, 0, time.UTC),
	} {
		if got, want := domain.Stamp(at), at.UTC().Format(time.DateTime); got != want {
			t.Errorf("the stamp of %v is %q, want %q", at, got, want)
		}
		if got, want := domain.Instant(at), at.UTC().Format("2006-01-02T15:04:05.000000Z"); got != want {
			t.Errorf("the instant of %v is %q, want %q", at, got, want)
		}
	}
}
