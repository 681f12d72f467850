package app_test

import (
	"os"
	"reflect"
	"strings"
	"testing"

	"earnest/internal/db/dbtest"
	"earnest/internal/workspace"
)

// mustReadPage returns the page about the workspace file and the example in it.
func mustReadPage(t *testing.T) (page, example string) {
	t.Helper()
	data, err := os.ReadFile("../../docs/workspace.md")
	if err != nil {
		t.Fatal(err)
	}
	_, rest, found := strings.Cut(string(data), "```json\n")
	example, _, closed := strings.Cut(rest, "```\n")
	if !found || !closed {
		t.Fatal("the page has no example")
	}
	return string(data), example
}

func TestTheExampleOfThePageAboutTheWorkspaceFileIsImported(t *testing.T) {
	t.Parallel()
	_, example := mustReadPage(t)
	dbtest.Each(t, func(t *testing.T, url string) {
		t.Helper()
		a := instance(t, url)
		result := mustImport(t, a, example)
		for _, ref := range []string{"bridge", "steel", "deck", "rail", "s1", "t1", "t2"} {
			if result.UUIDs[ref] == "" {
				t.Errorf("nothing has the ref %s", ref)
			}
		}
		mustBeHealthy(t, a)
	})
}

func TestThePageAboutTheWorkspaceFileQuotesARealError(t *testing.T) {
	t.Parallel()
	page, example := mustReadPage(t)
	broken := strings.Replace(example, `"sprint": "s1", "dependencies"`, `"sprint": "s9", "dependencies"`, 1)
	_, err := workspace.Parse([]byte(broken))
	if err == nil || !strings.Contains(page, "`"+err.Error()+"`") {
		t.Errorf("the page does not quote %v", err)
	}
}

func TestThePageAboutTheWorkspaceFileNamesEveryMember(t *testing.T) {
	t.Parallel()
	page, _ := mustReadPage(t)
	_, table, _ := strings.Cut(page, "## Every member")
	names := map[string]bool{}
	collectMembers(reflect.TypeFor[workspace.File](), names)
	if len(names) < 60 {
		t.Fatalf("only %d members found", len(names))
	}
	for name := range names {
		if !strings.Contains(table, "`"+name+"`") {
			t.Errorf("docs/workspace.md does not name the member %s", name)
		}
	}
}

// collectMembers collects the names of the members of a type, recursively.
func collectMembers(t reflect.Type, names map[string]bool) {
	if t.Kind() == reflect.Slice {
		t = t.Elem()
	}
	if t.Kind() != reflect.Struct {
		return
	}
	for field := range t.Fields() {
		if name, _, _ := strings.Cut(field.Tag.Get("json"), ","); name != "" {
			names[name] = true
		}
		collectMembers(field.Type, names)
	}
}
