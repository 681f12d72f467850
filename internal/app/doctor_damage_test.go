package app_test

import (
	"bytes"
	"os"
	"strings"
	"testing"

	"earnest/internal/app"
	"earnest/internal/db"
	"earnest/internal/db/dbtest"
	"earnest/internal/db/migrations"
)

// mustDamage creates a SQLite file with the full workspace in which one page of a table is unreadable.
func mustDamage(t *testing.T, table string) (path string) {
	t.Helper()
	path = dbtest.SQLite(t)
	s := dbtest.MustOpen(t, path)
	mustImport(t, app.New(s, app.Config{}), fullFile(t))
	var page, size int64
	err := s.Read(t.Context(), func(tx *db.Tx) error {
		return tx.One(t.Context(), `SELECT m.rootpage, p.page_size FROM sqlite_master m, pragma_page_size p WHERE m.name = $1`, []any{table}, &page, &size)
	})
	if err != nil {
		t.Fatal(err)
	}
	s.Close()
	content, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	copy(content[(page-1)*size:page*size], bytes.Repeat([]byte{0xa5}, int(size)))
	if err := os.WriteFile(path, content, 0o600); err != nil {
		t.Fatal(err)
	}
	return path
}

func TestDoctorGoesOnWhereADamagedFileStopsACheck(t *testing.T) {
	t.Parallel()
	s, err := migrations.OpenAsIs(t.Context(), mustDamage(t, "comments"), db.Options{Readers: 2})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(s.Close)
	findings, err := app.New(s, app.Config{}).Transfer.Doctor(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	passed, stopped := 0, 0
	for _, f := range findings {
		switch {
		case f.Problem == "":
			passed++
		case strings.HasPrefix(f.Problem, "this could not be checked: "):
			stopped++
		}
	}
	if passed < 8 || stopped < 2 {
		t.Errorf("%d checks passed and %d could not be made: %v", passed, stopped, findings)
	}
}

func TestAFileWhoseVersionsAreDamagedIsSaidToBeDamaged(t *testing.T) {
	t.Parallel()
	path := mustDamage(t, "sqlite_autoindex_schema_versions_1")
	s, err := migrations.OpenAsIs(t.Context(), path, db.Options{Readers: 2})
	if err == nil {
		s.Close()
	}
	if err == nil || err.Error() != path+" is not a SQLite database, or is damaged: restore a backup" {
		t.Errorf("%v", err)
	}
}
