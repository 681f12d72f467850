package money

import (
	"cmp"

	"earnest/evm"
	"earnest/internal/domain"
	"earnest/internal/recent"
	workstore "earnest/internal/work/store"
)

// financeProjects is the number of projects whose indicators are cached, at about half a KiB each. A portfolio of half that size always
// fits; projects that do not fit are computed on every read.
const financeProjects = 10_000

// financeCache caches the indicators of each project's latest state. It returns a row only for the exact state and day that the calling
// transaction names, so a write by any node, the end of the day or a restored backup invalidates it. It knows nothing about permissions,
// which the caller checks in the same snapshot. Rows are plain values that share no memory.
type financeCache struct {
	kept *recent.Map[int64, financeEntry]
}

type financeEntry struct {
	state workstore.Revision
	day   domain.Date
	row   evm.Row
}

func newFinanceCache(most int) *financeCache {
	return &financeCache{recent.Count[int64, financeEntry](most)}
}

// get returns the cached rows at the indices of their projects, and the indices of the missing ones.
func (c *financeCache) get(projects []workstore.Revision, day domain.Date) (rows []evm.Row, missing []int) {
	rows = make([]evm.Row, len(projects))
	for i, state := range projects {
		entry, ok := c.kept.Get(state.ProjectID)
		if !ok || entry.day != day || !entry.state.Equal(state) {
			missing = append(missing, i)
			continue
		}
		rows[i] = entry.row
	}
	return rows, missing
}

// put caches a row in place of its project's earlier one. A row that was computed from an older state than the cached one is dropped.
func (c *financeCache) put(state workstore.Revision, day domain.Date, row evm.Row) {
	entry := financeEntry{state: state, day: day, row: row}
	c.kept.Offer(state.ProjectID, entry, func(known financeEntry) bool { return known.after(entry) })
}

// after reports whether an entry is newer than another. If a backup is restored while the server is running, the database is older than the
// cache, so rows are computed on every read until the next write.
func (e financeEntry) after(other financeEntry) bool {
	return cmp.Or(
		e.state.ChangedAt.Compare(other.state.ChangedAt),
		cmp.Compare(e.state.Revision, other.state.Revision),
		cmp.Compare(e.day, other.day),
	) > 0
}
