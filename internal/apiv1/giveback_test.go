package apiv1_test

import (
	"net/http"
	"os"
	"testing"
	"time"

	"earnest/internal/admit"
	"earnest/internal/apitest"
	"earnest/internal/app"
	"earnest/internal/db"
	"earnest/internal/db/dbtest"
	"earnest/internal/identity"
)

// mustCount waits until the newest key has used so much of its quota. Nodes on PostgreSQL give requests back within a second.
func mustCount(t *testing.T, w *apitest.World, want int64) {
	t.Helper()
	var id int64
	err := w.Store.Read(t.Context(), func(tx *db.Tx) error { return tx.One(t.Context(), `SELECT MAX(id) FROM api_keys`, nil, &id) })
	if err != nil {
		t.Fatal(err)
	}
	bucket := admit.KeyBucket(id)
	for began := time.Now(); ; time.Sleep(20 * time.Millisecond) {
		used := apitest.Must(w.App.Admission.Usages(t.Context(), []string{bucket}))(t)[bucket]
		if used.HourUsed == want && used.MonthUsed == want {
			return
		}
		if time.Since(began) > 10*time.Second {
			t.Fatalf("%d requests of the hour and %d of the month are used, want %d", used.HourUsed, used.MonthUsed, want)
		}
	}
}

func withLimits(hour, month int64) func(*app.Config) {
	return func(c *app.Config) { c.Limits = admit.Limits{Hour: hour, Month: month} }
}

func TestA304IsGivenBackToTheQuota(t *testing.T) {
	t.Parallel()
	dbtest.Each(t, func(t *testing.T, url string) {
		w := apitest.New(t, url, withLimits(20, 30))
		c := w.MustCast(t, "")
		poller := key(t, w, identity.NewKey{UserEmail: c.Owner.Email})
		tag := ask(t, w, poller, "GET", "/projects", "").Header.Get("ETag")
		for range 50 {
			a := ask(t, w, poller, "GET", "/projects", tag)
			if a.Status != http.StatusNotModified {
				t.Fatalf("%d %s", a.Status, a.Body)
			}
			left := [2]string{a.Header.Get("X-RateLimit-Remaining-Hour"), a.Header.Get("X-RateLimit-Remaining-Month")}
			if os.Getenv(apitest.NodesVariable) == "" && left != [2]string{"19", "29"} { // other nodes learn of it a little later
				t.Fatalf("left: %v", left)
			}
			if os.Getenv(apitest.NodesVariable) != "" {
				mustCount(t, w, 1)
			}
		}
		mustCount(t, w, 1)
		if a := ask(t, w, poller, "GET", "/projects", ""); a.Status != http.StatusOK {
			t.Errorf("%d %s", a.Status, a.Body)
		}
		mustCount(t, w, 2)
	})
}

func TestWithTheQuotaUsedUpAConditionalReadIsA429LikeAnything(t *testing.T) {
	t.Parallel()
	dbtest.Each(t, func(t *testing.T, url string) {
		w := apitest.New(t, url, withLimits(20, 30))
		c := w.MustCast(t, "")
		poller := key(t, w, identity.NewKey{UserEmail: c.Owner.Email})
		tag := ""
		for range 20 {
			tag = ask(t, w, poller, "GET", "/projects", "").Header.Get("ETag")
		}
		a := ask(t, w, poller, "GET", "/projects", tag)
		wantEnvelope(t, "a conditional read", a, 429, "RATE_LIMIT_EXCEEDED")
		mustCount(t, w, 20)
	})
}

// A node that knows the quota to be used up finds out that another has given a request back.
func TestARequestThatOneNodeGivesBackCanBeMadeOnAnother(t *testing.T) {
	t.Parallel()
	url := dbtest.Postgres(t)
	one, two := apitest.New(t, url, withLimits(10, 30)), apitest.New(t, url, withLimits(10, 30))
	c := one.MustCast(t, "")
	poller := key(t, one, identity.NewKey{UserEmail: c.Owner.Email})
	tag := ""
	for range 9 {
		tag = ask(t, one, poller, "GET", "/projects", "").Header.Get("ETag")
	}
	if a := ask(t, one, poller, "GET", "/projects", tag); a.Status != http.StatusNotModified {
		t.Fatalf("%d %s", a.Status, a.Body)
	}
	for began := time.Now(); ; time.Sleep(20 * time.Millisecond) {
		a := ask(t, two, poller, "GET", "/projects", "")
		if a.Status == http.StatusOK {
			break
		}
		if time.Since(began) > 10*time.Second {
			t.Fatalf("the other node still answers %d %s", a.Status, a.Body)
		}
		two.Clock.Advance(time.Second)
	}
	mustCount(t, one, 10)
	one.Clock.Advance(time.Second)
	wantEnvelope(t, "one more", ask(t, one, poller, "GET", "/projects", tag), 429, "RATE_LIMIT_EXCEEDED")
}
