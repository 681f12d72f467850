package admit

import (
	"context"
	"maps"
	"time"

	"earnest/internal/admit/store"
	"earnest/internal/db"
)

// Usage is how much of its quota a bucket has used, and when each window resets.
type Usage struct {
	Limits                Limits
	HourUsed, MonthUsed   int64
	HourReset, MonthReset time.Time
}

// Usages returns the current usage of several buckets, across all nodes, without counting a request. It runs at most one
// statement.
func (q *Quota) Usages(ctx context.Context, buckets []string) (map[string]Usage, error) {
	uses, unknown := map[string]store.QuotaUse{}, make([]string, 0, len(buckets))
	for _, bucket := range buckets {
		if use, ok := q.counter.known(bucket); ok {
			uses[bucket] = use
		} else {
			unknown = append(unknown, bucket)
		}
	}
	if len(unknown) > 0 {
		err := q.db.Read(ctx, func(tx *db.Tx) error {
			stored, err := store.QuotaUses(ctx, tx, unknown)
			maps.Copy(uses, stored)
			return err
		})
		if err != nil {
			return nil, err
		}
	}
	window, all := QuotaWindow(q.clock()), make(map[string]Usage, len(buckets))
	for _, bucket := range buckets {
		all[bucket] = q.usage(uses[bucket].In(window))
	}
	return all, nil
}

func (q *Quota) usage(use store.QuotaUse) Usage {
	return Usage{
		Limits:     q.limits,
		HourUsed:   use.HourN,
		MonthUsed:  use.MonthN,
		HourReset:  hourReset(use),
		MonthReset: monthReset(use),
	}
}

// known returns the usage of a bucket that is in memory. A bucket that is not in memory has no unsaved counts, since a bucket is
// dropped only after it is saved. A bucket that is still loading is not known yet.
func (c *memoryQuota) known(bucket string) (store.QuotaUse, bool) {
	c.table.mu.Lock()
	b, ok := c.table.known[bucket]
	c.table.mu.Unlock()
	if !ok {
		return store.QuotaUse{}, false
	}
	select {
	case <-b.loaded:
	default:
		return store.QuotaUse{}, false
	}
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.use, b.failed == nil
}

// known always reports false, because several nodes count requests and only the database has the total.
func (c *sharedQuota) known(string) (store.QuotaUse, bool) { return store.QuotaUse{}, false }

// Usages returns the current usage of several buckets; see Quota.Usages.
func (a *Service) Usages(ctx context.Context, buckets []string) (map[string]Usage, error) {
	return a.quota.Usages(ctx, buckets)
}

// Usage converts a bucket's counts to the form shown to administrators.
func (a *Service) Usage(use store.QuotaUse) Usage { return a.quota.usage(use) }

// Flush stores the requests that this node has counted.
func (a *Service) Flush(ctx context.Context) error { return a.quota.Flush(ctx) }
