package db_test

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"earnest/internal/db"
	"earnest/internal/db/dbtest"
)

// mustRefuse opens a database and requires an error that starts with the given sentence.
func mustRefuse(t *testing.T, path, sentence string) {
	t.Helper()
	d, err := db.Open(t.Context(), path, db.Options{Readers: 1})
	if err == nil {
		d.Close()
	}
	if err == nil || !strings.HasPrefix(err.Error(), sentence) {
		t.Errorf("%s: %v, want %q", path, err, sentence)
	}
}

func TestAFileThatIsNotADatabaseIsReportedAsSuch(t *testing.T) {
	t.Parallel()
	path := dbtest.SQLite(t)
	text := []byte(strings.Repeat("my shopping list\n", 1000))
	if err := os.WriteFile(path, text, 0o600); err != nil {
		t.Fatal(err)
	}
	mustRefuse(t, path, path+" is not a SQLite database, or is damaged: restore a backup")
	if kept, err := os.ReadFile(path); err != nil || !bytes.Equal(kept, text) {
		t.Errorf("the file was changed: %v", err)
	}
}

func TestADatabaseWithADamagedSchemaIsReportedAsDamaged(t *testing.T) {
	t.Parallel()
	path := dbtest.SQLite(t)
	d, err := db.Open(t.Context(), path, db.Options{Readers: 1})
	if err != nil {
		t.Fatal(err)
	}
	mustWrite(t, d, `CREATE TABLE notes (id BIGINT PRIMARY KEY)`)
	d.Close()
	content, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	copy(content[100:], bytes.Repeat([]byte{0xff}, 900)) // the beginning of the schema, which follows the header
	if err := os.WriteFile(path, content, 0o600); err != nil {
		t.Fatal(err)
	}
	mustRefuse(t, path, path+" is not a SQLite database, or is damaged: restore a backup")
}

func TestAnUnusablePathIsReportedWithTheReason(t *testing.T) {
	t.Parallel()
	folder := t.TempDir()
	mustRefuse(t, folder, "cannot open the database "+folder+": it is a directory, not a file")
	lost := filepath.Join(folder, "none", "earnest.db")
	mustRefuse(t, lost, "cannot create the database "+lost+": the directory "+filepath.Dir(lost)+" does not exist")
	below := filepath.Join(folder, "file", "earnest.db")
	if err := os.WriteFile(filepath.Dir(below), nil, 0o600); err != nil {
		t.Fatal(err)
	}
	mustRefuse(t, below, "cannot open the database "+below+": not a directory")
}

func TestOnlyTheOwnerMayReadTheFilesOfADatabase(t *testing.T) {
	t.Parallel()
	path := dbtest.SQLite(t)
	d, err := db.Open(t.Context(), path, db.Options{Readers: 1})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(d.Close)
	mustWrite(t, d, `CREATE TABLE notes (id BIGINT PRIMARY KEY)`)
	for _, name := range []string{path, path + "-wal", path + "-shm"} {
		info, err := os.Stat(name)
		if err != nil || info.Mode().Perm() != 0o600 {
			t.Errorf("%s: %v %v", name, info, err)
		}
	}
}
