package money

import (
	"context"
	"slices"
	"time"

	"earnest/evm"
	"earnest/internal/db"
	"earnest/internal/domain"
	"earnest/internal/instance"
	"earnest/internal/money/store"
)

const (
	// HistoryLease is the name of the task of storing daily rows.
	HistoryLease = "indicator days"
	// historyHeld is how long a dead node keeps the task. It is longer than the pause between two runs of the job, so that the task stays with
	// its node, and short enough that rows are still on time.
	historyHeld = 25 * time.Minute
	// historyOnTime is how long after the end of a day its row still counts as reported on time. Later rows are computed from what is then
	// known about the day, and are marked as late.
	historyOnTime = time.Hour
	// historyMost is the maximum number of past days for which a project catches up.
	historyMost = 400
	// historyProjects is the number of projects read at a time, and historyRows the number of rows that one transaction stores.
	historyProjects = 25
	historyRows     = 500
)

// StoreDays stores the missing rows of past days for every project: yesterday's, and those missed since the last stored row or since the
// project was created. It does nothing while another node has the task; node is the name of this one. It returns the number of new rows. If
// it fails halfway, the rows stored so far are kept, and the next call continues from there.
func (a *Service) StoreDays(ctx context.Context, node string) (stored int64, err error) {
	a.Runs.SetNode(node)
	mine, err := a.holdHistory(ctx, node)
	if err == nil && !mine {
		return 0, nil
	}
	defer func() { a.Runs.Record(instance.DailyJob, a.Now(), err) }()
	for after := int64(0); err == nil && mine; {
		var rows []store.IndicatorDay
		if rows, after, err = a.missingDays(ctx, after); err != nil || after == 0 {
			return stored, err
		}
		for chunk := range slices.Chunk(rows, historyRows) {
			var n int64
			if n, mine, err = a.addDays(ctx, node, chunk); err != nil || !mine {
				return stored, err
			}
			stored += n
		}
	}
	return stored, err
}

// EndStoreDays releases the task, so that another node can store the next rows immediately.
func (a *Service) EndStoreDays(ctx context.Context, node string) error {
	return a.DB.Write(ctx, func(tx *db.Tx) error { return store.EndLease(ctx, tx, HistoryLease, node) })
}

// holdHistory takes or renews the task; it returns false if another node has it.
func (a *Service) holdHistory(ctx context.Context, node string) (bool, error) {
	return db.Write(ctx, a.DB, func(tx *db.Tx) (bool, error) { return a.renewHistory(ctx, tx, node) })
}

func (a *Service) renewHistory(ctx context.Context, tx *db.Tx, node string) (bool, error) {
	now := a.Now()
	return store.TakeLease(ctx, tx, HistoryLease, node, now, now.Add(historyHeld))
}

// addDays stores rows if the node still has the task.
func (a *Service) addDays(ctx context.Context, node string, rows []store.IndicatorDay) (stored int64, mine bool, err error) {
	type result struct {
		stored int64
		mine   bool
	}
	r, err := db.Write(ctx, a.DB, func(tx *db.Tx) (r result, err error) {
		if r.mine, err = a.renewHistory(ctx, tx, node); err != nil || !r.mine {
			return r, err
		}
		r.stored, err = store.AddIndicatorDays(ctx, tx, rows)
		return r, err
	})
	return r.stored, r.mine, err
}

// missingDays computes the missing rows of the next projects from one snapshot, and returns the id of the last of these projects, or 0 if
// none were left.
func (a *Service) missingDays(ctx context.Context, after int64) (rows []store.IndicatorDay, last int64, err error) {
	now, yesterday := a.Now(), a.Today().AddDays(-1)
	err = a.DB.Read(ctx, func(tx *db.Tx) error {
		behind, err := store.ProjectsBehind(ctx, tx, yesterday, a.EndOf(yesterday), after, historyProjects)
		if err != nil {
			return err
		}
		rows, last = nil, 0
		due := make([]dueProject, len(behind))
		for i, b := range behind {
			last, due[i] = b.ProjectID, a.due(b, yesterday, now)
		}
		rows, err = a.dueRows(ctx, tx, due, now)
		return err
	})
	return rows, last, err
}

// dueProject is a project and its missing days.
type dueProject struct {
	id     int64
	onTime []domain.Date
	late   []domain.Date
}

// due returns a project with its missing days.
func (a *Service) due(b store.Behind, yesterday domain.Date, now time.Time) dueProject {
	d := dueProject{id: b.ProjectID}
	first := domain.DateOf(b.CreatedAt.In(a.Zone))
	if b.Last != "" {
		first = b.Last.AddDays(1)
	}
	for day := max(first, yesterday.AddDays(1-historyMost)); day <= yesterday; day = day.AddDays(1) {
		if now.Before(a.EndOf(day).Add(historyOnTime)) {
			d.onTime = append(d.onTime, day)
		} else {
			d.late = append(d.late, day)
		}
	}
	return d
}

// dueRows reads the projects and computes their missing rows. Only those that must catch up are read by day, and one by one, since a large project takes
// much memory.
func (a *Service) dueRows(ctx context.Context, tx *db.Tx, due []dueProject, now time.Time) (rows []store.IndicatorDay, err error) {
	var plain []int64
	for _, d := range due {
		if len(d.late) == 0 {
			plain = append(plain, d.id)
		}
	}
	projects, err := store.Finances(ctx, tx, plain)
	if err != nil {
		return nil, err
	}
	for _, d := range due {
		if f, ok := projects[d.id]; ok {
			rows = append(rows, d.rows(EvmProject(f), now)...)
			continue
		}
		dated, err := store.DatedFinances(ctx, tx, []int64{d.id})
		if err != nil {
			return nil, err
		}
		rows = append(rows, d.rows(a.datedProject(dated[d.id]), now)...)
	}
	return rows, nil
}

// rows computes the missing rows: those on time from all current data, as the API would show them, and late ones from what is now known
// about their day.
func (d dueProject) rows(p evm.Project, now time.Time) []store.IndicatorDay {
	list := make([]store.IndicatorDay, 0, len(d.late)+len(d.onTime))
	add := func(day domain.Date, i evm.Indicators, caughtUp bool) {
		list = append(list, store.IndicatorDay{
			ProjectID: d.id, Day: day, Indicators: EncodeIndicators(i), ReportedAt: now, CaughtUp: caughtUp,
		})
	}
	for _, day := range d.late {
		add(day, evm.Compute(restated(p, EvmDay(day)), EvmDay(day)), true)
	}
	for _, day := range d.onTime {
		add(day, evm.Compute(p, EvmDay(day)), false)
	}
	return list
}
