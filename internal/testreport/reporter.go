package main

import (
	"encoding/json"
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"
)

// event is one line of `go test -json`; see `go doc test2json` and `go help buildjson`.
type event struct {
	Action      string `json:"Action"`
	Package     string `json:"Package"`
	ImportPath  string `json:"ImportPath"`
	Test        string `json:"Test"`
	Output      string `json:"Output"`
	FailedBuild string `json:"FailedBuild"`
}

// Results of tests and packages, as test2json names them.
const (
	passed  = "pass"
	failed  = "fail"
	skipped = "skip"
)

type skip struct{ pkg, test, reason string }

type reporter struct {
	out    io.Writer
	open   map[string]*pack    // packages that have not finished
	builds map[string][]string // compiler output by import path
	count  map[string]int      // tests by result
	skips  []skip
}

func newReporter(out io.Writer) *reporter {
	return &reporter{out: out, open: map[string]*pack{}, builds: map[string][]string{}, count: map[string]int{}}
}

// line handles one line of the stream. A line that is not an event was printed by another tool and is passed through.
func (r *reporter) line(text []byte) {
	var e event
	if err := json.Unmarshal(text, &e); err != nil || e.Action == "" {
		r.print(string(text))
		return
	}
	switch {
	case e.Action == "build-output":
		r.builds[e.ImportPath] = append(r.builds[e.ImportPath], e.Output)
	case e.Package == "":
	case e.Test == "" && (e.Action == passed || e.Action == failed || e.Action == skipped):
		r.finish(e)
	default:
		r.pack(e.Package).take(e)
	}
}

func (r *reporter) pack(name string) *pack {
	p := r.open[name]
	if p == nil {
		p = newPack(name)
		r.open[name] = p
	}
	return p
}

// finish prints a package and adds its tests to the count.
func (r *reporter) finish(e event) {
	p := r.pack(e.Package)
	delete(r.open, e.Package)
	r.print(r.builds[e.FailedBuild]...)
	delete(r.builds, e.FailedBuild) // several packages may fail because of this build; printing its output once is enough
	if e.Action == failed {
		r.print(p.failure()...)
	} else {
		r.print(p.summary()...)
	}
	before := r.count[failed]
	for test, result := range p.leaves() {
		r.count[result]++
		if result == skipped {
			r.skips = append(r.skips, skip{p.name, test, p.reason(test)})
		}
	}
	if e.Action == failed && r.count[failed] == before {
		r.count[failed]++ // the package did not build, or failed outside its tests
	}
}

// close completes the report and returns whether the run succeeded.
func (r *reporter) close() bool {
	for _, name := range slices.Sorted(maps.Keys(r.open)) {
		r.print("FAIL\t" + name + "\t[did not finish]\n")
		r.finish(event{Package: name, Action: failed})
	}
	for _, name := range slices.Sorted(maps.Keys(r.builds)) {
		r.print(r.builds[name]...) // warnings from builds that succeeded
	}
	r.printSkips()
	ran := r.count[passed] + r.count[failed]
	if ran == 0 {
		r.print("No test ran.\n")
	}
	r.print(fmt.Sprintf("%d passed, %d failed, %d skipped\n", r.count[passed], r.count[failed], r.count[skipped]))
	return ran > 0 && r.count[failed] == 0
}

func (r *reporter) printSkips() {
	if len(r.skips) == 0 {
		return
	}
	slices.SortFunc(r.skips, func(a, b skip) int { return strings.Compare(a.pkg+" "+a.test, b.pkg+" "+b.test) })
	r.print("\nSkipped:\n")
	for _, s := range r.skips {
		r.print(fmt.Sprintf("  %s %s: %s\n", s.pkg, s.test, s.reason))
	}
	r.print("\n")
}

func (r *reporter) print(texts ...string) {
	for _, text := range texts {
		_, _ = io.WriteString(r.out, text)
	}
}
