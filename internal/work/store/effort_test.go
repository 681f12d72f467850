package store_test

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/uuid"

	"earnest/internal/db"
	"earnest/internal/db/dbtest"
	"earnest/internal/domain"
	identitystore "earnest/internal/identity/store"
	transferstore "earnest/internal/transfer/store"
	workstore "earnest/internal/work/store"
)

// history is a project with a person and a ticket that is done, inside one transaction.
type history struct {
	tx      *db.Tx
	now     time.Time
	project int64
	user    int64
	ticket  string
}

func newHistory(ctx context.Context, tx *db.Tx) (*history, error) {
	h := &history{tx: tx, now: time.Date(2026, 3, 1, 9, 0, 0, 0, time.UTC)}
	account := domain.Account{Plan: domain.Pro, Active: true, SubscribedAt: h.now}
	user := domain.User{UUID: uuid.NewString(), Email: uuid.NewString() + "@example.com", Account: account, CreatedAt: h.now, UpdatedAt: h.now}
	var err error
	if h.user, err = identitystore.InsertUser(ctx, tx, user); err != nil {
		return nil, err
	}
	if h.project, err = workstore.InsertProject(ctx, tx, domain.NewProject(uuid.NewString(), domain.ProjectPatch{Name: domain.Some("P")}, h.now)); err != nil {
		return nil, err
	}
	t := domain.NewTicket(uuid.NewString(), h.project, "", h.now)
	t.DoneAt, h.ticket = &h.now, t.UUID
	return h, workstore.InsertTicket(ctx, tx, t)
}

// log logs time on the ticket.
func (h *history) log(ctx context.Context, day domain.Date, minutes int64) error {
	t, err := workstore.Ticket(ctx, h.tx, h.ticket)
	if err != nil {
		return err
	}
	e := domain.TimeEntry{
		UUID: uuid.NewString(), ProjectID: h.project, TicketID: t.ID, UserID: h.user,
		Minutes: minutes, LoggedAt: day, CreatedAt: h.now, UpdatedAt: h.now,
	}
	if err := workstore.InsertTimeEntry(ctx, h.tx, e); err != nil {
		return err
	}
	if err := workstore.AddToEntryCount(ctx, h.tx, e.ProjectID, 1); err != nil {
		return err
	}
	rates, err := workstore.Rates(ctx, h.tx, h.project, h.user)
	if err != nil {
		return err
	}
	return workstore.AddEffort(ctx, h.tx, h.project, workstore.ScopeOf(t), h.user, rates, day, minutes)
}

// check returns an error that lists the differences between the roll-ups and a recount, for one project or all.
func (h *history) check(ctx context.Context, project *int64) error {
	effort, err := transferstore.EffortMismatches(ctx, h.tx, project)
	if err != nil {
		return err
	}
	counts, err := transferstore.CountMismatches(ctx, h.tx, project)
	if found := slices.Concat(effort, counts); err == nil && len(found) > 0 {
		err = errors.New(strings.Join(found, "\n"))
	}
	return err
}

// errUndo makes a transaction roll back.
var errUndo = errors.New("undo")

func TestARecountFindsWhatARollUpGotWrong(t *testing.T) {
	t.Parallel()
	cases := map[string]struct {
		harm string
		want string
	}{
		"a minute too many":         {`UPDATE effort_days SET minutes = minutes + 1`, "on 2026-01-05 (sprint 0, epic 0): 61 minutes are kept, the time entries give 60"},
		"a day forgotten":           {`DELETE FROM effort_days`, "0 minutes are kept, the time entries give 60"},
		"a day at another place":    {`UPDATE effort_days SET sprint_id = 7`, "(sprint 7, epic 0): 60 minutes are kept, the time entries give 0"},
		"an emptied row left":       {`INSERT INTO effort_days SELECT project_id, 8, 9, user_id, day, 0 FROM effort_days`, "(sprint 8, epic 9): 0 minutes are kept, the time entries give 0"},
		"a minute too few priced":   {`UPDATE effort_costs SET minutes = minutes - 1`, "at the rate from 2026-01-01 (in a sprint: false, in an open epic: false): 59 minutes are kept, the time entries give 60"},
		"priced at another rate":    {`UPDATE effort_costs SET rate_from = '2026-01-02'`, "at the rate from 2026-01-02 (in a sprint: false, in an open epic: false): 60 minutes are kept, the time entries give 0"},
		"not priced at all":         {`UPDATE effort_costs SET rate_from = ''`, "without a rate (in a sprint: false, in an open epic: false): 60 minutes are kept, the time entries give 0"},
		"a rate changed unnoticed":  {`DELETE FROM rates`, "without a rate (in a sprint: false, in an open epic: false): 0 minutes are kept, the time entries give 60"},
		"a ticket too many":         {`UPDATE ticket_counts SET done_tickets = done_tickets + 1`, "0 open, 1 done and 0 deleted tickets of 0 points in sprint 0 with the commitments \"\", but 0 open, 2 done and 0 deleted are kept"},
		"a ticket not counted":      {`DELETE FROM ticket_counts`, "but 0 open, 0 done and 0 deleted are kept"},
		"a count left empty":        {`INSERT INTO ticket_counts SELECT project_id, 7, points, committed, 0, 0, 0 FROM ticket_counts`, "0 open, 0 done and 0 deleted tickets of 0 points in sprint 7"},
		"a ticket counted as open":  {`UPDATE ticket_counts SET open_tickets = 1, done_tickets = 0`, "but 1 open, 0 done and 0 deleted are kept"},
		"a point too many":          {`UPDATE sprint_points SET open_points = open_points + 1`, "has 0 open, 0 done and 0 committed whole points in sprint 0, but 1 open, 0 done and 0 committed are kept"},
		"points of no ticket":       {`INSERT INTO sprint_points SELECT project_id, 7, 0, 0, 3 FROM sprint_points`, "has 0 open, 0 done and 0 committed whole points in sprint 7, but 0 open, 0 done and 3 committed are kept"},
		"a commitment forgotten":    {`UPDATE tickets SET committed = '7:1'`, `is kept with the commitments "7:1", but they are ""`},
		"a time entry that changed": {`UPDATE time_entries SET duration_minutes = 45`, "60 minutes are kept, the time entries give 45"},
	}
	dbtest.EachStore(t, func(t *testing.T, s *db.DB) {
		for name, c := range cases {
			t.Run(name, func(t *testing.T) { mustFind(t, s, c.harm, c.want) })
		}
	})
}

// mustFind damages an otherwise valid project and expects the doctor to report the damage.
func mustFind(t *testing.T, s *db.DB, harm, want string) {
	t.Helper()
	ctx := t.Context()
	err := s.Write(ctx, func(tx *db.Tx) error {
		h, err := newHistory(ctx, tx)
		if err != nil {
			return err
		}
		if err := workstore.SetRates(ctx, tx, h.project, h.user, []domain.Rate{{From: "2026-01-01", TJM: 400}}); err != nil {
			return err
		}
		if err := h.log(ctx, "2026-01-05", 60); err != nil {
			return err
		}
		if err := h.check(ctx, nil); err != nil {
			return err
		}
		if _, err := tx.Exec(ctx, harm); err != nil {
			return err
		}
		if found := h.check(ctx, &h.project); found == nil || !strings.Contains(found.Error(), want) {
			return fmt.Errorf("want a sentence with %q, got %w", want, found)
		}
		elsewhere := h.project + 1
		if found := h.check(ctx, &elsewhere); found != nil {
			return fmt.Errorf("another project: %w", found)
		}
		return errUndo
	})
	if !errors.Is(err, errUndo) {
		t.Error(err)
	}
}

// The text of so many commitments does not fit into an index of PostgreSQL.
func TestATicketMayBeCarriedThroughManySprints(t *testing.T) {
	t.Parallel()
	dbtest.EachStore(t, func(t *testing.T, s *db.DB) {
		t.Helper()
		err := s.Write(t.Context(), func(tx *db.Tx) error {
			h, err := newHistory(t.Context(), tx)
			if err != nil {
				return err
			}
			for range 200 {
				sprint, err := workstore.InsertSprint(t.Context(), tx, domain.Sprint{
					UUID: uuid.NewString(), ProjectID: h.project, Title: "S", Status: domain.Planning, CreatedAt: h.now, UpdatedAt: h.now,
				})
				if err != nil {
					return err
				}
				ticket, err := workstore.Ticket(t.Context(), tx, h.ticket)
				if err != nil {
					return err
				}
				ticket.SprintID, ticket.StoryPoints = &sprint, 1/3.0
				if err := errors.Join(workstore.UpdateTicket(t.Context(), tx, ticket), workstore.TakeCommitment(t.Context(), tx, sprint)); err != nil {
					return err
				}
			}
			return errors.Join(h.check(t.Context(), nil), errUndo)
		})
		if !errors.Is(err, errUndo) || err.Error() != errUndo.Error() {
			t.Error(err)
		}
	})
}
