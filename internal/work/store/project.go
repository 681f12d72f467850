package store

import (
	"context"
	"iter"
	"time"

	"earnest/internal/db"
	"earnest/internal/domain"
)

const projectColumns = `
SELECT p.id,
       p.uuid,
       p.name,
       p.description,
       p.color,
       p.default_dod,
       p.contingency_pct,
       p.budget,
       p.currency,
       p.rates_for,
       p.workdays,
       p.holidays,
       p.key,
       p.next_number,
       p.revision,
       p.created_at,
       p.updated_at,
       COALESCE(m.role, ''),
       (SELECT COUNT(*) FROM members c WHERE c.project_id = p.id)
FROM projects p `

func scanProject(rows db.Rows) (domain.Project, error) {
	var p domain.Project
	err := rows.Scan(
		&p.ID,
		&p.UUID,
		&p.Name,
		&p.Description,
		&p.Color,
		db.JSONList[string]{To: &p.DefaultDoD},
		&p.ContingencyPct,
		&p.Budget,
		&p.Currency,
		&p.RatesFor,
		db.JSONList[int64]{To: &p.Workdays},
		db.JSONList[domain.Date]{To: &p.Holidays},
		&p.Key,
		&p.NextNumber,
		&p.Revision,
		db.Moment{To: &p.CreatedAt},
		db.Moment{To: &p.UpdatedAt},
		&p.UserRole,
		&p.MemberCount,
	)
	return p, err
}

// Project returns the project with that uuid as a user sees it.
func Project(ctx context.Context, tx *db.Tx, uuid string, userID int64) (domain.Project, error) {
	return db.One(ctx, tx, "project", db.NewQuery(oneProject, uuid, userID), scanProject)
}

const oneProject db.Text = projectColumns + `LEFT JOIN members m ON m.project_id = p.id AND m.user_id = $2 WHERE p.uuid = $1` + IsLive

// projectLookup returns the statement that reads the project with that uuid into p. If no project has that uuid, the id stays 0.
func projectLookup(uuid string, userID int64, p *domain.Project) db.Statement {
	return db.Statement{SQL: oneProject, Args: []any{uuid, userID}, Row: func(rows db.Rows) (err error) {
		*p, err = scanProject(rows)
		return err
	}}
}

// Projects returns a page of the projects in which the user is an active member.
func Projects(ctx context.Context, tx *db.Tx, userID int64, page domain.Page) iter.Seq2[domain.Project, error] {
	return db.Each(ctx, tx, projectList(userID, page), scanProject)
}

func projectList(userID int64, page domain.Page) db.Query {
	q := db.NewQuery(projectColumns+`JOIN members m ON m.project_id = p.id WHERE m.user_id = $1 AND m.status = 'active'`, userID)
	q.Sort(page, `p.id`)
	return q
}

// CountProjects counts the projects in which the user is an active member.
func CountProjects(ctx context.Context, tx *db.Tx, userID int64) (int, error) {
	return tx.Count(ctx, db.NewQuery(`SELECT COUNT(*) FROM members WHERE user_id = $1 AND status = 'active'`, userID))
}

// InsertProject stores a new project with its budgets over time, the latest of which must be the project's own, and returns its id. Its key is
// stored separately; see ClaimKey.
func InsertProject(ctx context.Context, tx *db.Tx, p domain.Project, budgets ...domain.Budget) (int64, error) {
	id, err := insertProject(ctx, tx, p)
	for _, b := range budgets {
		if err == nil {
			err = insertBudget(ctx, tx, id, b)
		}
	}
	return id, err
}

func insertProject(ctx context.Context, tx *db.Tx, p domain.Project) (int64, error) {
	return tx.Insert(ctx, `
INSERT INTO projects (
  uuid, name, description, color, default_dod, contingency_pct, budget, currency, rates_for, workdays, holidays, revision,
  changed_at, created_at, updated_at, next_number
) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, 1, $12, $13, $12, $14)`,
		p.UUID,
		p.Name,
		p.Description,
		p.Color,
		db.AsJSON(p.DefaultDoD),
		p.ContingencyPct,
		p.Budget,
		p.Currency,
		p.RatesFor,
		db.AsJSON(p.Workdays),
		db.AsJSON(p.Holidays),
		db.Micros(p.UpdatedAt),
		db.Micros(p.CreatedAt),
		p.NextNumber,
	)
}

// UpdateProject stores a changed project, except for its key, see ClaimKey, and for its budget and contingency reserve, see SetBudget.
func UpdateProject(ctx context.Context, tx *db.Tx, p domain.Project) error {
	return tx.Run(ctx, `
UPDATE projects
SET name = $2, description = $3, color = $4, default_dod = $5, currency = $6, rates_for = $7, workdays = $8, holidays = $9, updated_at = $10
WHERE id = $1`,
		p.ID,
		p.Name,
		p.Description,
		p.Color,
		db.AsJSON(p.DefaultDoD),
		p.Currency,
		p.RatesFor,
		db.AsJSON(p.Workdays),
		db.AsJSON(p.Holidays),
		db.Micros(p.UpdatedAt),
	)
}

// ProjectLock is what every write needs to know of a project, read while the project is locked. It stays true until the lock is released, provided that
// writes keep it up to date.
type ProjectLock struct {
	Found      bool // false if the project has been deleted
	Revision   int64
	ChangedAt  time.Time
	NextNumber int64 // of a new ticket
	Entries    int64 // the number of time entries
	Key        string
	LastRank   string // of the tickets created under this lock
}

// LockProject locks a project against other writes until the transaction ends. Everything that lookups read is read after that; on PostgreSQL, all of it
// takes one round trip. LockProject returns NotFound if the project has been deleted in the meantime.
func LockProject(ctx context.Context, tx *db.Tx, id int64, lookups ...db.Statement) (ProjectLock, error) {
	var l ProjectLock
	err := tx.Together(ctx, append(l.Statements(tx, id), lookups...)...)
	if err == nil && !l.Found {
		err = domain.NoSuch("project")
	}
	return l, err
}

const lockText db.Text = `SELECT revision, changed_at, next_number, entry_count, key FROM projects WHERE id = $1 AND deleted_at IS NULL`

// Statements returns the statement that locks a project and reads l.
func (l *ProjectLock) Statements(tx *db.Tx, id int64) []db.Statement {
	return []db.Statement{l.statement(tx, db.NewQuery(lockText, id))}
}

func (l *ProjectLock) statement(tx *db.Tx, q db.Query) db.Statement {
	return db.Statement{SQL: q.Text + db.Text(tx.ForNoKeyUpdate()), Args: q.Args, Row: func(rows db.Rows) error {
		l.Found = true
		return rows.Scan(&l.Revision, db.Moment{To: &l.ChangedAt}, &l.NextNumber, &l.Entries, &l.Key)
	}}
}

// Save stores the revision of a locked project, the time of its last change, and its numbers.
func (l *ProjectLock) Save(ctx context.Context, tx *db.Tx, id int64) error {
	const text = `UPDATE projects SET revision = $2, changed_at = $3, next_number = $4, entry_count = $5 WHERE id = $1`
	return tx.Replace(ctx, text, id, l.Revision, db.Micros(l.ChangedAt), l.NextNumber, l.Entries)
}

// SetRevision sets a project's revision and the time of its last change.
func SetRevision(ctx context.Context, tx *db.Tx, id, revision int64, at time.Time) error {
	return tx.Run(ctx, `UPDATE projects SET revision = $2, changed_at = $3 WHERE id = $1`, id, revision, db.Micros(at))
}
