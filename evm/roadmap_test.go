package evm_test

import (
	"reflect"
	"testing"

	"earnest/evm"
)

func TestAnEpicWhoseTicketsAreAllDoneKeepsItsActualDates(t *testing.T) {
	t.Parallel()
	planned := sprints("03-16/03-20", finished("A", "02-28", "03-01")) // from a Saturday to a Sunday
	s := scheduleOf(roadmapOf(planned))
	expect(t, s, "A", "done plan 03-16/03-20 start 02-28 rest - end 03-01 late -/- days 0 slack -/-")
	if short(s.ForecastFinish) != "03-01" || s.Chains != nil {
		t.Errorf("%+v", s)
	}
}

func TestAnEpicWithoutTicketsIsDoneByItsOwnStatusAndItsLinksHoldNothing(t *testing.T) {
	t.Parallel()
	empty := evm.RoadmapEpic{ID: "A", Done: true, Target: day("03-30")}
	s := scheduleOf(link(roadmapOf(empty, open("B", 2)), "A B FS 20", "A B SS 20", "A B FF 20", "A B SF 20"))
	expect(t, s, "A", "done plan -/03-30 start - rest - end - late -/- days 0 slack -/-")
	expectWork(t, s, "B", "03-09/03-10 days 2")
	if s := scheduleOf(roadmapOf(empty)); s.ForecastFinish != nil {
		t.Errorf("a finish without dates is forecast for %v", s.ForecastFinish)
	}
}

func TestTheTicketsOfAnEpicOutweighItsOwnStatus(t *testing.T) {
	t.Parallel()
	closed := open("A", 2)
	closed.Done = true
	half := begun("B", 2, "03-03")
	half.Tickets, half.DoneTickets, half.LastDone = 2, 1, day("03-04")
	s := scheduleOf(roadmapOf(closed, half))
	expect(t, s,
		"A", "todo plan -/- start 03-09 rest 03-09 end 03-10 late 03-09/03-10 days 2 slack 0/0 critical",
		"B", "begun plan -/- start 03-03 rest 03-09 end 03-10 late 03-09/03-10 days 2 slack 0/0 critical")
}

func TestAnEpicIsInProgressFromItsFirstActiveDayUpToTheDataDate(t *testing.T) {
	t.Parallel()
	s := scheduleOf(roadmapOf(begun("A", 1, "03-06"), begun("B", 1, "03-07"), open("C", 1)))
	expect(t, s,
		"A", "begun plan -/- start 03-06 rest 03-09 end 03-09 late 03-09/03-09 days 1 slack 0/0 critical",
		"B", "todo plan -/- start 03-09 rest 03-09 end 03-09 late 03-09/03-09 days 1 slack 0/0 critical",
		"C", "todo plan -/- start 03-09 rest 03-09 end 03-09 late 03-09/03-09 days 1 slack 0/0 critical")
}

// Each case has two points, so without a pace the work left is half of the window if one point is left.
func TestOwnDatesReplaceTheEndsOfThePlannedWindow(t *testing.T) {
	t.Parallel()
	cases := map[string]struct {
		sprints, start, target string
		want                   string
	}{
		"sprints alone":              {"03-10/03-20", "", "", "03-10/03-20, work 03-10/03-20"},
		"sprints with free ends":     {"03-07/03-22", "", "", "03-09/03-20, work 03-09/03-20"},
		"a later start":              {"03-10/03-20", "03-12", "", "03-12/03-20, work 03-12/03-20"},
		"an earlier start":           {"03-10/03-20", "03-02", "", "03-02/03-20, work 03-09/03-20"},
		"a later target":             {"03-10/03-20", "", "03-25", "03-10/03-25, work 03-10/03-25"},
		"both":                       {"03-10/03-20", "03-12", "03-13", "03-12/03-13, work 03-12/03-13"},
		"both without sprints":       {"", "03-12", "03-13", "03-12/03-13, work 03-12/03-13"},
		"a target is no window":      {"", "", "03-25", "-/03-25, work 03-09/-"},
		"a start is no window":       {"", "03-12", "", "03-12/-, work 03-12/-"},
		"a start after the end":      {"03-10/03-20", "03-23", "", "03-23/03-20, work 03-23/03-23"},
		"a weekend is one day":       {"", "03-14", "03-15", "03-16/03-13, work 03-16/03-16"},
		"own dates on free days":     {"", "03-14", "03-22", "03-16/03-20, work 03-16/03-20"},
		"a window that is over":      {"02-16/02-20", "", "", "02-16/02-20, work 03-09/03-11"}, // half of five days, rounded up
		"a window that began before": {"03-02/03-09", "", "", "03-02/03-09, work 03-09/03-11"}, // half of six days
	}
	for name, c := range cases {
		e := evm.RoadmapEpic{ID: "A", Tickets: 2, Points: 2, PointsLeft: 1}
		if c.sprints != "" {
			e.Sprints = period(c.sprints)
		}
		if c.start != "" {
			e.Start = day(c.start)
		}
		if c.target != "" {
			e.Target = day(c.target)
		}
		a := scheduleOf(withoutPace(roadmapOf(e))).Epics["A"]
		got := short(a.PlannedStart) + "/" + short(a.PlannedFinish) + ", work " + short(a.RemainingStart) + "/" + short(a.Finish)
		if got != c.want {
			t.Errorf("%s: %s, want %s", name, got, c.want)
		}
	}
}

// An epic with 30 points left shows the pace: at 2 points a day it takes 15 days.
func TestThePaceIsThatOfTheCompletedSprintsWithTheThreeLatestEnds(t *testing.T) {
	t.Parallel()
	cases := map[string]struct {
		sprints []string
		done    map[string]float64
		want    string // the remaining days, or - without a pace
	}{
		// Fifteen working days: the sprints that end on 20 February are side by side, and the one before is the fourth end.
		"sprints side by side count together": {
			[]string{"02-09/02-13", "02-16/02-20", "02-16/02-20", "02-23/02-27", "03-02/03-06"},
			map[string]float64{"02-10": 100, "02-17": 10, "02-25": 10, "03-06": 10}, "15", // 30 points in 15 days
		},
		// The days from 16 February to 6 March, each once: 15.
		"days of overlapping sprints count once": {
			[]string{"02-16/02-27", "02-23/03-06", "02-18/02-25"}, map[string]float64{"02-17": 15, "02-24": 15}, "15",
		},
		// Of the sprints with the same end, the longer one reaches back to 2 February: 25 days.
		"a long sprint covers short ones": {
			[]string{"03-02/03-06", "02-02/03-06", "02-23/02-27"}, map[string]float64{"02-03": 25, "02-24": 25}, "15",
		},
		// 10 + 5 working days, with gaps of a week that do not count.
		"gaps between sprints do not count": {
			[]string{"02-02/02-13", "02-23/02-27"}, map[string]float64{"02-03": 30, "02-17": 100, "03-03": 100}, "15",
		},
		"points done on a free day of a sprint count":       {[]string{"02-23/03-06"}, map[string]float64{"02-28": 20}, "15"},
		"sprints that end after the data date do not count": {[]string{"03-02/03-06", "03-02/03-09"}, map[string]float64{"03-03": 10}, "15"},
		"a sprint that ends before it starts is not dated":  {[]string{"03-02/03-06", "03-06/03-05"}, map[string]float64{"03-03": 10}, "15"},
		"no points are no pace":                             {[]string{"03-02/03-06"}, map[string]float64{"02-28": 10}, "-"},
		"no working days are no pace":                       {[]string{"02-28/03-01"}, map[string]float64{"02-28": 10}, "-"},
		"no sprints are no pace":                            {nil, map[string]float64{"03-03": 10}, "-"},
	}
	for name, c := range cases {
		r := evm.Roadmap{DataDate: on("03-06"), Epics: []evm.RoadmapEpic{open("A", 30)}}
		for _, s := range c.sprints {
			r.Completed = append(r.Completed, *period(s))
		}
		for d, points := range c.done {
			r.Done = append(r.Done, evm.DayPoints{Day: on(d), Points: points})
		}
		if got := number(scheduleOf(r).Epics["A"].RemainingDays); got != c.want {
			t.Errorf("%s: %s days, want %s", name, got, c.want)
		}
	}
}

func TestAWhatIfFactorChangesThePace(t *testing.T) {
	t.Parallel()
	r := roadmapOf(open("A", 10))
	r.PaceFactor = 2.5
	s := scheduleOf(r)
	expectWork(t, s, "A", "03-09/03-12 days 4")
	if short(s.CapacityFinish) != "03-12" {
		t.Errorf("the capacity finish is %v", short(s.CapacityFinish))
	}
}

func TestTheWorkLeftIsRoundedUpAndAtLeastOneDay(t *testing.T) {
	t.Parallel()
	past, ahead := period("02-02/02-13"), period("03-02/03-20") // ten working days; fifteen, of which ten are ahead
	cases := map[string]struct {
		done         float64 // in the five days of the last sprint
		points, left float64
		window       *evm.Period
		want         string
	}{
		"points by the pace":                         {10, 7, 6, nil, "03-09/03-11 days 3"},
		"a part of a day is a day":                   {10, 7, 6.1, nil, "03-09/03-12 days 4"},
		"rounding errors add no day":                 {0.3, 7, 0.42, nil, "03-09/03-17 days 7"}, // 0.42 × 5 / 0.3 is a little more than 7 in binary
		"less than a day is a day":                   {10, 7, 0.1, nil, "03-09/03-09 days 1"},
		"the pace goes before a window that is over": {10, 8, 8, past, "03-09/03-12 days 4"},
		"no points left, window ahead":               {10, 8, 0, ahead, "03-09/03-20 days 10"},
		"no points left, window over":                {10, 8, 0, past, "03-09/- days -"},
		"no points left, no window":                  {10, 8, 0, nil, "03-09/- days -"},
		"a share of the window without a pace":       {0, 8, 2, past, "03-09/03-11 days 3"}, // 10 × 2 / 8 = 2.5
		"the whole window without points":            {0, 0, 0, past, "03-09/03-20 days 10"},
		"no points left without a pace":              {0, 8, 0, past, "03-09/03-09 days 1"},
		"neither pace nor window":                    {0, 8, 8, nil, "03-09/- days -"},
	}
	for name, c := range cases {
		e := evm.RoadmapEpic{ID: "A", Tickets: 3, Points: c.points, PointsLeft: c.left, Sprints: c.window}
		r := roadmapOf(e)
		r.Done = []evm.DayPoints{{Day: on("03-02"), Points: c.done}}
		a := scheduleOf(r).Epics["A"]
		if got := short(a.RemainingStart) + "/" + short(a.Finish) + " days " + number(a.RemainingDays); got != c.want {
			t.Errorf("%s: %s, want %s", name, got, c.want)
		}
	}
}

func TestRemainingWorkBeginsAfterTheDataDateAndNotBeforeItsPlannedStart(t *testing.T) {
	t.Parallel()
	late := begun("C", 2, "03-03")
	late.Start = day("03-16")
	s := scheduleOf(roadmapOf(
		sprints("03-16/03-17", open("A", 2)), // planned for later
		sprints("03-02/03-03", open("B", 2)), // overdue
		late,                                 // its planned start does not matter any more
	))
	expectWork(t, s, "A", "03-16/03-17 days 2", "B", "03-09/03-10 days 2", "C", "03-09/03-10 days 2")
}

// Three days of work in a window of ten finish with the window, or three days after a start late in it.
func TestWorkDoesNotFinishBeforeAWindowThatIsStillAhead(t *testing.T) {
	t.Parallel()
	r := roadmapOf(sprints("03-09/03-20", open("B", 3)), open("A", 8), begun("D", 2, "03-02"))
	r.Epics[2].Sprints = period("03-02/03-13")
	expectWork(t, scheduleOf(r), "B", "03-09/03-20 days 10", "D", "03-09/03-13 days 5")
	expectWork(t, scheduleOf(link(r, "A B")), "A", "03-09/03-18 days 8", "B", "03-19/03-23 days 3")
}

func TestUnknownWorkHoldsItsPlaceWithOneDay(t *testing.T) {
	t.Parallel()
	unknown := open("A", 0)
	s := scheduleOf(link(roadmapOf(unknown, open("B", 2), open("C", 5)), "A B"))
	expect(t, s,
		"A", "todo plan -/- start 03-09 rest 03-09 end - late 03-11/- days - slack 2/0",
		"B", "todo plan -/- start 03-10 rest 03-10 end 03-11 late 03-12/03-13 days 2 slack 2/2",
		"C", "todo plan -/- start 03-09 rest 03-09 end 03-13 late 03-09/03-13 days 5 slack 0/0 critical")
	if short(s.ForecastFinish) != "03-13" {
		t.Errorf("the forecast is %s", short(s.ForecastFinish))
	}
	s = scheduleOf(link(roadmapOf(unknown, open("B", 4), open("C", 5)), "A B"))
	expect(t, s, "A", "todo plan -/- start 03-09 rest 03-09 end - late 03-09/- days - slack 0/0 critical")
	if s.ForecastFinish != nil {
		t.Errorf("with critical unknown work, the forecast is %s", short(s.ForecastFinish))
	}
}

func TestDatesAfterTheYear9999AreUnknown(t *testing.T) {
	t.Parallel()
	s := scheduleOf(link(roadmapOf(open("A", 1e300), open("B", 2), open("C", 1)), "A B", "B C FS 2000000000"))
	expectWork(t, s, "A", "03-09/- days 4000000", "B", "-/- days 2")
	if s.ForecastFinish != nil || s.CapacityFinish != nil {
		t.Errorf("%v, %v", s.ForecastFinish, s.CapacityFinish)
	}
}

// Without holidays A takes 9 to 11 March. With 10 and 12 March free, it takes until 13 March, and B starts on 16 March.
func TestHolidaysAndWorkdaysMoveTheWork(t *testing.T) {
	t.Parallel()
	r := link(roadmapOf(open("A", 3), open("B", 2)), "A B")
	r.Calendar = evm.NewCalendar(nil, []evm.Day{on("03-10"), on("03-12")})
	expectWork(t, scheduleOf(r), "A", "03-09/03-13 days 3", "B", "03-16/03-17 days 2")
	r.Calendar = evm.NewCalendar([]int{1, 2, 3, 4, 5, 6, 7}, nil) // Saturday follows the data date; the pace remains 5 points in 5 days
	expectWork(t, scheduleOf(r), "A", "03-07/03-09 days 3", "B", "03-10/03-11 days 2")
}

func TestPlannedFinishIsTheLatestPlannedEndOfAnyEpic(t *testing.T) {
	t.Parallel()
	deadline := open("B", 1)
	deadline.Target = day("04-05") // a Sunday, so that Friday 3 April counts
	s := scheduleOf(roadmapOf(sprints("03-09/03-27", open("A", 1)), deadline, open("C", 1)))
	if short(s.PlannedFinish) != "04-03" {
		t.Errorf("%s", short(s.PlannedFinish))
	}
	if s := scheduleOf(roadmapOf(open("C", 1))); s.PlannedFinish != nil {
		t.Errorf("%v without a plan", s.PlannedFinish)
	}
}

// The epics A and B run side by side and finish on 13 March, but at one point a day the ten points take until 20 March.
func TestCapacityFinishIsWhenTheTeamHasDoneAllPointsLeft(t *testing.T) {
	t.Parallel()
	r := roadmapOf(open("A", 5), begun("B", 4.5, "03-02"), finished("C", "03-02", "03-03"))
	s := scheduleOf(r)
	if short(s.ForecastFinish) != "03-13" || short(s.CapacityFinish) != "03-20" {
		t.Errorf("%s and %s", short(s.ForecastFinish), short(s.CapacityFinish))
	}
	if s := scheduleOf(withoutPace(r)); s.CapacityFinish != nil {
		t.Errorf("%v without a pace", s.CapacityFinish)
	}
	if s := scheduleOf(roadmapOf(r.Epics[2])); short(s.CapacityFinish) != "03-06" {
		t.Errorf("%v without points left", s.CapacityFinish)
	}
}

func TestAnEmptyRoadmapHasNoDates(t *testing.T) {
	t.Parallel()
	want := evm.RoadmapSchedule{DataDate: on("03-06"), Epics: map[string]evm.ScheduledEpic{}}
	if s := scheduleOf(link(withoutPace(roadmapOf()), "A B")); !reflect.DeepEqual(s, want) {
		t.Errorf("%+v", s)
	}
}
