package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"time"
)

const answerLimit = 30 * time.Second

// rig is the product and, beside it, a bare handler that serves the same responses.
type rig struct {
	engine  string
	plan    plan
	product subject
	bare    subject
	changes []call
	works   []work // those that this build serves
	sizes   []int  // of the response bodies, in the order of works
	missing []work
}

// newRig starts both servers; the bare one replays the product's responses.
func newRig(ctx context.Context, o *options, b binaries, p *product, dir string) (*rig, error) {
	r := &rig{engine: p.engine, plan: o.plan, changes: changes(p)}
	var err error
	if r.product, err = p.subject(ctx); err != nil {
		return nil, err
	}
	file := filepath.Join(dir, "answers-"+p.engine+".json")
	if err := r.record(file, o.works(p)); err != nil {
		return nil, errors.Join(err, r.product.stop())
	}
	s, err := startServer(ctx, exec.Command(b.bare, file))
	if err != nil {
		return nil, errors.Join(err, r.product.stop())
	}
	r.bare = subject{server: s}
	return r, nil
}

func (r *rig) stop() error { return errors.Join(r.product.stop(), r.bare.stop()) }

// works returns the work items of this run.
func (o *options) works(p *product) []work {
	all := works(p)
	if o.clients {
		all = clientWorks(p, o.sizes)
	}
	return chosen(all, o.only)
}

// chosen returns the work items whose group and name match.
func chosen(all []work, only *regexp.Regexp) []work {
	var some []work
	for _, w := range all {
		if only.MatchString(string(w.group) + ": " + w.name) {
			some = append(some, w)
		}
	}
	return some
}

// subject starts the product and finds the process of its PostgreSQL.
func (p *product) subject(ctx context.Context, more ...string) (subject, error) {
	s, err := p.serve(ctx, more...)
	if err != nil {
		return subject{}, err
	}
	if p.postgres == nil {
		return subject{server: s}, nil
	}
	pid, err := postmaster(p.postgres.Dir())
	if err != nil {
		return subject{}, errors.Join(err, s.stop())
	}
	return subject{server: s, database: pid}, nil
}

// postmaster returns the process id of the PostgreSQL server that runs in a folder.
func postmaster(dir string) (int, error) {
	text, err := os.ReadFile(filepath.Join(dir, "data", "postmaster.pid"))
	if err != nil {
		return 0, err
	}
	first, _, _ := strings.Cut(string(text), "\n")
	return strconv.Atoi(first)
}

// record makes every call once, drops those that this build does not serve, and keeps the responses for the bare handler.
func (r *rig) record(file string, all []work) error {
	answers := map[string]map[string][]byte{}
	for _, w := range all {
		wire, size, err := ask(r.product.address, &w)
		if errors.Is(err, errNotServed) {
			r.missing = append(r.missing, w)
			continue
		}
		if err != nil {
			return err
		}
		byTarget := answers[w.call.method]
		if byTarget == nil {
			byTarget = map[string][]byte{}
			answers[w.call.method] = byTarget
		}
		if _, twice := byTarget[w.call.target]; twice && w.group != after && w.group != many {
			return fmt.Errorf("two works have the target %s %s", w.call.method, w.call.target)
		}
		byTarget[w.call.target] = wire
		r.works = append(r.works, w)
		r.sizes = append(r.sizes, size)
	}
	text, err := json.Marshal(answers)
	if err != nil {
		return err
	}
	return os.WriteFile(file, text, 0o600)
}

var errNotServed = errors.New("this build does not serve it")

// ask makes a work item's call once. A conditional call is first made without its condition, to get the ETag.
func ask(address string, w *work) (wire []byte, size int, err error) {
	if w.conditional {
		if err := w.addETag(address); err != nil {
			return nil, 0, err
		}
	}
	wire, status, size, err := record(address, &w.call, answerLimit)
	switch {
	case err != nil:
		return nil, 0, fmt.Errorf("%s: %w", w.name, err)
	case status == 404 && w.call.status == 200:
		return nil, 0, errNotServed
	case status != w.call.status:
		return nil, 0, fmt.Errorf("%s: %s %s answered %d instead of %d: %s", w.name, w.call.method, w.call.target, status, w.call.status, wire)
	}
	return wire, size, nil
}

// addETag makes the call conditional, with the ETag of its own response.
func (w *work) addETag(address string) error {
	wire, _, _, err := record(address, &w.call, answerLimit)
	if err != nil {
		return err
	}
	head, _, _ := strings.Cut(string(wire), "\r\n\r\n")
	_, tag, ok := strings.Cut(head, "\r\nETag: ")
	if !ok {
		return errNotServed
	}
	tag, _, _ = strings.Cut(tag, "\r\n")
	plain := strings.TrimSuffix(string(w.call.wire), "\r\n")
	w.call.wire = []byte(plain + "If-None-Match: " + tag + "\r\n\r\n")
	return nil
}
