package demo_test

import (
	"time"

	"earnest/internal/domain"
	"earnest/internal/workspace"
)

// value is the earned value of a project, computed from the file alone and directly from the definitions.
type value struct {
	total, earned, planned, undated float64
	ac, noSprint                    float64
	unrated                         int64
	bac                             *float64
}

func (v *value) cpi() float64 { return v.earned / v.total * *v.bac / v.ac }
func (v *value) spi() float64 { return v.earned / v.planned }

func evaluate(p workspace.Project, today domain.Date) value {
	v := value{bac: p.Budget}
	planned := map[string]float64{}
	for _, s := range p.Sprints {
		commitment, done := s.Committed, 0.0
		if commitment == nil {
			commitment = map[string]float64{}
		}
		for _, t := range p.Tickets {
			if t.Sprint == s.Ref && s.Committed == nil {
				commitment[t.Ref] = *t.StoryPoints
			}
			if t.Sprint == s.Ref && doneStatus(p, t.Status) {
				done += *t.StoryPoints
			}
		}
		all := 0.0
		for ref, points := range commitment {
			all += points
			if s.StartDate != nil && s.EndDate != nil {
				planned[ref] = max(planned[ref], elapsed(*s.StartDate, *s.EndDate, today)*points)
			}
		}
		if s.StartDate == nil || s.EndDate == nil {
			v.undated += all
		}
		v.earned += min(done, all)
	}
	for _, points := range planned {
		v.planned += points
	}
	v.cost(p)
	v.planned = min(v.planned, v.total)
	return v
}

// elapsed returns the share of a sprint that has passed at the end of a day.
func elapsed(start, end string, today domain.Date) float64 {
	n := days(domain.Date(start), domain.Date(end)) + 1
	return min(max(days(domain.Date(start), today)+1, 0), n) / n
}

func days(from, to domain.Date) float64 {
	return float64(to.Time().Sub(from.Time()) / (24 * time.Hour))
}

func doneStatus(p workspace.Project, key string) bool {
	for _, s := range p.Statuses {
		if s.Key == key {
			return s.IsDone
		}
	}
	return key == "done"
}

func (v *value) cost(p workspace.Project) {
	for _, t := range p.Tickets {
		v.total += *t.StoryPoints
		for _, e := range t.TimeEntries {
			rate, ok := rateOn(p, e.User, e.LoggedAt)
			switch cost := float64(e.DurationMinutes) / 480 * rate; {
			case !ok:
				v.unrated += e.DurationMinutes
			case t.Sprint == "":
				v.noSprint += cost
			default:
				v.ac += cost
			}
		}
	}
}

func rateOn(p workspace.Project, user, day string) (rate float64, ok bool) {
	for _, m := range p.Members {
		if m.User != user || m.TJM == nil {
			continue
		}
		rate, ok = *m.TJM, true
		for _, r := range m.Rates {
			if r.From <= day {
				rate = r.TJM
			}
		}
	}
	return rate, ok
}
