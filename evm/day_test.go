package evm_test

import (
	"testing"
	"time"

	"pgregory.net/rapid"

	"earnest/evm"
)

func TestDaysReadBackAsWritten(t *testing.T) {
	t.Parallel()
	first, last := evm.DayOf(1, time.January, 1), evm.DayOf(9999, time.December, 31)
	rapid.Check(t, func(t *rapid.T) {
		d := evm.Day(rapid.IntRange(int(first), int(last)).Draw(t, "day"))
		if back, err := evm.ParseDay(d.String()); err != nil || back != d {
			t.Fatalf("%v came back as %v, %v", d, back, err)
		}
		if len(d.String()) != len("2026-03-02") {
			t.Fatalf("%q has another length", d)
		}
	})
}

func TestDaysAreCountedFrom1970(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]evm.Day{"1970-01-01": 0, "1970-01-02": 1, "1969-12-31": -1, "2000-03-01": 11017} {
		if got, err := evm.ParseDay(text); err != nil || got != want {
			t.Errorf("%s is %d, %v", text, got, err)
		}
	}
}

func TestInvalidDaysAreRefused(t *testing.T) {
	t.Parallel()
	for _, text := range []string{"", "2026-3-2", "2026-02-29", "2026-13-01", "0000-01-01", "2026-03-02 ", "2026-03-02T00:00:00Z", "12026-01-01", "tomorrow"} {
		if d, err := evm.ParseDay(text); err == nil {
			t.Errorf("%q became %v", text, d)
		}
	}
}
