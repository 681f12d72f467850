package store_test

import (
	"testing"

	"earnest/internal/db"
	"earnest/internal/db/dbtest"
	"earnest/internal/db/migrations"
	"earnest/internal/money/store"
)

// Each epic has one ticket, created at 10, with the status and the moves given here.
func TestTheMigrationFindsInTheLogWhenWorkOnTicketsBegan(t *testing.T) {
	t.Parallel()
	cases := []struct {
		status string
		moves  [][2]string // the first at 20, then one every 10
		want   int64       // 0 means never
	}{
		{status: "backlog"},
		{status: "in_review", want: 10},
		{status: "todo", moves: [][2]string{{"backlog", "todo"}}},
		{status: "backlog", moves: [][2]string{{"backlog", "todo"}, {"todo", "in_progress"}, {"in_progress", "backlog"}}, want: 30},
		{status: "done", moves: [][2]string{{"in_progress", "done"}}, want: 10},
		{status: "in_progress", moves: [][2]string{{"in_progress", "todo"}, {"todo", "in_progress"}}, want: 10},
	}
	dbtest.EachEmpty(t, func(t *testing.T, url string) {
		d, err := db.Open(t.Context(), url, db.Options{})
		if err != nil {
			t.Fatal(err)
		}
		defer d.Close()
		if err := migrations.UpTo(t.Context(), d, 35, 1); err != nil {
			t.Fatal(err)
		}
		err = d.Write(t.Context(), func(tx *db.Tx) error {
			if err := tx.Script(t.Context(), `
INSERT INTO projects (id, uuid, name, color, contingency_pct, rates_for, revision, changed_at, created_at, updated_at)
VALUES (1, 'p', 'P', '#000000', 10, 'everyone', 1, 1, 1, 1)`); err != nil {
				return err
			}
			for i, c := range cases {
				uuid := string(rune('a' + i))
				if err := tx.Run(t.Context(), `
INSERT INTO epics (id, uuid, project_id, title, status, created_at, updated_at) VALUES ($1, $2, 1, 'E', 'open', 1, 1)`, i+1, uuid); err != nil {
					return err
				}
				if err := tx.Run(t.Context(), `
INSERT INTO tickets (uuid, project_id, epic_id, title, priority, status, story_points, acceptance_criteria, renamed_at, created_at, updated_at, number)
VALUES ($1, 1, $2, 'T', 'normale', $3, 1, '[]', 1, 10, 10, $2)`, uuid, i+1, c.status); err != nil {
					return err
				}
				for n, m := range c.moves {
					if err := tx.Run(t.Context(), `
INSERT INTO changes (project_id, revision, at, noun, noun_uuid, what, from_value, to_value) VALUES (1, 1, $1, 'ticket', $2, 'status', $3, $4)`,
						20+10*n, uuid, `"`+m[0]+`"`, `"`+m[1]+`"`); err != nil {
						return err
					}
				}
			}
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
		if err := migrations.Up(t.Context(), d, 2); err != nil {
			t.Fatal(err)
		}
		schedule, err := db.Read(t.Context(), d, func(tx *db.Tx) (store.Schedule, error) { return store.ReadSchedule(t.Context(), tx, 1) })
		if err != nil {
			t.Fatal(err)
		}
		for i, c := range cases {
			if at, found := schedule.Begun[int64(i+1)]; found != (c.want != 0) || found && at.UnixMicro() != c.want {
				t.Errorf("%s %v: work began at %v, want %d", c.status, c.moves, at, c.want)
			}
		}
	})
}
