package store_test

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
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

// history is a project on which a random sequence of steps is run, inside one transaction.
type history struct {
	tx      *db.Tx
	now     time.Time
	project int64
	users   []int64
	sprints []int64
	epics   []domain.Epic
	tickets []string
}

// step is one random action; pick and other choose among the objects that exist when it runs.
type step struct {
	act         string
	pick, other int
	day         domain.Date
	minutes     int64
}

func (s step) String() string {
	return fmt.Sprintf("%s(%d, %d, %s, %d)", s.act, s.pick, s.other, s.day, s.minutes)
}

// newStory returns a random sequence of steps, which depends only on the seed and the length.
func newStory(seed uint64, length int) []step {
	r := rand.New(rand.NewPCG(seed, 0))
	acts := []string{"ticket", "log", "log", "log", "sprint", "epic", "move", "move", "move several", "delete ticket", "delete epic", "finish epic",
		"commit", "uncommit", "rates"}
	days := []domain.Date{"2026-01-05", "2026-01-06", "2026-02-02"}
	story := make([]step, 0, length)
	for range length {
		story = append(story, step{acts[r.IntN(len(acts))], r.IntN(6), r.IntN(6), days[r.IntN(len(days))], r.Int64N(600) + 1})
	}
	return story
}

// newHistory creates a project with two people and one ticket.
func newHistory(ctx context.Context, tx *db.Tx) (*history, error) {
	h := &history{tx: tx, now: time.Date(2026, 3, 1, 9, 0, 0, 0, time.UTC)}
	for range 2 {
		email := uuid.NewString() + "@example.com"
		account := domain.Account{Plan: domain.Pro, Active: true, SubscribedAt: h.now}
		id, err := identitystore.InsertUser(ctx, tx, domain.User{UUID: uuid.NewString(), Email: email, Account: account, CreatedAt: h.now, UpdatedAt: h.now})
		if err != nil {
			return nil, err
		}
		h.users = append(h.users, id)
	}
	var err error
	if h.project, err = workstore.InsertProject(ctx, tx, domain.NewProject(uuid.NewString(), domain.ProjectPatch{Name: domain.Some("P")}, h.now)); err != nil {
		return nil, err
	}
	return h, h.play(ctx, step{act: "ticket"})
}

func (h *history) play(ctx context.Context, s step) error {
	switch s.act {
	case "sprint":
		id, err := workstore.InsertSprint(ctx, h.tx, domain.Sprint{UUID: uuid.NewString(), ProjectID: h.project, Title: "S", Status: domain.Planning, CreatedAt: h.now, UpdatedAt: h.now})
		h.sprints = append(h.sprints, id)
		return err
	case "epic":
		e := domain.Epic{UUID: uuid.NewString(), ProjectID: h.project, Title: "E", Status: domain.DefaultEpicStatus, CreatedAt: h.now, UpdatedAt: h.now}
		var err error
		e.ID, err = workstore.InsertEpic(ctx, h.tx, e)
		h.epics = append(h.epics, e)
		return err
	case "ticket":
		t := domain.NewTicket(uuid.NewString(), h.project, "", h.now)
		h.place(&t, s)
		h.tickets = append(h.tickets, t.UUID)
		return workstore.InsertTicket(ctx, h.tx, t, domain.Opt[*int64]{})
	case "rates":
		return workstore.SetRates(ctx, h.tx, h.project, h.users[s.pick%2], h.rates(s))
	case "delete epic":
		return h.deleteEpic(ctx, s)
	case "finish epic":
		return h.finishEpic(ctx, s)
	case "commit", "uncommit":
		return h.commit(ctx, s)
	case "move several":
		return h.moveSeveral(ctx, s)
	default:
		return h.playTicket(ctx, s)
	}
}

// playTicket runs a step on a ticket, if one is left.
func (h *history) playTicket(ctx context.Context, s step) error {
	if len(h.tickets) == 0 {
		return nil
	}
	i := s.pick % len(h.tickets)
	t, err := workstore.Ticket(ctx, h.tx, h.tickets[i])
	if err != nil {
		return err
	}
	switch s.act {
	case "log":
		return h.log(ctx, t, h.users[s.other%2], s)
	case "move":
		from := workstore.ScopeOf(t)
		h.place(&t, s)
		if err := workstore.UpdateTicket(ctx, h.tx, t); err != nil {
			return err
		}
		return workstore.MoveEffort(ctx, h.tx, h.project, t.ID, from, workstore.ScopeOf(t))
	case "delete ticket":
		h.tickets = append(h.tickets[:i], h.tickets[i+1:]...)
		if err := workstore.MoveEffort(ctx, h.tx, h.project, t.ID, workstore.ScopeOf(t), workstore.Scope{}); err != nil {
			return err
		}
		return workstore.DeleteTicket(ctx, h.tx, t.ID, h.now)
	default:
		return errors.New("no such act: " + s.act)
	}
}

// moveSeveral moves most of the tickets to one scope, with their minutes.
func (h *history) moveSeveral(ctx context.Context, s step) error {
	all, err := workstore.WholeTickets(ctx, h.tx, h.project, h.tickets[min(s.pick/2, len(h.tickets)):])
	if err != nil {
		return err
	}
	var ids []int64
	for _, t := range all {
		ids = append(ids, t.ID)
	}
	if err := workstore.TakeEffort(ctx, h.tx, ids); err != nil {
		return err
	}
	for _, t := range all {
		h.place(&t, s)
		if err := workstore.UpdateTicket(ctx, h.tx, t); err != nil {
			return err
		}
	}
	return workstore.GiveEffort(ctx, h.tx, h.project, ids)
}

// place moves a ticket to one of the sprints and epics, or to none.
func (h *history) place(t *domain.Ticket, s step) {
	t.SprintID, t.EpicID, t.DoneAt = nil, nil, nil
	t.StoryPoints = float64(s.minutes%4) / 10
	if s.minutes%3 == 0 {
		t.DoneAt = &h.now
	}
	if i := s.other % (len(h.sprints) + 1); i > 0 {
		t.SprintID = &h.sprints[i-1]
	}
	if i := int(s.minutes) % (len(h.epics) + 1); i > 0 {
		t.EpicID = &h.epics[i-1].ID
	}
}

func (h *history) log(ctx context.Context, t domain.Ticket, userID int64, s step) error {
	e := domain.TimeEntry{
		UUID: uuid.NewString(), ProjectID: h.project, TicketID: t.ID, UserID: userID,
		Minutes: s.minutes, LoggedAt: s.day, CreatedAt: h.now, UpdatedAt: h.now,
	}
	if err := workstore.InsertTimeEntry(ctx, h.tx, e); err != nil {
		return err
	}
	rates, err := workstore.Rates(ctx, h.tx, h.project, userID)
	if err != nil {
		return err
	}
	return workstore.AddEffort(ctx, h.tx, h.project, workstore.ScopeOf(t), userID, rates, s.day, s.minutes)
}

// rates returns up to two rates that begin around the days of the story.
func (h *history) rates(s step) []domain.Rate {
	all := []domain.Rate{{From: domain.FirstDay, TJM: 100}, {From: s.day, TJM: 200}, {From: s.day.AddDays(1), TJM: 300}}
	first := s.other % len(all)
	return all[first:min(len(all), first+s.pick%3)]
}

func (h *history) deleteEpic(ctx context.Context, s step) error {
	if len(h.epics) == 0 {
		return nil
	}
	i := s.pick % len(h.epics)
	e := h.epics[i]
	h.epics = append(h.epics[:i:i], h.epics[i+1:]...)
	if err := workstore.DetachTickets(ctx, h.tx, e.ID, domain.Change{At: h.now, Noun: "ticket", What: "epic"}); err != nil {
		return err
	}
	if err := workstore.LeaveEpic(ctx, h.tx, h.project, e); err != nil {
		return err
	}
	return workstore.DeleteEpic(ctx, h.tx, e.ID)
}

// finishEpic finishes an epic, or reopens a finished one.
func (h *history) finishEpic(ctx context.Context, s step) error {
	if len(h.epics) == 0 {
		return nil
	}
	e := &h.epics[s.pick%len(h.epics)]
	open := e.Status == domain.EpicDone
	if e.Status = domain.EpicDone; open {
		e.Status = domain.DefaultEpicStatus
	}
	if err := workstore.UpdateEpic(ctx, h.tx, *e); err != nil {
		return err
	}
	return workstore.EngageEpic(ctx, h.tx, h.project, e.ID, open)
}

// commit takes or drops the commitment of a sprint.
func (h *history) commit(ctx context.Context, s step) error {
	if len(h.sprints) == 0 {
		return nil
	}
	id := h.sprints[s.pick%len(h.sprints)]
	if s.act == "commit" {
		return workstore.TakeCommitment(ctx, h.tx, id)
	}
	return workstore.DropCommitment(ctx, h.tx, id)
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

func TestRollUpsEqualARecountAfterEveryStepOfAHistory(t *testing.T) {
	t.Parallel()
	const stories, length = 14, 60
	dbtest.EachStore(t, func(t *testing.T, s *db.DB) {
		t.Helper()
		for seed := range uint64(stories) {
			err := s.Write(t.Context(), func(tx *db.Tx) error { return tell(t.Context(), tx, newStory(seed, length)) })
			if !errors.Is(err, errUndo) {
				t.Errorf("story %d: %v", seed, err)
			}
		}
	})
}

// tell runs a story, checks the roll-ups after every step, and rolls everything back.
func tell(ctx context.Context, tx *db.Tx, story []step) error {
	h, err := newHistory(ctx, tx)
	if err != nil {
		return err
	}
	for i, step := range story {
		if err := h.play(ctx, step); err != nil {
			return fmt.Errorf("step %d, %s: %w", i, step, err)
		}
		if err := h.check(ctx, &h.project); err != nil {
			return fmt.Errorf("after step %d of %s: %w", i, story[:i+1], err)
		}
	}
	if err := h.check(ctx, nil); err != nil {
		return fmt.Errorf("all projects: %w", err)
	}
	return errUndo
}

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
		"a ticket too many":         {`UPDATE ticket_counts SET tickets = tickets + 1`, "1 done tickets of 0 points in sprint 0 with the commitments \"\", but 2 are kept"},
		"a ticket not counted":      {`DELETE FROM ticket_counts`, "but 0 are kept"},
		"a count left empty":        {`INSERT INTO ticket_counts SELECT project_id, 7, state, points, committed, 0 FROM ticket_counts`, "0 done tickets of 0 points in sprint 7"},
		"a ticket counted as open":  {`UPDATE ticket_counts SET state = 'open'`, "0 open tickets of 0 points in sprint 0"},
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
		if err := workstore.SetRates(ctx, tx, h.project, h.users[0], []domain.Rate{{From: "2026-01-01", TJM: 400}}); err != nil {
			return err
		}
		if err := h.play(ctx, step{act: "log", day: "2026-01-05", minutes: 60}); err != nil {
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
			for i := range 200 {
				if err := h.play(t.Context(), step{act: "sprint"}); err != nil {
					return err
				}
				ticket, err := workstore.Ticket(t.Context(), tx, h.tickets[0])
				if err != nil {
					return err
				}
				ticket.SprintID, ticket.StoryPoints = &h.sprints[i], 1/3.0
				if err := errors.Join(workstore.UpdateTicket(t.Context(), tx, ticket), workstore.TakeCommitment(t.Context(), tx, h.sprints[i])); err != nil {
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
