// Command bench measures what each read and write costs the server: the CPU time of its process, rate, latency and memory,
// compared with a bare net/http handler that returns the same bytes. Both are measured in turn in one run.
//
// It builds both servers, loads its own workspace and talks to 127.0.0.1 only. docs/benchmarks.md explains how to read the
// figures.
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"os/signal"
	"strings"
	"syscall"
	"time"
)

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	err := run(ctx, os.Args[1:], os.Stdout, os.Stderr)
	stop()
	if err != nil && !errors.Is(err, flag.ErrHelp) {
		fmt.Fprintln(os.Stderr, "bench:", err)
		os.Exit(1)
	}
}

func run(ctx context.Context, args []string, stdout, stderr io.Writer) error {
	o, err := parseOptions(args, stderr)
	if err != nil {
		return err
	}
	if o.compare != nil {
		return runCompare(o.compare, stdout)
	}
	ctx, cancel := context.WithTimeout(ctx, o.limit)
	defer cancel()
	dir, err := os.MkdirTemp(o.dir, "earnest-bench-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir) //nolint:errcheck // anything left over is in the temporary folder
	o.temporary = dir
	o.sayf("building both servers")
	b, err := buildAll(ctx, dir)
	if err != nil {
		return err
	}
	if o.profile != "" && !o.scale {
		return runProfiles(ctx, o, b, dir)
	}
	result, err := measureAll(ctx, o, b, dir)
	if err != nil {
		o.document = "" // the results so far are printed but not written to the document
	}
	return errors.Join(err, deliver(o, result, stdout))
}

func runCompare(files []string, stdout io.Writer) error {
	before, err := readReport(files[0])
	if err != nil {
		return err
	}
	now, err := readReport(files[1])
	if err != nil {
		return err
	}
	var text strings.Builder
	compare(&text, before, now)
	_, err = io.WriteString(stdout, text.String())
	return err
}

func measureAll(ctx context.Context, o *options, b binaries, dir string) (*report, error) {
	if unmeasured != "" {
		o.sayf("%s", unmeasured)
	}
	m, err := describeMachine(dir)
	result := &report{
		Command: o.command,
		Date:    time.Now().UTC().Format("2006-01-02 15:04 UTC"), Commit: commit(ctx), Machine: m, Plan: o.plan, Sizes: o.sizes,
	}
	if err != nil {
		return result, err
	}
	measure := runEngine
	switch {
	case o.scale:
		measure = runScale
	case o.finance:
		measure = runVolumes
	case o.clients:
		measure = runClients
	}
	for _, engine := range o.engines {
		if err := measure(ctx, o, b, dir, engine, result); err != nil {
			return result, err
		}
	}
	if !o.grow || o.finance || o.clients || o.scale {
		return result, nil
	}
	for _, engine := range o.engines {
		if err := runGrow(ctx, o, b, dir, engine, result); err != nil {
			return result, err
		}
	}
	return result, nil
}

func deliver(o *options, result *report, stdout io.Writer) error {
	var text strings.Builder
	result.print(&text, (*grid).text)
	_, err := io.WriteString(stdout, text.String())
	if o.json != "" {
		err = errors.Join(err, result.save(o.json))
	}
	if o.document != "" {
		err = errors.Join(err, writeDocument(o.document, result))
	}
	return err
}
