package money

import (
	"slices"
	"time"

	"earnest/evm"
	"earnest/internal/domain"
	"earnest/internal/money/store"
	"earnest/internal/report"
	workstore "earnest/internal/work/store"
)

// insightOf builds an Insight from the rows that were read.
func (a *Service) insightOf(rows *store.Insight, effort []evm.Effort, asOf *domain.Date) Insight {
	in := Insight{Today: EvmDay(a.Today()), Project: a.dayProject(rows), names: namesOf(rows)}.withRoadmap(rows)
	in.Project.Effort = effort
	if asOf != nil {
		in = in.on(EvmDay(*asOf))
	}
	return in
}

// on returns the project as of another day.
func (in Insight) on(day evm.Day) Insight {
	if in.Past = day < in.Today; in.Past {
		in.Project = restated(in.Project, day)
	}
	in.Today = day
	return in
}

// dayProject converts a project to the engine's form, without its effort.
func (a *Service) dayProject(rows *store.Insight) evm.Project {
	f := &store.Finance{Project: rows.Project, Sprints: rows.Sprints}
	p := EvmProject(f)
	for _, e := range rows.Epics {
		p.Epics = append(p.Epics, evm.Epic{ID: e.ID, Done: e.Done})
	}
	p.CostWithheld = rows.CostWithheld
	for _, t := range rows.Tickets {
		if !t.Deleted {
			p.Tickets = append(p.Tickets, evm.Ticket{
				ID: t.ID, Points: t.Points, Done: t.Done, SprintID: t.SprintID, EpicID: t.EpicID, DoneDay: a.dayOf(t.DoneAt),
			})
		}
	}
	return p
}

// dayOf returns the day of a moment in the instance's time zone, or nil if there is no moment.
func (a *Service) dayOf(at *time.Time) *evm.Day {
	if at == nil {
		return nil
	}
	return new(a.dayAt(*at))
}

// dayAt returns the day of a moment in the instance's time zone.
func (a *Service) dayAt(at time.Time) evm.Day { return evm.DayOf(at.In(a.Zone).Date()) }

// dayEffort prices the minutes of each day at the rate in force on that day.
func dayEffort(rows *store.Insight) []evm.Effort {
	rate := Pricing(rows.Rates)
	lines := make([]evm.Effort, 0, len(rows.Effort))
	for _, e := range rows.Effort {
		lines = append(lines, effortLine(e, 0, rate))
	}
	return lines
}

// effortLine converts the minutes of a day to the engine's form.
func effortLine(e store.EffortDay, ticketID int64, rate func(int64, domain.Date) *float64) evm.Effort {
	return evm.Effort{
		SprintID: e.SprintID, EpicID: e.EpicID, TicketID: ticketID, MemberID: e.UserID,
		Day: new(EvmDay(e.Day)), Rate: rate(e.UserID, e.Day), Minutes: e.Minutes,
	}
}

// Pricing returns a function that returns a user's daily rate on a day, or nil if there is none.
func Pricing(list []workstore.UserRate) func(userID int64, day domain.Date) *float64 {
	rates := map[int64][]domain.Rate{}
	for _, r := range list {
		rates[r.UserID] = append(rates[r.UserID], r.Rate)
	}
	return func(userID int64, day domain.Date) *float64 {
		rate, ok := domain.RateOn(rates[userID], day)
		if !ok {
			return nil
		}
		return &rate.TJM
	}
}

func namesOf(rows *store.Insight) report.Names {
	n := report.Names{Sprints: map[int64]report.Name{}, Tickets: map[int64]report.Name{}, Members: map[int64]report.Name{}}
	for _, s := range rows.SprintNames {
		n.Sprints[s.ID] = report.Name{UUID: s.UUID, Title: s.Title}
	}
	for _, t := range rows.Tickets {
		n.Tickets[t.ID] = report.Name{UUID: t.UUID, Title: t.Title}
	}
	for _, p := range rows.People {
		n.Members[p.ID] = report.Name{Title: p.Name}
	}
	return n
}

// withRoadmap indexes the epics and super-epics by uuid.
func (in Insight) withRoadmap(rows *store.Insight) Insight {
	in.titles, in.epics, in.groups = map[string]string{}, map[int64]string{}, map[string][]string{}
	supers := map[int64]string{}
	for _, s := range rows.SuperEpics {
		supers[s.ID], in.titles[s.UUID] = s.UUID, s.Title
		in.groups[s.UUID] = nil
	}
	for _, e := range rows.Epics {
		in.epics[e.ID], in.titles[e.UUID] = e.UUID, e.Title
		if group, ok := supers[e.SuperEpicID]; ok {
			in.groups[group] = append(in.groups[group], e.UUID)
		}
	}
	for _, l := range rows.Links {
		in.links = append(in.links, evm.Link{From: l.PredUUID, To: l.SuccUUID})
	}
	return in
}

// restated returns a project as it was at the end of a past day, according to current data: tickets done and time logged later do not
// count, and a sprint that ended later is still running.
func restated(p evm.Project, day evm.Day) evm.Project {
	p.Tickets = slices.Clone(p.Tickets)
	for i, t := range p.Tickets {
		if t.Done && (t.DoneDay == nil || *t.DoneDay > day) {
			p.Tickets[i].Done, p.Tickets[i].DoneDay = false, nil
		}
	}
	p.Sprints = slices.Clone(p.Sprints)
	for i, s := range p.Sprints {
		if s.Status == evm.Completed && s.End != nil && *s.End > day {
			p.Sprints[i].Status = evm.Active
		}
	}
	p.Effort = slices.DeleteFunc(slices.Clone(p.Effort), func(e evm.Effort) bool { return e.Day != nil && *e.Day > day })
	return p
}
