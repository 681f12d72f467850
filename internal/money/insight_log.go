package money

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strconv"
	"time"

	"earnest/evm"
	"earnest/internal/db"
	"earnest/internal/domain"
	"earnest/internal/money/store"
	"earnest/internal/work"
)

// sprintLog returns a sprint and what the log says about it, with every change to a ticket that entered it, was in it or left it. Unfinished tickets that
// leave the sprint because it is over remain in its scope as not done. The caller passes the tickets that store.SprintTickets returns.
func (a *Service) sprintLog(
	ctx context.Context, tx *db.Tx, projectID int64, rows *store.InsightLog, tickets []string, sprint string,
) (found evm.Sprint, log evm.SprintLog, err error) {
	row, err := store.ReadFinanceSprint(ctx, tx, projectID, sprint)
	if err != nil {
		return found, log, err
	}
	found = EvmProject(&store.Finance{Sprints: []store.FinanceSprint{row}}).Sprints[0]
	started, closed, err := store.SprintSteps(ctx, tx, projectID, sprint)
	if err != nil {
		return found, log, err
	}
	log.Started, log.Closed = a.dayOf(started), a.dayOf(closed)
	err = a.replay(ctx, tx, projectID, rows, tickets, func(before, after ticketState) {
		touches := before.sprint == sprint || after.sprint == sprint
		if touches && (before.sprint != sprint || !after.isHandedOn(found, closed)) {
			log.Changes = append(log.Changes, after.seenFrom(sprint))
		}
	})
	return found, log, err
}

// readBoard reads a project that the caller may read, with its statuses and without its tickets.
func readBoard(ctx context.Context, tx *db.Tx, who domain.Caller, project string) (domain.Access, *store.InsightLog, error) {
	access, err := work.OfProject(who, project).Authorize(ctx, tx, domain.ReadProject)
	if err != nil {
		return access, nil, err
	}
	rows, err := store.InsightTickets(ctx, tx, access.ProjectID, domain.Some([]string{}))
	return access, rows, err
}

// ticketState is the state of a ticket after a log row. A deleted ticket has no status and no sprint.
type ticketState struct {
	id     int64 // negative, but still unique, if the tickets were not read
	uuid   string
	day    evm.Day
	status string
	sprint string // uuid, or empty if none
	epic   string // uuid, or empty if none
	left   string // the sprint it was in before
	points float64
	done   bool
	at     time.Time
}

// isHandedOn reports whether a ticket leaves a sprint unfinished because the sprint is over: at or after the moment it is closed, or on its
// last day or later. closed is nil if the log does not show that moment.
func (s ticketState) isHandedOn(from evm.Sprint, closed *time.Time) bool {
	over := closed != nil && !s.at.Before(*closed) || from.End != nil && s.day >= *from.End
	return from.Status == evm.Completed && over && !s.done && s.status != "" && s.sprint != s.left
}

func (s ticketState) seenFrom(sprint string) evm.TicketChange {
	return evm.TicketChange{Day: s.day, TicketID: s.id, InSprint: s.sprint == sprint, Done: s.done, Points: s.points}
}

// replay reads the log of the tickets with these uuids in order and passes each step to f. When a status begins or ceases to mean done, that
// is a step for each of its tickets.
func (a *Service) replay(
	ctx context.Context, tx *db.Tx, projectID int64, rows *store.InsightLog, tickets []string, f func(before, after ticketState),
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
	of := slices.Clone(tickets)
	for _, s := range log {
		of = append(of, s.NounUUID)
	}
	for change, err := range store.TicketChanges(ctx, tx, projectID, of) {
		if err := cmp.Or(err, ctx.Err()); err != nil { // a status that changes its meaning can affect very many tickets
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

// replay holds the state of every ticket at a point in the log, by uuid.
type replay struct {
	ids    map[string]int64
	done   work.DoneStatuses
	states map[string]*ticketState
	values *logValues
	at     time.Time
	day    evm.Day
	f      func(before, after ticketState)
}

// ticket applies a log row about a ticket.
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

// status applies a log row about a status.
func (r *replay) status(change domain.Change) error {
	if err := r.done.Follow(change); err != nil {
		return err
	}
	for _, state := range r.states {
		if state.status == change.NounUUID && state.done != r.done[state.status] {
			r.step(state, *state)
		}
	}
	return nil
}

func (r *replay) step(state *ticketState, after ticketState) {
	before := *state
	after.day, after.at = r.day, r.at
	after.left, after.done = before.sprint, r.done[after.status]
	*state = after
	r.f(before, after)
}

// after returns the state of a ticket after a log row.
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
