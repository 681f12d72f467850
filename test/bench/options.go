package main

import (
	"errors"
	"flag"
	"fmt"
	"io"
	"regexp"
	"strconv"
	"strings"
	"time"
)

const (
	sqlite   = "sqlite"
	postgres = "postgres"
)

// options holds the flags of a run.
type options struct {
	log     io.Writer
	engines []string
	sizes   sizes
	plan    plan
	only    *regexp.Regexp
	grow    bool
	scales  []int
	finance bool
	volumes []int
	limit   time.Duration

	json     string
	document string
	profile  string
	dir      string
	compare  []string
}

// sayf prints a progress message.
func (o *options) sayf(format string, args ...any) {
	_, _ = fmt.Fprintf(o.log, "bench: "+format+"\n", args...)
}

// parseOptions parses the command line.
func parseOptions(args []string, log io.Writer) (*options, error) {
	o := &options{log: log}
	f := flag.NewFlagSet("bench", flag.ContinueOnError)
	f.SetOutput(log)
	engine := f.String("engine", sqlite, "sqlite, postgres or both; PostgreSQL is started for the run")
	f.IntVar(&o.sizes.Projects, "projects", 50, "projects in the workspace")
	f.IntVar(&o.sizes.Tickets, "tickets", 2000, "tickets of the large project")
	f.IntVar(&o.sizes.Entries, "entries", 20000, "time entries of the large project")
	f.IntVar(&o.plan.Conns, "conns", 8, "keep-alive connections")
	f.IntVar(&o.plan.Rounds, "rounds", 11, "rounds, of which medians are taken")
	f.IntVar(&o.plan.Count, "count", 50000, "most requests in a slot")
	f.DurationVar(&o.plan.Slot, "slot", 100*time.Millisecond, "time of a slot: one work on one server in one round")
	only := f.String("only", "", `regular expression for "group: work", such as "unchanged: ticket"`)
	f.BoolVar(&o.grow, "grow", false, "also measure larger data; takes minutes and some GB of disk")
	scales := f.String("scales", "1,10,100", "with -grow: how much larger")
	f.BoolVar(&o.finance, "finance", false, "instead: earned value by the number of time entries, and what the roll-ups cost; takes minutes")
	volumes := f.String("volumes", "10000,100000,1000000", "with -finance: time entries of the large project")
	f.DurationVar(&o.limit, "limit", time.Hour, "the run gives up after this time")
	f.StringVar(&o.json, "json", "", "file to keep the result in")
	f.StringVar(&o.document, "write", "", "document to put the result into, such as docs/benchmarks.md")
	f.StringVar(&o.profile, "profile", "", "instead: write a CPU profile for each work into this folder")
	f.StringVar(&o.dir, "dir", "", "folder for the databases (default: a temporary one); its disk is what is measured")
	comparing := f.Bool("compare", false, "instead: compare two results: -compare OLD.json NEW.json")
	if err := f.Parse(args); err != nil {
		return nil, err
	}
	if *comparing {
		o.compare = f.Args()
		if len(o.compare) != 2 {
			return nil, errors.New("-compare takes two files: OLD.json NEW.json")
		}
		return o, nil
	}
	if f.NArg() > 0 {
		return nil, fmt.Errorf("what is %q?", f.Arg(0))
	}
	var err error
	if o.scales, err = numbers("-scales", *scales, 1); err != nil {
		return nil, err
	}
	if o.volumes, err = numbers("-volumes", *volumes, o.sizes.Tickets); err != nil {
		return nil, err
	}
	err = o.finish(*engine, *only)
	return o, err
}

// finish checks what the flag package cannot check.
func (o *options) finish(engine, only string) (err error) {
	if o.only, err = regexp.Compile(only); err != nil {
		return err
	}
	switch engine {
	case sqlite, postgres:
		o.engines = []string{engine}
	case "both":
		o.engines = []string{sqlite, postgres}
	default:
		return fmt.Errorf("-engine must be sqlite, postgres or both, not %q", engine)
	}
	if min(o.plan.Conns, o.plan.Rounds, o.plan.Count, o.sizes.Projects) < 1 || o.sizes.Tickets < 10 || o.plan.Slot <= 0 {
		return errors.New("counts must be above 0, and -tickets at least 10")
	}
	return nil
}

// numbers parses the value of a flag: comma-separated integers, none below least.
func numbers(flag, text string, least int) (list []int, err error) {
	for word := range strings.SplitSeq(text, ",") {
		n, err := strconv.Atoi(word)
		if err != nil || n < least {
			return nil, fmt.Errorf("%s must be numbers from %d on with commas between them, not %q", flag, least, text)
		}
		list = append(list, n)
	}
	return list, nil
}
