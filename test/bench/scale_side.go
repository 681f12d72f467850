package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"time"

	"earnest/internal/admit"
	"earnest/internal/app"
	"earnest/internal/db"
	"earnest/internal/db/migrations"
	"earnest/internal/domain"
	"earnest/internal/testpg"
	"earnest/test/scale"
)

// scaleSeed is the seed of every generated world.
const scaleSeed = 1

// side is a copy of a generated world, and the servers on it.
type side struct {
	world   *scale.World
	product *product
	nodes   []subject
	callers map[int64]scale.Caller
	fetched int // the number of reads made so far
}

// newSide copies a world, which is generated first unless an earlier run has kept it.
func newSide(ctx context.Context, o *options, bin, dir, engine string, size scale.Size) (*side, error) {
	kept := filepath.Join(dir, "worlds")
	if o.keep != "" {
		kept = o.keep
	}
	kept = filepath.Join(kept, fmt.Sprintf("%s-%d-v%d", engine, size.Tickets, scale.Version))
	day, err := generated(ctx, o, kept, engine, size)
	if err != nil {
		return nil, err
	}
	s := &side{world: scale.NewWorld(size, scaleSeed, day), product: &product{bin: bin, engine: engine}}
	if engine == postgres {
		s.product.postgres, err = testpg.Start(ctx, testpg.Config{Log: o.log, From: filepath.Join(kept, "data"), Settings: scaleSettings()})
		if err != nil {
			return nil, err
		}
		s.product.database = s.product.postgres.URL()
	} else {
		s.product.database = filepath.Join(dir, fmt.Sprintf("scale-%d.db", size.Tickets))
		if _, err := output(ctx, "cp", filepath.Join(kept, "earnest.db"), s.product.database); err != nil {
			return nil, err
		}
	}
	if err := s.admit(ctx); err != nil {
		return nil, errors.Join(err, s.close())
	}
	return s, nil
}

// scaleSettings make PostgreSQL durable, with the memory of a small server.
func scaleSettings() []string {
	return []string{"fsync=on", "synchronous_commit=on", "full_page_writes=on", "shared_buffers=1GB", "effective_cache_size=4GB", "max_wal_size=4GB"}
}

// generated makes sure that a folder has a world of a size, and returns the day on which it was generated.
func generated(ctx context.Context, o *options, dir, engine string, size scale.Size) (day time.Time, err error) {
	mark := filepath.Join(dir, "world.json")
	if text, err := os.ReadFile(mark); err == nil {
		o.sayf("using the world in %s", dir)
		err = json.Unmarshal(text, &day)
		return day, err
	}
	if err := errors.Join(os.RemoveAll(dir), os.MkdirAll(dir, 0o755)); err != nil {
		return day, err
	}
	day = time.Now().UTC().Truncate(24 * time.Hour)
	begin := time.Now()
	o.sayf("generating %d tickets, %d time entries and %d projects for %s", size.Tickets, size.Entries, size.Projects, engine)
	if err := generate(ctx, o, dir, engine, scale.NewWorld(size, scaleSeed, day)); err != nil {
		return day, err
	}
	o.sayf("generated in %.0f s", time.Since(begin).Seconds())
	text, err := json.Marshal(day)
	if err != nil {
		return day, err
	}
	return day, os.WriteFile(mark, text, 0o644)
}

func generate(ctx context.Context, o *options, dir, engine string, w *scale.World) (err error) {
	if engine == sqlite {
		return loadWorld(ctx, o, filepath.Join(dir, "earnest.db"), "", w)
	}
	server, err := testpg.Start(ctx, testpg.Config{Log: o.log, Settings: []string{"shared_buffers=1GB", "max_wal_size=8GB", "maintenance_work_mem=512MB"}})
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, server.Stop()) }()
	if err := loadWorld(ctx, o, server.URL(), unchecked(server.AdminURL()), w); err != nil {
		return err
	}
	return server.Save(ctx, filepath.Join(dir, "data"))
}

// unchecked returns an address at which PostgreSQL does not check foreign keys.
func unchecked(address string) string {
	return address + "&session_replication_role=replica"
}

// loadWorld migrates an empty database and fills it, if possible through another address.
func loadWorld(ctx context.Context, o *options, address, through string, w *scale.World) error {
	d, err := migrations.Open(ctx, address, db.Options{NoSync: true}, time.Now())
	if err != nil {
		return err
	}
	defer d.Close()
	if through != "" {
		d.Close()
		if d, err = db.Open(ctx, through, db.Options{}); err != nil {
			return err
		}
		defer d.Close()
	}
	begin := time.Now()
	return scale.Load(ctx, d, w, func(table string) {
		o.sayf("%4.0f s: %s", time.Since(begin).Seconds(), table)
	})
}

// open opens the database in this process.
func (s *side) open(ctx context.Context) (*db.DB, error) {
	return migrations.OpenAsIs(ctx, s.product.database, db.Options{})
}

// admit gives keys and sessions to those who measure.
func (s *side) admit(ctx context.Context) error {
	d, err := migrations.Open(ctx, s.product.database, db.Options{}, time.Now()) // the world may have been kept by an earlier version
	if err != nil {
		return err
	}
	defer d.Close()
	a := app.New(d, app.Config{
		Grid:   domain.PlanGrid{APIFrom: domain.Pro, Since: time.Date(2020, 1, 1, 0, 0, 0, 0, time.UTC)},
		Limits: admit.Limits{Hour: 1, Month: 1},
	})
	users := append(s.world.Load(loadUsers).Users(), scale.Director)
	for _, p := range s.world.Projects {
		if p.ID == 1 || p == s.usual() {
			users = append(users, scale.Users(p.Reads())...)
		}
	}
	s.callers, err = scale.Admit(ctx, a, d, users)
	return err
}

// usual returns the project that is about as large as the largest one of the small world.
func (s *side) usual() *scale.Project {
	return s.world.Near(scale.NewWorld(scale.Small(), scaleSeed, s.world.Today()).Projects[0].Tickets)
}

// serve starts the servers, and waits until they have stored the daily rows, so that nothing else runs during a measurement.
func (s *side) serve(ctx context.Context, nodes int) error {
	for range nodes {
		address, err := freeAddress()
		if err != nil {
			return err
		}
		n, err := s.product.subject(ctx, "--pprof-listen", address)
		if err != nil {
			return err
		}
		n.pprof = address
		s.nodes = append(s.nodes, n)
	}
	d, err := s.open(ctx)
	if err != nil {
		return err
	}
	defer d.Close()
	return awaitDays(ctx, d)
}

func (s *side) close() error {
	var all []error
	for _, n := range s.nodes {
		all = append(all, n.stop())
	}
	return errors.Join(append(all, s.product.close())...)
}
