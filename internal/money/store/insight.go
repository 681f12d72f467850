package store

import (
	"context"
	"strconv"
	"time"

	"earnest/internal/db"
	"earnest/internal/domain"
	workstore "earnest/internal/work/store"
)

// Insight is the data about one project that figures outside the API contract need, apart from its tickets and time.
type Insight struct {
	Project      domain.Project
	Budgets      []domain.Budget // over time, without the names of their authors
	Sprints      []FinanceSprint // without their commitments
	SprintNames  []workstore.Named
	Epics        []InsightEpic
	SuperEpics   []workstore.Named
	Rates        []workstore.UserRate // none if CostWithheld
	CostWithheld bool                 // the reader may not see the cost
	People       []workstore.Person
}

// InsightLog is the data about one project that is needed to interpret its change log.
type InsightLog struct {
	Project  domain.Project
	Tickets  []InsightTicket // including deleted ones, because commitments and time refer to them
	Statuses []domain.Status
}

// InsightEpic is an epic and its position on the roadmap.
type InsightEpic struct {
	workstore.Named

	Done          bool
	SuperEpicID   int64 // 0 means none
	Start, Target *domain.Date
}

// InsightTicket is a ticket with the fields that explanations need.
type InsightTicket struct {
	workstore.Named

	Points   float64
	Done     bool
	SprintID int64 // 0 means none
	EpicID   int64 // 0 means none
	DoneAt   *time.Time
	Deleted  bool
}

// PlanTicket is a ticket with the fields that curves and other figures need.
type PlanTicket struct {
	ID        int64 // 0 unless it was read as a single ticket
	SprintID  int64 // 0 means none
	EpicID    int64 // 0 means none
	Points    float64
	DoneAt    int64  // in microseconds; 0 means not done, and 1 means done at a time that was not read
	Committed string // what the sprints committed to, for EachCommitment
	Deleted   bool   // only its commitments count
	Count     int64
}

// Key returns what determines which sprints committed to a ticket: the sprint that it is in, and its commitments. That of a deleted ticket has
// no sprint.
func (t PlanTicket) Key() string {
	if t.Deleted {
		return "-" + t.Committed
	}
	return strconv.FormatInt(t.SprintID, 10) + "/" + t.Committed
}

// EffortDay is a member's minutes on one day in one scope.
type EffortDay struct {
	workstore.Scope

	UserID  int64
	Day     domain.Date
	Minutes int64
}

// ReadInsight returns the project with that id, without its daily rates if the reader may not see its cost. The number of statements is
// constant.
func ReadInsight(ctx context.Context, tx *db.Tx, projectID int64, withCost bool) (*Insight, error) {
	base, err := finance(ctx, tx, projectID, financeProjects, financeBudgets, financeSprints)
	if err != nil {
		return nil, err
	}
	in := &Insight{Project: base.Project, Budgets: base.Budgets, Sprints: base.Sprints, CostWithheld: !withCost}
	for _, load := range []func(context.Context, *db.Tx, int64, *Insight) error{
		insightNames, insightEpics, insightPeople,
	} {
		if err := load(ctx, tx, projectID, in); err != nil {
			return nil, err
		}
	}
	return in, nil
}

// InsightTickets reads a project with its tickets and statuses. If uuids are given, it reads only those tickets.
func InsightTickets(ctx context.Context, tx *db.Tx, projectID int64, only domain.Opt[[]string]) (*InsightLog, error) {
	base, err := finance(ctx, tx, projectID, financeProjects)
	if err != nil {
		return nil, err
	}
	in := &InsightLog{Project: base.Project}
	if err := insightTicketsOf(ctx, tx, projectID, only, in); err != nil {
		return nil, err
	}
	statuses, err := db.Collect(workstore.Statuses(ctx, tx, projectID))
	in.Statuses = statuses
	return in, err
}

func insightNames(ctx context.Context, tx *db.Tx, projectID int64, in *Insight) (err error) {
	const sprints = `SELECT id, uuid, title FROM sprints WHERE project_id = $1 ORDER BY id`
	if in.SprintNames, err = db.Collect(db.Each(ctx, tx, db.NewQuery(sprints, projectID), scanNamed)); err != nil {
		return err
	}
	const superEpics = `SELECT id, uuid, title FROM super_epics WHERE project_id = $1 ORDER BY id`
	in.SuperEpics, err = db.Collect(db.Each(ctx, tx, db.NewQuery(superEpics, projectID), scanNamed))
	return err
}

func scanNamed(rows db.Rows) (workstore.Named, error) {
	var n workstore.Named
	err := rows.Scan(&n.ID, &n.UUID, &n.Title)
	return n, err
}

func insightEpics(ctx context.Context, tx *db.Tx, projectID int64, in *Insight) (err error) {
	const text = `
SELECT id, uuid, title, status = 'done', COALESCE(super_epic_id, 0), start_date, target_date
FROM epics
WHERE project_id = $1
ORDER BY id`
	in.Epics, err = db.Collect(db.Each(ctx, tx, db.NewQuery(text, projectID), func(rows db.Rows) (InsightEpic, error) {
		var e InsightEpic
		err := rows.Scan(&e.ID, &e.UUID, &e.Title, &e.Done, &e.SuperEpicID, &e.Start, &e.Target)
		return e, err
	}))
	return err
}

// On SQLite, the tickets that are not deleted are read from the index tickets_project alone.
const (
	planTickets = `
SELECT COALESCE(t.sprint_id, 0), COALESCE(t.epic_id, 0), t.story_points, COALESCE(t.done_at, 0), t.committed
FROM tickets t
WHERE t.project_id = $1 AND t.deleted_at IS NULL`
	singleTickets = `
SELECT t.id, COALESCE(t.sprint_id, 0), COALESCE(t.epic_id, 0), t.story_points, COALESCE(t.done_at, 0), t.committed, FALSE
FROM tickets t
WHERE t.project_id = $1 AND t.deleted_at IS NULL
UNION ALL
SELECT t.id, COALESCE(t.sprint_id, 0), COALESCE(t.epic_id, 0), t.story_points, COALESCE(t.done_at, 0), t.committed, TRUE
FROM tickets t
WHERE t.project_id = $1 AND t.deleted_at IS NOT NULL AND t.committed <> ''`
)

// PlanTickets calls f for every ticket of a project, and for the deleted ones that sprints committed to.
func PlanTickets(ctx context.Context, tx *db.Tx, projectID int64, f func(PlanTicket)) error {
	t := PlanTicket{Count: 1} // declared once, because otherwise it would be allocated again for each row
	err := tx.ForEach(ctx, planTickets, projectID, func(rows db.Rows) error {
		if err := rows.Scan(&t.SprintID, &t.EpicID, &t.Points, &t.DoneAt, &t.Committed); err != nil {
			return err
		}
		f(t)
		return nil
	})
	if err != nil {
		return err
	}
	const deleted = `
SELECT c.committed, CAST(SUM(c.deleted_tickets) AS BIGINT)
FROM ticket_counts c
WHERE c.project_id = $1 AND c.deleted_tickets > 0 AND c.committed <> ''
GROUP BY c.committed`
	return tx.ForEach(ctx, deleted, projectID, func(rows db.Rows) error {
		gone := PlanTicket{Deleted: true}
		if err := rows.Scan(&gone.Committed, &gone.Count); err != nil {
			return err
		}
		f(gone)
		return nil
	})
}

// SingleTickets is like PlanTickets, but returns deleted tickets one by one, and every ticket with its id.
func SingleTickets(ctx context.Context, tx *db.Tx, projectID int64, f func(PlanTicket)) error {
	t := PlanTicket{Count: 1}
	return tx.ForEach(ctx, singleTickets, projectID, func(rows db.Rows) error {
		if err := rows.Scan(&t.ID, &t.SprintID, &t.EpicID, &t.Points, &t.DoneAt, &t.Committed, &t.Deleted); err != nil {
			return err
		}
		f(t)
		return nil
	})
}

// CountedTickets is like PlanTickets, but reads only how many tickets there are of each kind, apart from those with the given ids. It reads neither
// epics nor when tickets were done.
func CountedTickets(ctx context.Context, tx *db.Tx, projectID int64, single []int64, f func(PlanTicket)) error {
	const counts = `SELECT sprint_id, points, committed, open_tickets, done_tickets, deleted_tickets FROM ticket_counts WHERE project_id = $1`
	var c ticketCount
	err := tx.ForEach(ctx, counts, projectID, func(rows db.Rows) error {
		if err := rows.Scan(&c.sprintID, &c.points, &c.committed, &c.open, &c.done, &c.deleted); err != nil {
			return err
		}
		t := PlanTicket{SprintID: c.sprintID, Points: c.points, Committed: c.committed}
		if t.Count = c.open; t.Count > 0 {
			f(t)
		}
		if t.Count, t.DoneAt = c.done, 1; t.Count > 0 {
			f(t)
		}
		if t.Count, t.DoneAt, t.Deleted = c.deleted, 0, true; t.Count > 0 && t.Committed != "" {
			f(t)
		}
		return nil
	})
	if err != nil || len(single) == 0 {
		return err
	}
	text := `
SELECT t.id,
       COALESCE(t.sprint_id, 0),
       t.story_points,
       CASE WHEN t.done_at IS NOT NULL AND t.deleted_at IS NULL THEN 1 ELSE 0 END,
       t.committed,
       t.deleted_at IS NOT NULL
FROM tickets t
WHERE (t.deleted_at IS NULL OR t.committed <> '') AND t.id` + tx.In(1)
	return tx.ForEach(ctx, text, db.List(tx, single), func(rows db.Rows) error {
		t := PlanTicket{Count: 1}
		if err := rows.Scan(&t.ID, &t.SprintID, &t.Points, &t.DoneAt, &t.Committed, &t.Deleted); err != nil {
			return err
		}
		f(t)
		t.ID, t.Count = 0, -1 // it is among the counted ones, too
		f(t)
		return nil
	})
}

// Unestimated returns the tickets of a project without points, up to limit, in creation order.
func Unestimated(ctx context.Context, tx *db.Tx, projectID int64, limit int) ([]workstore.Named, error) {
	const text = `
SELECT t.id, t.uuid, t.title
FROM tickets t
WHERE t.project_id = $1 AND t.deleted_at IS NULL AND t.story_points = 0
ORDER BY t.id
LIMIT $2`
	return db.Collect(db.Each(ctx, tx, db.NewQuery(text, projectID, limit), scanNamed))
}

func insightTicketsOf(ctx context.Context, tx *db.Tx, projectID int64, only domain.Opt[[]string], in *InsightLog) (err error) {
	if only.Set && len(only.Value) == 0 {
		return nil
	}
	in.Tickets, err = db.Collect(db.Each(ctx, tx, insightTickets(tx, projectID, only), scanInsightTicket))
	return err
}

// insightTickets selects the tickets of a project or, if uuids are given, only those. It then hides the condition on the project from the planner, so
// that SQLite searches by uuid.
func insightTickets(tx *db.Tx, projectID int64, only domain.Opt[[]string]) db.Query {
	q := db.NewQuery(`
SELECT t.id,
       t.uuid,
       t.title,
       t.story_points,
       COALESCE(s.is_done, FALSE),
       COALESCE(t.sprint_id, 0),
       COALESCE(t.epic_id, 0),
       t.done_at,
       t.deleted_at IS NOT NULL
FROM tickets t
LEFT JOIN statuses s ON s.project_id = t.project_id AND s.key = t.status
WHERE t.project_id`, projectID)
	if only.Set {
		q.Text += ` + 0 = $1`
		q.In(tx, ` AND t.uuid`, db.List(tx, only.Value))
	} else {
		q.Text += ` = $1`
	}
	q.Text += ` ORDER BY t.id`
	return q
}

// LastDone returns the tickets of a project that were done most recently, up to limit, in creation order.
func LastDone(ctx context.Context, tx *db.Tx, projectID int64, limit int) ([]workstore.Named, error) {
	return db.Collect(db.Each(ctx, tx, db.NewQuery(lastDone, projectID, limit), scanNamed))
}

// lastDone finds the tickets in an index on SQLite, and only then reads their rows.
const lastDone = `
SELECT t.id, t.uuid, t.title
FROM tickets t
WHERE t.id IN (
  SELECT x.id
  FROM tickets x
  WHERE x.project_id = $1 AND x.deleted_at IS NULL AND x.done_at IS NOT NULL
  ORDER BY x.done_at DESC, x.id DESC
  LIMIT $2
)
ORDER BY t.id`

func scanInsightTicket(rows db.Rows) (InsightTicket, error) {
	var t InsightTicket
	err := rows.Scan(
		&t.ID,
		&t.UUID,
		&t.Title,
		&t.Points,
		&t.Done,
		&t.SprintID,
		&t.EpicID,
		db.MomentOrNull{To: &t.DoneAt},
		&t.Deleted,
	)
	return t, err
}

// EffortDays calls f for each member's minutes on each day in each scope, in no particular order. If epics are given, it reads only theirs: it looks
// for them in each sprint, because the primary key of effort_days has the sprint before the epic.
func EffortDays(ctx context.Context, tx *db.Tx, projectID int64, epics domain.Opt[[]int64], f func(EffortDay)) error {
	q := db.NewQuery(`SELECT sprint_id, epic_id, user_id, day, minutes FROM effort_days WHERE project_id = $1`, projectID)
	if epics.Set {
		q.Text += ` AND sprint_id IN (SELECT s.id FROM sprints s WHERE s.project_id = $1 UNION ALL SELECT 0)`
		q.In(tx, ` AND epic_id`, db.List(tx, epics.Value))
	}
	rows, err := tx.Query(ctx, string(q.Text), q.Args...)
	if err != nil {
		return err
	}
	defer rows.Close()
	var e EffortDay // declared once, because otherwise it would be allocated again for each row
	for rows.Next() {
		if err := rows.Scan(&e.SprintID, &e.EpicID, &e.UserID, (*string)(&e.Day), &e.Minutes); err != nil {
			return err
		}
		f(e)
	}
	return rows.Err()
}

// insightPeople reads the people who worked and, unless the cost is withheld, their rates.
func insightPeople(ctx context.Context, tx *db.Tx, projectID int64, in *Insight) (err error) {
	const people = `
SELECT u.id, u.firstname, u.lastname
FROM users u
WHERE u.id IN (SELECT e.user_id FROM effort_costs e WHERE e.project_id = $1)
ORDER BY u.id`
	in.People, err = db.Collect(db.Each(ctx, tx, db.NewQuery(people, projectID), func(rows db.Rows) (workstore.Person, error) {
		var p workstore.Person
		var first, last string
		err := rows.Scan(&p.ID, &first, &last)
		p.Name = domain.FullName(first, last)
		return p, err
	}))
	if err != nil || in.CostWithheld {
		return err
	}
	in.Rates, err = workstore.ProjectRates(ctx, tx, projectID)
	return err
}
