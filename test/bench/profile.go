package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"time"
)

// profileTime is how long each work item is profiled.
const profileTime = 5 * time.Second

// runProfiles writes a CPU profile of the product for each chosen work item, under load, into a folder.
func runProfiles(ctx context.Context, o *options, b binaries, dir string) (err error) {
	file := filepath.Join(dir, "workspace.json")
	if err := writeData(file, o.sizes); err != nil {
		return err
	}
	p, err := loadProduct(ctx, o, b.earnest, dir, file, o.engines[0])
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, p.close()) }()
	side, err := freeAddress()
	if err != nil {
		return err
	}
	served, err := p.subject(ctx, "--pprof-listen", side)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, served.stop()) }()
	profiled := o.works(p)
	if o.grow {
		profiled = chosen(growing(p, o.sizes), o.only)
	}
	r := &rig{plan: o.plan, product: served, changes: changes(p)}
	if err := r.record(filepath.Join(dir, "answers.json"), profiled); err != nil {
		return err
	}
	for _, w := range r.works {
		if err := r.profile(ctx, o, w, side); err != nil {
			return fmt.Errorf("%s: %w", w.name, err)
		}
	}
	return nil
}

// freeAddress returns a local address with a free port.
func freeAddress() (string, error) {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return "", err
	}
	return l.Addr().String(), l.Close()
}

// profile writes the profile of one work item, and keeps the product under load for slightly longer than the profile takes.
func (r *rig) profile(ctx context.Context, o *options, w work, side string) error {
	steps, conns := w.pattern(), r.plan.Conns
	if w.group == after {
		conns = 1
		steps = pattern{{r.changes[0], false}, {w.call, true}, {r.changes[1], false}, {w.call, true}}
	}
	slot := slot{address: r.product.address, conns: conns, pattern: steps, count: 1 << 24, time: profileTime + time.Second}
	open, err := slot.open()
	if err != nil {
		return err
	}
	defer closeAll(open)
	driven := make(chan error, 1)
	go func() {
		_, err := slot.drive(ctx, open)
		driven <- err
	}()
	name := strings.ReplaceAll(string(w.group)+" "+w.name, " ", "-") + ".pprof"
	err = fetchProfile(ctx, side, filepath.Join(o.profile, name), profileTime)
	o.sayf("wrote %s", filepath.Join(o.profile, name))
	return errors.Join(err, <-driven)
}

func fetchProfile(ctx context.Context, side, path string, length time.Duration) (err error) {
	url := fmt.Sprintf("http://%s/debug/pprof/profile?seconds=%.0f", side, length.Seconds())
	r, err := http.NewRequestWithContext(ctx, http.MethodGet, url, http.NoBody)
	if err != nil {
		return err
	}
	answer, err := http.DefaultClient.Do(r)
	if err != nil {
		return err
	}
	defer answer.Body.Close()
	if answer.StatusCode != http.StatusOK {
		return fmt.Errorf("%s: %s", url, answer.Status)
	}
	file, err := os.Create(path)
	if err != nil {
		return err
	}
	_, err = io.Copy(file, answer.Body)
	return errors.Join(err, file.Close())
}
