package migrations_test

import (
	"bytes"
	"context"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"earnest/internal/db"
	"earnest/internal/db/dbtest"
	"earnest/internal/db/migrations"
	transferstore "earnest/internal/transfer/store"
)

// mustBeOld creates a database with the first version of the schema and one user.
func mustBeOld(t *testing.T, url string) {
	t.Helper()
	d, err := db.Open(t.Context(), url, db.Options{Readers: 1})
	if err != nil {
		t.Fatal(err)
	}
	defer d.Close()
	if err := migrations.UpTo(t.Context(), d, 1, 1); err != nil {
		t.Fatal(err)
	}
	err = d.Write(t.Context(), func(tx *db.Tx) error {
		return tx.Script(t.Context(), `
INSERT INTO accounts (id, plan, active, subscribed_at, created_at, updated_at) VALUES (1, 'pro', TRUE, 1, 1, 1);
INSERT INTO users (uuid, account_id, email, email_folded, firstname, lastname, is_admin, created_at, updated_at)
VALUES ('u', 1, 'ada@example.org', 'ada@example.org', 'A', 'B', FALSE, 1, 1)`)
	})
	if err != nil {
		t.Fatal(err)
	}
}

func mustBeVersion(t *testing.T, url string, want int) {
	t.Helper()
	d, err := db.Open(t.Context(), url, db.Options{Readers: 1})
	if err != nil {
		t.Fatal(err)
	}
	defer d.Close()
	if have, err := migrations.Version(t.Context(), d); err != nil || have != want {
		t.Errorf("the schema has version %d, want %d: %v", have, want, err)
	}
}

func TestAnOlderSchemaIsRefusedAndLeftAsItIs(t *testing.T) {
	t.Parallel()
	dbtest.EachEmpty(t, func(t *testing.T, url string) {
		t.Helper()
		mustBeOld(t, url)
		for name, open := range map[string]func(context.Context, string, db.Options) (*db.DB, error){
			"as is": migrations.OpenAsIs, "to read": migrations.OpenToRead,
		} {
			_, err := open(t.Context(), url, db.Options{Readers: 1})
			older, ok := errors.AsType[*migrations.OlderError](err)
			if !ok || older.Have != 1 || !strings.Contains(err.Error(), "earnest serve") {
				t.Errorf("opened %s: %v", name, err)
			}
		}
		mustBeVersion(t, url, 1)
	})
}

func TestADatabaseWithoutASchemaIsRefused(t *testing.T) {
	t.Parallel()
	dbtest.EachEmpty(t, func(t *testing.T, url string) {
		t.Helper()
		for name, open := range map[string]func(context.Context, string, db.Options) (*db.DB, error){
			"as is": migrations.OpenAsIs, "to copy": migrations.OpenToCopy, "to read": migrations.OpenToRead,
		} {
			if !db.IsPostgres(url) {
				if err := os.WriteFile(url, nil, 0o600); err != nil {
					t.Fatal(err)
				}
			}
			if _, err := open(t.Context(), url, db.Options{Readers: 1}); err == nil || !strings.Contains(err.Error(), "nothing of earnest yet") {
				t.Errorf("opened %s: %v", name, err)
			}
		}
	})
}

func TestABackupOfAnOlderSchemaKeepsItsVersion(t *testing.T) {
	t.Parallel()
	dbtest.EachEmpty(t, func(t *testing.T, url string) {
		t.Helper()
		mustBeOld(t, url)
		s, err := migrations.OpenToCopy(t.Context(), url, db.Options{Readers: 2})
		if err != nil {
			t.Fatal(err)
		}
		defer s.Close()
		path := filepath.Join(t.TempDir(), "backup.db")
		if err := transferstore.Backup(t.Context(), s, path, time.Now()); err != nil {
			t.Fatal(err)
		}
		mustBeVersion(t, url, 1)
		mustBeVersion(t, path, 1)
		migrated := dbtest.MustOpen(t, path)
		var email string
		err = migrated.Read(t.Context(), func(tx *db.Tx) error { return tx.One(t.Context(), `SELECT email FROM users`, nil, &email) })
		if err != nil || email != "ada@example.org" {
			t.Errorf("the backup, migrated, holds %q: %v", email, err)
		}
	})
}

func TestReadingChangesNoByteOfAFile(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	served := filepath.Join(dir, "earnest.db")
	s, err := migrations.Open(t.Context(), served, db.Options{Readers: 1}, time.Now())
	if err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(dir, "backup.db")
	err = transferstore.Backup(t.Context(), s, path, time.Now())
	s.Close()
	if err != nil {
		t.Fatal(err)
	}
	for name, path := range map[string]string{"a backup": path, "a database that was served": served} {
		before := mustReadFile(t, path)
		reader, err := migrations.OpenToRead(t.Context(), path, db.Options{Readers: 1})
		if err != nil {
			t.Fatal(err)
		}
		if checks, err := transferstore.Doctor(t.Context(), reader, time.Now()); err != nil || len(checks) < 5 {
			t.Errorf("%s: %d checks: %v", name, len(checks), err)
		}
		reader.Close()
		if !bytes.Equal(before, mustReadFile(t, path)) {
			t.Errorf("%s changed", name)
		}
		if left, _ := filepath.Glob(path + "?*"); len(left) > 0 {
			t.Errorf("beside %s there are %v", name, left)
		}
	}
}

func mustReadFile(t *testing.T, path string) []byte {
	t.Helper()
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return data
}
