package app

import (
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"iter"
	"slices"
	"time"

	"earnest/evm"
	"earnest/internal/domain"
	"earnest/internal/store"
)

// sprintChanges gives a sprint and, from the log, every change of a ticket that came into it, was in it or left it. What a finished
// sprint hands on was not taken out of its scope: it stays in it, not done. The tickets are those of store.Tx.SprintTickets.
func (a *App) sprintChanges(
	ctx context.Context, tx *store.Tx, projectID int64, rows *store.Insight, tickets []string, sprint string,
) (found evm.Sprint, changes []evm.TicketChange, err error) {
	row, err := tx.FinanceSprint(ctx, projectID, sprint)
	if err != nil {
		return found, nil, err
	}
	found = evmProject(&store.Finance{Sprints: []store.FinanceSprint{row}}).Sprints[0]
	closed, err := tx.SprintClosed(ctx, projectID, sprint)
	if err != nil {
		return found, nil, err
	}
	err = a.replayOf(ctx, tx, projectID, rows, domain.Some(tickets), func(before, after ticketState) {
		touches := before.sprint == sprint || after.sprint == sprint
		if touches && (before.sprint != sprint || !after.isHandedOn(found, closed)) {
			changes = append(changes, after.seenFrom(sprint))
		}
	})
	return found, changes, err
}

// tickets reads the tickets of a project that the reader may read.
func (r Reader) tickets(ctx context.Context, tx *store.Tx, project string) (domain.Access, *store.Insight, error) {
	access, err := r.project(ctx, tx, project)
	if err != nil {
		return access, nil, err
	}
	rows, err := tx.InsightTickets(ctx, access.ProjectID, domain.Opt[[]string]{})
	return access, rows, err
}

// ticketState is a ticket after a row of the log. One that was deleted is in no status and no sprint.
type ticketState struct {
	id     int64
	day    evm.Day
	status string
	sprint string // uuid; empty: none
	epic   string // uuid; empty: none
	left   string // the sprint it was in before
	points float64
	done   bool
	at     time.Time
}

// isHandedOn tells whether a ticket that was in a sprint leaves it unfinished because the sprint is over: with its end or
// later, or on its last day. closed is nil where the log does not tell.
func (s ticketState) isHandedOn(from evm.Sprint, closed *time.Time) bool {
	over := closed != nil && !s.at.Before(*closed) || from.End != nil && s.day >= *from.End
	return from.Status == evm.Completed && over && !s.done && s.status != "" && s.sprint != s.left
}

func (s ticketState) seenFrom(sprint string) evm.TicketChange {
	return evm.TicketChange{Day: s.day, TicketID: s.id, InSprint: s.sprint == sprint, Done: s.done, Points: s.points}
}

// replay goes through the log of a project's tickets in its order and gives each step to f. A status that begins or
// ceases to mean done is a step of each ticket in it.
func (a *App) replay(ctx context.Context, tx *store.Tx, projectID int64, rows *store.Insight, f func(before, after ticketState)) error {
	return a.replayOf(ctx, tx, projectID, rows, domain.Opt[[]string]{}, f)
}

// replayOf is replay of the tickets of these uuids.
func (a *App) replayOf(
	ctx context.Context, tx *store.Tx, projectID int64, rows *store.Insight, only domain.Opt[[]string], f func(before, after ticketState),
) error {
	r := &replay{ids: map[string]int64{}, states: map[string]ticketState{}, f: f}
	for _, t := range rows.Tickets {
		r.ids[t.UUID] = t.ID
	}
	log, err := tx.StatusChanges(ctx, projectID)
	if err != nil {
		return err
	}
	if r.done, err = statusesAtStart(rows.Statuses, log); err != nil {
		return err
	}
	for change, err := range lifeOf(ctx, tx, projectID, only, log) {
		if err := cmp.Or(err, ctx.Err()); err != nil { // a status that changes its meaning is a step of very many tickets
			return err
		}
		read := r.status
		if change.Noun == ticketNoun {
			read = r.ticket
		}
		r.at = change.At
		if err := read(change, *a.dayOf(&change.At)); err != nil {
			return err
		}
	}
	return nil
}

// lifeOf is the part of the log that a replay reads.
func lifeOf(ctx context.Context, tx *store.Tx, projectID int64, only domain.Opt[[]string], statuses []domain.Change) iter.Seq2[domain.Change, error] {
	if !only.Set {
		return tx.TicketChanges(ctx, projectID)
	}
	of := slices.Clone(only.Value)
	for _, s := range statuses {
		of = append(of, s.NounUUID)
	}
	return tx.TicketChangesOf(ctx, projectID, of)
}

// replay is the state of every ticket at a point of the log, by uuid.
type replay struct {
	ids    map[string]int64
	done   doneStatuses
	states map[string]ticketState
	at     time.Time
	f      func(before, after ticketState)
}

// ticket takes in a row about a ticket.
func (r *replay) ticket(change domain.Change, day evm.Day) error {
	after, err := r.states[change.NounUUID].after(change)
	if err != nil {
		return fmt.Errorf("the log of ticket %s: %w", change.NounUUID, err)
	}
	r.step(change.NounUUID, after, day)
	return nil
}

// status takes in a row about a status.
func (r *replay) status(change domain.Change, day evm.Day) error {
	err := r.done.follow(change)
	for uuid, state := range r.states {
		if state.status == change.NounUUID && state.done != r.done[state.status] {
			r.step(uuid, state, day)
		}
	}
	return err
}

func (r *replay) step(uuid string, after ticketState, day evm.Day) {
	before := r.states[uuid]
	after.id, after.day, after.at = r.ids[uuid], day, r.at
	after.left, after.done = before.sprint, r.done[after.status]
	r.states[uuid] = after
	r.f(before, after)
}

// after is the state after a row of the log.
func (s ticketState) after(c domain.Change) (ticketState, error) {
	var sprint, epic *string
	var err error
	switch c.What {
	case domain.Created, domain.Restored:
		created := struct {
			Status string  `json:"status"`
			Points float64 `json:"story_points"`
			Sprint *string `json:"sprint"`
			Epic   *string `json:"epic"`
		}{}
		err = json.Unmarshal([]byte(c.To), &created)
		s.status, s.points, sprint = created.Status, created.Points, created.Sprint
		s.epic = orNone(created.Epic)
	case domain.Deleted:
		s.status = ""
	case "status":
		err = json.Unmarshal([]byte(c.To), &s.status)
		return s, err
	case "story_points":
		err = json.Unmarshal([]byte(c.To), &s.points)
		return s, err
	case "epic":
		err = json.Unmarshal([]byte(c.To), &epic)
		s.epic = orNone(epic)
		return s, err
	case "sprint":
		err = json.Unmarshal([]byte(c.To), &sprint)
	}
	s.sprint = orNone(sprint)
	return s, err
}

// orNone is a uuid, or nothing.
func orNone(uuid *string) string {
	if uuid == nil {
		return ""
	}
	return *uuid
}
