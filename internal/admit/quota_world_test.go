package admit

import (
	"context"
	"fmt"
	"log/slog"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"

	"earnest/internal/admit/store"
	"earnest/internal/db"
	"earnest/internal/db/migrations"
)

// quotaWorld is an empty database and a clock that the test controls.
type quotaWorld struct {
	url  string
	unix atomic.Int64 // nanoseconds
}

// midMonth is half past ten in the middle of a month.
var midMonth = time.Date(2026, time.March, 15, 10, 30, 0, 0, time.UTC)

// quotaWorlds returns, for each engine, a function that creates a world.
func quotaWorlds() map[string]func(testing.TB) *quotaWorld {
	return map[string]func(testing.TB) *quotaWorld{"sqlite": sqliteQuotas, "postgres": postgresQuotas}
}

func sqliteQuotas(t testing.TB) *quotaWorld {
	t.Helper()
	return newQuotaWorld(filepath.Join(t.TempDir(), "quota.db"))
}

func postgresQuotas(t testing.TB) *quotaWorld {
	t.Helper()
	return newQuotaWorld(quotaSchema(t))
}

func newQuotaWorld(url string) *quotaWorld {
	w := &quotaWorld{url: url}
	w.setClock(midMonth)
	return w
}

// quotaSchema creates an empty schema on the PostgreSQL server named by the environment.
func quotaSchema(t testing.TB) string {
	t.Helper()
	server := os.Getenv("EARNEST_TEST_POSTGRES")
	if server == "" {
		t.Skip("EARNEST_TEST_POSTGRES names no server: PostgreSQL is not tested")
	}
	name := fmt.Sprintf("t_%016x", rand.Uint64())
	quotaAdmin(t, server, "CREATE SCHEMA "+name)
	t.Cleanup(func() { quotaAdmin(t, server, "DROP SCHEMA "+name+" CASCADE") })
	mark := "?"
	if strings.Contains(server, "?") {
		mark = "&"
	}
	return server + mark + "search_path=" + name
}

func quotaAdmin(t testing.TB, url, statement string) {
	t.Helper()
	ctx := context.Background()
	conn, err := pgx.Connect(ctx, url)
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close(ctx)
	if _, err := conn.Exec(ctx, statement); err != nil {
		t.Fatal(err)
	}
}

func (w *quotaWorld) clock() time.Time       { return time.Unix(0, w.unix.Load()).UTC() }
func (w *quotaWorld) setClock(now time.Time) { w.unix.Store(now.UnixNano()) }

// openStore returns a separate connection, as another process would have.
func (w *quotaWorld) openStore(t testing.TB) *db.DB {
	t.Helper()
	s, err := migrations.Open(t.Context(), w.url, db.Options{Readers: 4}, midMonth)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(s.Close)
	return s
}

// node returns a counter like that of a separate process, without background work.
func (w *quotaWorld) node(t testing.TB, limits Limits) *Quota {
	t.Helper()
	return NewQuota(w.openStore(t), limits, w.clock, slog.New(slog.DiscardHandler))
}

// use stores a bucket's initial counts.
func (w *quotaWorld) use(t testing.TB, q *Quota, bucket string, hour, month int64) {
	t.Helper()
	window := QuotaWindow(w.clock())
	use := store.QuotaUse{Hour: window.Hour, HourN: hour, Month: window.Month, MonthN: month}
	err := q.db.Write(t.Context(), func(tx *db.Tx) error { return store.AddQuotaUse(t.Context(), tx, bucket, use) })
	if err != nil {
		t.Fatal(err)
	}
}

func mustStop(t testing.TB, q *Quota) {
	t.Helper()
	if err := q.Stop(t.Context()); err != nil {
		t.Fatal(err)
	}
}

func mustFlush(t testing.TB, q *Quota) {
	t.Helper()
	if err := q.Flush(t.Context()); err != nil {
		t.Fatal(err)
	}
}

// mustTake calls Take n times, expects the same result each time, and returns the last rate.
func mustTake(t testing.TB, q *Quota, bucket string, n int, want bool) Rate {
	t.Helper()
	var rate Rate
	for i := range n {
		var ok bool
		var err error
		rate, ok, err = q.Take(t.Context(), bucket)
		if err != nil {
			t.Fatal(err)
		}
		if ok != want {
			t.Fatalf("request %d: granted is %v, want %v (%+v)", i+1, ok, want, rate)
		}
	}
	return rate
}

func mustLeave(t testing.TB, rate Rate, hour, month int64) {
	t.Helper()
	if rate.HourLeft != hour || rate.MonthLeft != month {
		t.Errorf("left: %d in the hour, %d in the month; want %d and %d", rate.HourLeft, rate.MonthLeft, hour, month)
	}
}

// mustHold checks the counts that the database holds for a bucket in the current windows.
func (w *quotaWorld) mustHold(t testing.TB, s *db.DB, bucket string, hour, month int64) {
	t.Helper()
	got := w.stored(t, s, bucket).In(QuotaWindow(w.clock()))
	if got.HourN != hour || got.MonthN != month {
		t.Errorf("stored: %d in the hour, %d in the month; want %d and %d", got.HourN, got.MonthN, hour, month)
	}
}

func (w *quotaWorld) stored(t testing.TB, s *db.DB, bucket string) store.QuotaUse {
	t.Helper()
	var use store.QuotaUse
	err := s.Read(t.Context(), func(tx *db.Tx) (err error) {
		use, err = store.ReadQuotaUse(t.Context(), tx, bucket)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return use
}

// rush runs 64 goroutines that make 20 requests each, spread over the nodes, and returns the rates of the granted requests and
// the number of refused ones.
func rush(t testing.TB, bucket string, nodes ...*Quota) (granted []Rate, refused int) {
	t.Helper()
	var mu sync.Mutex
	var all sync.WaitGroup
	for i := range 64 {
		all.Go(func() {
			for range 20 {
				rate, ok, err := nodes[i%len(nodes)].Take(t.Context(), bucket)
				mu.Lock()
				switch {
				case err != nil:
					t.Error(err)
				case ok:
					granted = append(granted, rate)
				default:
					refused++
				}
				mu.Unlock()
			}
		})
	}
	all.Wait()
	return granted, refused
}

// renameQuotas renames the quotas table, to make it unavailable or available again.
func renameQuotas(t *testing.T, q *Quota, from, to string) error {
	t.Helper()
	return q.db.Write(t.Context(), func(tx *db.Tx) error {
		_, err := tx.Exec(t.Context(), `ALTER TABLE `+from+` RENAME TO `+to)
		return err
	})
}
