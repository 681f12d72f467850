package dash_test

import (
	"net/http"
	"regexp"
	"strings"
	"testing"
	"time"
	"unicode/utf8"

	"earnest/client"
	"earnest/internal/apitest"
	"earnest/internal/auth"
	"earnest/internal/dash"
	"earnest/internal/db"
	"earnest/internal/domain"
	workstore "earnest/internal/work/store"
)

type calendar struct {
	URL    *string `json:"url"`
	MadeAt *string `json:"made_at"`
}

// fetch reads a calendar as a calendar program does, without a session.
func (w *world) fetch(t testing.TB, url, held string) answer {
	t.Helper()
	path, found := strings.CutPrefix(url, "http://earnest.example")
	if !found {
		t.Fatalf("the address is %s", url)
	}
	req, err := http.NewRequestWithContext(t.Context(), http.MethodGet, w.dash.URL+path, nil)
	if err != nil {
		t.Fatal(err)
	}
	if held != "" {
		req.Header.Set("If-None-Match", held)
	}
	return w.stranger().send(t, req)
}

// unfolded returns the lines of a calendar, after checking line endings and folding.
func unfolded(t testing.TB, text string) []string {
	t.Helper()
	for line := range strings.SplitSeq(strings.TrimSuffix(text, "\r\n"), "\r\n") {
		if len(line) > 75 || strings.ContainsAny(line, "\r\n") || !utf8.ValidString(line) {
			t.Errorf("the line %q has %d bytes", line, len(line))
		}
	}
	return strings.Split(strings.TrimSuffix(strings.ReplaceAll(text, "\r\n ", ""), "\r\n"), "\r\n")
}

func (c *cast) mustMilestone(t testing.TB, name, day string) {
	t.Helper()
	err := c.w.Store.Write(t.Context(), func(tx *db.Tx) error {
		access, err := workstore.ProjectAccess(t.Context(), tx, c.Project, 0)
		if err != nil {
			return err
		}
		now := c.w.Clock.Now()
		m := domain.Milestone{UUID: apitest.NewUUID(), Name: name, Date: domain.Date(day), Color: "#000000", CreatedAt: now, UpdatedAt: now}
		_, err = workstore.InsertMilestone(t.Context(), tx, access.ProjectID, m)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
}

func TestACalendarHoldsSprintsAndMilestones(t *testing.T) {
	each(t, func(t *testing.T, w *world) {
		c := w.mustCast(t)
		b := c.browser(t, "viewer")
		_ = apitest.Must(c.Owner.UpdateSprint(t.Context(), c.Sprint, client.SprintUpdate{
			Title: client.Set(`Sprint; one, "two" \ three`), Goal: client.Set("Première ligne\nseconde; " + strings.Repeat("é😀", 60)),
			StartDate: client.Set(client.Date("2026-02-28")), EndDate: client.Set(client.Date("2026-02-28")),
		}))(t)
		c.NewSprint(t) // without dates
		c.mustMilestone(t, "Go live\x07\r\nBEGIN:VEVENT", "2026-12-31")
		made := must[calendar](t, b, "POST", "/projects/"+c.Project+"/calendar", nil)
		a := w.fetch(t, *made.URL, "")
		if a.Status != http.StatusOK || a.Header.Get("Content-Type") != "text/calendar; charset=utf-8" {
			t.Fatalf("%d %s", a.Status, a.Body)
		}
		lines := unfolded(t, string(a.Body))
		for _, want := range []string{
			"BEGIN:VCALENDAR", "VERSION:2.0", "UID:" + c.Sprint + "@earnest", "DTSTART;VALUE=DATE:20260228", "DTEND;VALUE=DATE:20260301",
			`SUMMARY:Sprint\; one\, "two" \\ three`, `DESCRIPTION:Première ligne\nseconde\; ` + strings.Repeat("é😀", 60),
			`SUMMARY:Go live\nBEGIN:VEVENT`, "DTSTART;VALUE=DATE:20261231", "DTEND;VALUE=DATE:20270101", "DTSTAMP:20260310T090000Z", "END:VCALENDAR",
		} {
			if n := strings.Count("\n"+strings.Join(lines, "\n")+"\n", "\n"+want+"\n"); n < 1 {
				t.Errorf("there is no line %q in\n%s", want, strings.Join(lines, "\n"))
			}
		}
		if n := strings.Count("\n"+strings.Join(lines, "\n"), "\nBEGIN:VEVENT"); n != 2 {
			t.Errorf("there are %d events", n)
		}
		for _, line := range lines {
			if !regexp.MustCompile(`^[A-Z-]+(;[A-Z]+=[A-Z]+)*:`).MatchString(line) {
				t.Errorf("%q is no line of a calendar", line)
			}
		}
		same := w.fetch(t, *made.URL, `W/"x", `+a.Header.Get("ETag"))
		if same.Status != http.StatusNotModified || len(same.Body) > 0 {
			t.Errorf("what did not change is sent again: %d", same.Status)
		}
		c.mustMilestone(t, "More", "2026-12-01")
		if again := w.fetch(t, *made.URL, a.Header.Get("ETag")); again.Status != http.StatusOK || again.Header.Get("ETag") == a.Header.Get("ETag") {
			t.Errorf("what changed is not sent: %d", again.Status)
		}
	})
}

func TestACalendarsAddressCanBeRevoked(t *testing.T) {
	each(t, func(t *testing.T, w *world) {
		c := w.mustCast(t)
		b := c.browser(t, "member")
		path := "/projects/" + c.Project + "/calendar"
		if none := must[calendar](t, b, "GET", path, nil); none.URL != nil || none.MadeAt != nil {
			t.Errorf("%+v", none)
		}
		create := func() string { return *must[calendar](t, b, "POST", path, nil).URL }
		never := w.fetch(t, "http://earnest.example/calendar/cal_"+strings.Repeat("x", 43)+".ics", "")
		over := func(why, url string) {
			t.Helper()
			if a := w.fetch(t, url, ""); a.Status != http.StatusNotFound || string(a.Body) != string(never.Body) {
				t.Errorf("%s, and the address answers %d %s", why, a.Status, a.Body)
			}
		}
		works := func(url string) {
			t.Helper()
			if a := w.fetch(t, url, ""); a.Status != http.StatusOK {
				t.Errorf("the address answers %d %s", a.Status, a.Body)
			}
		}
		first := create()
		works(first)
		if shown := must[calendar](t, b, "GET", path, nil); shown.URL != nil || shown.MadeAt == nil {
			t.Errorf("the address is told again: %+v", shown)
		}
		second := create()
		works(second)
		over("it was replaced", first)
		must[any](t, b, "DELETE", path, nil)
		over("it was taken away", second)

		third := create()
		w.mustRun(t, `UPDATE accounts SET active = $1 WHERE id = (SELECT account_id FROM users WHERE id = $2)`, false, c.Member.ID)
		over("the account is shut", third)
		w.mustRun(t, `UPDATE accounts SET active = $1 WHERE id = (SELECT account_id FROM users WHERE id = $2)`, true, c.Member.ID)
		works(third)
		w.mustRun(t, `UPDATE members SET status = $1 WHERE user_id = $2`, "inactive", c.Member.ID)
		over("the membership is inactive", third)
		w.mustRun(t, `UPDATE members SET status = $1 WHERE user_id = $2`, "active", c.Member.ID)
		works(third)

		admin := c.browser(t, "admin")
		must[any](t, admin, "DELETE", "/members/"+c.team(t, admin)[c.Member.ID].UUID, nil)
		over("the membership is over", third)
		w.MustJoin(t, c.Project, c.Member.ID, domain.Worker)
		over("who comes back starts afresh", third)
	})
}

// mustRun runs a statement directly on the database.
func (w *world) mustRun(t testing.TB, text string, args ...any) {
	t.Helper()
	err := w.Store.Write(t.Context(), func(tx *db.Tx) error {
		_, err := tx.Exec(t.Context(), text, args...)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
}

func TestACalendarCanOnlyBeRead(t *testing.T) {
	each(t, func(t *testing.T, w *world) {
		for path, want := range map[string]int{
			"GET /calendar": 404, "GET /calendar/": 404, "GET /calendar/x.ics": 404, "GET /calendar/cal_x": 404, "POST /calendar/x.ics": 405, "GET /calendar/a/b.ics": 404,
		} {
			method, at, _ := strings.Cut(path, " ")
			req, err := http.NewRequestWithContext(t.Context(), method, w.dash.URL+at, nil)
			if err != nil {
				t.Fatal(err)
			}
			if a := w.stranger().send(t, req); a.Status != want {
				t.Errorf("%s: %d %s", path, a.Status, a.Body)
			}
		}
	})
}

func TestEndingAllSessionsRevokesCalendarAddresses(t *testing.T) {
	each(t, func(t *testing.T, w *world) {
		c := w.mustCast(t)
		admin := c.browser(t, "administrator")
		id := c.people["member"].ID
		for name, end := range map[string]func(b *browser){
			"signed out everywhere": func(b *browser) { must[any](t, b, "DELETE", "/sessions", nil) },
			"reset":                 func(*browser) { admin.mustReset(t, id, nil) },
			"shut and opened again": func(*browser) {
				must[any](t, admin, "PUT", userPath(id), map[string]any{"active": false})
				must[any](t, admin, "PUT", userPath(id), map[string]any{"active": true})
			},
		} {
			b := c.browser(t, "member")
			url := *must[calendar](t, b, "POST", "/projects/"+c.Project+"/calendar", nil).URL
			if a := w.fetch(t, url, ""); a.Status != http.StatusOK {
				t.Fatalf("%s: at first %d", name, a.Status)
			}
			end(b)
			if a := w.fetch(t, url, ""); a.Status != http.StatusNotFound {
				t.Errorf("%s, and the address answers %d", name, a.Status)
			}
		}
	})
}

func TestACalendarHasTheDeadlineOfEveryRequest(t *testing.T) {
	each(t, func(t *testing.T, w *world) {
		w.dash.Config.Handler = dash.New(w.App, dash.Options{BaseURL: "http://earnest.example", Timeout: time.Nanosecond})
		if a := w.fetch(t, "http://earnest.example/calendar/"+auth.NewToken("cal_").Reveal()+".ics", ""); a.Status != http.StatusServiceUnavailable {
			t.Errorf("%d %s", a.Status, a.Body)
		}
	})
}
