// Package store holds the SQL for earned value, its history and the portfolio. It deals with rows, not with permissions.
package store

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"

	"earnest/internal/db"
	"earnest/internal/domain"
	workstore "earnest/internal/work/store"
)

// Finance is the data about one project that earned value needs. Unless single tickets were requested, tickets that are identical as far as earned value
// is concerned are merged into one with a count, and those of a sprint that are summed into one with all their points.
type Finance struct {
	Project domain.Project
	Budgets []domain.Budget // over time, without the names of their authors; only if they were requested
	Sprints []FinanceSprint
	Tickets []FinanceTicket
	Effort  []FinanceEffort

	committed map[int64][]FinanceCommitment // by sprint
	last      int64                         // the id made up last for merged tickets
}

// commit adds a commitment of a sprint.
func (f *Finance) commit(sprintID int64, c FinanceCommitment) {
	if f.committed == nil {
		f.committed = map[int64][]FinanceCommitment{}
	}
	f.committed[sprintID] = append(f.committed[sprintID], c)
}

// FinanceSprint is a sprint with its commitment, which is nil if there is none.
type FinanceSprint struct {
	ID         int64
	Status     domain.SprintStatus
	Start, End *domain.Date
	Committed  []FinanceCommitment
}

// FinanceCommitment is the commitment of a sprint to a ticket, or to several merged ones.
type FinanceCommitment struct {
	TicketID int64
	Points   float64
	Count    int64 // how many tickets are merged; 0 means a single ticket
}

// FinanceTicket is a ticket with the fields that earned value needs.
type FinanceTicket struct {
	ID       int64 // of the ticket, or a number made up for merged ones
	Count    int64 // how many tickets are merged; 0 means a single ticket
	Points   float64
	Done     bool
	SprintID int64 // 0 means none
}

// FinanceEffort holds a member's minutes at one rate that count towards the same costs.
type FinanceEffort struct {
	UserID   int64
	Rate     *float64 // nil means none
	InSprint bool     // on tickets in a sprint
	Engaged  bool     // on tickets in an epic that is not done
	Minutes  int64
}

// Finances returns the data about several projects that earned value needs. The number of statements is constant, and neither tickets nor time
// entries are read: the tickets of a sprint are merged, those with whole points into one with all their points (see sprint_points). Sprints that never had a
// ticket or a commitment are left out, because they do not affect any indicator.
func Finances(ctx context.Context, tx *db.Tx, projectIDs []int64) (map[int64]*Finance, error) {
	return countedFinances(ctx, tx, projectIDs, financeProjects, financeCounts, financeSums, financeEffort)
}

// PastFinances is like Finances, but includes the budgets over time.
func PastFinances(ctx context.Context, tx *db.Tx, projectIDs []int64) (map[int64]*Finance, error) {
	return countedFinances(ctx, tx, projectIDs, financeProjects, financeBudgets, financeCounts, financeSums, financeEffort)
}

// TicketFinances is like Finances, but returns single tickets.
func TicketFinances(ctx context.Context, tx *db.Tx, projectIDs []int64) (map[int64]*Finance, error) {
	return finances(ctx, tx, projectIDs, financeProjects, financeCommitments, financeSprints, financeTickets, financeEffort)
}

func countedFinances(ctx context.Context, tx *db.Tx, projectIDs []int64, parts ...part) (map[int64]*Finance, error) {
	all, err := finances(ctx, tx, projectIDs, parts...)
	if err == nil && len(all) > 0 {
		err = readLeftSprints(ctx, tx, all)
	}
	return all, err
}

// part returns the statement that reads a part of the data about projects.
type part func(tx *db.Tx, ids any, all map[int64]*Finance) db.Statement

// finances reads parts of the data about several projects in one round trip.
func finances(ctx context.Context, tx *db.Tx, projectIDs []int64, parts ...part) (map[int64]*Finance, error) {
	all := make(map[int64]*Finance, len(projectIDs))
	if len(projectIDs) == 0 {
		return all, nil
	}
	for _, id := range projectIDs {
		all[id] = &Finance{}
	}
	ids, statements := db.List(tx, projectIDs), make([]db.Statement, 0, len(parts))
	for _, read := range parts {
		statements = append(statements, read(tx, ids, all))
	}
	return all, tx.Together(ctx, statements...)
}

// finance is finances for one project.
func finance(ctx context.Context, tx *db.Tx, projectID int64, parts ...part) (*Finance, error) {
	all, err := finances(ctx, tx, []int64{projectID}, parts...)
	return all[projectID], err
}

func financeProjects(tx *db.Tx, ids any, all map[int64]*Finance) db.Statement {
	text := `SELECT p.id, p.uuid, p.name, p.contingency_pct, p.budget, p.currency, p.revision FROM projects p WHERE p.id` + db.Text(tx.In(1))
	return db.Statement{SQL: text, Args: []any{ids}, Row: func(rows db.Rows) error {
		var p domain.Project
		if err := rows.Scan(&p.ID, &p.UUID, &p.Name, &p.ContingencyPct, &p.Budget, &p.Currency, &p.Revision); err != nil {
			return err
		}
		all[p.ID].Project = p
		return nil
	}}
}

// financeBudgets reads the budgets of projects, ordered by day.
func financeBudgets(tx *db.Tx, ids any, all map[int64]*Finance) db.Statement {
	text := `
SELECT b.project_id, b.from_date, b.budget, b.contingency_pct, b.reason, b.user_id, b.created_at
FROM budgets b
WHERE b.project_id` + db.Text(tx.In(1)) + `
ORDER BY b.project_id, b.from_date`
	return db.Statement{SQL: text, Args: []any{ids}, Row: func(rows db.Rows) error {
		var projectID int64
		var b domain.Budget
		if err := rows.Scan(&projectID, &b.From, &b.Amount, &b.ContingencyPct, &b.Reason, &b.UserID, db.Moment{To: &b.CreatedAt}); err != nil {
			return err
		}
		all[projectID].Budgets = append(all[projectID].Budgets, b)
		return nil
	}}
}

const sprintColumns = `SELECT s.project_id, s.id, s.status, s.start_date, s.end_date FROM sprints s WHERE `

// financeSprints reads all sprints. The commitments must have been read.
func financeSprints(tx *db.Tx, ids any, all map[int64]*Finance) db.Statement {
	return sprintStatement(sprintColumns+`s.project_id`+db.Text(tx.In(1))+` ORDER BY s.id`, ids, all)
}

// readLeftSprints reads the sprints whose commitments no sprint has taken yet: all of the tickets that they committed to were in other sprints from the
// beginning, which is rare.
func readLeftSprints(ctx context.Context, tx *db.Tx, all map[int64]*Finance) error {
	var left []int64
	for _, f := range all {
		left = slices.AppendSeq(left, maps.Keys(f.committed))
	}
	if len(left) == 0 {
		return nil
	}
	return tx.Together(ctx, sprintStatement(sprintColumns+`s.id`+db.Text(tx.In(1)), db.List(tx, left), all))
}

func sprintStatement(text db.Text, ids any, all map[int64]*Finance) db.Statement {
	return db.Statement{SQL: text, Args: []any{ids}, Row: func(rows db.Rows) error {
		var projectID int64
		var s FinanceSprint
		var start, end *string
		if err := rows.Scan(&projectID, &s.ID, (*string)(&s.Status), &start, &end); err != nil {
			return err
		}
		f := all[projectID]
		s.Start, s.End, s.Committed = (*domain.Date)(start), (*domain.Date)(end), f.committed[s.ID]
		f.Sprints = append(f.Sprints, s)
		return nil
	}}
}

// financeCommitments reads the commitments of the sprints, ticket by ticket.
func financeCommitments(tx *db.Tx, ids any, all map[int64]*Finance) db.Statement {
	return commitmentStatement(tx, `c.project_id`, ids, all)
}

// commitmentStatement returns the statement that reads the commitments whose column is in the list.
func commitmentStatement(tx *db.Tx, column db.Text, list any, all map[int64]*Finance) db.Statement {
	text := `SELECT c.project_id, c.sprint_id, c.ticket_id, c.points FROM commitments c WHERE ` + column + db.Text(tx.In(1)) + ` ORDER BY c.ticket_id`
	return db.Statement{SQL: text, Args: []any{list}, Row: func(rows db.Rows) error {
		var projectID, sprintID int64
		var c FinanceCommitment
		if err := rows.Scan(&projectID, &sprintID, &c.TicketID, &c.Points); err != nil {
			return err
		}
		all[projectID].commit(sprintID, c)
		return nil
	}}
}

// Commitments returns the commitments of a project's sprints, ticket by ticket.
func Commitments(ctx context.Context, tx *db.Tx, projectID int64) (map[int64][]FinanceCommitment, error) {
	base, err := finance(ctx, tx, projectID, financeCommitments)
	if err != nil {
		return nil, err
	}
	return base.committed, nil
}

// ReadFinanceSprint returns one sprint of a project with its commitment.
func ReadFinanceSprint(ctx context.Context, tx *db.Tx, projectID int64, uuid string) (FinanceSprint, error) {
	const text = `SELECT id, status, start_date, end_date FROM sprints WHERE uuid = $1 AND project_id = $2`
	s, err := db.One(ctx, tx, "sprint", db.NewQuery(text, uuid, projectID), scanFinanceSprint)
	if err != nil {
		return s, err
	}
	s.Committed, err = Snapshot(ctx, tx, s.ID)
	return s, err
}

func scanFinanceSprint(rows db.Rows) (s FinanceSprint, err error) {
	err = rows.Scan(&s.ID, &s.Status, &s.Start, &s.End)
	return s, err
}

func financeTickets(tx *db.Tx, ids any, all map[int64]*Finance) db.Statement {
	text := `
SELECT t.project_id, t.id, t.story_points, COALESCE(s.is_done, FALSE), COALESCE(t.sprint_id, 0)
FROM tickets t
LEFT JOIN statuses s ON s.project_id = t.project_id AND s.key = t.status
WHERE t.deleted_at IS NULL AND t.project_id` + db.Text(tx.In(1))
	return db.Statement{SQL: text, Args: []any{ids}, Row: func(rows db.Rows) error {
		var projectID int64
		var t FinanceTicket
		if err := rows.Scan(&projectID, &t.ID, &t.Points, &t.Done, &t.SprintID); err != nil {
			return err
		}
		all[projectID].Tickets = append(all[projectID].Tickets, t)
		return nil
	}}
}

// financeSums reads the sprints with the sums of their tickets from sprint_points. The counts must have been read.
func financeSums(tx *db.Tx, ids any, all map[int64]*Finance) db.Statement {
	ofProjects := db.Text("")
	if tx.Engine() == db.Postgres { // which would otherwise read the sprints of all projects
		ofProjects = ` AND s.project_id` + db.Text(tx.In(1))
	}
	text := `
SELECT p.project_id, p.sprint_id, p.open_points, p.done_points, p.committed_points, COALESCE(s.status, ''), s.start_date, s.end_date
FROM sprint_points p
LEFT JOIN sprints s ON s.id = p.sprint_id` + ofProjects + `
WHERE p.project_id` + db.Text(tx.In(1))
	var projectID, open, done, committed int64 // declared once, like the rest, because otherwise they would be allocated again for each row
	var s FinanceSprint
	var start, end *string
	return db.Statement{SQL: text, Args: []any{ids}, Row: func(rows db.Rows) error {
		if err := rows.Scan(&projectID, &s.ID, &open, &done, &committed, (*string)(&s.Status), &start, &end); err != nil {
			return err
		}
		s.Start, s.End = (*domain.Date)(start), (*domain.Date)(end)
		if min(open, done, committed) < 0 {
			return fmt.Errorf("project %d has %d open, %d done and %d committed points in a row of sprint_points; run earnest doctor",
				projectID, open, done, committed)
		}
		all[projectID].addSums(s, float64(open), float64(done), float64(committed))
		return nil
	}}
}

// addSums adds a sprint, or no sprint if its id is 0, and the tickets that are summed for it.
func (f *Finance) addSums(s FinanceSprint, open, done, committed float64) {
	if open > 0 {
		f.last++
		f.Tickets = append(f.Tickets, FinanceTicket{ID: f.last, Points: open, SprintID: s.ID})
	}
	if done > 0 {
		f.last++
		f.Tickets = append(f.Tickets, FinanceTicket{ID: f.last, Points: done, Done: true, SprintID: s.ID})
	}
	if s.ID == 0 {
		return
	}
	s.Committed = f.committed[s.ID]
	delete(f.committed, s.ID)
	if committed > 0 {
		f.last++
		s.Committed = append(s.Committed, FinanceCommitment{TicketID: f.last, Points: committed})
	}
	f.Sprints = append(f.Sprints, s)
}

// financeCounts reads the merged tickets that are not summed, with their counts, and the sprints' commitments to them from ticket_counts.
func financeCounts(tx *db.Tx, ids any, all map[int64]*Finance) db.Statement {
	text := `
SELECT c.project_id, c.sprint_id, c.points, c.committed, c.open_tickets, c.done_tickets, c.deleted_tickets
FROM ticket_counts c
WHERE NOT ` + workstore.Summed + ` AND c.project_id` + db.Text(tx.In(1))
	var projectID int64
	var c ticketCount
	return db.Statement{SQL: text, Args: []any{ids}, Row: func(rows db.Rows) error {
		if err := rows.Scan(&projectID, &c.sprintID, &c.points, &c.committed, &c.open, &c.done, &c.deleted); err != nil {
			return err
		}
		if err := c.check(); err != nil {
			return fmt.Errorf("project %d: %w", projectID, err)
		}
		return all[projectID].addCount(&c)
	}}
}

// ticketCount is a row of ticket_counts.
type ticketCount struct {
	sprintID            int64
	points              float64
	committed           string
	open, done, deleted int64
	commitments         []sprintPoints // what committed says; see addCount
}

// check refuses counts that cannot be.
func (c ticketCount) check() error {
	if min(c.open, c.done, c.deleted) < 0 || c.open+c.done+c.deleted == 0 {
		return fmt.Errorf("a row of ticket_counts has %d open, %d done and %d deleted tickets; run earnest doctor", c.open, c.done, c.deleted)
	}
	return nil
}

// sprintPoints is a commitment of a sprint.
type sprintPoints struct {
	sprintID int64
	points   float64
}

// addCount adds the tickets that a row counts, and the commitments to them. In a sprint without a snapshot, tickets are their own commitment, which
// must have the id that the commitments of other sprints to them have. So tickets of different states share an id only if that cannot be.
func (f *Finance) addCount(c *ticketCount) error {
	c.commitments = c.commitments[:0]
	shared := c.sprintID == 0
	err := EachCommitment(c.committed, func(sprintID int64, points float64) {
		c.commitments = append(c.commitments, sprintPoints{sprintID, points})
		shared = shared || sprintID == c.sprintID
	})
	if shared {
		f.addMerged(c, c.open, c.done, c.deleted)
	} else {
		f.addMerged(c, c.open, 0, 0)
		f.addMerged(c, 0, c.done, 0)
		f.addMerged(c, 0, 0, c.deleted)
	}
	return err
}

// addMerged adds tickets of a row as one, or as one for each state, and one commitment to all of them for each sprint that committed to them.
func (f *Finance) addMerged(c *ticketCount, open, done, deleted int64) {
	if open+done+deleted == 0 {
		return
	}
	f.last++
	t := FinanceTicket{ID: f.last, Points: c.points, SprintID: c.sprintID}
	if open > 0 {
		t.Count, t.Done = open, false
		f.Tickets = append(f.Tickets, t)
	}
	if done > 0 {
		t.Count, t.Done = done, true
		f.Tickets = append(f.Tickets, t)
	}
	for _, to := range c.commitments {
		f.commit(to.sprintID, FinanceCommitment{TicketID: f.last, Points: to.points, Count: open + done + deleted})
	}
}

// EachCommitment calls found for every commitment in a value of the column committed, which has the form "sprint:points,sprint:points".
func EachCommitment(text string, found func(sprintID int64, points float64)) error {
	if text == "" {
		return nil
	}
	for one := range strings.SplitSeq(text, ",") {
		id, points, _ := strings.Cut(one, ":")
		sprintID, err := strconv.ParseInt(id, 10, 64)
		if err != nil {
			return fmt.Errorf("the commitments of a ticket are %q: %w", text, err)
		}
		value, err := strconv.ParseFloat(points, 64)
		if err != nil {
			return fmt.Errorf("the commitments of a ticket are %q: %w", text, err)
		}
		found(sprintID, value)
	}
	return nil
}

// EffortCosts returns the minutes of a project's members at each rate, by the costs that they count towards.
func EffortCosts(ctx context.Context, tx *db.Tx, projectID int64) ([]FinanceEffort, error) {
	base, err := finance(ctx, tx, projectID, financeEffort)
	if err != nil {
		return nil, err
	}
	return base.Effort, nil
}

func financeEffort(tx *db.Tx, ids any, all map[int64]*Finance) db.Statement {
	text := `
SELECT e.project_id, e.user_id, r.tjm, e.in_sprint, e.engaged, e.minutes
FROM effort_costs e
LEFT JOIN rates r ON r.project_id = e.project_id AND r.user_id = e.user_id AND r.from_day = e.rate_from
WHERE e.project_id` + db.Text(tx.In(1))
	var projectID int64
	var e FinanceEffort
	return db.Statement{SQL: text, Args: []any{ids}, Row: func(rows db.Rows) error {
		if err := rows.Scan(&projectID, &e.UserID, &e.Rate, &e.InSprint, &e.Engaged, &e.Minutes); err != nil {
			return err
		}
		all[projectID].Effort = append(all[projectID].Effort, e)
		return nil
	}}
}
