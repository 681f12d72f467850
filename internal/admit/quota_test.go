package admit

import (
	"slices"
	"testing"
	"time"

	"earnest/internal/admit/store"
	"earnest/internal/db"
)

var plenty = Limits{Hour: 1_000_000, Month: 1_000_000}

func TestExactlyWhatIsLeftIsGrantedToAnyNumberAtOnce(t *testing.T) {
	t.Parallel()
	t.Run("in the hour", func(t *testing.T) {
		t.Parallel()
		for name, world := range quotaWorlds() {
			t.Run(name, func(t *testing.T) {
				t.Parallel()
				w := world(t)
				q := w.node(t, Limits{Hour: 1000, Month: 10_000})
				w.use(t, q, "key:1", 500, 700)
				granted, refused := rush(t, "key:1", q)
				mustBeExactly500(t, granted, refused, func(r Rate) int64 { return r.HourLeft })
				mustFlush(t, q)
				w.mustHold(t, q.db, "key:1", 1000, 1200)
			})
		}
	})
	t.Run("in the month", func(t *testing.T) {
		t.Parallel()
		for name, world := range quotaWorlds() {
			t.Run(name, func(t *testing.T) {
				t.Parallel()
				w := world(t)
				q := w.node(t, Limits{Hour: 5000, Month: 10_000})
				w.use(t, q, "key:1", 100, 9500)
				granted, refused := rush(t, "key:1", q)
				mustBeExactly500(t, granted, refused, func(r Rate) int64 { return r.MonthLeft })
				mustFlush(t, q)
				w.mustHold(t, q.db, "key:1", 600, 10_000)
			})
		}
	})
}

// mustBeExactly500 also checks that each granted request saw a different number of requests left: 499, 498 … 0.
func mustBeExactly500(t *testing.T, granted []Rate, refused int, left func(Rate) int64) {
	t.Helper()
	if len(granted) != 500 || refused != 64*20-500 {
		t.Errorf("%d granted and %d refused, want 500 and %d", len(granted), refused, 64*20-500)
	}
	var seen []int64
	for _, rate := range granted {
		seen = append(seen, left(rate))
	}
	slices.Sort(seen)
	for i, n := range seen {
		if n != int64(i) {
			t.Fatalf("the %d. smallest remainder is %d", i, n)
		}
	}
}

func TestRefusedRequestsDoNotCount(t *testing.T) {
	t.Parallel()
	for name, world := range quotaWorlds() {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			w := world(t)
			q := w.node(t, Limits{Hour: 3, Month: 5})
			mustLeave(t, mustTake(t, q, "key:1", 3, true), 0, 2)
			mustLeave(t, mustTake(t, q, "key:1", 10, false), 0, 2)
			mustLeave(t, mustTake(t, q, "key:2", 1, true), 2, 4)
			mustFlush(t, q)
			w.mustHold(t, q.db, "key:1", 3, 3)
		})
	}
}

func TestCountsSurviveARestart(t *testing.T) {
	t.Parallel()
	for name, world := range quotaWorlds() {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			w := world(t)
			q := w.node(t, Limits{Hour: 10, Month: 20})
			q.Start()
			mustTake(t, q, "key:1", 4, true)
			mustStop(t, q)
			mustLeave(t, mustTake(t, w.node(t, Limits{Hour: 10, Month: 20}), "key:1", 1, true), 5, 15)
		})
	}
}

func TestFlushedCountsSurviveACrash(t *testing.T) {
	t.Parallel()
	for name, world := range quotaWorlds() {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			w := world(t)
			q := w.node(t, Limits{Hour: 10, Month: 20})
			mustTake(t, q, "key:1", 4, true)
			mustFlush(t, q)
			mustLeave(t, mustTake(t, w.node(t, Limits{Hour: 10, Month: 20}), "key:1", 1, true), 5, 15)
		})
	}
}

func TestCountsAreSavedInTheBackground(t *testing.T) {
	t.Parallel()
	for name, world := range quotaWorlds() {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			w := world(t)
			q := w.node(t, plenty)
			q.Start()
			defer mustStop(t, q)
			mustTake(t, q, "key:1", 3, true)
			deadline := time.Now().Add(20 * time.Second)
			for w.stored(t, q.db, "key:1").HourN != 3 {
				if time.Now().After(deadline) {
					t.Fatal("nothing was saved")
				}
				time.Sleep(20 * time.Millisecond)
			}
		})
	}
}

func TestNewLimitsHoldAtOnce(t *testing.T) {
	t.Parallel()
	for name, world := range quotaWorlds() {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			w := world(t)
			old := w.node(t, Limits{Hour: 10, Month: 100})
			mustTake(t, old, "key:1", 6, true)
			mustStop(t, old)
			mustLeave(t, mustTake(t, w.node(t, Limits{Hour: 4, Month: 5}), "key:1", 1, false), 0, 0)
			mustLeave(t, mustTake(t, w.node(t, Limits{Hour: 20, Month: 200}), "key:1", 1, true), 13, 193)
		})
	}
}

func TestRowsOfPastMonthsArePurgedBatchByBatchOnceAnHour(t *testing.T) {
	t.Parallel()
	for name, world := range quotaWorlds() {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			w := world(t)
			w.setClock(time.Date(2026, time.March, 31, 23, 0, 0, 0, time.UTC))
			q := w.node(t, plenty)
			mustFlush(t, q)
			window := QuotaWindow(w.clock())
			err := q.db.Write(t.Context(), func(tx *db.Tx) error {
				for i := range int64(quotaPurgeBatch + 1) {
					use := store.QuotaUse{Hour: window.Hour, HourN: 1, Month: window.Month, MonthN: 1}
					if err := store.AddQuotaUse(t.Context(), tx, KeyBucket(i), use); err != nil {
						return err
					}
				}
				return nil
			})
			if err != nil {
				t.Fatal(err)
			}
			mustTake(t, q, "key:-1", 1, true)

			w.setClock(time.Date(2026, time.April, 1, 12, 0, 0, 0, time.UTC))
			mustFlush(t, q)
			mustCount(t, q.db, quotaPurgeBatch+2) // a node whose clock is behind may still count there

			w.setClock(time.Date(2026, time.April, 2, 12, 0, 0, 0, time.UTC))
			mustTake(t, q, "key:-1", 1, true)
			mustFlush(t, q)
			mustCount(t, q.db, 2)
			mustFlush(t, q)
			mustCount(t, q.db, 1)
			w.mustHold(t, q.db, "key:-1", 1, 1)
		})
	}
}

// mustCount checks the number of buckets in the database.
func mustCount(t *testing.T, s *db.DB, want int) {
	t.Helper()
	var got int
	err := s.Read(t.Context(), func(tx *db.Tx) error {
		return tx.One(t.Context(), `SELECT COUNT(*) FROM quotas`, nil, &got)
	})
	if err != nil {
		t.Fatal(err)
	}
	if got != want {
		t.Errorf("%d buckets are stored, want %d", got, want)
	}
}

func TestBucketsAreNamedByWhatTheyThrottle(t *testing.T) {
	t.Parallel()
	if got := KeyBucket(12); got != "key:12" {
		t.Errorf("KeyBucket(12) = %q", got)
	}
	if got := AddressBucket("2001:db8::/64"); got != "addr:2001:db8::/64" {
		t.Errorf("AddressBucket = %q", got)
	}
}

func TestAPeekCountsNothingAndTakesAnUnknownBucketForUnused(t *testing.T) {
	t.Parallel()
	for name, world := range quotaWorlds() {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			w := world(t)
			q := w.node(t, Limits{Hour: 5, Month: 9})
			w.use(t, q, "key:1", 2, 2)
			before := q.db.Statements()
			mustLeave(t, q.Peek("key:1"), 5, 9)
			if n := q.db.Statements() - before; n != 0 {
				t.Errorf("a peek ran %d statements", n)
			}
			mustTake(t, q, "key:1", 1, true)
			mustLeave(t, q.Peek("key:1"), 2, 6)
			mustLeave(t, q.Peek("key:1"), 2, 6)
		})
	}
}

func BenchmarkQuotaTake(b *testing.B) {
	for engine, world := range quotaWorlds() {
		for name, buckets := range map[string]int64{"one bucket": 1, "64 buckets": 64} {
			b.Run(engine+"/"+name, func(b *testing.B) { benchmarkTake(b, world(b), buckets) })
		}
	}
}

// benchmarkTake runs 64 concurrent callers while the counter flushes in the background.
func benchmarkTake(b *testing.B, w *quotaWorld, buckets int64) {
	b.Helper()
	q := w.node(b, Limits{Hour: 1 << 40, Month: 1 << 40})
	q.Start()
	b.SetParallelism(32)
	before := q.db.Statements()
	b.RunParallel(func(pb *testing.PB) {
		for i := int64(0); pb.Next(); i++ {
			if _, ok, err := q.Take(b.Context(), KeyBucket(i%buckets)); err != nil || !ok {
				b.Errorf("refused (%v): %v", ok, err)
			}
		}
	})
	b.ReportMetric(float64(q.db.Statements()-before)/float64(b.N), "statements/op")
	mustStop(b, q)
}
