package money

import (
	"context"
	"encoding/json"
	"maps"
	"slices"
	"strconv"
	"time"

	"earnest/evm"
	"earnest/internal/db"
	"earnest/internal/domain"
	"earnest/internal/money/store"
	workstore "earnest/internal/work/store"
)

// mostEdits is the maximum number of log rows that are read to find edits. If there are more, the oldest are left out.
const mostEdits = 2000

// readEdits adds to an insight what was changed without any work since the last report before a day, which is today if asOf is nil. Edits that were
// made after a past day count as well, because the day is restated with them. If nothing was reported before, the whole log counts.
func (a *Service) readEdits(ctx context.Context, tx *db.Tx, projectID int64, rows *store.Insight, asOf *domain.Date, in *Insight) error {
	day := a.Today()
	if asOf != nil {
		day = min(day, *asOf)
	}
	last, at, err := store.LastReport(ctx, tx, projectID, day)
	if err != nil {
		return err
	}
	log, err := readEditLog(ctx, tx, projectID, at, a.EndOf(a.Today()))
	if err != nil {
		return err
	}
	r := &editReader{
		editLog: log, day: day, past: day < a.Today(), end: a.EndOf(day), rows: rows, found: &evm.Edits{},
		acts: map[evm.WarningCode][]edit{}, things: map[evm.WarningCode][]WarnedThing{}, noted: map[concern]bool{},
	}
	if last != "" {
		r.found.Since = new(EvmDay(last))
	}
	r.rebudgeted(at)
	if len(log.tickets)+len(log.sprints) > 0 {
		err = r.read(ctx, tx, projectID)
	}
	if err != nil || len(r.acts) == 0 {
		return err
	}
	if r.found.By, err = r.authors(ctx, tx, a.Zone); err != nil {
		return err
	}
	in.Project.Edits, in.edited = r.found, r.things
	return nil
}

// edit is a log row about one fact of a ticket or sprint.
type edit struct {
	at     time.Time
	userID int64
	from   string // the value before, as JSON
}

// editLog holds the edits of tickets and sprints by uuid and by the fact that was changed, the newest first.
type editLog struct {
	tickets, sprints map[string]map[string][]edit
	budgets          []edit // changes of the budget in force
	replaced         []edit // budgets of single days
}

func readEditLog(ctx context.Context, tx *db.Tx, projectID int64, after, before time.Time) (editLog, error) {
	log := editLog{tickets: map[string]map[string][]edit{}, sprints: map[string]map[string][]edit{}}
	for row, err := range store.Edits(ctx, tx, projectID, after, before, mostEdits) {
		if err != nil {
			return log, err
		}
		log.add(row)
	}
	return log, nil
}

func (l *editLog) add(row store.Edit) {
	all, what, from := l.sprints, row.What, row.From
	switch {
	case row.Noun == "project" && what == "budget":
		l.budgets = append(l.budgets, edit{row.At, row.UserID, from})
		return
	case row.Noun == "project":
		l.replaced = append(l.replaced, edit{row.At, row.UserID, from})
		return
	case row.Noun == "ticket" && what == domain.Deleted:
		all, what, from = l.tickets, "sprint", sprintIn(row.From) // it left its sprint
	case row.Noun == "ticket":
		all = l.tickets
	}
	if all[row.UUID] == nil {
		all[row.UUID] = map[string][]edit{}
	}
	list := all[row.UUID][what]
	if what == "commitment" && hasCommitment(from) {
		for i := range list {
			list[i].from = "" // only the oldest matters, and they are long
		}
	}
	all[row.UUID][what] = append(list, edit{row.At, row.UserID, from})
}

// hasCommitment reports whether the value before a change of a commitment, as JSON, is one. It is null before the first.
func hasCommitment(from string) bool { return from != "" && from != "null" }

// sprintIn returns the sprint among the facts of a deleted ticket, as JSON.
func sprintIn(facts string) string {
	var had struct {
		Sprint json.RawMessage `json:"sprint"`
	}
	_ = json.Unmarshal([]byte(facts), &had) // an imported log may contain anything; then the ticket was in no sprint
	return string(had.Sprint)
}

// textIn decodes a JSON string. It returns "" for null and for anything else.
func textIn(value string) (text string) {
	_ = json.Unmarshal([]byte(value), &text)
	return text
}

// editReader finds out which edits in the log still have an effect.
type editReader struct {
	editLog

	day    domain.Date
	past   bool      // the day is over, and time dated after it does not count
	end    time.Time // of the day
	rows   *store.Insight
	found  *evm.Edits
	acts   map[evm.WarningCode][]edit
	things map[evm.WarningCode][]WarnedThing
	noted  map[concern]bool // the things
}

// concern is an item that a warning concerns.
type concern struct {
	code evm.WarningCode
	uuid string
}

func (r *editReader) read(ctx context.Context, tx *db.Tx, projectID int64) error {
	committed, uuids := r.commitments(), []string{}
	for uuid := range r.tickets {
		uuids = append(uuids, uuid)
	}
	for _, points := range committed {
		for uuid := range points {
			uuids = append(uuids, uuid)
		}
	}
	log, err := store.InsightTickets(ctx, tx, projectID, domain.Some(uuids))
	if err != nil {
		return err
	}
	r.recommitted(committed, log.Tickets)
	r.reestimated(log.Tickets)
	r.redated()
	if r.rows.CostWithheld {
		return nil
	}
	return r.left(ctx, tx, log.Tickets)
}

// note records that an edit is behind a warning, and the item that it concerns.
func (r *editReader) note(code evm.WarningCode, e edit, thing WarnedThing) {
	if of := (concern{code, thing.UUID}); thing.UUID != "" && !r.noted[of] {
		r.noted[of] = true
		r.things[code] = append(r.things[code], thing)
	}
	r.acts[code] = append(r.acts[code], e)
}

// left finds the time on unfinished tickets that have left a sprint since the last report, and are in none now.
func (r *editReader) left(ctx context.Context, tx *db.Tx, tickets []store.InsightTicket) error {
	var ids []int64
	for _, t := range tickets {
		gone := t.SprintID == 0 || t.Deleted
		if gone && !r.isDone(t) && slices.ContainsFunc(r.tickets[t.UUID]["sprint"], func(e edit) bool { return textIn(e.from) != "" }) {
			ids = append(ids, t.ID)
		}
	}
	if len(ids) == 0 {
		return nil
	}
	rate, cost := Pricing(r.rows.Rates), map[int64]bool{}
	for line, err := range store.TicketEffort(ctx, tx, ids) {
		if err != nil {
			return err
		}
		if !r.past || line.Day <= r.day {
			r.found.Left = append(r.found.Left, effortLine(line.EffortDay, line.TicketID, rate))
			cost[line.TicketID] = true
		}
	}
	for _, t := range tickets {
		if cost[t.ID] {
			r.note(evm.CostLeftSprints, r.tickets[t.UUID]["sprint"][0], ticketThing(t))
		}
	}
	return nil
}

// isDone reports whether a ticket was done by the end of the day.
func (r *editReader) isDone(t store.InsightTicket) bool {
	return t.Done && (t.DoneAt == nil || t.DoneAt.Before(r.end))
}

// ticketThing returns a ticket for a warning, or nothing if it was deleted and cannot be opened.
func ticketThing(t store.InsightTicket) WarnedThing {
	if t.Deleted {
		return WarnedThing{}
	}
	return WarnedThing{UUID: t.UUID, Title: t.Title}
}

// reestimated finds the tickets whose points were changed after they were done.
func (r *editReader) reestimated(tickets []store.InsightTicket) {
	for _, t := range tickets {
		changes := r.tickets[t.UUID]["story_points"]
		if t.Deleted || !r.isDone(t) || t.DoneAt == nil {
			continue
		}
		changes = slices.DeleteFunc(changes, func(e edit) bool { return !e.at.After(*t.DoneAt) })
		if len(changes) == 0 {
			continue
		}
		before, err := strconv.ParseFloat(changes[len(changes)-1].from, 64)
		if err != nil || before == t.Points {
			continue
		}
		r.found.Reestimated = append(r.found.Reestimated, evm.Reestimated{TicketID: t.ID, Before: before})
		r.note(evm.PointsReestimated, changes[0], ticketThing(t))
	}
}

// commitments returns the first commitments that were dropped since the last report, by sprint and ticket.
func (r *editReader) commitments() map[string]map[string]float64 {
	all := map[string]map[string]float64{}
	for uuid, sprint := range r.sprints {
		i := slices.IndexFunc(sprint["commitment"], func(e edit) bool { return hasCommitment(e.from) })
		if i < 0 {
			continue
		}
		var points map[string]float64
		if err := json.Unmarshal([]byte(sprint["commitment"][i].from), &points); err == nil && len(points) > 0 {
			all[uuid] = points
		}
	}
	return all
}

func (r *editReader) recommitted(committed map[string]map[string]float64, tickets []store.InsightTicket) {
	for _, s := range r.rows.SprintNames {
		points, ok := committed[s.UUID]
		if !ok {
			continue
		}
		before := evm.Recommitted{SprintID: s.ID}
		for _, t := range tickets {
			if p, ok := points[t.UUID]; ok {
				before.Before = append(before.Before, evm.Commitment{TicketID: t.ID, Points: p})
			}
		}
		r.found.Recommitted = append(r.found.Recommitted, before)
		r.note(evm.CommittedAgain, r.sprints[s.UUID]["commitment"][0], WarnedThing{UUID: s.UUID, Title: s.Title})
	}
}

// redated finds the sprints whose dates were changed after they had some.
func (r *editReader) redated() {
	now := map[int64]store.FinanceSprint{}
	for _, s := range r.rows.Sprints {
		now[s.ID] = s
	}
	for _, s := range r.rows.SprintNames {
		start, end := r.sprints[s.UUID]["start_date"], r.sprints[s.UUID]["end_date"]
		newest := slices.Concat(start[:min(1, len(start))], end[:min(1, len(end))])
		if len(newest) == 0 {
			continue
		}
		r.found.Redated = append(r.found.Redated, evm.Redated{
			SprintID: s.ID, Start: dateBefore(start, now[s.ID].Start), End: dateBefore(end, now[s.ID].End),
		})
		for _, e := range newest {
			r.note(evm.SprintsRedated, e, WarnedThing{UUID: s.UUID, Title: s.Title})
		}
	}
}

// rebudgeted finds out whether the budget in force on the day was changed since the last report. If nothing was reported, the first budget counts as
// the one before.
func (r *editReader) rebudgeted(reported time.Time) {
	before, e := r.budgetBefore(reported)
	now, _ := domain.BudgetOn(r.rows.Budgets, r.day)
	if before == nil || now.Amount == nil || *before == *now.Amount {
		return
	}
	r.found.Budget = before
	r.note(evm.BudgetRaised, e, WarnedThing{})
}

// budgetBefore returns the budget that was in force on the day before the edits, and the edit that the warning names. The amount is nil if there was
// no budget, or nothing was edited.
func (r *editReader) budgetBefore(reported time.Time) (*float64, edit) {
	if !r.past {
		if n := len(r.budgets); n > 0 {
			return amountIn(r.budgets[n-1].from), r.budgets[0]
		}
		return nil, edit{}
	}
	then, last := map[domain.Date]*float64{}, edit{}
	for i, b := range r.rows.Budgets {
		switch {
		case i == 0 || !b.CreatedAt.After(reported):
			then[b.From] = b.Amount
		case b.From <= r.day:
			last = edit{at: b.CreatedAt, userID: userOf(b)}
		}
	}
	for _, e := range r.replaced { // the newest first, so that the oldest value stays
		if from, amount := budgetIn(e.from); from != "" {
			then[from] = amount
			if from <= r.day && e.at.After(last.at) {
				last = e
			}
		}
	}
	if last.at.IsZero() {
		return nil, last
	}
	days := slices.Sorted(maps.Keys(then))
	before := then[days[0]]
	for _, day := range days {
		if day <= r.day {
			before = then[day]
		}
	}
	return before, last
}

// amountIn decodes an amount; nil if there is none.
func amountIn(value string) *float64 {
	var amount *float64
	_ = json.Unmarshal([]byte(value), &amount) // an imported log may contain anything; then there was no budget
	return amount
}

// budgetIn decodes a budget that was replaced: its first day, empty if there was none, and its amount.
func budgetIn(value string) (domain.Date, *float64) {
	var had struct {
		From   domain.Date `json:"from"`
		Budget *float64    `json:"budget"`
	}
	_ = json.Unmarshal([]byte(value), &had) // an imported log may contain anything; then nothing was replaced
	return had.From, had.Budget
}

func userOf(b domain.Budget) int64 {
	if b.UserID == nil {
		return 0
	}
	return *b.UserID
}

// dateBefore returns the first of the dates that were changed, or the date as it is now if there was none before.
func dateBefore(changes []edit, now *domain.Date) *evm.Day {
	for _, e := range slices.Backward(changes) {
		if day, ok := domain.ParseDate(textIn(e.from)); ok {
			return evmDayOrNil(&day)
		}
	}
	return evmDayOrNil(now)
}

// authors returns who made the edits behind each warning, the newest first. Of the edits of one person on one day, it returns the last.
func (r *editReader) authors(ctx context.Context, tx *db.Tx, zone *time.Location) (map[evm.WarningCode][]evm.Act, error) {
	var ids []int64
	for _, list := range r.acts {
		for _, e := range list {
			ids = append(ids, e.userID)
		}
	}
	names, err := workstore.NamesOf(ctx, tx, ids)
	if err != nil {
		return nil, err
	}
	all := map[evm.WarningCode][]evm.Act{}
	for code, list := range r.acts {
		slices.SortStableFunc(list, func(a, b edit) int { return b.at.Compare(a.at) })
		known := map[string]bool{}
		for _, e := range list {
			act := evm.Act{By: names[e.userID], At: e.at.In(zone)}
			if key := act.At.Format(time.DateOnly) + act.By; !known[key] && len(known) < warnedThings {
				known[key] = true
				all[code] = append(all[code], act)
			}
		}
	}
	return all, nil
}
