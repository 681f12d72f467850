package apiv1_test

import (
	"bytes"
	"errors"
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"earnest/client"
	"earnest/internal/apitest"
	"earnest/internal/apiv1"
	"earnest/internal/app"
	"earnest/internal/db/dbtest"
	"earnest/internal/domain"
	"earnest/internal/identity"
)

// reads returns the path of every read operation whose answer is kept, some with filters and pages.
func reads(t *testing.T, c *apitest.Cast) []string {
	t.Helper()
	var paths []string
	for _, r := range apiv1.Routes() {
		if r.Cached() { // all but /me, whose quotas change with every request, and files
			path, _ := aCall(t, c, r)
			paths = append(paths, path)
		}
	}
	tickets, time := "/tickets?project="+c.Project, "/time-entries?project="+c.Project
	return append(paths,
		tickets+"&page=1", tickets+"&per_page=2&page=2", tickets+"&sprint="+c.Sprint, tickets+"&page=1&epic="+c.Epic,
		tickets+"&updated_since=2026-03-10T09:00:00Z", time+"&page=1", time+"&story="+c.Ticket, "/portfolio/finance?projects="+c.Project)
}

// uncached sends a request to an API with an empty cache.
func uncached(w *apitest.World, key, path string) (status int, body string) {
	r := httptest.NewRequest(http.MethodGet, "/api/v1"+path, nil)
	r.Header.Set("Authorization", "Bearer "+key)
	out := httptest.NewRecorder()
	apiv1.New(w.App, apiv1.Options{}).ServeHTTP(out, r)
	return out.Code, out.Body.String()
}

func TestCachedAnswersMatchFreshOnesAfterEveryWrite(t *testing.T) {
	t.Parallel()
	apitest.Each(t, func(t *testing.T, w *apitest.World) {
		c := w.MustCast(t, "")
		paths := reads(t, c)
		compare := func(after string) {
			t.Helper()
			for _, person := range []apitest.Person{c.Owner, c.Viewer, c.Stranger} {
				for _, path := range paths {
					said := w.Call(t, person.Key, http.MethodGet, path, nil)
					if status, body := uncached(w, person.Key, path); status != said.Status || body != string(said.Body) {
						t.Fatalf("after %s, %s says\n%d %s\nthe database\n%d %s", after, path, said.Status, said.Body, status, body)
					}
				}
			}
		}
		compare("nothing")
		for _, write := range everyWrite(c) {
			path := write.path
			if write.fresh != nil {
				path += write.fresh(t)
			}
			if a := w.Call(t, c.Owner.Key, write.method, path, write.body); a.Status >= 300 {
				t.Fatalf("%s %s: %d %s", write.method, path, a.Status, a.Body)
			}
			compare(write.method + " " + write.path)
		}
		for name, change := range map[string]func() error{
			"a rename": func() error {
				_, err := w.App.Accounts.Rename(t.Context(), c.Owner.ID, identity.NamePatch{Firstname: domain.Some("Other")})
				return err
			},
			"midnight": func() error { w.Clock.Advance(24 * time.Hour); return nil },
		} {
			if err := change(); err != nil {
				t.Fatal(err)
			}
			compare(name)
		}
	})
}

type aWrite struct {
	method, path string
	fresh        func(testing.TB) string // creates the object that the write deletes, and returns its uuid
	body         any
}

// everyWrite lists each write operation in the contract, in a form that changes something.
func everyWrite(c *apitest.Cast) []aWrite {
	type m = map[string]any
	return []aWrite{
		{"PUT", "/projects/" + c.Project, nil, m{"name": "Other", "budget": 5000, "contingency_pct": 3}},
		{"POST", "/projects", nil, m{"name": "New"}},
		{"DELETE", "/projects/", c.NewProject, nil},
		{"POST", "/super-epics", nil, m{"project_uuid": c.Project, "title": "New"}},
		{"PUT", "/super-epics/" + c.SuperEpic, nil, m{"title": "Other"}},
		{"DELETE", "/super-epics/", c.NewSuperEpic, nil},
		{"POST", "/epics", nil, m{"project_uuid": c.Project, "title": "New", "super_epic_uuid": c.SuperEpic}},
		{"PUT", "/epics/" + c.Epic, nil, m{"title": "Other", "status": "done"}},
		{"DELETE", "/epics/", c.NewEpic, nil},
		{"POST", "/sprints", nil, m{"project_uuid": c.Project, "title": "New"}},
		{"PUT", "/sprints/" + c.Sprint, nil, m{"title": "Other", "start_date": "2026-03-01", "end_date": "2026-03-14"}},
		{"POST", "/tickets", nil, m{"project_uuid": c.Project, "title": "New", "sprint_uuid": c.Sprint, "story_points": 3}},
		{"PUT", "/tickets/" + c.Ticket, nil, m{"title": "Other", "story_points": 5, "sprint_uuid": c.Sprint, "epic_uuid": c.Epic}},
		{"PUT", "/sprints/" + c.Sprint, nil, m{"status": "active"}},
		{"PUT", "/tickets/" + c.Ticket, nil, m{"status": "done"}},
		{"DELETE", "/tickets/", c.NewTicket, nil},
		{"POST", "/subtasks", nil, m{"ticket_uuid": c.Ticket, "title": "New"}},
		{"PUT", "/subtasks/" + c.Subtask, nil, m{"status": "done"}},
		{"DELETE", "/subtasks/", c.NewSubtask, nil},
		{"POST", "/comments", nil, m{"ticket_uuid": c.Ticket, "content": "New"}},
		{"PUT", "/comments/" + c.Comment, nil, m{"content": "Other"}},
		{"DELETE", "/comments/", c.NewComment, nil},
		{"POST", "/tickets/" + c.Ticket + "/attachments?name=new.txt", nil, "New"},
		{"DELETE", "/attachments/", c.NewAttachment, nil},
		{"POST", "/time-entries", nil, m{"ticket_uuid": c.Ticket, "duration_minutes": 90, "logged_at": "2026-03-09"}},
	}
}

func TestEveryWriteCoversTheContract(t *testing.T) {
	t.Parallel()
	apitest.Each(t, func(t *testing.T, w *apitest.World) {
		c := w.MustCast(t, "")
		tried := map[string]bool{}
		for _, write := range everyWrite(c) {
			noun := strings.Split(write.path, "/")[1]
			tried[write.method+" "+noun] = true
		}
		for _, r := range apiv1.Routes() {
			if noun := strings.Split(r.Path, "/")[1]; r.Method != http.MethodGet && !tried[r.Method+" "+noun] {
				t.Errorf("%s is not tried", name(r))
			}
		}
	})
}

func TestAValidCachedAnswerIsNotReadAgain(t *testing.T) {
	t.Parallel()
	apitest.Each(t, func(t *testing.T, w *apitest.World) {
		c := w.MustCast(t, "")
		const most = 2 // the key (on PostgreSQL with its quota) and the snapshot, in one round trip
		for _, path := range reads(t, c) {
			first := w.Call(t, c.Owner.Key, http.MethodGet, path, nil)
			least := int64(1 << 40)
			for range 5 { // background work may interfere
				before := w.Store.Statements()
				again := w.Call(t, c.Owner.Key, http.MethodGet, path, nil)
				least = min(least, w.Store.Statements()-before)
				if string(again.Body) != string(first.Body) || again.Header.Get("Content-Type") != first.Header.Get("Content-Type") {
					t.Errorf("%s: %s, then %s", path, first.Body, again.Body)
				}
			}
			if least > most {
				t.Errorf("%s costs %d statements again", path, least)
			}
		}
	})
}

func TestLostAccessIsRefusedAtTheNextRequestWhateverIsCached(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		lose func(w *apitest.World, c *apitest.Cast) error
		want int
	}{
		"key revoked": {func(w *apitest.World, c *apitest.Cast) error {
			_, err := w.App.Keys.RevokeKey(t.Context(), c.Viewer.Key)
			return err
		}, 401},
		"account inactive": {func(w *apitest.World, c *apitest.Cast) error {
			_, err := w.App.Accounts.UpdateAccount(t.Context(), c.Viewer.Email, identity.AccountPatch{Active: domain.Some(false)})
			return err
		}, 403},
		"plan without the API": {func(w *apitest.World, c *apitest.Cast) error {
			_, err := w.App.Accounts.UpdateAccount(t.Context(), c.Viewer.Email, identity.AccountPatch{Plan: domain.Some(domain.Free)})
			return err
		}, 403},
		"out of the team": {func(w *apitest.World, c *apitest.Cast) error {
			mustSetRole(t, w, c.Project, c.Viewer.ID, "")
			return nil
		}, 403},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			apitest.Each(t, func(t *testing.T, w *apitest.World) {
				cast := w.MustCast(t, "")
				path := "/tickets?project=" + cast.Project
				var lost atomic.Bool
				var wg sync.WaitGroup
				for range 8 {
					wg.Go(func() {
						for knew := false; !knew; { // each client sends one more request after access is lost
							knew = lost.Load() // before the request is sent
							a := w.Call(t, cast.Viewer.Key, http.MethodGet, path, nil)
							if knew && a.Status != c.want {
								t.Errorf("%d after access was lost", a.Status)
							}
						}
					})
				}
				time.Sleep(20 * time.Millisecond)
				if err := c.lose(w, cast); err != nil {
					t.Error(err)
				}
				lost.Store(true)
				wg.Wait()
			})
		})
	}
}

func TestNoNodeServesStaleDataAfterACommittedWrite(t *testing.T) {
	t.Parallel()
	dbtest.Each(t, func(t *testing.T, url string) {
		one, two := apitest.New(t, url, nil), apitest.New(t, url, nil)
		c := one.MustCast(t, "")
		node := two.Client(c.Owner.Key)
		var written atomic.Int64
		done := make(chan struct{})
		var wg sync.WaitGroup
		wg.Go(func() {
			defer close(done)
			for n := int64(1); n <= 150; n++ {
				writer := c.Owner.Client
				if n%2 == 0 {
					writer = node
				}
				if _, err := writer.UpdateTicket(t.Context(), c.Ticket, client.TicketUpdate{StoryPoints: client.Set(float64(n))}); err != nil {
					t.Error(err)
					return
				}
				written.Store(n)
			}
		})
		for i := range 6 {
			reader := []*client.Client{c.Owner.Client, node}[i%2]
			points := func() (float64, error) {
				got, err := reader.Ticket(t.Context(), c.Ticket)
				if err != nil {
					return 0, err
				}
				return got.StoryPoints, nil
			}
			if i%3 == 0 {
				points = func() (float64, error) { return onPage(t, reader, c) }
			}
			wg.Go(func() {
				for {
					least := float64(written.Load())
					if got, err := points(); err != nil || got < least {
						t.Errorf("%v points were read when %v were written: %v", got, least, err)
						return
					}
					select {
					case <-done:
						return
					default:
					}
				}
			})
		}
		wg.Wait()
	})
}

// busyClock is the clock of one node; each time it is read, something happens on another node.
type busyClock struct {
	now func() time.Time

	mu sync.Mutex
	do func()
}

func (c *busyClock) Now() time.Time {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.do != nil {
		c.do()
	}
	return c.now()
}

func (c *busyClock) meanwhile(do func()) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.do = do
}

// Another node writes while a request passes the admission checks. Whatever response that request gets, later requests see the write.
func TestAWriteDuringARequestIsSeenByTheNext(t *testing.T) {
	t.Parallel()
	dbtest.Each(t, func(t *testing.T, url string) {
		two := apitest.New(t, url, nil)
		clock := &busyClock{now: two.Clock.Now} // the admission checks read the time, and the day is read before a snapshot is taken
		one := apitest.New(t, url, func(c *app.Config) { c.Clock = clock.Now })
		c := one.MustCast(t, "")
		points := 0.0
		for _, path := range []string{"/tickets/" + c.Ticket, "/tickets?page=1&project=" + c.Project} {
			for range 2 { // warm the cache
				one.Call(t, c.Owner.Key, http.MethodGet, path, nil)
			}
			clock.meanwhile(func() {
				points++
				update := client.TicketUpdate{StoryPoints: client.Set(points)}
				if _, err := two.Client(c.Owner.Key).UpdateTicket(t.Context(), c.Ticket, update); err != nil {
					t.Error(err)
				}
			})
			one.Call(t, c.Viewer.Key, http.MethodGet, path, nil)
			clock.meanwhile(nil)
			want := fmt.Sprintf(`"story_points":%v,`, points)
			if a := one.Call(t, c.Viewer.Key, http.MethodGet, path, nil); points == 0 || !strings.Contains(string(a.Body), want) {
				t.Errorf("%s: %s, not %s", path, a.Body, want)
			}
		}
	})
}

// A user joins another project, and is assigned work there, while their name is being changed. This cannot happen on SQLite, which has one
// writer.
func TestANameChangedWhileItsOwnerJoinsIsSeen(t *testing.T) {
	t.Parallel()
	url := dbtest.Postgres(t)
	two := apitest.New(t, url, nil)
	clock := &busyClock{now: two.Clock.Now} // locking a project reads the clock
	one := apitest.New(t, url, func(c *app.Config) { c.Clock = clock.Now })
	a, b := two.MustCast(t, "a"), two.MustCast(t, "b")
	paths := []string{"/team?project=" + b.Project, "/tickets/" + b.Ticket, "/tickets?page=1&project=" + b.Project}
	joined := false
	clock.meanwhile(func() {
		if joined {
			return
		}
		joined = true
		in := domain.Given(domain.NewMember{Email: a.Member.Email, Role: domain.Worker, ScrumRole: domain.DefaultScrumRole})
		added, err := two.App.Accounts.AddMember(t.Context(), domain.Caller{UserID: b.Owner.ID}, b.Project, in)
		if err != nil {
			t.Error(err)
		}
		if err := two.App.Accounts.AcceptMembership(t.Context(), domain.Caller{UserID: a.Member.ID}, added.Member.UUID); err != nil {
			t.Error(err)
		}
		if _, err := two.Client(b.Owner.Key).UpdateTicket(t.Context(), b.Ticket, client.TicketUpdate{AssigneeID: client.Set(a.Member.ID)}); err != nil {
			t.Error(err)
		}
		for _, path := range paths {
			two.Call(t, b.Owner.Key, http.MethodGet, path, nil)
		}
	})
	if _, err := one.App.Accounts.Rename(t.Context(), a.Member.ID, identity.NamePatch{Firstname: domain.Some("Zaphod")}); err != nil {
		t.Fatal(err)
	}
	clock.meanwhile(nil)
	if !joined {
		t.Error("nobody joined meanwhile")
	}
	for _, path := range paths {
		if said := two.Call(t, b.Owner.Key, http.MethodGet, path, nil); !strings.Contains(string(said.Body), "Zaphod") {
			t.Errorf("%s: %s", path, said.Body)
		}
	}
}

// onPage returns the points of the cast's ticket as shown in a list.
func onPage(t *testing.T, reader *client.Client, c *apitest.Cast) (float64, error) {
	t.Helper()
	page, err := reader.Tickets(t.Context(), c.Project, client.TicketQuery{Page: 1})
	if err != nil {
		return 0, err
	}
	for _, ticket := range page.Data {
		if ticket.UUID == c.Ticket {
			return ticket.StoryPoints, nil
		}
	}
	return 0, errors.New("the ticket is not on its page")
}

// ask sends a request with an If-None-Match tag.
func ask(t *testing.T, w *apitest.World, key, method, path, tag string) apitest.Answer {
	t.Helper()
	r, err := http.NewRequestWithContext(t.Context(), method, w.Server.URL+"/api/v1"+path, nil)
	if err != nil {
		t.Fatal(err)
	}
	r.Header.Set("Authorization", "Bearer "+key)
	if tag != "" {
		r.Header.Set("If-None-Match", tag)
	}
	return w.Send(t, r)
}

func TestAnETagAvoidsTheBodyUntilSomethingChanges(t *testing.T) {
	t.Parallel()
	apitest.Each(t, func(t *testing.T, w *apitest.World) {
		c := w.MustCast(t, "")
		for _, path := range reads(t, c) {
			tag := ask(t, w, c.Owner.Key, "GET", path, "").Header.Get("ETag")
			if len(tag) < 10 || tag[0] != '"' {
				t.Fatalf("the tag of %s is %q", path, tag)
			}
			for _, sent := range []string{tag, "W/" + tag, `"other", ` + tag} {
				for _, method := range []string{"GET", "HEAD"} {
					if a := ask(t, w, c.Owner.Key, method, path, sent); a.Status != 304 || len(a.Body) > 0 || a.Header.Get("ETag") != tag {
						t.Errorf("%s %s with %s: %d %s", method, path, sent, a.Status, a.Body)
					}
				}
			}
			if a := ask(t, w, c.Owner.Key, "GET", path, `"other"`); a.Status != 200 || a.Header.Get("ETag") != tag {
				t.Errorf("%s with another tag: %d", path, a.Status)
			}
			viewer := ask(t, w, c.Viewer.Key, "GET", path, "")
			if a := ask(t, w, c.Viewer.Key, "GET", path, tag); (a.Status == 304) != (viewer.Header.Get("ETag") == tag) {
				t.Errorf("%s: somebody else's tag was taken", path)
			}
			if mine := ask(t, w, c.Owner.Key, "GET", path, ""); viewer.Header.Get("ETag") == tag && !bytes.Equal(viewer.Body, mine.Body) {
				t.Errorf("%s: two people who get different answers have the same tag", path)
			}
		}
		if a := ask(t, w, c.Owner.Key, "GET", "/projects", "*"); a.Status != 304 {
			t.Errorf("any answer will do, and there is one: %d", a.Status)
		}
		path := "/tickets/" + c.Ticket
		tag := ask(t, w, c.Owner.Key, "GET", path, "").Header.Get("ETag")
		apitest.Must(c.Owner.UpdateTicket(t.Context(), c.Ticket, client.TicketUpdate{Title: client.Set("Other")}))(t)
		if a := ask(t, w, c.Owner.Key, "GET", path, tag); a.Status != 200 || a.Header.Get("ETag") == tag {
			t.Errorf("after a write: %d, tag %s", a.Status, a.Header.Get("ETag"))
		}
		for _, bad := range []string{"/tickets/" + apitest.NewUUID(), "/tickets", "/tickets?project=" + c.Project + "&page=0"} {
			for _, sent := range []string{"", tag, "*"} {
				if a := ask(t, w, c.Owner.Key, "GET", bad, sent); a.Status < 400 || a.Header.Get("ETag") != "" {
					t.Errorf("%s with %q: %d, tag %q", bad, sent, a.Status, a.Header.Get("ETag"))
				}
			}
		}
	})
}

func TestATooLongQuestionIsAnsweredButNotCached(t *testing.T) {
	t.Parallel()
	apitest.Each(t, func(t *testing.T, w *apitest.World) {
		c := w.MustCast(t, "")
		path := fmt.Sprintf("/tickets?project=%s&note=%s", c.Project, strings.Repeat("x", 3000))
		if a := ask(t, w, c.Owner.Key, "GET", path, ""); a.Status != 200 || a.Header.Get("ETag") != "" {
			t.Errorf("%d, tag %q", a.Status, a.Header.Get("ETag"))
		}
	})
}
