package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"time"

	"github.com/jackc/pgx/v5"

	"earnest/internal/auth"
	"earnest/internal/db"
	"earnest/internal/db/migrations"
	"earnest/internal/testpg"
	"earnest/test/scale"
)

// product is a loaded database together with the binary and the keys to access it.
type product struct {
	bin      string
	engine   string
	database string
	postgres *testpg.Server // nil on SQLite

	key     string // has every scope
	narrow  string // can read projects only
	unknown string // well formed, but in no database
	cookie  string // of the owner's session
	uuids   map[string]string
}

// loadProduct creates a database and imports a workspace file.
func loadProduct(ctx context.Context, o *options, bin, dir, file, engine string) (*product, error) {
	p := &product{bin: bin, engine: engine, database: filepath.Join(dir, filepath.Base(file)+".db")}
	if engine == postgres {
		if err := p.startPostgres(ctx, o); err != nil {
			return nil, err
		}
	}
	if err := p.fill(ctx, file); err != nil {
		return nil, errors.Join(err, p.close())
	}
	return p, nil
}

// startPostgres starts a durable server, which, unlike those used in tests, syncs each commit to disk.
func (p *product) startPostgres(ctx context.Context, o *options) (err error) {
	p.postgres, err = testpg.Start(ctx, testpg.Config{
		Log: o.log, Settings: []string{"fsync=on", "synchronous_commit=on", "full_page_writes=on"},
	})
	if err == nil {
		p.database = p.postgres.URL()
	}
	return err
}

func (p *product) close() error {
	if p.postgres == nil {
		return nil
	}
	return p.postgres.Stop()
}

func (p *product) fill(ctx context.Context, file string) error {
	text, err := p.run(ctx, "import", file)
	if err != nil {
		return err
	}
	var ids struct {
		UUIDs map[string]string `json:"uuids"`
	}
	if err := json.Unmarshal([]byte(text), &ids); err != nil {
		return fmt.Errorf("what import printed: %w", err)
	}
	p.uuids = ids.UUIDs
	if p.key, err = p.run(ctx, "key", "add", "--user", owner, "--scopes", "all"); err != nil {
		return err
	}
	if p.narrow, err = p.run(ctx, "key", "add", "--user", owner, "--scopes", "projects:read"); err != nil {
		return err
	}
	stranger, err := auth.NewKey()
	if err != nil {
		return err
	}
	p.unknown = stranger.Reveal()
	d, err := migrations.OpenAsIs(ctx, p.database, db.Options{})
	if err != nil {
		return err
	}
	defer d.Close()
	p.cookie, err = scale.SignIn(ctx, d, owner, time.Now())
	return err
}

func (p *product) run(ctx context.Context, args ...string) (string, error) {
	return output(ctx, p.bin, append(args, "--database", p.database)...)
}

// serveArgs returns the arguments for a server to be measured, with quotas that no run exhausts and an almost silent log.
func (p *product) serveArgs(more ...string) []string {
	return append([]string{
		"serve", "--database", p.database, "--listen", "127.0.0.1:0", "--log-level", "error",
		"--quota-hour", "1000000000", "--quota-month", "1000000000",
	}, more...)
}

func (p *product) serve(ctx context.Context, more ...string) (*server, error) {
	return startServer(ctx, exec.Command(p.bin, p.serveArgs(more...)...))
}

// timeToAnswer starts a server, measures the time until the first response to a call, and stops the server again.
func (p *product) timeToAnswer(ctx context.Context, c *call) (time.Duration, error) {
	begin := time.Now()
	s, err := p.serve(ctx)
	if err != nil {
		return 0, err
	}
	_, status, _, err := record(s.address, c, startLimit)
	took := time.Since(begin)
	if err == nil && status != c.status {
		err = fmt.Errorf("the first answer was %d", status)
	}
	return took, errors.Join(err, s.stop())
}

// megabytes returns the size of the database.
func (p *product) megabytes(ctx context.Context) (float64, error) {
	if p.postgres == nil {
		info, err := os.Stat(p.database)
		if err != nil {
			return 0, err
		}
		return float64(info.Size()) / (1 << 20), nil
	}
	c, err := pgx.Connect(ctx, p.database)
	if err != nil {
		return 0, err
	}
	var size float64
	err = c.QueryRow(ctx, "SELECT pg_database_size(current_database()) / 1048576.0").Scan(&size)
	return size, errors.Join(err, c.Close(ctx))
}
