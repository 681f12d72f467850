package money

import (
	"cmp"
	"context"
	"slices"
	"time"

	"earnest/evm"
	"earnest/internal/db"
	"earnest/internal/domain"
	"earnest/internal/money/store"
	"earnest/internal/report"
	workstore "earnest/internal/work/store"
)

// reading says what to read about a project.
type reading struct {
	projectID int64
	withCost  bool
	edits     bool                // also read the edits that warnings tell about
	epics     domain.Opt[[]int64] // if given, read only the time of these epics
	asOf      *domain.Date        // nil means today
}

// InsightIn is like Insight, but works within a transaction, on a project that the caller may read, and leaves out what only
// the schedule of its roadmap or its warnings need.
func (a *Service) InsightIn(ctx context.Context, tx *db.Tx, projectID int64, withCost bool, asOf *domain.Date) (Insight, error) {
	return a.readInsight(ctx, tx, reading{projectID: projectID, withCost: withCost, asOf: asOf})
}

// linkedInsight is like readInsight, but includes what the schedule needs.
func (a *Service) linkedInsight(ctx context.Context, tx *db.Tx, r reading) (Insight, error) {
	in, err := a.readInsight(ctx, tx, r)
	if err == nil {
		err = a.readPlan(ctx, tx, r, &in)
	}
	return in, err
}

// readInsight reads a project. Tickets are merged, and time entries are never read.
func (a *Service) readInsight(ctx context.Context, tx *db.Tx, r reading) (Insight, error) {
	rows, err := store.ReadInsight(ctx, tx, r.projectID, r.withCost)
	if err != nil {
		return Insight{}, err
	}
	in := a.insightOf(rows)
	if r.edits {
		if err := a.readEdits(ctx, tx, r.projectID, rows, r.asOf, &in); err != nil {
			return Insight{}, err
		}
	}
	if err := a.readTickets(ctx, tx, r.projectID, datedTickets(in.Project.Edits), &in.Project, nil); err != nil {
		return Insight{}, err
	}
	if in.Project.Time, in.road.booked, err = a.readTime(ctx, tx, r.projectID, r.epics, rows.Rates, r.asOf); err != nil {
		return Insight{}, err
	}
	in = in.on(r.asOf)
	return in.with(in.Project), nil
}

// insightOf builds an Insight from the rows that were read, without tickets and time.
func (a *Service) insightOf(rows *store.Insight) Insight {
	p := EvmProject(&store.Finance{Project: rows.Project, Budgets: rows.Budgets, Sprints: rows.Sprints})
	p.CostWithheld = rows.CostWithheld
	for _, e := range rows.Epics {
		p.Epics = append(p.Epics, evm.Epic{ID: e.ID, Done: e.Done})
	}
	return Insight{Today: EvmDay(a.Today()), Currency: rows.Project.Currency, Project: p, names: namesOf(rows)}.withRoadmap(rows)
}

// on returns the project as of the given day; nil means today.
func (in Insight) on(asOf *domain.Date) Insight {
	if asOf == nil {
		return in
	}
	day := EvmDay(*asOf)
	if in.Past = day < in.Today; in.Past {
		in.Project = restated(in.Project, day)
	}
	in.Today = day
	return in
}

// ticketKind holds everything about a ticket that figures depend on. Tickets of the same kind are merged.
type ticketKind struct {
	id               int64 // of an edited ticket, which is not merged; else 0
	sprintID, epicID int64
	points           float64
	done             bool
	day              evm.Day // on which it became done
	committed        string
	deleted          bool
}

// ticketReader is a function of the store that calls f for the tickets of a project.
type ticketReader func(ctx context.Context, tx *db.Tx, projectID int64, f func(store.PlanTicket)) error

// datedTickets returns the reader of tickets with the time at which they were done. It returns ids only if tickets were edited.
func datedTickets(edits *evm.Edits) ticketReader {
	if len(edits.Tickets()) > 0 {
		return store.SingleTickets
	}
	return store.PlanTickets
}

// readTickets reads the tickets of a project, and the commitments of its sprints. It merges tickets, apart from edited ones. If keys is not nil, it
// adds the store's key of each merged or edited ticket that a sprint committed to.
func (a *Service) readTickets(ctx context.Context, tx *db.Tx, projectID int64, read ticketReader, p *evm.Project, keys map[int64]string) error {
	counts, edited := map[ticketKind]int64{}, p.Edits.Tickets()
	err := read(ctx, tx, projectID, func(t store.PlanTicket) {
		kind := ticketKind{sprintID: t.SprintID, epicID: t.EpicID, points: t.Points, committed: t.Committed, deleted: t.Deleted}
		if t.DoneAt != 0 {
			kind.done, kind.day = true, a.dayAt(time.UnixMicro(t.DoneAt))
		}
		if edited[t.ID] {
			kind.id = t.ID
		}
		counts[kind] += t.Count
	})
	if err != nil {
		return err
	}
	p.Tickets = make([]evm.Ticket, 0, len(counts))
	committed := map[int64][]evm.Commitment{}
	var last int64
	for kind, count := range counts {
		if count == 0 { // all tickets of this kind were edited
			continue
		}
		last-- // a made-up id, because a merged ticket stands for several
		id := cmp.Or(kind.id, last)
		if keys != nil && kind.committed != "" {
			keys[id] = store.PlanTicket{SprintID: kind.sprintID, Committed: kind.committed, Deleted: kind.deleted}.Key()
		}
		if !kind.deleted {
			p.Tickets = append(p.Tickets, kind.ticket(id, count))
		}
		err := store.EachCommitment(kind.committed, func(sprintID int64, points float64) {
			committed[sprintID] = append(committed[sprintID], evm.Commitment{TicketID: id, Points: points, Count: count})
		})
		if err != nil {
			return err
		}
	}
	for i := range p.Sprints {
		p.Sprints[i].Committed = committed[p.Sprints[i].ID]
	}
	return nil
}

// ticket returns the tickets of a kind, merged into one.
func (k ticketKind) ticket(id, count int64) evm.Ticket {
	t := evm.Ticket{ID: id, Count: count, Points: k.points, Done: k.done, SprintID: k.sprintID, EpicID: k.epicID}
	if k.done {
		t.DoneDay = new(k.day)
	}
	return t
}

// readTime reads the minutes of each day, up to asOf if it is not nil and in the past, and prices them at the rate of that day. It also returns the
// first day with time on each epic, be it after asOf. If epics are given, only their time is read.
func (a *Service) readTime(
	ctx context.Context, tx *db.Tx, projectID int64, epics domain.Opt[[]int64], rates []workstore.UserRate, asOf *domain.Date,
) (sheet *evm.Timesheet, booked map[int64]domain.Date, err error) {
	sheet, booked = &evm.Timesheet{}, map[int64]domain.Date{}
	of, dayOf, past := ratesByUser(rates), monthly(EvmDay), asOf != nil && *asOf < a.Today()
	err = store.EffortDays(ctx, tx, projectID, epics, func(e store.EffortDay) {
		if first, ok := booked[e.EpicID]; e.EpicID != 0 && e.Minutes > 0 && (!ok || e.Day < first) {
			booked[e.EpicID] = e.Day
		}
		if past && e.Day > *asOf {
			return
		}
		day := dayOf(e.Day)
		line := evm.Effort{SprintID: e.SprintID, EpicID: e.EpicID, MemberID: e.UserID, Day: &day, Minutes: e.Minutes}
		if r, ok := domain.RateOn(of[e.UserID], e.Day); ok {
			line.Rate = &r.TJM
		}
		sheet.Add(line)
	})
	return sheet, booked, err
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

// monthly returns a function that converts days like f, but quickly if they are in the same month as the day before.
func monthly(f func(domain.Date) evm.Day) func(domain.Date) evm.Day {
	const month = len("2006-01-")
	var last domain.Date
	var first evm.Day
	return func(d domain.Date) evm.Day {
		if last == "" || d[:month] != last[:month] {
			last, first = d, f(d[:month]+"01")
		}
		return first + evm.Day(decimal(d[month:])) - 1
	}
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
	rates := ratesByUser(list)
	return func(userID int64, day domain.Date) *float64 {
		rate, ok := domain.RateOn(rates[userID], day)
		if !ok {
			return nil
		}
		return &rate.TJM
	}
}

func ratesByUser(list []workstore.UserRate) map[int64][]domain.Rate {
	rates := map[int64][]domain.Rate{}
	for _, r := range list {
		rates[r.UserID] = append(rates[r.UserID], r.Rate)
	}
	return rates
}

func namesOf(rows *store.Insight) report.Names {
	n := report.Names{Sprints: map[int64]report.Name{}, Members: map[int64]report.Name{}}
	for _, s := range rows.SprintNames {
		n.Sprints[s.ID] = report.Name{UUID: s.UUID, Title: s.Title}
	}
	for _, p := range rows.People {
		n.Members[p.ID] = report.Name{Title: p.Name}
	}
	return n
}

func ticketNames(tickets []store.InsightTicket) map[int64]report.Name {
	names := make(map[int64]report.Name, len(tickets))
	for _, t := range tickets {
		names[t.ID] = report.Name{UUID: t.UUID, Title: t.Title}
	}
	return names
}

// withRoadmap indexes the epics and super-epics by uuid.
func (in Insight) withRoadmap(rows *store.Insight) Insight {
	in.titles, in.epics = map[string]string{}, map[int64]string{}
	in.road.own, in.road.parents = map[int64]ownDates{}, map[int64]string{}
	supers := map[int64]string{}
	for _, s := range rows.SuperEpics {
		supers[s.ID], in.titles[s.UUID] = s.UUID, s.Title
	}
	for _, e := range rows.Epics {
		in.epics[e.ID], in.titles[e.UUID] = e.UUID, e.Title
		in.road.own[e.ID], in.road.parents[e.ID] = ownDates{evmDayOrNil(e.Start), evmDayOrNil(e.Target)}, supers[e.SuperEpicID]
	}
	return in
}

// restated returns a project as it was at the end of a past day, according to current data: tickets done and time logged later do not
// count, a sprint that ended later is still running, and the budget is the one of that day.
func restated(p evm.Project, day evm.Day) evm.Project {
	p = atBudgetOf(p, day)
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
