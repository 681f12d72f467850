package main

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"strings"
	"time"

	"github.com/jackc/pgx/v5"
)

// profile repeats the load at the highest rate that was held, or at the lowest that was tried if none was, and reports which
// functions of the first node and which statements take the time.
func (l *mixedLoad) profile(ctx context.Context) error {
	l.result.Profiled = max(l.result.Rate, firstRate)
	list := l.plan(l.result.Profiled, loadTime+time.Second) // a little longer than the profile takes
	file := filepath.Join(l.options.profileDir(), fmt.Sprintf("scale-%s.pprof", l.side.product.engine))
	fetched := make(chan error, 1)
	go func() { fetched <- fetchProfile(ctx, l.side.nodes[0].pprof, file, loadTime) }()
	watching, stop := context.WithCancel(ctx)
	watched := make(chan []string, 1)
	go func() { watched <- l.watch(watching) }()
	err := l.send(ctx, list)
	stop()
	l.result.Statements = <-watched
	if err := errors.Join(err, <-fetched); err != nil {
		return err
	}
	var text strings.Builder
	for _, args := range [][]string{
		{"-top", "-nodecount=8"},
		{"-top", "-cum", "-nodecount=15", `-show=^earnest/internal/(dash|apiv1|admit|work|money|operate|identity)`},
	} {
		top, err := output(ctx, "go", append(append([]string{"tool", "pprof"}, args...), file)...)
		if err != nil {
			return err
		}
		_, top, _ = strings.Cut(top, "flat%")
		text.WriteString("flat  flat%" + top + "\n")
	}
	l.result.Functions = text.String()
	return nil
}

// watch looks every few milliseconds at what PostgreSQL is doing, and returns the statements most often seen running.
func (l *mixedLoad) watch(ctx context.Context) []string {
	if l.side.product.postgres == nil {
		return nil
	}
	c, err := pgx.Connect(ctx, l.side.product.database)
	if err != nil {
		return []string{err.Error()}
	}
	defer c.Close(context.WithoutCancel(ctx)) //nolint:errcheck // it only read
	seen := map[string]int{}
	for ctx.Err() == nil {
		rows, err := c.Query(ctx, `SELECT query FROM pg_stat_activity WHERE state = 'active' AND pid <> pg_backend_pid() AND backend_type = 'client backend'`)
		if err != nil {
			break
		}
		for rows.Next() {
			var text string
			if rows.Scan(&text) == nil {
				seen[short(text)]++
			}
		}
		rows.Close()
		time.Sleep(10 * time.Millisecond)
	}
	return most(seen, 8)
}

// short returns the beginning of a statement on one line.
func short(text string) string {
	text = strings.Join(strings.Fields(text), " ")
	return text[:min(len(text), 160)]
}

// most returns the keys with the highest counts.
func most(seen map[string]int, n int) (list []string) {
	for range min(n, len(seen)) {
		best := ""
		for text, count := range seen {
			if best == "" || count > seen[best] {
				best = text
			}
		}
		list = append(list, fmt.Sprintf("%d: %s", seen[best], best))
		delete(seen, best)
	}
	return list
}

// profileDir returns the folder for profiles.
func (o *options) profileDir() string {
	if o.profile != "" {
		return o.profile
	}
	return o.temporary
}
