package money

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"time"

	"earnest/evm"
	"earnest/internal/db"
	"earnest/internal/domain"
	"earnest/internal/instance"
	"earnest/internal/money/store"
)

const (
	// historyHeld is how long a dead node keeps its block of projects. It is longer than a block takes, and short enough that another node can
	// still store the rows on time.
	historyHeld = 25 * time.Minute
	// historyOnTime is how long after the end of a day its row still counts as reported on time. Later rows are computed from what is then
	// known about the day, and are marked as late.
	historyOnTime = time.Hour
	// historyMost is the maximum number of past days for which a project catches up.
	historyMost = 400
	// historyProjects is the number of project ids in a block, and historyRows the number of rows that one transaction stores.
	historyProjects = 25
	historyRows     = 500
)

// historyBlock is the number of a block of projects. The same projects are in it on every node, and one node at a time works on it.
type historyBlock int64

func blockOf(projectID int64) historyBlock { return historyBlock(projectID / historyProjects) }

func (b historyBlock) firstID() int64 { return int64(b) * historyProjects }

func (b historyBlock) lease() string { return "indicator days " + strconv.FormatInt(int64(b), 10) }

// StoreDays stores the missing rows of past days for every project: yesterday's, and those missed since the last stored row or since the
// project was created. Nodes that call it at the same time share the work, because each skips the blocks that another is working on; node is
// the name of this one. It returns the number of new rows. If a project fails, the others still get their rows, and the next call tries it
// again.
func (a *Service) StoreDays(ctx context.Context, node string) (int64, error) {
	stored, err := a.storeBlocks(ctx, node)
	a.Runs.Record(instance.DailyJob, a.Now(), err)
	return stored, err
}

func (a *Service) storeBlocks(ctx context.Context, node string) (stored int64, failed error) {
	for from := int64(0); ; {
		block, found, err := a.nextBlock(ctx, from)
		if err != nil || !found {
			return stored, errors.Join(failed, err)
		}
		n, err := a.storeBlock(ctx, node, block)
		stored += n
		failed = errors.Join(failed, err)
		if ctx.Err() != nil {
			return stored, failed
		}
		from = (block + 1).firstID()
	}
}

// nextBlock returns the first block in which a project with at least this id lacks yesterday's row.
func (a *Service) nextBlock(ctx context.Context, from int64) (block historyBlock, found bool, err error) {
	yesterday := a.Today().AddDays(-1)
	err = a.DB.Read(ctx, func(tx *db.Tx) error {
		var project int64
		project, found, err = store.NextBehind(ctx, tx, yesterday, a.EndOf(yesterday), from)
		block = blockOf(project)
		return err
	})
	return block, found, err
}

// storeBlock stores the missing rows of a block, unless another node is working on it.
func (a *Service) storeBlock(ctx context.Context, node string, block historyBlock) (stored int64, err error) {
	mine, err := a.takeBlock(ctx, node, block)
	if err != nil || !mine {
		return 0, err
	}
	// A node that stops or fails gives the block back too, so that another can continue immediately.
	defer func() { err = errors.Join(err, a.endBlock(context.WithoutCancel(ctx), node, block)) }()
	first, next := block.firstID(), (block + 1).firstID()
	if stored, err = a.storeProjects(ctx, first, next); err == nil || ctx.Err() != nil {
		return stored, err
	}
	n, err := a.storeEach(ctx, first, next)
	return stored + n, err
}

// storeEach stores the missing rows of the projects with ids of at least first and less than next one by one, so that one that fails does not
// stop the others.
func (a *Service) storeEach(ctx context.Context, first, next int64) (stored int64, failed error) {
	for id := first; id < next && ctx.Err() == nil; id++ {
		n, err := a.storeProjects(ctx, id, id+1)
		stored += n
		if err != nil {
			failed = errors.Join(failed, fmt.Errorf("project %d: %w", id, err))
		}
	}
	return stored, failed
}

// storeProjects stores the missing rows of the projects with ids of at least first and less than next.
func (a *Service) storeProjects(ctx context.Context, first, next int64) (stored int64, err error) {
	rows, err := a.missingDays(ctx, first, next)
	if err != nil {
		return 0, err
	}
	for chunk := range slices.Chunk(rows, historyRows) {
		n, err := db.Write(ctx, a.DB, func(tx *db.Tx) (int64, error) { return store.AddIndicatorDays(ctx, tx, chunk) })
		if err != nil {
			return stored, err
		}
		stored += n
	}
	return stored, nil
}

// takeBlock claims a block; it returns false if another node has it.
func (a *Service) takeBlock(ctx context.Context, node string, block historyBlock) (bool, error) {
	now := a.Now()
	return db.Write(ctx, a.DB, func(tx *db.Tx) (bool, error) {
		return store.TakeLease(ctx, tx, block.lease(), node, now, now.Add(historyHeld))
	})
}

func (a *Service) endBlock(ctx context.Context, node string, block historyBlock) error {
	return a.DB.Write(ctx, func(tx *db.Tx) error { return store.EndLease(ctx, tx, block.lease(), node) })
}

// missingDays computes the missing rows of the projects with ids of at least first and less than next from one snapshot.
func (a *Service) missingDays(ctx context.Context, first, next int64) ([]store.IndicatorDay, error) {
	now, yesterday := a.Now(), a.Today().AddDays(-1)
	return db.Read(ctx, a.DB, func(tx *db.Tx) ([]store.IndicatorDay, error) {
		behind, err := store.ProjectsBehind(ctx, tx, yesterday, a.EndOf(yesterday), first, next)
		if err != nil {
			return nil, err
		}
		due := make([]dueProject, len(behind))
		for i, b := range behind {
			due[i] = a.due(b, yesterday, now)
		}
		return a.dueRows(ctx, tx, due, now)
	})
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
	projects, err := store.PastFinances(ctx, tx, plain)
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
// about their day. Both use the budget of their day.
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
		add(day, evm.Compute(atBudgetOf(p, EvmDay(day)), EvmDay(day)), false)
	}
	return list
}
