package dash_test

import (
	"fmt"
	"maps"
	"net/http"
	"slices"
	"strings"
	"testing"
	"time"

	"earnest/client"
	"earnest/internal/apitest"
	"earnest/internal/db"
	"earnest/internal/domain"
)

type entry struct {
	UUID       string  `json:"uuid"`
	TicketUUID string  `json:"ticket_uuid"`
	UserID     int64   `json:"user_id"`
	Minutes    int64   `json:"minutes"`
	Comment    *string `json:"comment"`
	LoggedAt   string  `json:"logged_at"`
}

type sheet struct {
	Monday string   `json:"monday"`
	Days   []string `json:"days"`
	Mine   bool     `json:"mine"`
	Rows   []struct {
		Ticket struct {
			thing
			Project string `json:"project"`
			Deleted bool   `json:"deleted"`
		} `json:"ticket"`
		Entries [][]entry `json:"entries"`
	} `json:"rows"`
	Totals    []int64  `json:"totals"`
	Elsewhere []int64  `json:"elsewhere"`
	Missing   []string `json:"missing"`
	People    []struct {
		UserID int64 `json:"user_id"`
	} `json:"people"`
}

func (b *browser) log(t testing.TB, ticket string, minutes int, day string) entry {
	t.Helper()
	return must[entry](t, b, http.MethodPost, "/tickets/"+ticket+"/time", map[string]any{"duration_minutes": minutes, "logged_at": day})
}

// logAny logs the member's time through the API, which accepts days to come.
func (c *cast) logAny(t testing.TB, ticket string, minutes int, day string) {
	t.Helper()
	e := client.TimeEntryCreate{TicketUUID: ticket, DurationMinutes: minutes, LoggedAt: client.Date(day)}
	_ = apitest.Must(c.Member.CreateTimeEntry(t.Context(), e))(t)
}

func (b *browser) week(t testing.TB, query string) sheet {
	t.Helper()
	return must[sheet](t, b, http.MethodGet, "/time/week"+query, nil)
}

// The world's clock is set to Tuesday, 2026-03-10.
func TestAWeekHasARowForEachTicketAndShowsMissingDays(t *testing.T) {
	each(t, func(t *testing.T, w *world) {
		c := w.mustCast(t)
		member := c.browser(t, "member")
		other := c.NewTicket(t)
		for _, e := range []struct {
			ticket  string
			minutes int
			day     string
		}{
			{c.Ticket, 60, "2026-03-09"}, {c.Ticket, 30, "2026-03-09"}, {other, 90, "2026-03-15"}, {other, 15, "2026-03-08"}, {c.Ticket, 5, "2026-03-16"},
		} {
			c.logAny(t, e.ticket, e.minutes, e.day)
		}
		got := member.week(t, "?day=2026-03-13")
		if got.Monday != "2026-03-09" || len(got.Days) != 7 || got.Days[6] != "2026-03-15" || !got.Mine || len(got.Rows) != 2 {
			t.Fatalf("%+v", got)
		}
		if r := got.Rows[0]; r.Ticket.UUID != c.Ticket || r.Ticket.Title != "Ticket" || len(r.Entries) != 7 || len(r.Entries[0]) != 2 || r.Entries[0][1].Minutes != 30 {
			t.Errorf("%+v", r)
		}
		if !slices.Equal(got.Totals, []int64{90, 0, 0, 0, 0, 0, 90}) || !slices.Equal(got.Elsewhere, make([]int64, 7)) {
			t.Errorf("%v %v", got.Totals, got.Elsewhere)
		}
		if !slices.Equal(got.Missing, []string{"2026-03-10"}) { // neither future days nor the weekend
			t.Errorf("missing %v", got.Missing)
		}
		if past := member.week(t, "?day=2026-03-08"); past.Monday != "2026-03-02" || len(past.Rows) != 1 || len(past.Missing) != 0 {
			t.Errorf("before the account, and the first day with time, there is nothing to miss: %+v", past)
		}
		member.log(t, other, 15, "2026-03-04")
		if past := member.week(t, "?day=2026-03-08"); !slices.Equal(past.Missing, []string{"2026-03-05", "2026-03-06"}) {
			t.Errorf("from the first day with time on: %v", past.Missing)
		}
		if len(got.People) != 0 {
			t.Errorf("a member is offered weeks of others: %v", got.People)
		}
		for _, bad := range []string{"?day=2026-02-30", "?day=x", "?user=x", "?user=-1", "?day=2026-03-01&day=2026-03-02"} {
			refused(t, member.call(t, "GET", "/time/week"+bad, nil), http.StatusUnprocessableEntity, "invalid")
		}
	})
}

func TestManagersSeeOnlyTimeLoggedInTheirProjects(t *testing.T) {
	each(t, func(t *testing.T, w *world) {
		c := w.mustCast(t)
		member, owner := c.browser(t, "member"), c.browser(t, "owner")
		own := member.mustProject(t, "Own")
		elsewhere := member.mustTicket(t, own.Project.UUID, "Secret plan", nil).UUID
		member.log(t, c.Ticket, 60, "2026-03-09")
		member.log(t, elsewhere, 30, "2026-03-09")
		who := fmt.Sprint("?user=", member.ID)
		seen := owner.week(t, who)
		if len(seen.Rows) != 1 || seen.Rows[0].Ticket.UUID != c.Ticket || seen.Totals[0] != 60 || seen.Mine || len(seen.Missing) != 0 || len(seen.People) != 4 {
			t.Errorf("the owner sees %+v", seen)
		}
		if mine := member.week(t, ""); len(mine.Rows) != 2 || mine.Totals[0] != 90 || len(mine.People) != 1 {
			t.Errorf("the member sees %+v", mine)
		}
		for _, name := range []string{"viewer", "stranger"} {
			refused(t, c.browser(t, name).call(t, "GET", "/time/week"+who, nil), http.StatusForbidden, "forbidden")
		}
		refused(t, owner.call(t, "GET", "/time/week?user=999999", nil), http.StatusForbidden, "forbidden")
	})
}

// People who have left a project still see the time they logged there in their totals, but nothing else about the project.
func TestTimeInAProjectOneHasLeftCountsWithoutTitles(t *testing.T) {
	each(t, func(t *testing.T, w *world) {
		c := w.mustCast(t)
		member := c.browser(t, "member")
		e := member.log(t, c.Ticket, 60, "2026-03-09")
		err := w.Store.Write(t.Context(), func(tx *db.Tx) error {
			_, err := tx.Exec(t.Context(), `DELETE FROM members WHERE user_id = $1`, member.ID)
			return err
		})
		if err != nil {
			t.Fatal(err)
		}
		got := member.week(t, "")
		if len(got.Rows) != 0 || got.Totals[0] != 60 || got.Elsewhere[0] != 60 || slices.Contains(got.Missing, "2026-03-09") {
			t.Errorf("%+v", got)
		}
		refused(t, member.call(t, "PUT", "/time/entries/"+e.UUID, map[string]any{"duration_minutes": 5}), http.StatusForbidden, "forbidden")
		refused(t, member.call(t, "DELETE", "/time/entries/"+e.UUID, nil), http.StatusForbidden, "forbidden")
		if seen := c.browser(t, "admin").week(t, fmt.Sprint("?user=", member.ID)); seen.Totals[0] != 60 || len(seen.Rows) != 1 || len(seen.People) != 4 {
			t.Errorf("the admin still sees %+v", seen)
		}
	})
}

func TestRecentWorkListsLoggedThenAssignedTickets(t *testing.T) {
	each(t, func(t *testing.T, w *world) {
		c := w.mustCast(t)
		member := c.browser(t, "member")
		mk := func(title string, more map[string]any) string {
			return member.mustTicket(t, c.Project, title, more).UUID
		}
		assigned := mk("Assigned", map[string]any{"assignee_id": member.ID})
		_ = mk("Done", map[string]any{"assignee_id": member.ID, "status": "done"})
		old, late, gone := mk("Old", nil), mk("Late", nil), mk("Gone", nil)
		member.log(t, late, 10, "2026-03-09")
		member.log(t, old, 10, "2026-03-02")
		member.log(t, gone, 10, "2026-03-10")
		must[any](t, member, "DELETE", "/tickets/"+gone, nil)
		got := must[struct {
			Tickets []thing `json:"tickets"`
		}](t, member, "GET", "/time/recent", nil).Tickets
		uuids := []string{}
		for _, x := range got {
			uuids = append(uuids, x.UUID)
		}
		if !slices.Equal(uuids, []string{late, old, assigned}) {
			t.Errorf("%+v", got)
		}
	})
}

type totalsPage struct {
	People []struct {
		UserID  int64 `json:"user_id"`
		Minutes int64 `json:"minutes"`
		Days    int   `json:"days"`
	} `json:"people"`
	Projects []struct {
		UUID     string `json:"uuid"`
		Minutes  int64  `json:"minutes"`
		Everyone bool   `json:"everyone"`
	} `json:"projects"`
	Cells []struct {
		UserID  int64  `json:"user_id"`
		Project string `json:"project_uuid"`
		Minutes int64  `json:"minutes"`
	} `json:"cells"`
	Minutes int64 `json:"minutes"`
}

func TestTotalsCoverEveryoneForManagersAndOnlyThemselvesForOthers(t *testing.T) {
	each(t, func(t *testing.T, w *world) {
		c := w.mustCast(t)
		member, owner, admin := c.browser(t, "member"), c.browser(t, "owner"), c.browser(t, "admin")
		own := owner.mustProject(t, "Own").Project.UUID
		owner.log(t, owner.mustTicket(t, own, "T", nil).UUID, 7, "2026-03-02")
		member.log(t, c.Ticket, 60, "2026-03-02")
		member.log(t, c.Ticket, 30, "2026-03-02")
		c.logAny(t, c.Ticket, 10, "2026-03-31")
		c.logAny(t, c.Ticket, 500, "2026-04-01")
		owner.log(t, c.Ticket, 100, "2026-03-05")
		const march = "/time/totals?from=2026-03-01&to=2026-03-31"
		for name, row := range map[string]struct {
			who     *browser
			query   string
			minutes int64
			people  int
			cells   int
		}{
			"owner": {owner, "", 207, 2, 3}, "owner, one project": {owner, "&project=" + own, 7, 1, 1}, "admin": {admin, "", 200, 2, 2},
			"member": {member, "", 100, 1, 1}, "stranger": {c.browser(t, "stranger"), "", 0, 0, 0},
		} {
			got := must[totalsPage](t, row.who, "GET", march+row.query, nil)
			if got.Minutes != row.minutes || len(got.People) != row.people || len(got.Cells) != row.cells {
				t.Errorf("%s: %+v", name, got)
			}
			var cells, projects int64
			for _, x := range got.Cells {
				cells += x.Minutes
			}
			for _, x := range got.Projects {
				projects += x.Minutes
			}
			if cells != got.Minutes || projects != got.Minutes {
				t.Errorf("%s does not add up: %+v", name, got)
			}
		}
		if got := must[totalsPage](t, member, "GET", march, nil); got.People[0].UserID != member.ID || got.People[0].Days != 2 || got.Projects[0].Everyone {
			t.Errorf("%+v", got)
		}
		refused(t, member.call(t, "GET", march+"&project="+own, nil), http.StatusForbidden, "forbidden")
		for _, bad := range []string{"?from=2026-03-02&to=2026-03-01", "?from=1990-01-01&to=2026-03-01", "?from=x", "?project=x"} {
			refused(t, owner.call(t, "GET", "/time/totals"+bad, nil), http.StatusUnprocessableEntity, "invalid")
		}
	})
}

func TestADayWithTimeInTwoProjectsCountsOnce(t *testing.T) {
	each(t, func(t *testing.T, w *world) {
		c := w.mustCast(t)
		owner, member := c.browser(t, "owner"), c.browser(t, "member")
		own := owner.mustProject(t, "Own").Project.UUID
		ticket := owner.mustTicket(t, own, "T", nil).UUID
		for _, day := range []string{"2026-02-28", "2026-03-02", "2026-03-03"} {
			owner.log(t, ticket, 7, day)
		}
		owner.log(t, c.Ticket, 100, "2026-03-03")
		owner.log(t, c.Ticket, 100, "2026-03-04")
		member.log(t, c.Ticket, 10, "2026-03-04")
		must[any](t, owner, "DELETE", "/members/"+c.team(t, owner)[c.Member.ID].UUID, nil)
		got := must[totalsPage](t, owner, "GET", "/time/totals?from=2026-03-01&to=2026-03-31", nil)
		days := map[int64]int{}
		for _, p := range got.People {
			days[p.UserID] = p.Days
		}
		if want := map[int64]int{c.Owner.ID: 3, c.Member.ID: 1}; !maps.Equal(days, want) || got.Minutes != 224 || len(got.Cells) != 3 {
			t.Errorf("days %v, not %v, in %+v", days, want, got)
		}
	})
}

// The cost of reading a week does not depend on how much time has been logged in total, because only the days of that week are
// read.
func TestAWeekAndItsTotalsCostTheSameForAnyAmountOfTime(t *testing.T) {
	each(t, func(t *testing.T, w *world) {
		c := w.mustCast(t)
		b := c.browser(t, "owner")
		b.log(t, c.Ticket, 60, "2026-03-09")
		pages := []string{"/time/week", fmt.Sprint("/time/week?user=", c.Member.ID), "/time/recent", "/time/totals"}
		few := []int64{}
		for _, page := range pages {
			few = append(few, b.least(t, "GET", page))
		}
		c.mustLogMany(t, 30_000)
		for i, page := range pages {
			if many := b.least(t, "GET", page); many != few[i] || many > 8 {
				t.Errorf("%s: %d statements, then %d", page, few[i], many)
			}
		}
		began := time.Now()
		b.week(t, "?day=2020-01-01")
		t.Logf("statements, with the session's: %v; a week among 30,000 entries takes %v", few, time.Since(began))
	})
}

// mustLogMany inserts time entries for the owner directly into the database, one per day going back from 2026.
func (c *cast) mustLogMany(t testing.TB, n int) {
	t.Helper()
	var rows strings.Builder
	err := c.w.Store.Write(t.Context(), func(tx *db.Tx) error {
		for i := range n {
			if rows.Len() > 0 {
				rows.WriteByte(',')
			}
			day := domain.Date("2026-01-01").AddDays(-i % 3000)
			fmt.Fprintf(&rows, "('%08d-0000-7000-8000-000000000000','%s')", i, day)
			if i%1000 == 999 || i == n-1 {
				_, err := tx.Exec(t.Context(), `
INSERT INTO time_entries (uuid, project_id, ticket_id, user_id, duration_minutes, logged_at, created_at, updated_at)
SELECT v.column1, t.project_id, t.id, $1, 30, v.column2, 0, 0 FROM tickets t, (VALUES `+rows.String()+`) v WHERE t.uuid = $2`, c.Owner.ID, c.Ticket)
				if err != nil {
					return err
				}
				rows.Reset()
			}
		}
		_, err := tx.Exec(t.Context(), `
INSERT INTO effort_days (project_id, sprint_id, epic_id, user_id, day, minutes)
SELECT e.project_id, 0, 0, e.user_id, e.logged_at, SUM(e.duration_minutes) FROM time_entries e WHERE e.logged_at < '2026-01-02'
GROUP BY e.project_id, e.user_id, e.logged_at`)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
}
