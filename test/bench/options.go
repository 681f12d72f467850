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
	command string // that repeats the run
	engines []string
	sizes   sizes
	plan    plan
	only    *regexp.Regexp
	grow    bool
	scales  []int
	finance bool
	volumes []int
	clients bool
	limit   time.Duration

	scale  bool
	factor float64
	keep   string

	json     string
	document string
	profile  string
	dir      string
	// temporary is a folder that is removed after the run.
	temporary string
	compare   []string
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
	f.IntVar(&o.sizes.Projects, "projects", 50, "number of projects in the workspace")
	f.IntVar(&o.sizes.Tickets, "tickets", 2000, "number of tickets in the large project")
	f.IntVar(&o.sizes.Entries, "entries", 20000, "number of time entries in the large project")
	f.IntVar(&o.plan.Conns, "conns", 8, "number of keep-alive connections")
	f.IntVar(&o.plan.Rounds, "rounds", 11, "number of rounds; the results are medians over them")
	f.IntVar(&o.plan.Count, "count", 50000, "maximum number of requests in a slot")
	f.DurationVar(&o.plan.Slot, "slot", 100*time.Millisecond, "duration of a slot, in which one work item runs on one server")
	only := f.String("only", "", `measure only the work items whose "group: name" matches this regular expression, such as "unchanged: ticket"`)
	f.BoolVar(&o.grow, "grow", false, "also measure larger workspaces; takes minutes and a few GB of disk space")
	scales := f.String("scales", "1,10,100", "with -grow: how many times larger")
	f.BoolVar(&o.finance, "finance", false, "instead, measure earned value with different numbers of time entries, and the cost of the roll-ups; takes minutes")
	volumes := f.String("volumes", "10000,100000,1000000", "with -finance: numbers of time entries in the large project to compare")
	f.BoolVar(&o.clients, "clients", false, "instead, measure writes by 32 clients, on one project and on all, in slots of at least a second")
	f.BoolVar(&o.scale, "scale", false, "instead, measure every read and a mixed load on the data of a large organisation (docs/scale.md)")
	f.Float64Var(&o.factor, "size", 1, "with -scale: the size of the data; 1 is 150,000 tickets on SQLite and 2 million on PostgreSQL")
	f.StringVar(&o.keep, "keep", "", "with -scale: folder in which the loaded databases are kept for later runs")
	f.DurationVar(&o.limit, "limit", time.Hour, "abort the run after this time")
	f.StringVar(&o.json, "json", "", "write the results to this JSON file")
	f.StringVar(&o.document, "write", "", "write the results into this document, such as docs/benchmarks.md")
	f.StringVar(&o.profile, "profile", "", "instead, write a CPU profile of each work item to this folder")
	f.StringVar(&o.dir, "dir", "", "folder for the databases (default: a temporary one); its disk affects the results")
	comparing := f.Bool("compare", false, "instead, compare two results: -compare OLD.json NEW.json")
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
	o.command = commandOf(f)
	if f.NArg() > 0 {
		return nil, fmt.Errorf("unexpected argument %q", f.Arg(0))
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

// commandOf returns the command that repeats a run, without the flags that only name files and folders.
func commandOf(f *flag.FlagSet) string {
	var words []string
	f.Visit(func(g *flag.Flag) {
		value := g.Value.String()
		switch g.Name {
		case "write", "json", "keep", "dir", "profile":
			return
		}
		if strings.ContainsAny(value, " |()[]*?;&<>") {
			value = "'" + value + "'"
		}
		if b, ok := g.Value.(interface{ IsBoolFlag() bool }); ok && b.IsBoolFlag() {
			words = append(words, strings.TrimSuffix("-"+g.Name+"="+value, "=true"))
			return
		}
		words = append(words, "-"+g.Name+" "+value)
	})
	if len(words) == 0 {
		return "make bench"
	}
	return `make bench ARGS="` + strings.Join(words, " ") + `"`
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
		return errors.New("counts and -slot must be above 0, and -tickets at least 10")
	}
	if o.factor <= 0 {
		return errors.New("-size must be above 0")
	}
	if o.clients {
		o.plan.Conns, o.plan.Slot = clients, max(o.plan.Slot, time.Second)
	}
	return nil
}

// numbers parses the value of a flag: comma-separated integers, none below least.
func numbers(flag, text string, least int) (list []int, err error) {
	for word := range strings.SplitSeq(text, ",") {
		n, err := strconv.Atoi(word)
		if err != nil || n < least {
			return nil, fmt.Errorf("%s must be a comma-separated list of numbers, each at least %d, not %q", flag, least, text)
		}
		list = append(list, n)
	}
	return list, nil
}
