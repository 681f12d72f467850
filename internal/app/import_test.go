package app_test

import (
	"archive/zip"
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"earnest/internal/app"
	"earnest/internal/db"
	"earnest/internal/db/dbtest"
	"earnest/internal/demo"
	"earnest/internal/domain"
	"earnest/internal/identity"
	"earnest/internal/transfer"
)

// instance returns an App on a fresh database, with a fixed clock.
func instance(t testing.TB, url string) *app.App {
	t.Helper()
	now := time.Date(2026, 3, 10, 9, 0, 0, 987654321, time.UTC)
	return app.New(dbtest.MustOpen(t, url), app.Config{Clock: func() time.Time { return now }})
}

func mustImport(t testing.TB, a *app.App, file string) transfer.ImportResult {
	t.Helper()
	result, err := a.Transfer.ImportWith(context.Background(), strings.NewReader(file), helloOnly)
	if err != nil {
		t.Fatal(err)
	}
	return result
}

// helloOnly returns the content of the files in full.json, which is the same for all of them.
func helloOnly(sum string) (io.ReadCloser, error) {
	if hash := sha256.Sum256([]byte("Hello")); sum != hex.EncodeToString(hash[:]) {
		return nil, fs.ErrNotExist
	}
	return io.NopCloser(strings.NewReader("Hello")), nil
}

// mustExportFiles returns an archive.
func mustExportFiles(t testing.TB, a *app.App, projects ...string) []byte {
	t.Helper()
	var b bytes.Buffer
	if err := a.Transfer.ExportArchive(context.Background(), &b, projects); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

// fileIn returns a file of an archive.
func fileIn(t testing.TB, archive []byte, name string) string {
	t.Helper()
	r, err := zip.NewReader(bytes.NewReader(archive), int64(len(archive)))
	if err != nil {
		t.Fatal(err)
	}
	text, err := fs.ReadFile(r, name)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

func mustExport(t testing.TB, a *app.App, projects ...string) string {
	t.Helper()
	var b bytes.Buffer
	if err := a.Transfer.Export(context.Background(), &b, projects); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

// mustBeHealthy fails the test for every problem that the doctor finds.
func mustBeHealthy(t testing.TB, a *app.App) {
	t.Helper()
	findings, err := a.Transfer.Doctor(context.Background())
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range findings {
		if f.Problem != "" {
			t.Errorf("doctor: %s: %s", f.Check, f.Problem)
		}
	}
}

// fullFile returns a file that uses every part of the format.
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
	dbtest.Each(t, func(t *testing.T, url string) {
		t.Helper()
		a := instance(t, url)
		known, _, err := a.Accounts.CreateUser(t.Context(), identity.NewUser{Email: "Ben@Example.org", Firstname: "Old", Lastname: "Ben", Plan: domain.Free})
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
	for name, file := range map[string]string{"full": fullFile(t), "demo": demoFile(t)} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			dbtest.Each(t, func(t *testing.T, from string) {
				t.Helper()
				travels(t, from, file)
			})
		})
	}
}

// travels imports a file, exports it again and imports the result into a fresh database of each engine.
func travels(t *testing.T, from, file string) {
	t.Helper()
	a := instance(t, from)
	mustImport(t, a, file)
	first := mustExport(t, a)
	mustBeHealthy(t, a)
	if again := mustExport(t, a); again != first {
		t.Error("two exports of the same state differ")
	}
	dbtest.Each(t, func(t *testing.T, into string) {
		t.Helper()
		b := instance(t, into)
		mustImport(t, b, first)
		if second := mustExport(t, b); second != first {
			t.Errorf("the exports differ:\n%s", firstDifference(first, second))
		}
		mustBeHealthy(t, b)
	})
}

func demoFile(t *testing.T) string {
	t.Helper()
	data, err := json.Marshal(demo.File("2026-03-10"))
	if err != nil {
		t.Fatal(err)
	}
	return string(data)
}

// firstDifference returns the first line in which two texts differ.
func firstDifference(a, b string) string {
	left, right := strings.Split(a, "\n"), strings.Split(b, "\n")
	for i := range min(len(left), len(right)) {
		if left[i] != right[i] {
			return left[i] + "\n" + right[i]
		}
	}
	return "one is longer"
}

func TestImportRefusesWhatTheDatabaseContradicts(t *testing.T) {
	t.Parallel()
	dbtest.Each(t, func(t *testing.T, url string) {
		t.Helper()
		a := instance(t, url)
		mustImport(t, a, fullFile(t))
		before := mustExport(t, a)
		for name, c := range map[string]struct{ file, want string }{
			"the same file's uuids": {before, `projects[0].uuid: the database already has something with the uuid "`},
			"a uuid of another kind": {
				`{"projects":[{"name":"N","members":[{"user":"ada@example.org"}],"epics":[{"title":"E","uuid":"0192aaaa-0000-7000-8000-000000000001"}]}]}`,
				`projects[0].epics[0].uuid: the database already has something with the uuid "0192aaaa-0000-7000-8000-000000000001"`,
			},
			"a new user with a uuid": {
				`{"users":[{"email":"ada@example.org","firstname":"A","lastname":"L","uuid":"0192aaaa-0000-7000-8000-000000000001"},
				{"email":"eve@example.org","firstname":"E","lastname":"V","uuid":"0192aaaa-0000-7000-8000-00000000000f"}],
				"projects":[{"name":"N","members":[{"user":"ada@example.org"}],"tags":[{"name":"a","uuid":"0192aaaa-0000-7000-8000-000000000001"}]}]}`,
				`projects[0].tags[0].uuid: "0192aaaa-0000-7000-8000-000000000001" is the uuid of another object in the file`,
			},
			"an unknown email": {
				`{"projects":[{"name":"N","members":[{"user":"ada@example.org"}],"tickets":[{"title":"T","assignee":"eve@example.org"}]}]}`,
				`projects[0].tickets[0].assignee: no user has the email "eve@example.org"`,
			},
			"a comment that shows nothing": {
				`{"projects":[{"name":"N","members":[{"user":"ada@example.org"}],"tickets":[{"title":"T","comments":[{"author":"ada@example.org","content":"<script>x</script>"}]}]}]}`,
				`projects[0].tickets[0].comments[0].content: must show something`,
			},
		} {
			_, err := a.Transfer.Import(t.Context(), strings.NewReader(c.file))
			if err == nil || !strings.HasPrefix(err.Error(), c.want) || domain.KindOf(err) != domain.Invalid {
				t.Errorf("%s:\ngot  %v\nwant %s", name, err, c.want)
			}
		}
		if after := mustExport(t, a); after != before {
			t.Errorf("a refused import left a trace:\n%s", firstDifference(before, after))
		}
	})
}

func TestImportThatFailsHalfWayLeavesNothing(t *testing.T) {
	t.Parallel()
	dbtest.Each(t, func(t *testing.T, url string) {
		t.Helper()
		s := dbtest.MustOpen(t, url)
		// The second milestone violates this constraint when nearly everything has been stored.
		err := s.Write(t.Context(), func(tx *db.Tx) error {
			return tx.Script(t.Context(), `CREATE UNIQUE INDEX one_milestone ON milestones (project_id)`)
		})
		if err != nil {
			t.Fatal(err)
		}
		a := app.New(s, app.Config{})
		if _, err := a.Transfer.Import(t.Context(), strings.NewReader(fullFile(t))); err == nil {
			t.Fatal("the import did not fail")
		}
		if out := mustExport(t, a); out != "{}\n" {
			t.Errorf("something is left: %.200s", out)
		}
		mustBeEmpty(t, s)
	})
}

// mustBeEmpty fails the test for every table that holds a row.
func mustBeEmpty(t *testing.T, s *db.DB) {
	t.Helper()
	err := s.Read(t.Context(), func(tx *db.Tx) error {
		tables, err := tx.Tables(t.Context())
		for _, table := range tables {
			var n int
			if err := tx.One(t.Context(), "SELECT COUNT(*) FROM "+table.Name, nil, &n); err != nil {
				return err
			}
			if n > 0 && table.Name != "schema_versions" {
				t.Errorf("%s holds %d rows", table.Name, n)
			}
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
}

func TestExportOfSomeProjectsHasTheirUsersOnly(t *testing.T) {
	t.Parallel()
	dbtest.Each(t, func(t *testing.T, url string) {
		t.Helper()
		a := instance(t, url)
		mustImport(t, a, fullFile(t))
		result := mustImport(t, a, `{"users":[{"email":"dee@example.org","firstname":"D","lastname":"D"},{"email":"eve@example.org","firstname":"E","lastname":"E"}],
			"projects":[{"ref":"n","name":"New","members":[{"user":"dee@example.org"}],"tickets":[{"title":"T",
			"comments":[{"author":"dee@example.org","content":"hi","mentions":["cy@example.org"]}]}]}]}`)
		out := mustExport(t, a, result.UUIDs["n"])
		for email, wanted := range map[string]bool{"dee@": true, "cy@": true, "eve@": false, "Ada@": false, "ben@": false} {
			if strings.Contains(out, email) != wanted {
				t.Errorf("%s in the export: %v, want %v", email, !wanted, wanted)
			}
		}
		b := instance(t, dbtest.SQLite(t))
		mustImport(t, b, out)
		if again := mustExport(t, b); again != out {
			t.Errorf("the exports differ:\n%s", firstDifference(out, again))
		}
		err := a.Transfer.Export(t.Context(), io.Discard, []string{"0192aaaa-0000-7000-8000-00000000dead"})
		if domain.KindOf(err) != domain.NotFound {
			t.Errorf("an unknown project gave %v", err)
		}
	})
}
