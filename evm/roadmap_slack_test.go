package evm_test

import (
	"fmt"
	"reflect"
	"testing"

	"earnest/evm"
)

// A takes 9 to 11 March, B 9 March, and C follows both on 12 and 13 March. D takes 9 and 10 March and nothing follows it.
func TestSlackIsWhatTheBackwardPassFromTheLatestFinishLeaves(t *testing.T) {
	t.Parallel()
	s := scheduleOf(link(roadmapOf(begun("A", 3, "03-02"), open("B", 1), open("C", 2), open("D", 2), finished("E", "03-02", "03-02")),
		"A C", "B C", "E B"))
	expect(t, s,
		"A", "begun plan -/- start 03-02 rest 03-09 end 03-11 late 03-09/03-11 days 3 slack 0/0 critical",
		"B", "todo plan -/- start 03-09 rest 03-09 end 03-09 late 03-11/03-11 days 1 slack 2/2",
		"C", "todo plan -/- start 03-12 rest 03-12 end 03-13 late 03-12/03-13 days 2 slack 0/0 critical",
		"D", "todo plan -/- start 03-09 rest 03-09 end 03-10 late 03-12/03-13 days 2 slack 3/3",
		"E", "done plan -/- start 03-02 rest - end 03-02 late -/- days 0 slack -/-")
	if short(s.ForecastFinish) != "03-13" {
		t.Errorf("forecast %s", short(s.ForecastFinish))
	}
}

// C follows B and D with a planned start on 16 March, so B has free slack as well. A leads to B alone and shares its slack.
func TestFreeSlackEndsWhereAnotherEpicWouldMove(t *testing.T) {
	t.Parallel()
	s := scheduleOf(link(roadmapOf(open("A", 1), open("B", 1), sprints("03-16/03-17", open("C", 2))), "A B", "B C"))
	expect(t, s,
		"A", "todo plan -/- start 03-09 rest 03-09 end 03-09 late 03-12/03-12 days 1 slack 3/0",
		"B", "todo plan -/- start 03-10 rest 03-10 end 03-10 late 03-13/03-13 days 1 slack 3/3",
		"C", "todo plan 03-16/03-17 start 03-16 rest 03-16 end 03-17 late 03-16/03-17 days 2 slack 0/0 critical")
}

// B starts with A and takes until 20 March. A must start on time, but may finish as late as B. P must finish no later than A, whose
// five days of work cannot be stretched: if P finished after 13 March, A would start late and so would B.
func TestTheSmallerSlackOfStartAndFinishCounts(t *testing.T) {
	t.Parallel()
	s := scheduleOf(link(roadmapOf(open("A", 5), open("B", 10), open("P", 1)), "A B SS", "P A FF"))
	expect(t, s,
		"A", "todo plan -/- start 03-09 rest 03-09 end 03-13 late 03-09/03-20 days 5 slack 0/0 critical",
		"B", "todo plan -/- start 03-09 rest 03-09 end 03-20 late 03-09/03-20 days 10 slack 0/0 critical",
		"P", "todo plan -/- start 03-09 rest 03-09 end 03-09 late 03-13/03-13 days 1 slack 4/4")
}

// B has three days of work in a window until 27 March, the end of the roadmap. It can start as late as 25 March, so A, which
// finishes on 12 March, could finish on 24 March.
func TestAFinishHeldByItsWindowLeavesSlackBeforeTheWork(t *testing.T) {
	t.Parallel()
	s := scheduleOf(link(roadmapOf(open("A", 4), sprints("03-09/03-27", open("B", 3))), "A B"))
	expect(t, s,
		"A", "todo plan -/- start 03-09 rest 03-09 end 03-12 late 03-19/03-24 days 4 slack 8/0",
		"B", "todo plan 03-09/03-27 start 03-13 rest 03-13 end 03-27 late 03-25/03-27 days 11 slack 0/0 critical")
}

// B has to wait for the fifth working day after A began, whatever happens to the rest of A.
func TestAStartThatHasHappenedGivesNoSlackAway(t *testing.T) {
	t.Parallel()
	s := scheduleOf(link(roadmapOf(begun("A", 1, "03-04"), open("B", 3)), "A B SS 5"))
	expect(t, s,
		"A", "begun plan -/- start 03-04 rest 03-09 end 03-09 late 03-13/03-13 days 1 slack 4/4",
		"B", "todo plan -/- start 03-11 rest 03-11 end 03-13 late 03-11/03-13 days 3 slack 0/0 critical")
	if !reflect.DeepEqual(s.Chains, [][]string{{"B"}}) {
		t.Errorf("chains %v", s.Chains)
	}
}

// A and B finish on 11 March, C and D follow, and E starts with D. F is as long as all of them; G has slack.
//
//	A → C      F
//	A → D, B → D, D → E (SS)
func TestChainsAreTheMaximalPathsOfCriticalEpics(t *testing.T) {
	t.Parallel()
	r := roadmapOf(open("A", 3), open("B", 3), open("C", 2), open("D", 2), open("E", 2), open("F", 5), open("G", 1))
	s := scheduleOf(link(r, "A C", "A D", "B D", "D E SS", "A C FF 2", "A E", "G C"))
	want := [][]string{{"A", "C"}, {"A", "D", "E"}, {"A", "E"}, {"B", "D", "E"}, {"F"}}
	if !reflect.DeepEqual(s.Chains, want) || s.ChainsMore != 0 {
		t.Errorf("chains %v and %d more, want %v", s.Chains, s.ChainsMore, want)
	}
}

// A and C are critical, but the link between them has a day of play: D holds C.
//
//	A (3) → C (2), B (1) → D (3) → C
func TestChainsBreakWhereALinkHasPlay(t *testing.T) {
	t.Parallel()
	r := roadmapOf(open("A", 3), open("B", 1), open("C", 2), open("D", 3), open("E", 3))
	s := scheduleOf(link(r, "A C", "B D", "D C", "A E"))
	want := [][]string{{"A", "E"}, {"B", "D", "C"}} // A's chain is that through E
	if !reflect.DeepEqual(s.Chains, want) {
		t.Errorf("chains %v, want %v", s.Chains, want)
	}
}

// A ladder of seven steps with two equal epics on each has 2⁷ = 128 chains, one of twelve has 4,096.
func TestAtMostFiftyChainsAreListed(t *testing.T) {
	t.Parallel()
	ladder := func(steps int) evm.Roadmap {
		r := roadmapOf()
		for i := range steps {
			group := fmt.Sprint("step ", 'a'+i)
			r.Epics = append(r.Epics, in(group, open(fmt.Sprintf("%c1", 'a'+i), 1)), in(group, open(fmt.Sprintf("%c2", 'a'+i), 1)))
			if i > 0 {
				r.Links = append(r.Links, evm.RoadmapLink{ID: group, Pred: fmt.Sprint("step ", 'a'+i-1), Succ: group})
			}
		}
		return r
	}
	s := scheduleOf(ladder(7))
	want := []string{"a1", "b2", "c2", "d1", "e1", "f1", "g2"} // number 49, counted from 0: 0110001 in binary
	if len(s.Chains) != 50 || s.ChainsMore != 78 || !reflect.DeepEqual(s.Chains[49], want) {
		t.Errorf("%d chains, %d more, the last is %v", len(s.Chains), s.ChainsMore, s.Chains[49])
	}
	if s := scheduleOf(ladder(12)); len(s.Chains) != 50 || s.ChainsMore != 4096-50 {
		t.Errorf("%d chains, %d more", len(s.Chains), s.ChainsMore)
	}
	if s := scheduleOf(ladder(200)); s.ChainsMore != 1<<53-50 {
		t.Errorf("%d more", s.ChainsMore)
	}
}

// A takes 9 to 11 March and pushes B, planned for 10 March, by two days, and the remaining work of C by three. D has no planned
// start and E is planned for later, so nothing pushes them.
func TestPushedListsTheLinksThatMoveAPlannedOrBegunEpic(t *testing.T) {
	t.Parallel()
	r := roadmapOf(open("A", 3), sprints("03-10/03-11", open("B", 2)), begun("C", 1, "03-02"), open("D", 1), sprints("03-16/03-17", open("E", 2)),
		open("F", 1), finished("G", "03-02", "03-06"))
	s := scheduleOf(link(r, "A B", "A B SS 3", "F B", "A C", "A D", "A E", "G C FS 1"))
	want := []evm.Push{
		{Link: "A B", Pred: "A", Succ: "B", Days: 2},
		{Link: "A B SS 3", Pred: "A", Succ: "B", Days: 2},
		{Link: "A C", Pred: "A", Succ: "C", Days: 3},
	}
	if !reflect.DeepEqual(s.Pushed, want) {
		t.Errorf("pushed %v, want %v", s.Pushed, want)
	}
	s = scheduleOf(link(r, "G C FS 1", "G C FF -1", "A B FF 1"))
	want = []evm.Push{
		{Link: "A B FF 1", Pred: "A", Succ: "B", Days: 1}, // finishes on 12 March, so it starts on 11 March
		{Link: "G C FS 1", Pred: "G", Succ: "C", Days: 1},
	}
	if !reflect.DeepEqual(s.Pushed, want) {
		t.Errorf("pushed %v, want %v", s.Pushed, want)
	}
}

// Of the epics in X, B and C finish last, on 11 March. So does Z, which is linked to the same super-epic; both links are listed.
func TestPushedNamesTheEpicThatFinishesLastInASuperEpic(t *testing.T) {
	t.Parallel()
	r := roadmapOf(in("X", open("A", 1)), in("X", open("C", 3)), in("X", open("B", 3)), open("Z", 3),
		in("Y", sprints("03-09/03-10", open("D", 2))), in("Y", open("E", 2)), in("Y", begun("F", 2, "03-02")), sprints("03-09/03-10", open("G", 1)))
	s := scheduleOf(link(r, "Z Y", "X Y", "X G"))
	want := []evm.Push{
		{Link: "X G", Pred: "B", Succ: "G", Days: 3},
		{Link: "X Y", Pred: "B", Succ: "D", Days: 3},
		{Link: "X Y", Pred: "B", Succ: "F", Days: 3},
		{Link: "Z Y", Pred: "Z", Succ: "D", Days: 3},
		{Link: "Z Y", Pred: "Z", Succ: "F", Days: 3},
	}
	if !reflect.DeepEqual(s.Pushed, want) {
		t.Errorf("pushed %v, want %v", s.Pushed, want)
	}
}
