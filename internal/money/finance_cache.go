package money

import (
	"cmp"

	"earnest/evm"
	"earnest/internal/domain"
	"earnest/internal/recent"
	workstore "earnest/internal/work/store"
)

// financeProjects is how many projects' indicators are remembered, each in about half a KiB. A portfolio of
// half as many always stays; what does not fit is computed at every read.
const financeProjects = 10_000

// financeCache remembers the indicators of projects, the latest state of each. It can only save work: a row
// is given for exactly the state and the day that the asking transaction names, so that any write by any
// node, midnight and a restored database all make it worthless by themselves. It does not know who may see
// a project; the caller asks the database, in the same snapshot. Rows are values and share nothing.
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

// get returns the rows it knows at the places of their projects, and which places are missing.
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

// put remembers a row in place of the one of its project. A row that comes late, of a state before the one
// that is known, is dropped.
func (c *financeCache) put(state workstore.Revision, day domain.Date, row evm.Row) {
	entry := financeEntry{state: state, day: day, row: row}
	c.kept.Offer(state.ProjectID, entry, func(known financeEntry) bool { return known.after(entry) })
}

// after reports whether an entry is of a later moment than another. A database that was restored under a
// running server is before what is known, and computed at every read until it is written to.
func (e financeEntry) after(other financeEntry) bool {
	return cmp.Or(
		e.state.ChangedAt.Compare(other.state.ChangedAt),
		cmp.Compare(e.state.Revision, other.state.Revision),
		cmp.Compare(e.day, other.day),
	) > 0
}
