package dash_test

import (
	"bytes"
	"context"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"
	"time"

	"earnest/internal/apitest"
	"earnest/internal/dash"
	"earnest/internal/domain"
)

// diary is a log that tests read while it is being written.
type diary struct {
	mu   sync.Mutex
	text bytes.Buffer
}

func (d *diary) Write(p []byte) (int, error) {
	d.mu.Lock()
	defer d.mu.Unlock()
	return d.text.Write(p)
}

func (d *diary) tells(text string) bool {
	d.mu.Lock()
	defer d.mu.Unlock()
	return strings.Contains(d.text.String(), text)
}

// slowProject makes every trial in a simulation of the cast's project cover twenty years: past sprints lasted three days and finished a
// tenth of a point each, and thousands of points are left.
func (c *cast) slowProject(t testing.TB) {
	t.Helper()
	ctx, caller := t.Context(), domain.Caller{UserID: c.Owner.ID}
	for _, day := range []domain.Date{"2026-02-02", "2026-02-05", "2026-02-08"} {
		sprint := apitest.Must(c.w.App.Plan.CreateSprint(ctx, caller, c.Project, domain.Given(domain.SprintPatch{
			Title: domain.Some("Past"), StartDate: domain.Some(&day), EndDate: domain.Some(new(day.AddDays(2))),
		})))(t).UUID
		_ = apitest.Must(c.w.App.Tickets.CreateTicket(ctx, caller, c.Project, domain.Given(domain.TicketPatch{
			Title: domain.Some("Done"), StoryPoints: domain.Some(0.1), Sprint: domain.Some(&sprint), Status: domain.Some("done"),
		})))(t)
	}
	c.MustFill(t, 2_000)
}

// on returns a browser that talks to another server of the same world.
func (b *browser) on(t testing.TB, opt dash.Options) *browser {
	t.Helper()
	opt.BaseURL = "http://earnest.example"
	other := &world{World: b.World, dash: httptest.NewServer(dash.New(b.App, opt))}
	t.Cleanup(other.dash.Close)
	return &browser{world: other, ID: b.ID, Email: b.Email, cookie: b.cookie}
}

// mustTime returns how long a request takes.
func (b *browser) mustTime(t testing.TB, path string) time.Duration {
	t.Helper()
	began := time.Now()
	if a := b.call(t, http.MethodGet, path, nil); a.Status != http.StatusOK {
		t.Fatalf("%s: %d %s", path, a.Status, a.Body)
	}
	return time.Since(began)
}

// leave sends a request and disconnects after a while.
func (b *browser) leave(t testing.TB, path string, after time.Duration) {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), after)
	defer cancel()
	req := b.mustRequest(t, http.MethodGet, path, nil).WithContext(ctx)
	req.Header.Set("Cookie", b.cookie)
	if resp, err := http.DefaultClient.Do(req); err == nil {
		_ = resp.Body.Close()
	}
}

func TestWorkEndsWhenItsClientGoesAway(t *testing.T) {
	each(t, func(t *testing.T, w *world) {
		c := w.mustCast(t)
		c.slowProject(t)
		owner := c.browser(t, "owner")
		for _, path := range []string{"/what-if?scope=2x", "/finance", "/export/tickets.xlsx"} {
			path = "/projects/" + c.Project + path
			whole := owner.mustTime(t, path)
			var told diary
			b := owner.on(t, dash.Options{Log: slog.New(slog.NewTextHandler(&told, nil))})
			stopped := func() bool { return told.tells("the browser disconnected before it received the response") }
			for after := whole / 3; after > whole/100 && !stopped(); after /= 2 { // the work may be quicker than when it was measured
				b.leave(t, path, after)
				for wait := time.Now(); !stopped() && time.Since(wait) < 2*whole; {
					time.Sleep(whole / 100)
				}
			}
			if !stopped() {
				t.Errorf("%s takes %v; its client disconnected after a third of that time, and then sooner and sooner, but the work was never interrupted", path, whole)
			}
		}
	})
}

func TestASimulationEndsAtItsDeadline(t *testing.T) {
	each(t, func(t *testing.T, w *world) {
		c := w.mustCast(t)
		c.slowProject(t)
		owner := c.browser(t, "owner")
		path := "/projects/" + c.Project + "/what-if?scope=2x"
		whole := owner.mustTime(t, path)
		began := time.Now()
		a := owner.on(t, dash.Options{Timeout: whole / 3}).call(t, http.MethodGet, path, nil)
		if a.Status != http.StatusServiceUnavailable || !strings.Contains(string(a.Body), "took too long") {
			t.Errorf("%d %.200s", a.Status, a.Body)
		}
		t.Logf("it takes %v, and was told after %v of %v", whole, time.Since(began), whole/3)
	})
}
