package money

import (
	"cmp"
	"context"
	"fmt"
	"iter"
	"slices"
	"strconv"
	"time"

	"earnest/evm"
	"earnest/internal/db"
	"earnest/internal/domain"
	"earnest/internal/money/store"
	"earnest/internal/work"
)

// sprintChanges returns a sprint and, from the log, every change of a ticket that came into it, was in it or left it. What a finished
// sprint hands on was not taken out of its scope: it stays in it, not done. The tickets are those of store.SprintTickets.
func (a *Service) sprintChanges(
	ctx context.Context, tx *db.Tx, projectID int64, rows *store.Insight, tickets []string, sprint string,
) (found evm.Sprint, changes []evm.TicketChange, err error) {
	row, err := store.ReadFinanceSprint(ctx, tx, projectID, sprint)
	if err != nil {
		return found, nil, err
	}
	found = EvmProject(&store.Finance{Sprints: []store.FinanceSprint{row}}).Sprints[0]
	closed, err := store.SprintClosed(ctx, tx, projectID, sprint)
	if err != nil {
		return found, nil, err
	}
	err = a.replayOnly(ctx, tx, projectID, rows, tickets, func(before, after ticketState) {
		touches := before.sprint == sprint || after.sprint == sprint
		if touches && (before.sprint != sprint || !after.isHandedOn(found, closed)) {
			changes = append(changes, after.seenFrom(sprint))
		}
	})
	return found, changes, err
}

// readBoard reads a project that the reader may read, with its statuses and without its tickets.
func readBoard(ctx context.Context, tx *db.Tx, who domain.Caller, project string) (domain.Access, *store.Insight, error) {
	access, err := work.OfProject(who, project).Authorize(ctx, tx, domain.ReadProject)
	if err != nil {
		return access, nil, err
	}
	rows, err := store.InsightTickets(ctx, tx, access.ProjectID, domain.Some([]string{}))
	return access, rows, err
}

// ticketState is a ticket after a row of the log. One that was deleted is in no status and no sprint.
type ticketState struct {
	id     int64 // negative, but still unique, if the tickets were not read
	uuid   string
	day    evm.Day
	status string
	sprint string // uuid; empty: none
	epic   string // uuid; empty: none
	left   string // the sprint it was in before
	points float64
	done   bool
	at     time.Time
}

// isHandedOn reports whether a ticket that was in a sprint leaves it unfinished because the sprint is over: with its end or
// later, or on its last day. closed is nil where the log does not tell.
func (s ticketState) isHandedOn(from evm.Sprint, closed *time.Time) bool {
	over := closed != nil && !s.at.Before(*closed) || from.End != nil && s.day >= *from.End
	return from.Status == evm.Completed && over && !s.done && s.status != "" && s.sprint != s.left
}

func (s ticketState) seenFrom(sprint string) evm.TicketChange {
	return evm.TicketChange{Day: s.day, TicketID: s.id, InSprint: s.sprint == sprint, Done: s.done, Points: s.points}
}

// replay goes through the log of a project's tickets in its order and gives each step to f. A status that begins or
// ceases to mean done is a step of each ticket in it. What is told of sprints, epics or points is left out unless it is asked for.
func (a *Service) replay(
	ctx context.Context, tx *db.Tx, projectID int64, rows *store.Insight, facts store.LifeFacts, f func(before, after ticketState),
) error {
	return a.replayOf(ctx, tx, projectID, rows, func([]domain.Change) iter.Seq2[domain.Change, error] {
		return store.TicketChanges(ctx, tx, projectID, facts)
	}, f)
}

// replayOnly is replay of the tickets of these uuids, with all that is told of them.
func (a *Service) replayOnly(
	ctx context.Context, tx *db.Tx, projectID int64, rows *store.Insight, only []string, f func(before, after ticketState),
) error {
	return a.replayOf(ctx, tx, projectID, rows, func(statuses []domain.Change) iter.Seq2[domain.Change, error] {
		of := slices.Clone(only)
		for _, s := range statuses {
			of = append(of, s.NounUUID)
		}
		return store.TicketChangesOf(ctx, tx, projectID, of)
	}, f)
}

// replayOf goes through a part of the log, which may depend on what the log tells of the statuses.
func (a *Service) replayOf(
	ctx context.Context, tx *db.Tx, projectID int64, rows *store.Insight,
	life func(statuses []domain.Change) iter.Seq2[domain.Change, error], f func(before, after ticketState),
) error {
	r := &replay{ids: map[string]int64{}, states: map[string]*ticketState{}, values: newLogValues(), f: f}
	for _, t := range rows.Tickets {
		r.ids[t.UUID] = t.ID
	}
	log, err := store.StatusChanges(ctx, tx, projectID)
	if err != nil {
		return err
	}
	if r.done, err = work.StatusesAtStart(rows.Statuses, log); err != nil {
		return err
	}
	for change, err := range life(log) {
		if err := cmp.Or(err, ctx.Err()); err != nil { // a status that changes its meaning is a step of very many tickets
			return err
		}
		read := r.status
		if change.Noun == work.TicketNoun {
			read = r.ticket
		}
		r.at, r.day = change.At, a.dayAt(change.At)
		if err := read(change); err != nil {
			return err
		}
	}
	return nil
}

// replay is the state of every ticket at a point of the log, by uuid.
type replay struct {
	ids    map[string]int64
	done   work.DoneStatuses
	states map[string]*ticketState
	values *logValues
	at     time.Time
	day    evm.Day
	f      func(before, after ticketState)
}

// ticket takes in a row about a ticket.
func (r *replay) ticket(change domain.Change) error {
	state := r.states[change.NounUUID]
	if state == nil {
		state = r.first(change.NounUUID)
	}
	after, err := state.after(change, r.values)
	if err != nil {
		return fmt.Errorf("the log of ticket %s: %w", change.NounUUID, err)
	}
	r.step(state, after)
	return nil
}

// first returns the state of a ticket before its first log row.
func (r *replay) first(uuid string) *ticketState {
	state := &ticketState{uuid: uuid, id: -1 - int64(len(r.states))}
	if id, ok := r.ids[uuid]; ok {
		state.id = id
	}
	r.states[uuid] = state
	return state
}

// status takes in a row about a status.
func (r *replay) status(change domain.Change) error {
	err := r.done.Follow(change)
	for _, state := range r.states {
		if state.status == change.NounUUID && state.done != r.done[state.status] {
			r.step(state, *state)
		}
	}
	return err
}

func (r *replay) step(state *ticketState, after ticketState) {
	before := *state
	after.day, after.at = r.day, r.at
	after.left, after.done = before.sprint, r.done[after.status]
	*state = after
	r.f(before, after)
}

// after returns the state of a ticket after a row of the log.
func (s ticketState) after(c domain.Change, values *logValues) (ticketState, error) {
	var err error
	switch c.What {
	case domain.Created, domain.Restored:
		err = values.ticket(c.To, &s)
	case domain.Deleted:
		s.status, s.sprint = "", ""
	case "status":
		s.status, err = values.text(c.To)
	case "story_points":
		s.points, err = strconv.ParseFloat(c.To, 64)
	case "epic":
		s.epic, err = values.text(c.To)
	case "sprint":
		s.sprint, err = values.text(c.To)
	}
	return s, err
}
