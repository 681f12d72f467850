package dash_test

import (
	"errors"
	"fmt"
	"net/http"
	"testing"
	"time"

	"earnest/client"
	"earnest/internal/db"
	"earnest/internal/domain"
)

type spent struct {
	Finance struct {
		AC       float64 `json:"ac"`
		NoSprint float64 `json:"no_sprint_cost"`
		ACTotal  float64 `json:"ac_total"`
	} `json:"finance"`
}

// spent returns the cost in sprints, outside sprints, and in total.
func (c *cast) spent(t testing.TB, b *browser) [3]float64 {
	t.Helper()
	f := must[spent](t, b, "GET", "/projects/"+c.Project+"/finance", nil).Finance
	return [3]float64{f.AC, f.NoSprint, f.ACTotal}
}

// The member costs 480 a day until 2026-03-04 and 960 a day afterwards, that is, 1 and 2 a minute.
func TestCostFollowsATimeEntryWhereverItGoes(t *testing.T) {
	each(t, func(t *testing.T, w *world) {
		c := w.mustCast(t)
		member, owner := c.browser(t, "member"), c.browser(t, "owner")
		for _, rate := range []domain.Rate{{From: domain.FirstDay, TJM: 480}, {From: "2026-03-05", TJM: 960}} {
			if _, err := w.App.Projects.SetRate(t.Context(), c.owner(), c.Project, c.Member.Email, rate.TJM, domain.Some(rate.From)); err != nil {
				t.Fatal(err)
			}
		}
		inSprint := member.mustTicket(t, c.Project, "In", map[string]any{"sprint_uuid": c.Sprint}).UUID
		outside := member.mustTicket(t, c.Project, "Out", map[string]any{"epic_uuid": c.Epic}).UUID
		e := member.log(t, inSprint, 60, "2026-03-04")
		path := "/time/entries/" + e.UUID
		for i, step := range []struct {
			who  *browser
			body map[string]any
			want [3]float64
		}{
			{member, map[string]any{"duration_minutes": 90}, [3]float64{90, 0, 90}},
			{member, map[string]any{"logged_at": "2026-03-05"}, [3]float64{180, 0, 180}},
			{member, map[string]any{"ticket_uuid": outside}, [3]float64{0, 180, 180}},
			{owner, map[string]any{"ticket_uuid": inSprint, "logged_at": "2026-03-01", "duration_minutes": 10}, [3]float64{10, 0, 10}},
			{owner, map[string]any{"comment": "put right"}, [3]float64{10, 0, 10}},
			{member, map[string]any{"comment": nil}, [3]float64{10, 0, 10}},
		} {
			must[entry](t, step.who, "PUT", path, step.body)
			if got := c.spent(t, owner); got != step.want {
				t.Errorf("step %d: cost %v, want %v", i, got, step.want)
			}
			w.mustBeHealthy(t)
		}
		must[any](t, member, "DELETE", path, nil)
		if got := c.spent(t, owner); got != [3]float64{} {
			t.Errorf("after the deletion: %v", got)
		}
		w.mustBeHealthy(t)
		back := must[entry](t, member, "POST", path+"/restore", nil)
		if got := c.spent(t, owner); back.UUID != e.UUID || back.Minutes != 10 || back.UserID != member.ID || got != [3]float64{10, 0, 10} {
			t.Errorf("brought back: %+v, %v", back, got)
		}
		w.mustBeHealthy(t)
	})
}

func TestUpdatedSinceIncludesAChangedTimeEntry(t *testing.T) {
	each(t, func(t *testing.T, w *world) {
		c := w.mustCast(t)
		member := c.browser(t, "member")
		e := member.log(t, c.Ticket, 60, "2026-03-04")
		w.Clock.Advance(time.Hour)
		since := w.Clock.Now()
		changed := func() []string {
			t.Helper()
			list, err := c.Member.TimeEntries(t.Context(), c.Project, client.TimeEntryQuery{UpdatedSince: since})
			if err != nil {
				t.Fatal(err)
			}
			uuids := []string{}
			for _, x := range list.Data {
				uuids = append(uuids, fmt.Sprint(x.UUID, " ", x.DurationMinutes))
			}
			return uuids
		}
		must[entry](t, member, "PUT", "/time/entries/"+e.UUID, map[string]any{"duration_minutes": 60}) // no change
		if got := changed(); len(got) != 0 {
			t.Errorf("without a change: %v", got)
		}
		must[entry](t, member, "PUT", "/time/entries/"+e.UUID, map[string]any{"duration_minutes": 61})
		if got := changed(); len(got) != 1 || got[0] != e.UUID+" 61" {
			t.Errorf("after a change: %v", got)
		}
		must[any](t, member, "DELETE", "/time/entries/"+e.UUID, nil)
		if got := changed(); len(got) != 0 { // a deleted entry just disappears from the full list
			t.Errorf("after the deletion: %v", got)
		}
		must[any](t, member, "POST", "/time/entries/"+e.UUID+"/restore", nil)
		if got := changed(); len(got) != 1 {
			t.Errorf("brought back: %v", got)
		}
	})
}

func TestInvalidTimeEntryChangesAreRefused(t *testing.T) {
	each(t, func(t *testing.T, w *world) {
		c := w.mustCast(t)
		member := c.browser(t, "member")
		elsewhere := member.mustTicket(t, member.mustProject(t, "Other").Project.UUID, "T", nil).UUID
		gone := c.NewTicket(t)
		must[any](t, member, "DELETE", "/tickets/"+gone, nil)
		e := member.log(t, c.Ticket, 60, "2026-03-04")
		for name, body := range map[string]map[string]any{
			"no minutes": {"duration_minutes": 0}, "too many": {"duration_minutes": 100_001}, "half a minute": {"duration_minutes": 1.5}, "no day": {"logged_at": "2026-02-30"},
			"a ticket of another project": {"ticket_uuid": elsewhere}, "a deleted ticket": {"ticket_uuid": gone},
		} {
			if a := member.call(t, "PUT", "/time/entries/"+e.UUID, body); a.Status != http.StatusUnprocessableEntity {
				t.Errorf("%s: %d %s", name, a.Status, a.Body)
			}
		}
		refused(t, member.call(t, "PUT", "/time/entries/"+c.Ticket, map[string]any{"duration_minutes": 5}), http.StatusNotFound, "not_found")
		refused(t, member.call(t, "POST", "/time/entries/"+c.Ticket+"/restore", nil), http.StatusNotFound, "not_found")
		w.mustBeHealthy(t)
	})
}

// An imported log identifies authors by their ids on another instance. If the uuid identifies them here, their time is restored to them;
// otherwise it cannot be restored.
func TestADeletedTimeEntryIsRestoredToItsAuthorDespiteForeignIDs(t *testing.T) {
	each(t, func(t *testing.T, w *world) {
		c := w.mustCast(t)
		member, admin := c.browser(t, "member"), c.browser(t, "admin")
		e := member.log(t, c.Ticket, 60, "2026-03-04")
		path := "/time/entries/" + e.UUID
		must[any](t, member, "DELETE", path, nil)
		rewrite := func(from, to string) {
			t.Helper()
			err := w.Store.Write(t.Context(), func(tx *db.Tx) error {
				n, err := tx.Exec(t.Context(), `UPDATE changes SET from_value = REPLACE(from_value, $2, $3) WHERE noun_uuid = $1 AND what = 'deleted'`, e.UUID, from, to)
				if err == nil && n == 0 {
					err = errors.New("the log tells of no deletion")
				}
				return err
			})
			if err != nil {
				t.Fatal(err)
			}
		}
		rewrite(fmt.Sprintf(`"user_id":%d,`, member.ID), fmt.Sprintf(`"user_id":%d,`, admin.ID))
		if back := must[entry](t, admin, "POST", path+"/restore", nil); back.UserID != member.ID {
			t.Errorf("the time is given to %d", back.UserID)
		}
		must[any](t, member, "DELETE", path, nil)
		rewrite(`"user_uuid":`, `"other":`)
		refusedAt(t, admin.call(t, "POST", path+"/restore", nil), http.StatusConflict, "conflict", "undo")
		w.mustBeHealthy(t)
	})
}

// The log names the person who corrected an entry, not its author. Time logged on a deleted ticket can be corrected too.
func TestTheLogNamesWhoCorrectedSomeonesTime(t *testing.T) {
	each(t, func(t *testing.T, w *world) {
		c := w.mustCast(t)
		member, admin := c.browser(t, "member"), c.browser(t, "admin")
		ticket := c.NewTicket(t)
		e := member.log(t, ticket, 60, "2026-03-04")
		must[any](t, member, "DELETE", "/tickets/"+ticket, nil)
		must[entry](t, admin, "PUT", "/time/entries/"+e.UUID, map[string]any{"duration_minutes": 61})
		must[any](t, admin, "DELETE", "/time/entries/"+e.UUID, nil)
		w.Clock.Advance(23 * time.Hour)
		must[entry](t, member, "POST", "/time/entries/"+e.UUID+"/restore", nil)
		must[entry](t, member, "POST", "/time/entries/"+e.UUID+"/restore", nil) // already restored
		must[any](t, admin, "DELETE", "/time/entries/"+e.UUID, nil)
		w.Clock.Advance(25 * time.Hour)
		refusedAt(t, member.call(t, "POST", "/time/entries/"+e.UUID+"/restore", nil), http.StatusConflict, "conflict", "undo")
		want := fmt.Sprint([]string{"created", "duration_minutes", "deleted", "restored", "deleted"})
		whos := fmt.Sprint([]int64{member.ID, admin.ID, admin.ID, member.ID, admin.ID})
		what, who := c.logOf(t, e.UUID)
		if fmt.Sprint(what) != want || fmt.Sprint(who) != whos {
			t.Errorf("the log tells %v by %v, want %s by %s", what, who, want, whos)
		}
		w.mustBeHealthy(t)
	})
}

// logOf returns the changes that the log records for an object, and who made them.
func (c *cast) logOf(t testing.TB, uuid string) (what []string, who []int64) {
	t.Helper()
	err := c.w.Store.Read(t.Context(), func(tx *db.Tx) error {
		rows, err := tx.Query(t.Context(), `SELECT what, user_id FROM changes WHERE noun_uuid = $1 ORDER BY id`, uuid)
		if err != nil {
			return err
		}
		defer rows.Close()
		for rows.Next() {
			var w string
			var id int64
			if err := rows.Scan(&w, &id); err != nil {
				return err
			}
			what, who = append(what, w), append(who, id)
		}
		return rows.Err()
	})
	if err != nil {
		t.Fatal(err)
	}
	return what, who
}

func TestATimeEntryThatSomebodyElseHasChangedIsNotReplacedUnseen(t *testing.T) {
	each(t, func(t *testing.T, w *world) {
		c := w.mustCast(t)
		member, owner := c.browser(t, "member"), c.browser(t, "owner")
		type versioned struct {
			entry

			Version string `json:"version"`
		}
		e := member.log(t, c.Ticket, 60, "2026-03-04")
		path := "/time/entries/" + e.UUID
		seen := must[versioned](t, member, "PUT", path, map[string]any{"duration_minutes": 61})
		must[entry](t, owner, "PUT", path, map[string]any{"comment": "put right"})
		stale := member.saveOver(t, "PUT", path, seen.Version, map[string]any{"comment": "mine"})
		refused(t, stale, http.StatusPreconditionFailed, "changed_meanwhile")
		week := must[struct {
			Rows []struct{ Entries [][]versioned }
		}](t, member, "GET", "/time/week?day=2026-03-04", nil)
		now := week.Rows[0].Entries[2][0]
		if now.Comment == nil || *now.Comment != "put right" || now.Minutes != 61 {
			t.Errorf("the entry is %+v", now)
		}
		if a := member.saveOver(t, "PUT", path, now.Version, map[string]any{"comment": "mine"}); a.Status != http.StatusOK {
			t.Errorf("with the version of the week: %d %s", a.Status, a.Body)
		}
	})
}
