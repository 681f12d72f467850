package main

import (
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"earnest/internal/db"
	"earnest/test/scale"
)

func TestALimitedAnswerMustNotCostMoreThanTwiceAsMuch(t *testing.T) {
	t.Parallel()
	dear, cheap := readCost{CPU: 150, Database: 51}, readCost{CPU: 60, Database: 40}
	for name, c := range map[string]struct {
		row scaledRead
		met bool
	}{
		"within":                         {scaledRead{Where: inLargest, Small: cheap, Large: cheap}, true},
		"above, with the database":       {scaledRead{Where: inLargest, Small: cheap, Large: dear}, false},
		"long, and as dear as it is":     {scaledRead{Where: inLargest, Long: true, Small: cheap, Large: dear}, true},
		"long, but as long in each":      {scaledRead{Where: inUsual, Long: true, Small: cheap, Large: dear}, false},
		"long, with too much memory":     {scaledRead{Where: byDirector, Long: true, Small: cheap, Large: readCost{MemoryMiB: 201}}, false},
		"nothing to compare on this OS":  {scaledRead{Where: inUsual}, true},
		"long, in the memory it may use": {scaledRead{Where: byDirector, Long: true, Large: readCost{MemoryMiB: 200}}, true},
	} {
		if _, met := c.row.goal(); met != c.met {
			t.Errorf("%s: met is %t", name, met)
		}
	}
}

func TestASearchMustTakeNoLongerThanFiftyMilliseconds(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		row  scaledRead
		goal string
		met  bool
	}{
		"in time":     {scaledRead{Search: true, Large: readCost{Micros: 50_000}}, "≤ 50 ms", true},
		"too late":    {scaledRead{Search: true, Large: readCost{Micros: 50_100}}, "≤ 50 ms", false},
		"another one": {scaledRead{Large: readCost{Micros: 90_000}}, "", true},
	} {
		if goal, met := c.row.timeGoal(); goal != c.goal || met != c.met {
			t.Errorf("%s: %q, met is %t", name, goal, met)
		}
	}
}

func TestTheSummaryOfAStepNamesTheSlowestActs(t *testing.T) {
	t.Parallel()
	list := []planned{
		{name: "board", took: 3 * time.Millisecond}, {name: "board", took: 5 * time.Millisecond},
		{name: "search", took: 200 * time.Millisecond}, {name: "ticket", took: time.Millisecond},
	}
	got := summary(list)
	if got.P99 != 200 || got.held() || !strings.HasPrefix(got.Slowest[0], "search 200") || !strings.HasPrefix(got.Slowest[1], "board 5") {
		t.Errorf("got %+v", got)
	}
	list[2] = planned{name: "search", took: time.Millisecond, err: errors.New("status 500")}
	if got := summary(list); got.held() || got.Failed != 1 || got.Slowest[0] != "status 500" {
		t.Errorf("with a failure: %+v", got)
	}
}

func TestTheHighestRateIsBracketedAndAFailureIsTriedTwice(t *testing.T) {
	t.Parallel()
	var tried []float64
	got, err := searchRate(func(rate float64) (bool, error) {
		tried = append(tried, rate)
		return rate <= 130, nil
	})
	if want := []float64{25, 50, 100, 200, 200, 150, 150, 125, 137.5, 137.5}; err != nil || got != 125 || !slices.Equal(tried, want) {
		t.Errorf("%g/s, %v, tried %v, want %v", got, err, tried, want)
	}
	once := map[float64]bool{}
	got, err = searchRate(func(rate float64) (bool, error) {
		again := once[rate]
		once[rate] = true
		return again, nil
	})
	if err != nil || got < mostRate/rateFactor {
		t.Errorf("when only the second try of each rate is held: %g/s, %v", got, err)
	}
	if got, err := searchRate(func(float64) (bool, error) { return false, nil }); got != 0 || err != nil {
		t.Errorf("when nothing is held: %g/s, %v", got, err)
	}
}

func TestASearchThatTakesTooLongReturnsWhatWasHeld(t *testing.T) {
	t.Parallel()
	got, err := searchRate(func(rate float64) (bool, error) {
		if rate > 50 {
			return false, errSearchTime
		}
		return true, nil
	})
	if got != 50 || !errors.Is(err, errSearchTime) {
		t.Errorf("%g/s, %v", got, err)
	}
}

func TestRequestsThatAreNotSentCountAsFailedAndCostNothing(t *testing.T) {
	t.Parallel()
	list := []planned{{name: "board", took: time.Millisecond}, {name: "board", took: 6 * time.Second, err: errLate}}
	if got := summary(list); got.Failed != 1 || got.held() || sent(list) != 1 {
		t.Errorf("got %+v, %g sent", got, sent(list))
	}
}

func TestABackupIsLeftOutWhereTheDiskHasNoRoomForIt(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	file := filepath.Join(dir, "large.db")
	if err := os.WriteFile(file, []byte("small"), 0o600); err != nil {
		t.Fatal(err)
	}
	s := &side{product: &product{engine: sqlite, database: file}}
	if err := s.checkRoom(t.Context(), dir); err != nil {
		t.Errorf("a small database: %v", err)
	}
	disk, ok := db.DiskOf(dir)
	if !ok {
		t.Skip("this system does not report the free space")
	}
	if err := os.Truncate(file, disk.Total+1<<30); err != nil { // the file system stores none of it
		t.Skip(err)
	}
	if err := s.checkRoom(t.Context(), dir); !errors.Is(err, errNoRoom) {
		t.Errorf("a database larger than the disk: %v", err)
	}
}

func TestTheScaleTablesShowGoalsAndFailures(t *testing.T) {
	t.Parallel()
	s := &scaled{
		Engine: sqlite, Size: scale.T1(), Small: scale.Small(), Nodes: 1,
		Reads: []scaledRead{
			{Where: inUsual, Read: "/a", Small: readCost{CPU: 10}, Large: readCost{CPU: 30}},
			{Where: inUsual, Read: "/b", Large: readCost{Failed: "status 500"}},
			{Where: inUsual, Read: "/search", Search: true, Large: readCost{Micros: 60_000}},
		},
		Commands: []scaledRun{
			{Name: "doctor", Large: runCost{MemoryMiB: 300}}, {Name: "start-up", Small: runCost{Seconds: 1}, Large: runCost{Seconds: 1}},
			{Name: "backup", LeftOut: errNoRoom.Error()},
		},
		Load: &loadResult{Rate: 50, Steps: []loadStep{{Rate: 50, P99: 80}}, Profiled: 50, Unfinished: true},
	}
	var text strings.Builder
	(&report{Scaled: []*scaled{s}}).print(&text, (*grid).text)
	for _, want := range []string{
		"150000 tickets", "3.0x", "FAILED", "≤ 200 MiB", "60.0  ≤ 50 ms  MISSED", "50 requests/s",
		"sqlite, 1 node:", "10 % of the tickets", "Not measured: backup, because there is not enough room", "lasts 20 seconds", "raised by a factor of 2", "bisected", "tried a second time", "after 5 minutes", "ended by that limit",
	} {
		if !strings.Contains(text.String(), want) {
			t.Errorf("no %q in:\n%s", want, &text)
		}
	}
	if strings.Contains(text.String(), "PostgreSQL") {
		t.Errorf("SQLite has statements of PostgreSQL's:\n%s", &text)
	}
}
