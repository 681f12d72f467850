package app_test

import (
	"bytes"
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"earnest/internal/app"
	"earnest/internal/domain"
	"earnest/internal/store/storetest"
)

// instance is an App on a database of its own, with a clock that stands still.
func instance(t testing.TB, url string) *app.App {
	t.Helper()
	now := time.Date(2026, 3, 10, 9, 0, 0, 987654321, time.UTC)
	return app.New(storetest.MustOpen(t, url), app.Config{Clock: func() time.Time { return now }})
}

func mustImport(t testing.TB, a *app.App, file string) app.ImportResult {
	t.Helper()
	result, err := a.Import(context.Background(), strings.NewReader(file))
	if err != nil {
		t.Fatal(err)
	}
	return result
}

func mustExport(t testing.TB, a *app.App, projects ...string) string {
	t.Helper()
	var b bytes.Buffer
	if err := a.Export(context.Background(), &b, projects); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

// mustBeHealthy fails the test for every problem the doctor finds.
func mustBeHealthy(t testing.TB, a *app.App) {
	t.Helper()
	findings, err := a.Doctor(context.Background())
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range findings {
		if f.Problem != "" {
			t.Errorf("doctor: %s: %s", f.Check, f.Problem)
		}
	}
}

// fullFile is a file that uses everything the format has.
func fullFile(t testing.TB) string {
	t.Helper()
	data, err := os.ReadFile(filepath.Join("..", "workspace", "testdata", "full.json"))
	if err != nil {
		t.Fatal(err)
	}
	return string(data)
}

func TestImportTellsIdsAndUUIDs(t *testing.T) {
	t.Parallel()
	storetest.Each(t, func(t *testing.T, url string) {
		a := instance(t, url)
		known, err := a.AddUser(t.Context(), app.NewUser{Email: "Ben@Example.org", Firstname: "Old", Lastname: "Ben", Plan: domain.Free})
		if err != nil {
			t.Fatal(err)
		}
		result := mustImport(t, a, fullFile(t))
		if len(result.Users) != 3 || result.Users["ben@example.org"] != known || result.Users["Ada@example.org"] == 0 {
			t.Errorf("users = %v; Ben was %d before", result.Users, known)
		}
		for _, ref := range []string{"apollo", "red", "big", "e1", "s3", "t1", "gone", "m2", "l1"} {
			if _, ok := domain.ParseUUID(result.UUIDs[ref]); !ok {
				t.Errorf("the ref %s has the uuid %q", ref, result.UUIDs[ref])
			}
		}
		if len(result.UUIDs) != 15 {
			t.Errorf("%d refs have a uuid: %v", len(result.UUIDs), result.UUIDs)
		}
		if out := mustExport(t, a); !strings.Contains(out, `"firstname":"Old"`) {
			t.Error("a user who existed was changed")
		}
		mustBeHealthy(t, a)
	})
}

func TestExportOfAnImportedExportIsTheSameBytes(t *testing.T) {
	t.Parallel()
	storetest.Each(t, func(t *testing.T, from string) {
		a := instance(t, from)
		mustImport(t, a, fullFile(t))
		first := mustExport(t, a)
		mustBeHealthy(t, a)
		if again := mustExport(t, a); again != first {
			t.Error("two exports of the same state differ")
		}
		storetest.Each(t, func(t *testing.T, into string) {
			b := instance(t, into)
			mustImport(t, b, first)
			if second := mustExport(t, b); second != first {
				t.Errorf("the exports differ:\n%s", firstDifference(first, second))
			}
			mustBeHealthy(t, b)
		})
	})
}

// firstDifference shows the first line in which two texts differ.
func firstDifference(a, b string) string {
	left, right := strings.Split(a, "\n"), strings.Split(b, "\n")
	for i := range min(len(left), len(right)) {
		if left[i] != right[i] {
			return left[i] + "\n" + right[i]
		}
	}
	return "one is longer"
}
