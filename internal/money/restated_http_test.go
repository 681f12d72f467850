package money_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"math"
	"math/rand/v2"
	"net/http"
	"net/http/httptest"
	"testing"
	"time"

	"earnest/internal/apitest"
	"earnest/internal/auth"
	"earnest/internal/dash"
	"earnest/internal/db"
	"earnest/internal/db/dbtest"
	"earnest/internal/domain"
	identitystore "earnest/internal/identity/store"
	"earnest/internal/money"
)

type object = map[string]any

// fileOf returns a life as a workspace file with one project, whose owner is user 0.
func fileOf(l *money.Life) object {
	email := func(member int64) string { return fmt.Sprintf("user%d@example.org", member) }
	var users, members, budgets, sprints, tickets []object
	for member := range int64(5) {
		users = append(users, object{"email": email(member), "firstname": "User", "lastname": "Test"})
		rates := []object{}
		for _, r := range l.Rates[member] {
			rates = append(rates, object{"from": r.From, "tjm": r.TJM})
		}
		members = append(members, object{"user": email(member), "rates": rates})
	}
	members[0]["project_role"] = "owner"
	for _, b := range l.Budgets {
		budgets = append(budgets, object{"from": b.From, "budget": b.Amount, "contingency_pct": b.ContingencyPct, "author": email(1), "reason": "as drawn"})
	}
	for i, s := range l.Sprints {
		committed := map[string]float64{}
		for n, points := range s.Committed {
			committed[fmt.Sprint("t", n)] = points
		}
		sprints = append(sprints, object{"ref": fmt.Sprint("s", i), "title": "Sprint", "status": "active", "start_date": s.Start, "end_date": s.End, "committed": committed})
	}
	for n, t := range l.Tickets {
		ticket := object{"ref": fmt.Sprint("t", n), "title": "Ticket", "story_points": t.Points, "created_at": "2026-01-01 08:00:00"}
		if t.Sprint >= 0 {
			ticket["sprint"] = fmt.Sprint("s", t.Sprint)
		}
		if t.Done != "" {
			ticket["status"], ticket["done_at"] = "done", string(t.Done)+" 15:00:00"
		}
		entries := []object{}
		for _, e := range l.Entries {
			if e.Ticket == n {
				entries = append(entries, object{"user": email(e.Member), "duration_minutes": e.Minutes, "logged_at": e.Day})
			}
		}
		ticket["time_entries"] = entries
		tickets = append(tickets, ticket)
	}
	return object{"users": users, "projects": []object{{
		"ref": "p", "name": "Life", "created_at": "2026-01-01 08:00:00", "members": members, "budgets": budgets, "sprints": sprints, "tickets": tickets,
	}}}
}

// The pages show, for days of random histories of budgets and rates, what a second computation gives, and a budget set later changes
// none of it.
func TestThePagesRestatePastDaysWithTheirBudget(t *testing.T) {
	t.Parallel()
	dbtest.Each(t, func(t *testing.T, url string) {
		w := apitest.New(t, url, nil)
		server := httptest.NewServer(dash.New(w.App, dash.Options{}))
		defer server.Close()
		r := rand.New(rand.NewPCG(5, 18))
		for range 6 {
			newTold(t, w, server.URL, money.NewLife(r)).compare(t, r)
		}
	})
}

// told is a life in the database, and its owner's session.
type told struct {
	*money.Life
	w           *apitest.World
	url, cookie string
	owner       domain.Caller
	project     string
}

func newTold(t *testing.T, w *apitest.World, server string, l *money.Life) *told {
	t.Helper()
	w.Clock.Set(l.Today.Time().Add(12 * time.Hour))
	text, err := json.Marshal(fileOf(l))
	if err != nil {
		t.Fatal(err)
	}
	made, err := w.App.Transfer.Import(t.Context(), bytes.NewReader(text))
	if err != nil {
		t.Fatal(err)
	}
	owner := made.Users["user0@example.org"]
	return &told{Life: l, w: w, url: server, cookie: mustCookie(t, w, owner), owner: domain.Caller{UserID: owner}, project: made.UUIDs["p"]}
}

// compare reads some days, sets another budget and reads them again.
func (l *told) compare(t *testing.T, r *rand.Rand) {
	t.Helper()
	pages := map[domain.Date][]byte{}
	for range 8 {
		day := l.Today.AddDays(-1 - r.IntN(60))
		pages[day] = l.mustPage(t, day)
		l.mustEqual(t, day, pages[day])
	}
	patch := domain.Given(domain.ProjectPatch{Budget: domain.Some(new(987_654.0)), ContingencyPct: domain.Some(31.0)})
	if _, err := l.w.App.Projects.UpdateProject(t.Context(), l.owner, l.project, patch); err != nil {
		t.Fatal(err)
	}
	if len(l.Budgets) == 1 && l.Budgets[0].From == l.Today {
		return // it was replaced
	}
	for day, page := range pages {
		if again := l.mustPage(t, day); !bytes.Equal(again, page) {
			t.Errorf("%s: a budget set later changes the page from\n%s\nto\n%s", day, page, again)
		}
	}
}

func (l *told) mustEqual(t *testing.T, day domain.Date, text []byte) {
	t.Helper()
	var page struct {
		Finance map[string]any `json:"finance"`
	}
	if err := json.Unmarshal(text, &page); err != nil {
		t.Fatal(err)
	}
	for name, want := range l.On(day) {
		got, known := page.Finance[name].(float64)
		if known == math.IsNaN(want) || known && math.Abs(got-want) > 1e-9*math.Max(1, math.Abs(want)) {
			t.Errorf("%s: %s is %v, not %v", day, name, page.Finance[name], want)
		}
	}
}

func (l *told) mustPage(t *testing.T, day domain.Date) []byte {
	t.Helper()
	return mustGet(t, l.url+"/dash/projects/"+l.project+"/finance?as_of="+string(day), l.cookie)
}

// mustCookie signs a user in.
func mustCookie(t *testing.T, w *apitest.World, userID int64) string {
	t.Helper()
	token, now := auth.NewToken("ses_"), w.Clock.Now()
	hash := token.Hash()
	row := identitystore.SessionRow{User: domain.User{ID: userID}, CreatedAt: now, LastSeenAt: now, ExpiresAt: now.AddDate(0, 0, 30)}
	err := w.Store.Write(t.Context(), func(tx *db.Tx) error {
		_, err := identitystore.InsertSession(t.Context(), tx, row, hash[:])
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return "earnest=" + token.Reveal()
}

func mustGet(t *testing.T, url, cookie string) []byte {
	t.Helper()
	req, err := http.NewRequestWithContext(t.Context(), http.MethodGet, url, nil)
	if err != nil {
		t.Fatal(err)
	}
	req.Header.Set("Cookie", cookie)
	resp, err := http.DefaultClient.Do(req)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = resp.Body.Close() }()
	var body bytes.Buffer
	if _, err := body.ReadFrom(resp.Body); err != nil || resp.StatusCode != http.StatusOK {
		t.Fatalf("GET %s = %d %s (%v)", url, resp.StatusCode, body.String(), err)
	}
	return body.Bytes()
}
