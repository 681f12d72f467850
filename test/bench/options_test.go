package main

import (
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"earnest/internal/workspace"
)

func TestFlagsThatMakeNoSenseAreRefused(t *testing.T) {
	t.Parallel()
	for _, args := range [][]string{
		{"-engine", "mysql"}, {"-only", "("}, {"-scales", "1,x"}, {"-scales", "0"}, {"-volumes", "100"}, {"-volumes", "many"}, {"-conns", "0"}, {"-tickets", "3"},
		{"-slot", "0s"}, {"-compare", "one.json"}, {"stray"}, {"-unknown"}, {"-scale", "-size", "0"}, {"-scale", "-size", "much"},
	} {
		if _, err := parseOptions(args, io.Discard); err == nil {
			t.Errorf("%v was accepted", args)
		}
	}
}

func TestFlagsShapeTheRun(t *testing.T) {
	t.Parallel()
	o, err := parseOptions([]string{"-engine", "both", "-scales", "1,5", "-finance", "-volumes", "2000,9000", "-only", "write: log"}, io.Discard)
	if err != nil {
		t.Fatal(err)
	}
	if !slices.Equal(o.engines, []string{sqlite, postgres}) || !slices.Equal(o.scales, []int{1, 5}) ||
		!o.finance || !slices.Equal(o.volumes, []int{2000, 9000}) {
		t.Errorf("got %+v", o)
	}
	p := &product{uuids: map[string]string{}}
	if some := chosen(works(p), o.only); len(some) != 1 || some[0].name != "log time" {
		t.Errorf("-only chose %v", some)
	}
	if o, err := parseOptions([]string{"-scale", "-size", "0.02", "-keep", "worlds"}, io.Discard); err != nil || !o.scale || o.keep != "worlds" ||
		scaleSize(o, sqlite).Tickets != 3000 || scaleSize(o, postgres).Tickets != 40000 {
		t.Errorf("got %+v, %v", o, err)
	}
	if o, err := parseOptions([]string{"-compare", "a", "b"}, io.Discard); err != nil || !slices.Equal(o.compare, []string{"a", "b"}) {
		t.Errorf("got %+v, %v", o, err)
	}
}

func TestAResultNamesItsCommandWithoutFilesAndFolders(t *testing.T) {
	t.Parallel()
	for want, args := range map[string][]string{
		`make bench`: {"-json", "new.json", "-dir=/mnt", "--write", "page.md"},
		`make bench ARGS="-engine postgres -scale -size 0.5"`:       {"-scale", "-engine", "postgres", "-size=0.5", "-keep", "/mnt/worlds", "-profile", "/mnt"},
		`make bench ARGS="-grow=false -only 'write: log' -slot 1s"`: {"-only", "write: log", "-grow=false", "-slot", "1s"},
	} {
		if o, err := parseOptions(args, io.Discard); err != nil || o.command != want {
			t.Errorf("%v: %s, %v", args, o.command, err)
		}
	}
	var text strings.Builder
	(&report{Command: `make bench ARGS="-grow"`, Date: "today"}).print(&text, (*grid).text)
	if !strings.HasPrefix(text.String(), "`make bench ARGS=\"-grow\"`, today") {
		t.Errorf("got %s", &text)
	}
}

func TestTheWorkspaceHasTheSizesAskedForAndIsValid(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "workspace.json")
	if err := writeData(path, sizes{Projects: 3, Tickets: 40, Entries: 400}); err != nil {
		t.Fatal(err)
	}
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	got, err := workspace.Parse(text)
	if err != nil {
		t.Fatal(err)
	}
	entries := 0
	for _, ticket := range got.Projects[0].Tickets {
		entries += len(ticket.TimeEntries)
	}
	if len(got.Projects) != 3 || len(got.Projects[0].Tickets) != 40 || entries != 400 {
		t.Errorf("%d projects, %d tickets, %d entries", len(got.Projects), len(got.Projects[0].Tickets), entries)
	}
}

func TestEachWorkHasATargetOfItsOwn(t *testing.T) {
	t.Parallel()
	p := &product{uuids: map[string]string{"big": "b"}}
	for i := range 10 {
		p.uuids[id("big", "ticket", i)] = id("big", "ticket", i)
	}
	seen := map[string]string{}
	for _, w := range works(p) {
		target := w.call.method + " " + w.call.target
		if other, twice := seen[target]; twice && w.group != after {
			t.Errorf("%s and %s are both %s", w.name, other, target)
		}
		seen[target] = w.name
	}
}
