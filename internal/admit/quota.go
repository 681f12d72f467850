package admit

import (
	"context"
	"errors"
	"log/slog"
	"strconv"
	"sync"
	"time"

	"earnest/internal/admit/store"
	"earnest/internal/db"
	"earnest/internal/domain"
)

const (
	// quotaFlushEvery leaves some time for the write, since a crash may lose no more than one second of counts.
	quotaFlushEvery = 800 * time.Millisecond
	// quotaTimeout limits how long one quota statement may take.
	quotaTimeout = 5 * time.Second
	// quotaPurgeBatch is the maximum number of stale rows that one flush deletes.
	quotaPurgeBatch = 1000
	// quotaSkew is how long a row is kept after its month has ended, since nodes' clocks may differ.
	quotaSkew = 24 * time.Hour
)

// Limits is the number of requests a bucket may make in a clock hour and in a calendar month (UTC).
type Limits struct{ Hour, Month int64 }

// Rate is the state of a bucket after a request was counted or refused.
type Rate struct {
	Limits     Limits
	HourLeft   int64
	MonthLeft  int64
	HourReset  time.Time
	MonthReset time.Time
	RetryAfter time.Duration // whole seconds until the exhausted window resets; 0 unless refused
}

// Prefixes of bucket names.
const (
	KeyBuckets     = "key:"
	AddressBuckets = "addr:"
)

// KeyBucket returns the name of an API key's bucket.
func KeyBucket(keyID int64) string { return KeyBuckets + strconv.FormatInt(keyID, 10) }

// AddressBucket returns the name of the bucket for a network address, as formatted by auth.Bucket.
func AddressBucket(address string) string { return AddressBuckets + address }

// Quota counts requests per bucket against the two limits. It is exact: it never grants more requests than the limits allow,
// however many run concurrently, across all nodes. It is safe for concurrent use.
type Quota struct {
	db      *db.DB
	limits  Limits
	clock   func() time.Time
	log     *slog.Logger
	counter quotaCounter

	flushing sync.Mutex // guards swept and purged, and serialises flushes
	swept    time.Time  // when idle buckets were last dropped
	purged   int64      // the hour in which stale rows were last deleted

	quit  chan struct{}
	ended chan struct{} // nil until Start
	stop  sync.Once
}

// quotaCounter is the part that depends on how many processes count requests: one on SQLite, any number on PostgreSQL.
type quotaCounter interface {
	// take counts a request if there is room.
	take(ctx context.Context, e entry) (outcome, error)
	// more counts n further requests on top of one that was counted in the given windows. If there is no room for all of them, it uncounts that one instead.
	more(ctx context.Context, bucket string, counted store.QuotaWindow, n int64) (use store.QuotaUse, ok bool, err error)
	// giveBack uncounts a request that was counted in the given windows, as far as they have not ended.
	giveBack(bucket string, in store.QuotaWindow)
	// peek returns the bucket's usage as far as this process knows it, without blocking.
	peek(bucket string) store.QuotaUse
	// known returns the bucket's usage if this process knows it exactly; otherwise, the database must be queried.
	known(bucket string) (store.QuotaUse, bool)
	// flush saves the counts that the database does not have yet.
	flush(ctx context.Context) error
	// sweep drops idle buckets.
	sweep(now time.Time)
	// wait returns when no background work is running.
	wait()
}

// entry is a request to be counted, with anything else that the same round trip to the database must check or read.
type entry struct {
	bucket string
	facts  store.KeyFacts // the request is counted only if these hold
	target *store.Target  // the target to take a snapshot of, or nil
}

// outcome is the result of counting an entry.
type outcome struct {
	use   store.QuotaUse  // including this request if it was counted
	ok    bool            // the request was counted
	stale bool            // the facts do not hold, or were not confirmed, so the request was not counted
	snap  *store.Snapshot // of the target, if the entry was counted
}

// NewQuota returns the counter that suits the database's engine. It logs when counts cannot be saved.
func NewQuota(s *db.DB, limits Limits, clock func() time.Time, log *slog.Logger) *Quota {
	q := &Quota{db: s, limits: limits, clock: clock, log: log, quit: make(chan struct{})}
	if store.QuotaIsShared(s) {
		q.counter = newSharedQuota(s, limits, clock)
	} else {
		q.counter = newMemoryQuota(s, limits, clock)
	}
	return q
}

// Take counts one request against a bucket. A refused request (ok is false) does not count. After an error, the request may or
// may not have been counted, and the rate is the one that Peek returns.
func (q *Quota) Take(ctx context.Context, bucket string) (rate Rate, ok bool, err error) {
	p, rate, err := q.pass(ctx, entry{bucket: bucket})
	return rate, p.ok, err
}

// pass is like Take, but also does whatever else the entry asks for.
func (q *Quota) pass(ctx context.Context, e entry) (outcome, Rate, error) {
	p, err := q.counter.take(ctx, e)
	if err != nil {
		return outcome{}, q.Peek(e.bucket), err
	}
	rate := q.rate(p.use)
	if !p.ok {
		rate.RetryAfter = q.retryAfter(p.use, 1)
	}
	return p, rate, nil
}

// Peek returns the rate without counting and without waiting for the database. An unknown bucket counts as unused.
func (q *Quota) Peek(bucket string) Rate {
	return q.rate(q.counter.peek(bucket).In(QuotaWindow(q.clock())))
}

func (q *Quota) rate(use store.QuotaUse) Rate {
	return Rate{
		Limits:    q.limits,
		HourLeft:  max(0, q.limits.Hour-use.HourN),
		MonthLeft: max(0, q.limits.Month-use.MonthN),
		HourReset: hourReset(use),

		MonthReset: monthReset(use),
	}
}

// giveBack uncounts a request and returns the rate without it; counted is the usage after it was counted.
func (q *Quota) giveBack(bucket string, counted store.QuotaUse) Rate {
	q.counter.giveBack(bucket, counted.Window())
	return q.rate(less(counted, counted.Window()))
}

// less subtracts a request from the windows in which it was counted.
func less(u store.QuotaUse, counted store.QuotaWindow) store.QuotaUse {
	if u.Hour == counted.Hour {
		u.HourN = max(0, u.HourN-1)
	}
	if u.Month == counted.Month {
		u.MonthN = max(0, u.MonthN-1)
	}
	return u
}

// more counts n further requests on top of one that was counted in the given windows. If there is no room for all of them, it uncounts that one instead,
// and ok is false.
func (q *Quota) more(ctx context.Context, bucket string, counted store.QuotaWindow, n int64) (rate Rate, ok bool, err error) {
	use, ok, err := q.counter.more(ctx, bucket, counted, n)
	if err != nil {
		return q.Peek(bucket), false, err
	}
	rate = q.rate(use)
	if !ok {
		rate.RetryAfter = q.retryAfter(use, n+1)
	}
	return rate, ok, nil
}

// retryAfter returns how long a bucket that has been refused n requests has no room for them: until every window that is too full has been reset.
func (q *Quota) retryAfter(use store.QuotaUse, n int64) time.Duration {
	var reset time.Time
	if use.HourN+n > q.limits.Hour {
		reset = hourReset(use)
	}
	if month := monthReset(use); use.MonthN+n > q.limits.Month && month.After(reset) {
		reset = month
	}
	wait := reset.Sub(q.clock()) + time.Second - 1
	return max(time.Second, wait.Truncate(time.Second))
}

// Fits reports whether both windows have room for one more request.
func (l Limits) Fits(use store.QuotaUse) bool { return l.fit(use, 1) }

// fit reports whether both windows have room for n more requests.
func (l Limits) fit(use store.QuotaUse, n int64) bool {
	return use.HourN+n <= l.Hour && use.MonthN+n <= l.Month
}

// QuotaWindow returns the hour and the month, both in UTC, in which requests at that moment are counted.
func QuotaWindow(t time.Time) store.QuotaWindow {
	t = t.UTC()
	return store.QuotaWindow{Hour: t.Unix() / 3600, Month: int64(t.Year())*12 + int64(t.Month()) - 1}
}

func hourReset(use store.QuotaUse) time.Time { return time.Unix((use.Hour+1)*3600, 0).UTC() }

func monthReset(use store.QuotaUse) time.Time {
	next := int(use.Month) + 1
	return time.Date(next/12, time.Month(next%12+1), 1, 0, 0, 0, 0, time.UTC)
}

// Start starts flushing in the background. It must be called at most once.
func (q *Quota) Start() {
	q.ended = make(chan struct{})
	go q.run()
}

// Stop ends the background work and saves the remaining counts, unless the context ends first. Take must not be called
// afterwards.
func (q *Quota) Stop(ctx context.Context) error {
	q.stop.Do(func() { close(q.quit) })
	if q.ended != nil {
		select {
		case <-q.ended:
		case <-ctx.Done():
			return ctx.Err()
		}
	}
	err := q.Flush(ctx)
	q.counter.wait()
	return err
}

func (q *Quota) run() {
	defer close(q.ended)
	tick := time.NewTicker(quotaFlushEvery)
	defer tick.Stop()
	for failing := false; ; {
		select {
		case <-q.quit:
			return
		case <-tick.C:
			err := q.flushInTime()
			if err != nil && !failing {
				q.log.Warn("quota counts cannot be saved; they are kept and tried again", "error", err)
			}
			failing = err != nil
		}
	}
}

func (q *Quota) flushInTime() error {
	ctx, cancel := context.WithTimeout(context.Background(), 4*quotaTimeout)
	defer cancel()
	return q.Flush(ctx)
}

// Flush saves the counts and drops stale ones, in memory and in the database.
func (q *Quota) Flush(ctx context.Context) error {
	q.flushing.Lock()
	defer q.flushing.Unlock()
	now := q.clock()
	err := q.counter.flush(ctx)
	if now.Sub(q.swept).Abs() >= time.Minute {
		q.counter.sweep(now)
		q.swept = now
	}
	return errors.Join(err, q.purge(ctx, now))
}

// purge deletes rows of past months once an hour, one batch per flush until none is left.
func (q *Quota) purge(ctx context.Context, now time.Time) error {
	hour := QuotaWindow(now).Hour
	if q.purged == hour {
		return nil
	}
	var n int64
	err := q.db.Write(ctx, func(tx *db.Tx) error {
		var err error
		n, err = store.PurgeQuotas(ctx, tx, QuotaWindow(now.Add(-quotaSkew)).Month, quotaPurgeBatch)
		return err
	})
	if err == nil && n < quotaPurgeBatch {
		q.purged = hour
	}
	return err
}

// quotaUnavailable turns a timeout into an error that asks the caller to try again.
func quotaUnavailable(err error) error {
	if errors.Is(err, context.DeadlineExceeded) {
		return domain.Wrap(domain.Unavailable, err, "the database did not answer in time; try again in a moment")
	}
	return err
}
