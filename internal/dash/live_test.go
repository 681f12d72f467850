package dash_test

import (
	"bufio"
	"context"
	"encoding/json"
	"math/rand/v2"
	"net"
	"net/http"
	"net/http/httptest"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"earnest/internal/dash"
	"earnest/internal/db/dbtest"
	"earnest/internal/domain"
	"earnest/internal/server"
)

// streamed is an event of a stream.
type streamed struct {
	ID       int64  `json:"-"`
	Name     string `json:"-"`
	Revision int64  `json:"revision"`
	Changes  []struct {
		Noun   string  `json:"noun"`
		UUID   string  `json:"uuid"`
		What   string  `json:"what"`
		By     *int64  `json:"by"`
		Ticket *string `json:"ticket"`
	} `json:"changes"`
}

// follower is a browser with an open stream.
type follower struct {
	t      testing.TB
	events chan streamed // closed when the stream ends
	cancel context.CancelFunc
}

// follow opens a stream of the changes after a revision or, if after is empty, of those from now on.
func (b *browser) follow(t testing.TB, project, after string) *follower {
	t.Helper()
	ctx, cancel := context.WithCancel(t.Context())
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, b.dash.URL+"/dash/projects/"+project+"/events", nil)
	if err != nil {
		t.Fatal(err)
	}
	req.Header.Set("Cookie", b.cookie)
	if after != "" {
		req.Header.Set("Last-Event-ID", after)
	}
	resp, err := (&http.Client{Transport: &http.Transport{}}).Do(req)
	if err != nil {
		t.Fatal(err)
	}
	if resp.StatusCode != http.StatusOK || resp.Header.Get("Content-Type") != "text/event-stream" {
		t.Fatalf("%d %v", resp.StatusCode, resp.Header)
	}
	f := &follower{t: t, events: make(chan streamed, 10_000), cancel: cancel}
	go func() {
		defer close(f.events)
		defer func() { _ = resp.Body.Close() }()
		f.read(bufio.NewScanner(resp.Body))
	}()
	t.Cleanup(cancel)
	if first := f.next(10 * time.Second); first.Name != "ready" {
		t.Fatalf("the stream begins with %+v", first)
	}
	return f
}

func (f *follower) read(lines *bufio.Scanner) {
	lines.Buffer(nil, 1<<20)
	var e streamed
	for lines.Scan() {
		name, value, _ := strings.Cut(lines.Text(), ": ")
		switch name {
		case "id":
			e.ID, _ = strconv.ParseInt(value, 10, 64)
		case "event":
			e.Name = value
		case "data":
			_ = json.Unmarshal([]byte(value), &e)
		case "":
			if e.Name != "" {
				f.events <- e
			}
			e = streamed{}
		}
	}
}

// next returns the next event, the zero event if the stream ended, or an event named "nothing" if none arrived in time.
func (f *follower) next(patience time.Duration) streamed {
	f.t.Helper()
	select {
	case e := <-f.events:
		return e
	case <-time.After(patience):
		return streamed{Name: "nothing"}
	}
}

func TestAnotherBrowserSeesAChangeAtOnce(t *testing.T) {
	each(t, func(t *testing.T, w *world) {
		ada, ben := w.mustBrowser(t, "ada"), w.mustBrowser(t, "ben")
		p := ada.mustProject(t, "Apollo").Project.UUID
		w.MustJoin(t, p, ben.ID, domain.Viewer)
		f := ben.follow(t, p, "")
		made := ada.mustTicket(t, p, "A", nil)
		e := f.next(5 * time.Second)
		if e.Name != "change" || e.ID != e.Revision || len(e.Changes) != 1 || e.Changes[0].UUID != made.UUID || e.Changes[0].What != "created" || *e.Changes[0].By != ada.ID {
			t.Fatalf("%+v", e)
		}
		sub := must[thing](t, ada, http.MethodPost, "/tickets/"+made.UUID+"/subtasks", map[string]any{"title": "step"})
		if e := f.next(5 * time.Second); len(e.Changes) != 1 || e.Changes[0].UUID != sub.UUID || *e.Changes[0].Ticket != made.UUID {
			t.Errorf("%+v", e)
		}
		must[struct{}](t, ada, http.MethodDelete, "/subtasks/"+sub.UUID, nil)
		if e := f.next(5 * time.Second); len(e.Changes) != 1 || e.Changes[0].What != "deleted" || *e.Changes[0].Ticket != made.UUID {
			t.Errorf("%+v", e)
		}
	})
}

func TestNothingIsMissedOrRepeatedAcrossReconnects(t *testing.T) {
	each(t, func(t *testing.T, w *world) {
		ada := w.mustBrowser(t, "ada")
		begun := ada.mustProject(t, "Apollo")
		p := begun.Project.UUID
		const writers, writes = 4, 40
		var group sync.WaitGroup
		for range writers {
			group.Go(func() {
				for i := range writes {
					made := ada.mustTicket(t, p, strconv.Itoa(i), nil)
					must[ticket](t, ada, http.MethodPut, "/tickets/"+made.UUID, map[string]any{"story_points": 3, "priority": "haute"})
				}
			})
		}
		seen, last := map[string]int{}, begun.Revision
		f := ada.follow(t, p, strconv.FormatInt(last, 10))
		for want := begun.Revision + 2*writers*writes; last < want; {
			e := f.next(10 * time.Second)
			if e.Name != "change" || e.ID <= last {
				t.Fatalf("after revision %d came %+v", last, e)
			}
			last = e.ID
			for _, c := range e.Changes {
				seen[c.UUID+c.What]++
			}
			if rand.IntN(3) == 0 {
				f.cancel()
				f = ada.follow(t, p, strconv.FormatInt(last, 10))
			}
		}
		group.Wait()
		for what, n := range seen {
			if n != 1 {
				t.Errorf("%s came %d times", what, n)
			}
		}
		if len(seen) != 3*writers*writes {
			t.Errorf("%d changes came, want %d", len(seen), 3*writers*writes)
		}
		f.cancel()
	})
}

func TestAClientFarBehindReloads(t *testing.T) {
	each(t, func(t *testing.T, w *world) {
		ada := w.mustBrowser(t, "ada")
		begun := ada.mustProject(t, "Apollo")
		p := begun.Project.UUID
		uuids := []string{}
		for i := range 101 {
			uuids = append(uuids, ada.mustTicket(t, p, strconv.Itoa(i), nil).UUID)
		}
		middle := must[frame](t, ada, http.MethodGet, "/projects/"+p, nil).Revision
		for i := range 10 {
			must[struct{}](t, ada, http.MethodPost, "/projects/"+p+"/bulk", map[string]any{"tickets": uuids, "set": map[string]any{"story_points": i + 1}})
		}
		now := must[frame](t, ada, http.MethodGet, "/projects/"+p, nil).Revision
		for after, want := range map[int64]string{
			begun.Revision: "reload", // 1111 changes behind
			middle:         "reload", // 1010
			middle + 1:     "change", // 909
			now + 5:        "reload", // a future revision
		} {
			if e := ada.follow(t, p, strconv.FormatInt(after, 10)).next(5 * time.Second); e.Name != want || e.ID != now {
				t.Errorf("after %d of %d came %s at %d with %d changes, want %s", after, now, e.Name, e.ID, len(e.Changes), want)
			}
		}
		if e := ada.follow(t, p, strconv.FormatInt(now, 10)).next(700 * time.Millisecond); e.Name != "nothing" {
			t.Errorf("to who knows everything came %+v", e)
		}
		refused(t, ada.call(t, http.MethodGet, "/projects/"+p+"/events?after=x", nil), http.StatusUnprocessableEntity, "invalid")
	})
}

func TestAStreamEndsWhenAccessIsLost(t *testing.T) {
	each(t, func(t *testing.T, w *world) {
		ada, ben, eve := w.mustBrowser(t, "ada"), w.mustBrowser(t, "ben"), w.mustBrowser(t, "eve")
		p := ada.mustProject(t, "Apollo").Project.UUID
		w.MustJoin(t, p, ben.ID, domain.Worker)
		w.MustJoin(t, p, eve.ID, domain.Worker)
		removed, signedOut, gone := ben.follow(t, p, ""), eve.follow(t, p, ""), ada.follow(t, p, "")
		must[struct{}](t, eve, http.MethodDelete, "/session", nil)
		if e := signedOut.next(5 * time.Second); e.Name != "gone" {
			t.Errorf("after signing out came %+v", e)
		}
		team := must[struct {
			Members []struct {
				UUID   string `json:"uuid"`
				UserID int64  `json:"user_id"`
			} `json:"members"`
		}](t, ada, http.MethodGet, "/projects/"+p, nil)
		for _, m := range team.Members {
			if m.UserID == ben.ID {
				must[struct{}](t, ada, http.MethodDelete, "/members/"+m.UUID, nil)
			}
		}
		if e := removed.next(5 * time.Second); e.Name != "gone" {
			t.Errorf("after the removal came %+v", e)
		}
		if _, open := <-removed.events; open {
			t.Error("the stream goes on")
		}
		if e := gone.next(5 * time.Second); e.Name != "change" {
			t.Errorf("the owner got %+v", e)
		}
		must[struct{}](t, ada, http.MethodDelete, "/projects/"+p, map[string]any{"name": "Apollo"})
		if e := gone.next(5 * time.Second); e.Name != "gone" {
			t.Errorf("after the end of the project came %+v", e)
		}
	})
}

func TestAUserHasALimitedNumberOfStreams(t *testing.T) {
	each(t, func(t *testing.T, w *world) {
		ada := w.mustBrowser(t, "ada")
		p := ada.mustProject(t, "Apollo").Project.UUID
		open := []*follower{}
		for range 20 {
			open = append(open, ada.follow(t, p, ""))
		}
		refused(t, ada.call(t, http.MethodGet, "/projects/"+p+"/events", nil), http.StatusServiceUnavailable, "unavailable")
		open[0].cancel()
		for range open[0].events { // until it has ended
		}
		time.Sleep(100 * time.Millisecond)
		ada.follow(t, p, "")
	})
}

func TestAStreamOutlivesTheServersTimeouts(t *testing.T) {
	t.Parallel()
	w := newWorld(t, dbtest.SQLite(t), nil)
	short := httptest.NewUnstartedServer(dash.New(w.App, dash.Options{BaseURL: "http://earnest.example", Timeout: time.Second}))
	short.Config.ReadTimeout, short.Config.WriteTimeout = time.Second, time.Second
	short.Start()
	t.Cleanup(short.Close)
	ada := w.mustBrowser(t, "ada")
	p := ada.mustProject(t, "Apollo").Project.UUID
	follower := &browser{world: &world{World: w.World, dash: short}, ID: ada.ID, cookie: ada.cookie}
	f := follower.follow(t, p, "")
	time.Sleep(2500 * time.Millisecond)
	ada.mustTicket(t, p, "A", nil)
	if e := f.next(5 * time.Second); e.Name != "change" {
		t.Errorf("%+v", e)
	}
	f.cancel()
}

func TestStreamsIncludeChangesOfOtherNodes(t *testing.T) {
	t.Parallel()
	url := dbtest.Postgres(t)
	one, two := newWorld(t, url, nil), newWorld(t, url, nil)
	ada := one.mustBrowser(t, "ada")
	there := &browser{world: two, ID: ada.ID, Email: ada.Email, cookie: ada.cookie}
	p := ada.mustProject(t, "Apollo").Project.UUID
	f := there.follow(t, p, "")
	made := ada.mustTicket(t, p, "A", nil)
	if e := f.next(3 * time.Second); e.Name != "change" || e.Changes[0].UUID != made.UUID {
		t.Errorf("%+v", e)
	}
	must[struct{}](t, ada, http.MethodDelete, "/session", nil)
	if e := f.next(3 * time.Second); e.Name != "gone" {
		t.Errorf("after the session ended on the other node came %+v", e)
	}
}

func TestStreamsDoNotDelayShutdown(t *testing.T) {
	t.Parallel()
	w := newWorld(t, dbtest.SQLite(t), nil)
	ada := w.mustBrowser(t, "ada")
	p := ada.mustProject(t, "Apollo").Project.UUID
	d := dash.New(w.App, dash.Options{BaseURL: "http://earnest.example"})
	s := server.New(server.Options{API: http.NotFoundHandler(), Dash: d, Web: http.NotFoundHandler(), ShutdownTimeout: time.Minute})
	ctx, stop := context.WithCancel(t.Context())
	listener, err := (&net.ListenConfig{}).Listen(ctx, "tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	ended := make(chan error, 1)
	go func() { ended <- s.Run(ctx, listener) }()
	follower := &browser{world: &world{World: w.World, dash: &httptest.Server{URL: "http://" + listener.Addr().String()}}, ID: ada.ID, cookie: ada.cookie}
	f := follower.follow(t, p, "")
	began := time.Now()
	stop()
	if err := <-ended; err != nil {
		t.Error(err)
	}
	if took := time.Since(began); took > 3*time.Second {
		t.Errorf("it took %v", took)
	}
	if _, open := <-f.events; open {
		t.Error("something came")
	}
}
