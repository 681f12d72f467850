package evm_test

import (
	"fmt"
	"reflect"
	"runtime"
	"testing"
)

// A takes 9 to 11 March. B has two days of work.
func TestEachTypeOfLinkHoldsAnEnd(t *testing.T) {
	t.Parallel()
	cases := map[string]string{
		"":      "03-12/03-13", // finish-to-start
		"FS":    "03-12/03-13", // starts the day after 11 March
		"FS 2":  "03-16/03-17", // two working days later
		"FS -1": "03-11/03-12", // overlaps by a day
		"FS -9": "03-09/03-10", // would allow 27 February
		"SS":    "03-09/03-10", // starts with A
		"SS 2":  "03-11/03-12", // two days after A
		"SS -3": "03-09/03-10",
		"FF":    "03-10/03-11", // finishes with A
		"FF 2":  "03-12/03-13", // finishes two days after A; the work moves and is not stretched
		"FF -5": "03-09/03-10",
		"SF":    "03-09/03-10", // would allow a finish the day before A starts
		"SF 4":  "03-11/03-12", // finishes on 9 March + 4 − 1
	}
	for kind, want := range cases {
		s := scheduleOf(link(roadmapOf(open("A", 3), open("B", 2)), "A B "+kind))
		expectWork(t, s, "A", "03-09/03-11 days 3", "B", want+" days 2")
	}
}

// B began on 2 March and has two days of work left. A takes 9 to 11 March.
func TestLinksHoldTheRemainingWorkOfABegunEpicExceptForItsStart(t *testing.T) {
	t.Parallel()
	for kind, want := range map[string]string{"FS": "03-12/03-13", "SS 5": "03-09/03-10", "FF 2": "03-12/03-13", "SF 4": "03-11/03-12"} {
		s := scheduleOf(link(roadmapOf(open("A", 3), begun("B", 2, "03-02")), "A B "+kind))
		expectWork(t, s, "B", want+" days 2")
		if short(s.Epics["B"].Start) != "03-02" {
			t.Errorf("%s: B starts on %s", kind, short(s.Epics["B"].Start))
		}
	}
}

// A began on Tuesday 3 March and has three days left, from 9 to 11 March.
func TestLinksFromABegunEpicCountFromItsActualStart(t *testing.T) {
	t.Parallel()
	cases := map[string]string{
		"FS":   "03-12/03-13",
		"SS 6": "03-11/03-12", // 3 March + 6 working days
		"FF 1": "03-11/03-12",
		"SF 8": "03-11/03-12", // finishes on 3 March + 8 − 1 = 12 March
	}
	for kind, want := range cases {
		s := scheduleOf(link(roadmapOf(begun("A", 3, "03-03"), open("B", 2)), "A B "+kind))
		expectWork(t, s, "B", want+" days 2")
	}
}

// A was done from Saturday 28 February, which counts as 2 March, to Sunday 1 March, which counts as 27 February.
func TestLinksFromADoneEpicCountFromItsActualDates(t *testing.T) {
	t.Parallel()
	cases := map[string]string{
		"FS":    "03-09/03-10",
		"FS 10": "03-16/03-17", // 11 working days after 27 February
		"SS 8":  "03-12/03-13",
		"FF 11": "03-13/03-16", // 27 February + 11 = 16 March
		"SF 10": "03-12/03-13", // 2 March + 10 − 1 = 13 March
	}
	for kind, want := range cases {
		s := scheduleOf(link(roadmapOf(finished("A", "02-28", "03-01"), open("B", 2)), "A B "+kind))
		expectWork(t, s, "B", want+" days 2")
	}
}

func TestNoLinkHoldsADoneEpic(t *testing.T) {
	t.Parallel()
	r := roadmapOf(open("A", 3), finished("B", "03-02", "03-03"))
	s := scheduleOf(link(r, "A B", "A B SS 5", "A B FF 5", "A B SF 5"))
	expect(t, s,
		"A", "todo plan -/- start 03-09 rest 03-09 end 03-11 late 03-09/03-11 days 3 slack 0/0 critical",
		"B", "done plan -/- start 03-02 rest - end 03-03 late -/- days 0 slack -/-")
	if s.Pushed != nil {
		t.Errorf("pushed %v", s.Pushed)
	}
}

// B's window until 20 March satisfies a link to its finish, so that the work need not move.
func TestAFinishHeldByItsWindowSatisfiesALinkToTheFinish(t *testing.T) {
	t.Parallel()
	r := roadmapOf(open("A", 3), sprints("03-09/03-20", open("B", 2)))
	expectWork(t, scheduleOf(link(r, "A B FF 7")), "B", "03-09/03-20 days 10") // 20 March
	expectWork(t, scheduleOf(link(r, "A B FF 8")), "B", "03-20/03-23 days 2")  // 23 March
}

// The super-epic X finishes on 11 March, with A.
func TestALinkOnASuperEpicLinksEachEpicToEach(t *testing.T) {
	t.Parallel()
	r := roadmapOf(in("X", open("A", 3)), in("X", open("B", 1)), in("Y", open("C", 2)), in("Y", open("D", 5)), open("E", 1))
	cases := map[string][]string{
		"X Y":      {"C", "03-12/03-13 days 2", "D", "03-12/03-18 days 5", "E", "03-09/03-09 days 1"},
		"X Y FS 1": {"C", "03-13/03-16 days 2", "D", "03-13/03-19 days 5"},
		"X Y SS":   {"C", "03-12/03-13 days 2", "D", "03-12/03-18 days 5"}, // finish-to-start all the same
		"X E":      {"E", "03-12/03-12 days 1"},
		"B Y":      {"C", "03-10/03-11 days 2", "D", "03-10/03-16 days 5"},
		"B Y FF":   {"C", "03-10/03-11 days 2", "D", "03-10/03-16 days 5"},
		"X C FF":   {"C", "03-12/03-13 days 2", "D", "03-09/03-13 days 5"},
	}
	for text, want := range cases {
		expectWork(t, scheduleOf(link(r, text)), want...)
	}
	s := scheduleOf(link(r, "X Y"))
	expect(t, s,
		"A", "todo plan -/- start 03-09 rest 03-09 end 03-11 late 03-09/03-11 days 3 slack 0/0 critical",
		"B", "todo plan -/- start 03-09 rest 03-09 end 03-09 late 03-11/03-11 days 1 slack 2/2",
		"C", "todo plan -/- start 03-12 rest 03-12 end 03-13 late 03-17/03-18 days 2 slack 3/3")
}

func TestALinkOnAnEmptySuperEpicHoldsNothing(t *testing.T) {
	t.Parallel()
	s := scheduleOf(link(roadmapOf(open("A", 3), open("B", 2)), "A X FS 50", "X B FS 50", "X X"))
	expect(t, s,
		"A", "todo plan -/- start 03-09 rest 03-09 end 03-11 late 03-09/03-11 days 3 slack 0/0 critical",
		"B", "todo plan -/- start 03-09 rest 03-09 end 03-10 late 03-10/03-11 days 2 slack 1/1")
	if s.Cycle != nil {
		t.Errorf("cycle %v", s.Cycle)
	}
}

func TestLinksBetweenLargeSuperEpicsTakeLittleMemory(t *testing.T) { //nolint:paralleltest // it measures the memory of the whole process
	r := roadmapOf()
	for i := range 10_000 {
		r.Epics = append(r.Epics, in("X", open(fmt.Sprint("a", i), 3)), in("Y", open(fmt.Sprint("b", i), 2)))
	}
	r = link(r, "X Y")
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	s := scheduleOf(r)
	runtime.ReadMemStats(&after)
	if used := (after.TotalAlloc - before.TotalAlloc) >> 20; used > 200 {
		t.Errorf("used %d MiB; one edge for each pair would take gigabytes", used)
	}
	expectWork(t, s, "b9999", "03-12/03-13 days 2")
	if len(s.Chains) != 50 || s.ChainsMore != 100_000_000-50 || !reflect.DeepEqual(s.Chains[49], []string{"a0", "b1041"}) {
		t.Errorf("%d chains and %d more; the last is %v", len(s.Chains), s.ChainsMore, s.Chains[49])
	}
}

// C waits for A and B, which are on a cycle, and D is before it. E is beside it. D takes one day, A and B two each: without the
// links inside the cycle, A follows D and B starts at once.
//
//	D → A ⇄ B → C   E
func TestLinksInsideACycleAreLeftOutAndTheRestIsReckoned(t *testing.T) {
	t.Parallel()
	r := roadmapOf(open("A", 2), open("B", 2), open("C", 1), open("D", 1), open("E", 1))
	s := scheduleOf(link(r, "D A", "A B", "B A FF -3", "B C"))
	expectWork(t, s,
		"A", "03-10/03-11 days 2", "B", "03-09/03-10 days 2", "C", "03-11/03-11 days 1",
		"D", "03-09/03-09 days 1", "E", "03-09/03-09 days 1")
	if !reflect.DeepEqual(s.Cycle, []string{"A", "B"}) || s.ForecastFinish != nil {
		t.Errorf("cycle %v, forecast %v", s.Cycle, s.ForecastFinish)
	}
}

func TestACycleCountsWhateverTheKindAndStateOfItsLinks(t *testing.T) {
	t.Parallel()
	r := roadmapOf(finished("A", "03-02", "03-03"), begun("B", 2, "03-02"), in("X", open("C", 1)), in("X", open("D", 1)))
	cases := map[string][]string{
		"A A": {"A"},
		"B B": {"B"},
		"C X": {"C"}, // C would wait for itself; D waits for C
		"X X": {"C", "D"},
	}
	for text, want := range cases {
		if s := scheduleOf(link(r, text)); !reflect.DeepEqual(s.Cycle, want) {
			t.Errorf("%s: cycle %v, want %v", text, s.Cycle, want)
		}
	}
	if s := scheduleOf(link(r, "A B", "B A SS")); !reflect.DeepEqual(s.Cycle, []string{"A", "B"}) {
		t.Errorf("cycle %v", s.Cycle)
	}
}

// The super-epics X = {A, B} and Y = {C, D} are linked, and C leads back to A. So A and C are on a cycle, whereas the links from B
// to C and D and from A to D are not: C starts after B, D after A.
func TestACycleThroughASuperEpicLeavesTheLinksOfItsOtherEpics(t *testing.T) {
	t.Parallel()
	r := roadmapOf(in("X", open("A", 3)), in("X", open("B", 1)), in("Y", open("C", 2)), in("Y", open("D", 1)))
	s := scheduleOf(link(r, "X Y", "C A"))
	expectWork(t, s, "A", "03-09/03-11 days 3", "B", "03-09/03-09 days 1", "C", "03-10/03-11 days 2", "D", "03-12/03-12 days 1")
	if !reflect.DeepEqual(s.Cycle, []string{"A", "C"}) {
		t.Errorf("cycle %v", s.Cycle)
	}
}
