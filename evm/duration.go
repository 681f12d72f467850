package evm

// DurationSource says where the duration of an epic comes from.
type DurationSource string

// An epic's duration is the span of its sprints, or else the time its remaining points take at the recent pace, or else
// unknown.
const (
	FromSprints DurationSource = "sprints"
	FromPace    DurationSource = "pace"
	FromNothing DurationSource = "unknown"
)

// EpicDuration is how long an epic takes, in calendar days.
type EpicDuration struct {
	EpicID int64
	Days   Maybe
	Source DurationSource
}

// paceSprints is the number of completed sprints that the recent pace is computed from.
const paceSprints = 3

// EpicDurations returns the duration of each epic: the days from the first start to the last end of the dated sprints that its
// tickets are in; or else the time its open points take at the mean points per day of the last three completed dated sprints;
// or else unknown, when none of these sprints finished a point.
func EpicDurations(p Project) []EpicDuration {
	return newIndex(p).epicDurations()
}

func (x *index) epicDurations() []EpicDuration {
	tickets := make(map[int64][]Ticket, len(x.Epics))
	for _, t := range x.Tickets {
		tickets[t.EpicID] = append(tickets[t.EpicID], t)
	}
	pace := x.pace()
	durations := make([]EpicDuration, len(x.Epics))
	for i, e := range x.Epics {
		durations[i] = x.duration(e.ID, tickets[e.ID], pace)
	}
	return durations
}

func (x *index) duration(id int64, tickets []Ticket, pace Maybe) EpicDuration {
	if days := x.sprintSpan(tickets); days > 0 {
		return EpicDuration{EpicID: id, Days: Known(float64(days)), Source: FromSprints}
	}
	left := sumTickets(tickets, func(t Ticket) bool { return !t.Done })
	if days := quotient(Known(left), pace); days.Known {
		return EpicDuration{EpicID: id, Days: days, Source: FromPace}
	}
	return EpicDuration{EpicID: id, Source: FromNothing}
}

// sprintSpan returns the days from the first start to the last end of the dated sprints that contain the tickets, or 0 when
// there are none.
func (x *index) sprintSpan(tickets []Ticket) int {
	var first, last Day
	found := false
	for _, t := range tickets {
		i, ok := x.position[t.SprintID]
		if !ok || !x.sprints[i].dated() {
			continue
		}
		s := x.sprints[i]
		if !found {
			first, last, found = *s.Start, *s.End, true
		}
		first, last = min(first, *s.Start), max(last, *s.End)
	}
	if !found {
		return 0
	}
	return int(last-first) + 1
}

// pace returns the points finished per calendar day over the last completed sprints, multiplied by the what-if factor. It is
// unknown when there is no such sprint. The total of their points is divided by the total of their days, so that a long sprint
// weighs more than a short one.
func (x *index) pace() Maybe {
	var points accumulator
	days := 0
	for _, s := range lastOf(x.completed(), paceSprints) {
		points.add(s.done())
		days += s.days()
	}
	return quotient(Known(proportion(points.value(), factor(x.VelocityFactor), 1)), Known(float64(days)))
}

// completed returns the completed dated sprints in the order in which they ended.
func (x *index) completed() []*sprintView {
	var found []*sprintView
	for i := range x.sprints {
		if s := &x.sprints[i]; s.dated() && s.Status == Completed {
			found = append(found, s)
		}
	}
	sortByEnd(found)
	return found
}

// lastOf returns the last n elements of a list, or all of them if there are fewer.
func lastOf[T any](list []T, n int) []T { return list[max(0, len(list)-n):] }
