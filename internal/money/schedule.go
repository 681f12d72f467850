package money

import (
	"context"

	"earnest/evm"
	"earnest/internal/db"
	"earnest/internal/domain"
	"earnest/internal/money/store"
)

// roadPlan is what the schedule of a roadmap depends on, apart from the project itself.
type roadPlan struct {
	calendar evm.Calendar
	links    []domain.Link
	booked   map[int64]domain.Date // by epic: the first day with time on one of its tickets; only of the epics whose time was read
	begun    map[int64]evm.Day     // by epic: the first day on which one of its tickets was active or had time booked
	own      map[int64]ownDates
	parents  map[int64]string // by epic: the uuid of its super-epic
}

// ownDates are the dates that an epic has regardless of its sprints.
type ownDates struct {
	start, target *evm.Day
}

// readPlan reads what the schedule depends on.
func (a *Service) readPlan(ctx context.Context, tx *db.Tx, r reading, in *Insight) error {
	rows, err := store.ReadSchedule(ctx, tx, r.projectID)
	if err != nil {
		return err
	}
	if r.epics.Set {
		if in.road.booked, err = store.Booked(ctx, tx, r.projectID); err != nil {
			return err
		}
	}
	in.road.calendar = calendarOf(rows.Workdays, rows.Holidays)
	in.road.links, in.road.begun = rows.Links, map[int64]evm.Day{}
	for epic, at := range rows.Begun {
		in.road.begun[epic] = a.dayAt(at)
	}
	for epic, date := range in.road.booked {
		day := EvmDay(date)
		if first, ok := in.road.begun[epic]; !ok || day < first {
			in.road.begun[epic] = day
		}
	}
	return nil
}

func calendarOf(workdays []int64, holidays []domain.Date) evm.Calendar {
	var week []int
	var free []evm.Day
	for _, d := range workdays {
		week = append(week, int(d))
	}
	for _, d := range holidays {
		free = append(free, EvmDay(d))
	}
	return evm.NewCalendar(week, free)
}

// Schedule places the roadmap on the calendar. Epics, super-epics and links are identified by uuid.
func (in Insight) Schedule(ctx context.Context) (evm.RoadmapSchedule, error) {
	return evm.ScheduleRoadmap(ctx, in.roadmap())
}

// roadmap returns the roadmap in the engine's form.
func (in Insight) roadmap() evm.Roadmap {
	r := evm.Roadmap{DataDate: in.Today, Calendar: in.road.calendar, PaceFactor: in.Project.VelocityFactor}
	for _, l := range in.road.links {
		r.Links = append(r.Links, evm.RoadmapLink{ID: l.UUID, Pred: l.PredUUID, Succ: l.SuccUUID, Type: evm.LinkType(l.Type), Lag: int(l.LagDays)})
	}
	spans := in.sprintSpans()
	for _, s := range in.Project.Sprints {
		if span, dated := spans[s.ID]; dated && s.Status == evm.Completed {
			r.Completed = append(r.Completed, span)
		}
	}
	totals := map[int64]*evm.RoadmapEpic{}
	for _, e := range in.Project.Epics {
		totals[e.ID] = in.roadEpic(e)
	}
	for _, t := range in.Project.Tickets {
		if t.DoneDay != nil {
			r.Done = append(r.Done, evm.DayPoints{Day: *t.DoneDay, Points: t.Points * float64(max(1, t.Count))})
		}
		if e := totals[t.EpicID]; e != nil {
			addTicket(e, t)
			if span, dated := spans[t.SprintID]; dated {
				e.Sprints = widened(e.Sprints, span)
			}
		}
	}
	for _, e := range in.Project.Epics {
		r.Epics = append(r.Epics, *totals[e.ID])
	}
	return r
}

// roadEpic returns an epic without its tickets.
func (in Insight) roadEpic(e evm.Epic) *evm.RoadmapEpic {
	own := in.road.own[e.ID]
	epic := &evm.RoadmapEpic{ID: in.epics[e.ID], SuperEpic: in.road.parents[e.ID], Done: e.Done, Start: own.start, Target: own.target}
	if day, ok := in.road.begun[e.ID]; ok {
		epic.Begun = &day
	}
	return epic
}

// addTicket adds a ticket to the totals of its epic.
func addTicket(e *evm.RoadmapEpic, t evm.Ticket) {
	count := max(1, t.Count)
	points := t.Points * float64(count)
	e.Tickets += int(count)
	e.Points += points
	if !t.Done {
		e.PointsLeft += points
		return
	}
	e.DoneTickets += int(count)
	if t.DoneDay != nil {
		if e.LastDone == nil || *t.DoneDay > *e.LastDone {
			e.LastDone = t.DoneDay
		}
		if e.Begun == nil || *t.DoneDay < *e.Begun {
			e.Begun = t.DoneDay
		}
	}
}

// sprintSpans returns the first and the last day of each sprint that has both, by id.
func (in Insight) sprintSpans() map[int64]evm.Period {
	spans := map[int64]evm.Period{}
	for _, s := range in.Project.Sprints {
		if s.Start != nil && s.End != nil && *s.End >= *s.Start {
			spans[s.ID] = evm.Period{First: *s.Start, Last: *s.End}
		}
	}
	return spans
}

// widened extends a period to include another; nil is a period without days.
func widened(known *evm.Period, more evm.Period) *evm.Period {
	if known == nil {
		return &more
	}
	return &evm.Period{First: min(known.First, more.First), Last: max(known.Last, more.Last)}
}

// shifted moves the own dates of epics that are still ahead, as a what-if question moves sprints.
func (p roadPlan) shifted(days, today evm.Day) roadPlan {
	own := map[int64]ownDates{}
	for epic, dates := range p.own {
		own[epic] = dates.shifted(days, today)
	}
	p.own = own
	return p
}

// shifted moves dates after today. A start stays after today, and a target does not move before today.
func (d ownDates) shifted(days, today evm.Day) ownDates {
	if d.start != nil && *d.start > today {
		days = max(days, today+1-*d.start)
		d.start = new(*d.start + days)
	}
	if d.target != nil && *d.target > today {
		d.target = new(max(*d.target+days, today))
	}
	return d
}
