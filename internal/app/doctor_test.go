package app_test

import (
	"strings"
	"testing"

	"earnest/internal/app"
	"earnest/internal/db"
	"earnest/internal/db/dbtest"
)

// Each case breaks one invariant directly in the database.
func TestDoctorFindsEveryBrokenInvariant(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct{ sql, want string }{
		"no owner":            {`UPDATE members SET role = 'admin' WHERE role = 'owner'`, `has 0 owners`},
		"no built-in status":  {`DELETE FROM statuses WHERE key = 'blocked'`, `lacks the built-in status blocked`},
		"unknown status":      {`UPDATE tickets SET status = 'nowhere' WHERE title = 'Plain'`, `has the status nowhere, which its project does not have`},
		"done without date":   {`UPDATE tickets SET done_at = NULL`, `is in the status done but has no done_at`},
		"begun without date":  {`UPDATE tickets SET began_at = NULL`, `is in the status done but has no began_at`},
		"date without done":   {`UPDATE tickets SET done_at = 5 WHERE title = 'Plain'`, `is in the status backlog but has a done_at`},
		"deleted in a sprint": {`UPDATE tickets SET sprint_id = (SELECT MIN(id) FROM sprints) WHERE deleted_at IS NOT NULL`, `is deleted but still in a sprint`},
		"epic elsewhere":      {`UPDATE epics SET project_id = (SELECT MAX(id) FROM projects)`, `refers by epic_id to epics`},
		"tag elsewhere":       {`UPDATE tags SET project_id = (SELECT MAX(id) FROM projects)`, `a row of ticket_tags in project`},
		"entry elsewhere":     {`UPDATE time_entries SET project_id = (SELECT MAX(id) FROM projects)`, `a row of time_entries in project`},
		"cycle": {
			`INSERT INTO ticket_dependencies (ticket_id, depends_on_id, project_id) SELECT depends_on_id, ticket_id, project_id FROM ticket_dependencies`,
			`has a cycle of dependencies: 3 of its tickets`,
		},
		"no committed_at":    {`UPDATE sprints SET committed_at = NULL`, `has a commitment but no committed_at`},
		"no commitment":      {`DELETE FROM commitments`, `has committed_at but no commitment`},
		"link to nowhere":    {`UPDATE links SET succ_uuid = 'x' WHERE pred_type = 'epic'`, `names the epic x, which its project does not have`},
		"link of wrong kind": {`UPDATE links SET pred_type = 'epic'`, `names the epic `},
		"link of two types":  {`UPDATE links SET type = 'SS'`, `has the type SS`},
		"long lag":           {`UPDATE links SET lag_days = 1001`, `has a lag of 1001 days`},
		"ticket backwards":   {`UPDATE tickets SET start_date = '2026-02-01', due_date = '2026-01-01'`, `is due before it starts`},
		"epic backwards":     {`UPDATE epics SET start_date = '2026-02-01', target_date = '2026-01-01'`, `has a target before its start`},
		"old revision":       {`UPDATE projects SET revision = 0`, `is at revision 0, its log at 12`},
		"time going back":    {`UPDATE projects SET changed_at = 5, updated_at = 5`, `of tickets was updated after the last change of its project`},
		"lost text": {
			`INSERT INTO changes (project_id, revision, at, noun, noun_uuid, what, to_value) SELECT id, 1, 5, 'comment', 'x', 'content', '"Hi"' FROM projects`,
			`the log still has the text of comment x, which is deleted`,
		},
		"points":            {`UPDATE tickets SET story_points = -1 WHERE title = 'Plain'`, `has -1`},
		"minutes":           {`UPDATE time_entries SET duration_minutes = 0`, `has 0 minutes`},
		"budget":            {`UPDATE projects SET budget = -5`, `has a budget of -5`},
		"budget then":       {`UPDATE budgets SET budget = -5 WHERE from_date = '0001-01-01'`, `on a budget of -5`},
		"other budget":      {`UPDATE budgets SET budget = 7 WHERE from_date = '2026-02-01'`, `but its history ends with the budget 7`},
		"other reserve":     {`UPDATE projects SET contingency_pct = 11`, `but its history ends with`},
		"no number":         {`UPDATE tickets SET number = 0 WHERE title = 'Plain'`, `has the number 0`},
		"number to come":    {`UPDATE projects SET next_number = 1`, `, and the next one of its project is 1`},
		"same number":       {`DROP INDEX tickets_number; UPDATE tickets SET number = 17`, `tickets with the number 17`},
		"key not reserved":  {`DELETE FROM project_keys`, `, which is not reserved for it`},
		"no key":            {`UPDATE projects SET key = ''`, ` has no key`},
		"no budgets":        {`DELETE FROM budgets`, `but its history ends with nothing`},
		"rate":              {`UPDATE rates SET tjm = -5`, `has a daily rate of -5`},
		"sprint backwards":  {`UPDATE sprints SET end_date = '2000-01-01'`, `ends before it starts`},
		"effort":            {`UPDATE effort_days SET minutes = minutes + 1`, `minutes are kept, the time entries give`},
		"effort by rate":    {`DELETE FROM effort_costs`, `0 minutes are kept, the time entries give`},
		"number of entries": {`UPDATE projects SET entry_count = entry_count + 1 WHERE entry_count > 0`, ` time entries, but there are `},
		"user not found":    {`UPDATE users SET search_text = ''`, `cannot be found by name`},
		"ticket not found":  {`DELETE FROM ticket_words WHERE rowid = (SELECT MIN(id) FROM tickets)`, `cannot be found by its words`},
		"ticket found":      {`INSERT INTO ticket_words (rowid, words) VALUES (9999, '1xword')`, `search finds words of ticket 9999, which is deleted or does not exist`},
		"comment not found": {`DELETE FROM comment_words WHERE rowid = (SELECT MIN(id) FROM comments)`, `cannot be found by its words`},
		"comment found":     {`INSERT INTO comment_words (rowid, words) VALUES (9999, '1xword')`, `search finds words of comment 9999, which does not exist`},
		"older schema":      {`DELETE FROM schema_versions`, `the database holds nothing of earnest yet`},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			dbtest.Each(t, func(t *testing.T, url string) {
				t.Helper()
				s := dbtest.MustOpen(t, url)
				a := app.New(s, app.Config{})
				mustImport(t, a, fullFile(t))
				mustBeHealthy(t, a)
				err := s.Write(t.Context(), func(tx *db.Tx) error { return tx.Script(t.Context(), c.sql) })
				if err != nil {
					t.Fatal(err)
				}
				mustFind(t, a, c.want)
			})
		})
	}
}

func mustFind(t *testing.T, a *app.App, want string) {
	t.Helper()
	findings, err := a.Transfer.Doctor(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range findings {
		if strings.Contains(f.Problem, want) {
			return
		}
	}
	t.Errorf("nobody found %q: %v", want, findings)
}

func TestDoctorFindsARowThatRefersToNothing(t *testing.T) {
	t.Parallel()
	s := dbtest.MustOpen(t, dbtest.SQLite(t))
	a := app.New(s, app.Config{})
	mustImport(t, a, fullFile(t))
	err := s.Write(t.Context(), func(tx *db.Tx) error {
		// A dangling reference would be refused at the end of the transaction, so the foreign key is removed while the row is
		// inserted.
		return tx.Script(t.Context(), `
CREATE TABLE loose (id INTEGER PRIMARY KEY, user_id INTEGER REFERENCES users (id)) STRICT;
PRAGMA writable_schema = ON;
UPDATE sqlite_master SET sql = replace(sql, ' REFERENCES users (id)', '') WHERE name = 'loose';
PRAGMA writable_schema = RESET;
INSERT INTO loose VALUES (1, 999);
PRAGMA writable_schema = ON;
UPDATE sqlite_master SET sql = replace(sql, 'user_id INTEGER', 'user_id INTEGER REFERENCES users (id)') WHERE name = 'loose';
PRAGMA writable_schema = RESET;`)
	})
	if err != nil {
		t.Fatal(err)
	}
	mustFind(t, a, "a row of loose (rowid 1) refers to a row of users that does not exist")
}

func TestDoctorTellsFewOfManyProblems(t *testing.T) {
	t.Parallel()
	s := dbtest.MustOpen(t, dbtest.SQLite(t))
	a := app.New(s, app.Config{})
	mustImport(t, a, largeFile(100, 2))
	err := s.Write(t.Context(), func(tx *db.Tx) error { return tx.Script(t.Context(), `UPDATE tickets SET status = 'nowhere'`) })
	if err != nil {
		t.Fatal(err)
	}
	findings, err := a.Transfer.Doctor(t.Context())
	if err != nil || len(findings) > 60 {
		t.Errorf("%d findings, %v", len(findings), err)
	}
}
