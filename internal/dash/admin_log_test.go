package dash_test

import (
	"encoding/csv"
	"fmt"
	"net/http"
	"slices"
	"strings"
	"testing"

	"earnest/internal/apitest"
	"earnest/internal/db"
	"earnest/internal/domain"
	"earnest/internal/identity"
)

type logged struct {
	ID   int64  `json:"id"`
	At   string `json:"at"`
	User *struct {
		ID   int64  `json:"id"`
		Name string `json:"name"`
	} `json:"user"`
	KeyName *string `json:"key_name"`
	Project *struct {
		UUID *string `json:"uuid"`
		Name *string `json:"name"`
	} `json:"project"`
	Noun   string `json:"noun"`
	UUID   string `json:"uuid"`
	Name   string `json:"name"`
	What   string `json:"what"`
	From   any    `json:"from"`
	To     any    `json:"to"`
	Hidden bool   `json:"hidden"`
}

type loggedPage struct {
	Changes []logged `json:"changes"`
	More    bool     `json:"more"`
}

// told formats a change as one line.
func (l logged) told() string {
	who := "nobody"
	if l.User != nil {
		who = l.User.Name
	}
	return fmt.Sprintf("%s: %s %q %s %v→%v hidden=%v", who, l.Noun, l.Name, l.What, l.From, l.To, l.Hidden)
}

func (b *browser) told(t testing.TB, query string) []string {
	t.Helper()
	lines := []string{}
	for _, c := range must[loggedPage](t, b, "GET", "/admin/changes"+query, nil).Changes {
		lines = append(lines, c.told())
	}
	return lines
}

func TestTheLogRecordsChangesOutsideProjects(t *testing.T) {
	gridded(t, func(t *testing.T, w *world) {
		admin, ada := w.mustAdmin(t), w.mustPassworded(t)
		in := ada.mustSignIn(t)
		made := must[struct {
			Key struct {
				ID     int64  `json:"id"`
				Prefix string `json:"prefix"`
			} `json:"key"`
			Secret string `json:"secret"`
		}](t, in, "POST", "/keys", map[string]any{"name": "Nightly", "scopes": []string{"projects:read"}})
		key := fmt.Sprintf("/keys/%d", made.Key.ID)
		must[any](t, in, "PUT", key, map[string]any{"name": "Weekly"})
		must[any](t, in, "PUT", key, map[string]any{"name": "Weekly"}) // changes nothing
		must[any](t, in, "POST", key+"/rotate", map[string]any{"overlap_hours": 1})
		must[any](t, in, "DELETE", key, nil)
		must[any](t, in, "DELETE", key, nil) // deleting twice is logged once
		must[any](t, admin, "PUT", userPath(ada.ID), map[string]any{"plan": "free", "subscribed_at": "2025-01-02"})
		must[any](t, admin, "PUT", userPath(ada.ID), map[string]any{"plan": "free"})
		must[any](t, admin, "POST", userPath(ada.ID)+"/reset", nil)
		w.mustBackup(t)
		lines := admin.told(t, "?project=none")
		for _, want := range []string{
			`Ada Test: session "Ada Test" created <nil>→127.0.0.1 hidden=false`,
			`Ada Test: key "Weekly" created <nil>→<nil> hidden=false`,
			`Ada Test: key "Weekly" name Nightly→Weekly hidden=false`,
			`Ada Test: key "Weekly" revoked <nil>→<nil> hidden=false`,
			`The Administrator: account "Ada Test" plan business→free hidden=false`,
			`The Administrator: account "Ada Test" subscribed_at ` + "2026-03-10 09:00:00→2025-01-02 00:00:00 hidden=false",
			`The Administrator: account "Ada Test" reset <nil>→<nil> hidden=false`,
			`nobody: account "The Administrator" created <nil>→<nil> hidden=false`,
			`nobody: backup "" created <nil>→<nil> hidden=false`,
		} {
			if !slices.Contains(lines, want) {
				t.Errorf("no %s in\n%s", want, strings.Join(lines, "\n"))
			}
		}
		if len(lines) != 11 {
			t.Errorf("%d lines, want 11:\n%s", len(lines), strings.Join(lines, "\n"))
		}
		file := string(admin.call(t, "GET", "/admin/changes.csv", nil).Body)
		for _, secret := range []string{made.Secret, goodHash(), goodPassword, "ses_", "inv_"} {
			if strings.Contains(file, secret) {
				t.Errorf("the file holds %q", secret)
			}
		}
	})
}

// Every way to create an account or gain access to one is logged.
func TestTheLogRecordsEveryNewUserPasswordAndSecondFactor(t *testing.T) {
	each(t, func(t *testing.T, w *world) {
		first := w.stranger()
		first.keep(first.call(t, "POST", "/setup", setupBody(w.mustSetupToken(t))))
		project := first.mustProject(t, "New").Project.UUID
		must[any](t, first, "POST", "/projects/"+project+"/members", map[string]any{
			"email": "guest@example.com", "firstname": "The", "lastname": "Guest", "role": "member",
		})
		if _, err := w.App.Transfer.Import(t.Context(), strings.NewReader(
			`{"users": [{"email": "moved@example.com", "firstname": "Somebody", "lastname": "Moved"}]}`)); err != nil {
			t.Fatal(err)
		}
		ada := w.mustPassworded(t)
		in := ada.mustSignIn(t)
		in.mustFactor(t)
		token := first.mustReset(t, ada.ID, map[string]any{"clear_second_factor": true})
		in.keep(in.call(t, "POST", "/invitation", map[string]any{"token": token, "password": goodPassword}))
		lines := first.told(t, "?project=none")
		for _, want := range []string{
			`First Person: account "First Person" created <nil>→<nil> hidden=false`,
			`First Person: account "The Guest" created <nil>→<nil> hidden=false`,
			`nobody: account "Somebody Moved" created <nil>→<nil> hidden=false`,
			`Ada Test: account "Ada Test" second_factor false→true hidden=false`,
			`First Person: account "Ada Test" second_factor true→false hidden=false`,
			`Ada Test: account "Ada Test" password <nil>→<nil> hidden=false`,
		} {
			if !slices.Contains(lines, want) {
				t.Errorf("no %s in\n%s", want, strings.Join(lines, "\n"))
			}
		}
		w.Clock.Advance(367 * 24 * 60 * 60 * 1e9)
		all := w.count(t, `SELECT COUNT(*) FROM changes WHERE noun <> 'session'`)
		if err := w.App.Accounts.Sweep(t.Context()); err != nil {
			t.Fatal(err)
		}
		if n := w.count(t, `SELECT COUNT(*) FROM changes WHERE noun = 'session'`); n != 0 {
			t.Errorf("the log tells %d sign-ins of a year ago", n)
		}
		if n := w.count(t, `SELECT COUNT(*) FROM changes`); n != all {
			t.Errorf("the log has %d of %d other rows", n, all)
		}
	})
}

func TestTheLogHidesRatesAndWhatPeopleWroteFromAdministrators(t *testing.T) {
	each(t, func(t *testing.T, w *world) {
		c := w.mustCast(t)
		admin, owner := c.browser(t, "administrator"), c.browser(t, "owner")
		must[any](t, owner, "PUT", "/tickets/"+c.Ticket, map[string]any{"title": "=HYPERLINK(1)", "description": "a private text", "story_points": 5})
		must[any](t, owner, "POST", "/tickets/"+c.Ticket+"/comments", map[string]any{"content": "a private remark"})
		members := must[struct {
			Members []struct {
				UUID   string `json:"uuid"`
				UserID int64  `json:"user_id"`
			} `json:"members"`
		}](t, owner, "GET", "/projects/"+c.Project+"/members", nil).Members
		must[any](t, owner, "PUT", "/members/"+members[0].UUID+"/rate", map[string]any{"tjm": 98765.5})
		all := string(admin.call(t, "GET", "/admin/changes?project="+c.Project, nil).Body)
		file := admin.call(t, "GET", "/admin/changes.csv", nil)
		for _, private := range []string{"98765", "a private text", "a private remark"} {
			if strings.Contains(all, private) || strings.Contains(string(file.Body), private) {
				t.Errorf("administrators read %q", private)
			}
		}
		rows, err := csv.NewReader(strings.NewReader(strings.TrimPrefix(string(file.Body), "\ufeff"))).ReadAll()
		if err != nil || len(rows) < 5 || strings.Join(rows[0], " ") != "id at user email key project project_uuid noun noun_uuid name what from to" {
			t.Fatalf("%v: %v", rows, err)
		}
		hidden, safe := false, false
		for _, row := range rows {
			hidden = hidden || row[7] == "rate" && row[11] == "(hidden)" && row[12] == "(hidden)"
			safe = safe || row[10] == "title" && row[12] == "'=HYPERLINK(1)"
		}
		if disposition := file.Header.Get("Content-Disposition"); !hidden || !safe || !strings.HasPrefix(disposition, `attachment; filename="earnest-changes-`) {
			t.Errorf("rates hidden: %v, formula tamed: %v, %s", hidden, safe, disposition)
		}
	})
}

func TestTheLogShowsTheTicketAndTheMinutesOfDeletedTime(t *testing.T) {
	each(t, func(t *testing.T, w *world) {
		c := w.mustCast(t)
		admin, owner := c.browser(t, "administrator"), c.browser(t, "owner")
		must[any](t, owner, "PUT", "/tickets/"+c.Ticket, map[string]any{"title": "Dig"})
		uuid := must[thing](t, owner, "POST", "/tickets/"+c.Ticket+"/time", map[string]any{"duration_minutes": 30}).UUID
		must[any](t, owner, "PUT", "/time/entries/"+uuid, map[string]any{"duration_minutes": 90})
		must[any](t, owner, "DELETE", "/time/entries/"+uuid, nil)
		lines := admin.told(t, "?noun=time_entry")
		for _, want := range []string{
			`time_entry "Dig" created <nil>→30 hidden=false`,
			`time_entry "Dig" duration_minutes 30→90 hidden=false`,
			`time_entry "Dig" deleted 90→<nil> hidden=false`,
		} {
			if !slices.ContainsFunc(lines, func(line string) bool { return strings.HasSuffix(line, want) }) {
				t.Errorf("no %s in\n%s", want, strings.Join(lines, "\n"))
			}
		}
		rows := table(t, admin.call(t, "GET", "/admin/changes.csv?noun=time_entry", nil))
		if row := rows[0]; row["name"] != "Dig" || row["what"] != "deleted" || row["from"] != "90 min" || row["to"] != "" {
			t.Errorf("%v", row)
		}
	})
}

func TestTheLogIsFilteredAndPagedWithoutGapOrRepeat(t *testing.T) {
	each(t, func(t *testing.T, w *world) {
		c := w.mustCast(t)
		admin, owner := c.browser(t, "administrator"), c.browser(t, "owner")
		for n := range 60 {
			must[any](t, owner, "PUT", "/tickets/"+c.Ticket, map[string]any{"story_points": n + 1})
		}
		w.Clock.Advance(48 * 60 * 60 * 1e9)
		must[any](t, owner, "PUT", "/tickets/"+c.Ticket, map[string]any{"title": "Later"})
		seen, cursor, pages := map[int64]bool{}, "", 0
		for more := true; more; pages++ {
			page := must[loggedPage](t, admin, "GET", "/admin/changes?noun=ticket&project="+c.Project+cursor, nil)
			for _, change := range page.Changes {
				if seen[change.ID] || change.Noun != "ticket" || change.Project == nil || *change.Project.UUID != c.Project {
					t.Fatalf("%+v", change)
				}
				seen[change.ID] = true
			}
			more = page.More
			if more {
				cursor = fmt.Sprintf("&before=%d", page.Changes[len(page.Changes)-1].ID)
			}
		}
		if want := countOf(t, w, `SELECT COUNT(*) FROM changes WHERE noun = 'ticket' AND project_id = (SELECT id FROM projects WHERE uuid = '`+c.Project+`')`); len(seen) != want || pages != 2 {
			t.Errorf("%d changes on %d pages, want %d on 2", len(seen), pages, want)
		}
		if lines := admin.told(t, "?from=2026-03-12"); len(lines) != 1 || !strings.Contains(lines[0], `ticket "Later" title`) {
			t.Errorf("from a day on: %v", lines)
		}
		if lines := admin.told(t, "?from=2026-03-11&to=2026-03-11"); len(lines) != 0 {
			t.Errorf("on a day without changes: %v", lines)
		}
		if lines := admin.told(t, fmt.Sprintf("?to=2026-03-11&user=%d&noun=sprint", c.Owner.ID)); len(lines) == 0 {
			t.Error("nothing of the owner's sprints")
		}
		for wrong, status := range map[string]int{"?user=x": 422, "?noun=cat": 422, "?from=soon": 422, "?project=x": 422, "?before=0": 422, "?before=99999999": 404} {
			if got := admin.call(t, "GET", "/admin/changes"+wrong, nil); got.Status != status {
				t.Errorf("%s: %d %s", wrong, got.Status, got.Body)
			}
		}
	})
}

// Long lists of choices would grow with the instance, so only the first are offered, and the others are found by typing.
func TestTheLogCanBeFilteredByAnyProjectAndAnybody(t *testing.T) {
	type choices struct {
		Projects []struct{ UUID, Name string } `json:"projects"`
		Users    []struct {
			ID   int64
			Name string
		} `json:"users"`
		Nouns []string `json:"nouns"`
	}
	each(t, func(t *testing.T, w *world) {
		c := w.mustCast(t)
		admin := w.mustAdmin(t)
		var last string
		for i := range 60 {
			p := apitest.Must(w.App.Projects.CreateProject(t.Context(), c.owner(), domain.ProjectPatch{Name: domain.Some(fmt.Sprintf("Équipe %02d", i))}))(t)
			last = p.UUID
			_, _, err := w.App.Accounts.CreateUser(t.Context(), identity.NewUser{
				Email: fmt.Sprintf("zoe%d@example.org", i), Firstname: "Zoé", Lastname: fmt.Sprintf("Zola %02d", i), Plan: domain.Business,
			})
			if err != nil {
				t.Fatal(err)
			}
		}
		ask := func(query string) choices { return must[choices](t, admin, "GET", "/admin/changes/choices"+query, nil) }
		first := ask("")
		if len(first.Projects) != 50 || len(first.Users) != 50 || len(first.Nouns) != 24 {
			t.Errorf("%d projects, %d people and %d nouns are offered", len(first.Projects), len(first.Users), len(first.Nouns))
		}
		typed := ask("?project_text=EQUIPE+59&user_text=zoe+zola+59")
		if len(typed.Projects) != 1 || typed.Projects[0].UUID != last || len(typed.Users) != 1 || typed.Users[0].Name != "Zoé Zola 59" {
			t.Fatalf("typing finds %+v", typed)
		}
		chosen := ask(fmt.Sprintf("?project=%s&user=%d", last, typed.Users[0].ID))
		if len(chosen.Projects) != 51 || chosen.Projects[50] != typed.Projects[0] || len(chosen.Users) != 51 || chosen.Users[50] != typed.Users[0] {
			t.Errorf("what is chosen is not offered: %+v", chosen)
		}
		if none := ask("?project=none&user_text=%25"); len(none.Projects) != 50 || len(none.Users) != 0 {
			t.Errorf("%+v", none)
		}
	})
}

func TestADeletedProjectStaysInTheLog(t *testing.T) {
	each(t, func(t *testing.T, w *world) {
		c := w.mustCast(t)
		admin, owner := c.browser(t, "administrator"), c.browser(t, "owner")
		gone := must[struct {
			Project struct{ UUID string } `json:"project"`
		}](t, owner, "POST", "/projects", map[string]any{"name": "Short-lived"}).Project.UUID
		must[any](t, owner, "DELETE", "/projects/"+gone, map[string]any{"name": "Short-lived"})
		page := must[loggedPage](t, admin, "GET", "/admin/changes?project="+gone+"&noun=project", nil)
		if len(page.Changes) != 2 || page.Changes[0].What != "deleted" || page.Changes[0].Name != "Short-lived" ||
			page.Changes[0].Project == nil || page.Changes[0].Project.UUID != nil {
			t.Errorf("%+v", page.Changes)
		}
		if got := admin.call(t, "GET", "/admin/changes?project=018f0000-0000-7000-8000-000000000000", nil); got.Status != http.StatusNotFound {
			t.Errorf("a project that never was: %d", got.Status)
		}
	})
}

func TestTheLogCostsTheSameForAnySize(t *testing.T) {
	each(t, func(t *testing.T, w *world) {
		c := w.mustCast(t)
		admin := c.browser(t, "administrator")
		cost := func() int64 { return w.cost(func() { must[any](t, admin, "GET", "/admin/changes", nil) }) }
		few := cost()
		for range 10 {
			c.NewTicket(t)
			c.NewSprint(t)
		}
		if many := cost(); many > few || few > 8 {
			t.Errorf("%d statements for few changes, %d for many", few, many)
		}
	})
}

// countOf runs a statement that returns one number.
func countOf(t testing.TB, w *world, text string) (n int) {
	t.Helper()
	if err := w.Store.Read(t.Context(), func(tx *db.Tx) error { return tx.One(t.Context(), text, nil, &n) }); err != nil {
		t.Fatal(err)
	}
	return n
}
