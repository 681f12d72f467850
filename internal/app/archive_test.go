package app_test

import (
	"bytes"
	"context"
	"io"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"earnest/internal/app"
	"earnest/internal/db"
	"earnest/internal/db/dbtest"
	"earnest/internal/domain"
	"earnest/internal/files"
	"earnest/internal/work"
)

// large returns a content of three pieces.
func large() []byte { return bytes.Repeat([]byte("All work and no play. "), 30_000) }

// mustAttach attaches a file to a ticket of full.json on behalf of Ada, and returns its uuid.
func mustAttach(t *testing.T, a *app.App, user int64, ticket, name string, content []byte) string {
	t.Helper()
	caller := domain.Caller{UserID: user}
	in := domain.Given(domain.NewFile{Name: name, Length: -1})
	staged, err := a.Files.Stage(t.Context(), caller, ticket, in, bytes.NewReader(content))
	if err != nil {
		t.Fatal(err)
	}
	made, err := a.Files.Attach(t.Context(), caller, ticket, staged)
	if err != nil {
		t.Fatal(err)
	}
	return made.UUID
}

// mustReadFile returns the content of a file.
func mustReadFile(t *testing.T, a *app.App, uuid string) []byte {
	t.Helper()
	found, err := a.Files.Find(t.Context(), domain.Operator(), uuid)
	if err != nil {
		t.Fatal(err)
	}
	body, err := a.Files.Open(t.Context(), domain.Operator(), found)
	if err != nil {
		t.Fatal(err)
	}
	defer body.Close()
	content, err := io.ReadAll(body)
	if err != nil {
		t.Fatal(err)
	}
	return content
}

func TestAnArchiveCarriesFiles(t *testing.T) {
	t.Parallel()
	dbtest.Each(t, func(t *testing.T, url string) {
		t.Helper()
		a := instance(t, url)
		known := mustImport(t, a, fullFile(t))
		uuid := mustAttach(t, a, known.Users["Ada@example.org"], known.UUIDs["t2"], "large.txt", large())
		archive := mustExportFiles(t, a)
		if again := mustExportFiles(t, a); !bytes.Equal(again, archive) {
			t.Error("two archives of the same state differ")
		}
		if strings.Contains(mustExport(t, a), `"attachments"`) {
			t.Error("a plain export mentions files that it does not have")
		}
		b := instance(t, dbtest.SQLite(t))
		if _, err := b.Transfer.ImportArchive(t.Context(), bytes.NewReader(archive), int64(len(archive))); err != nil {
			t.Fatal(err)
		}
		mustBeHealthy(t, b)
		if !bytes.Equal(mustReadFile(t, b, uuid), large()) {
			t.Error("the file has changed on its way")
		}
		if again := mustExportFiles(t, b); !bytes.Equal(again, archive) {
			t.Error("the archive of an imported archive differs")
		}
	})
}

func TestAnArchiveWithoutAFileIsRefused(t *testing.T) {
	t.Parallel()
	a := instance(t, dbtest.SQLite(t))
	_, err := a.Transfer.Import(t.Context(), strings.NewReader(fullFile(t)))
	if err == nil || !strings.Contains(err.Error(), "projects[0].tickets[0].attachments[0].sha256: the content of this file is missing") {
		t.Errorf("without contents: %v", err)
	}
	other := func(string) (io.ReadCloser, error) { return io.NopCloser(strings.NewReader("Hallo")), nil }
	if _, err := a.Transfer.ImportWith(t.Context(), strings.NewReader(fullFile(t)), other); err == nil || !strings.Contains(err.Error(), "sha256: the content does not match its hash") {
		t.Errorf("with another content: %v", err)
	}
	if _, err := a.Transfer.ImportArchive(t.Context(), strings.NewReader("PK\x03\x04"), 4); domain.KindOf(err) != domain.Invalid {
		t.Errorf("a broken zip file: %v", err)
	}
}

func TestAnImportHasTheLimitsOfUploads(t *testing.T) {
	t.Parallel()
	dbtest.Each(t, func(t *testing.T, url string) {
		t.Helper()
		hash := "185f8db32271fe25f561a6fc938b2e264306ec304eda518007d1764826381969"
		for name, f := range map[string]struct {
			limits    files.Config
			old, want string
		}{
			"a large file":  {files.Config{FileLimit: 4}, "", "attachments[0].size: the file has more than 4 bytes; import it with a larger --file-limit"},
			"a small quota": {files.Config{Quota: 4}, "", "import them with a larger --files-quota"},
			"another size":  {files.Config{}, `"size": 5, "author": "ada`, "attachments[1].size: another file with the same sha256 has 5 bytes"},
			"an odd hash":   {files.Config{}, hash, "hexadecimal digits in lower case"},
		} {
			text := fullFile(t)
			if f.old != "" {
				text = strings.Replace(text, f.old, strings.NewReplacer("5,", "6,", "1", "Z").Replace(f.old), 1)
			}
			a := app.New(dbtest.MustOpen(t, url), app.Config{Files: f.limits})
			_, err := a.Transfer.ImportWith(t.Context(), strings.NewReader(text), helloOnly)
			if domain.KindOf(err) != domain.Invalid || !strings.Contains(err.Error(), f.want) {
				t.Errorf("%s: %v", name, err)
			}
		}
	})
}

func TestAFailureOfTheDatabaseIsNotTheFaultOfTheFile(t *testing.T) {
	t.Parallel()
	a := instance(t, dbtest.SQLite(t))
	ctx, cancel := context.WithCancel(t.Context())
	opened := 0
	contents := func(sum string) (io.ReadCloser, error) {
		if opened++; opened > 1 { // within the transaction
			cancel()
		}
		return helloOnly(sum)
	}
	if _, err := a.Transfer.ImportWith(ctx, strings.NewReader(fullFile(t)), contents); err == nil || domain.KindOf(err) == domain.Invalid {
		t.Errorf("a cancelled import: %v", err)
	}
}

func TestABackupCarriesFiles(t *testing.T) {
	t.Parallel()
	dbtest.Each(t, func(t *testing.T, url string) {
		t.Helper()
		a := instance(t, url)
		known := mustImport(t, a, fullFile(t))
		uuid := mustAttach(t, a, known.Users["Ada@example.org"], known.UUIDs["t2"], "large.txt", large())
		path := filepath.Join(t.TempDir(), "backup.db")
		if err := a.Transfer.Backup(t.Context(), path); err != nil {
			t.Fatal(err)
		}
		b := instance(t, dbtest.SQLite(t))
		if err := b.Transfer.Restore(t.Context(), path); err != nil {
			t.Fatal(err)
		}
		mustBeHealthy(t, b)
		if !bytes.Equal(mustReadFile(t, b, uuid), large()) {
			t.Error("the file has changed on its way")
		}
	})
}

func TestDamagedFilesAreFoundByTheDoctorAndNotExported(t *testing.T) {
	t.Parallel()
	dbtest.Each(t, func(t *testing.T, url string) {
		t.Helper()
		a := instance(t, url)
		known := mustImport(t, a, fullFile(t))
		mustAttach(t, a, known.Users["Ada@example.org"], known.UUIDs["t2"], "large.txt", large())
		for _, damage := range []struct {
			sql, undo db.Text
			want      string
		}{
			{`UPDATE content_chunks SET number = 7 WHERE number = 1`, `UPDATE content_chunks SET number = 1 WHERE number = 7`, "lacks piece 1"},
			{`UPDATE content_chunks SET number = 7 WHERE number = 2`, `UPDATE content_chunks SET number = 2 WHERE number = 7`, "lacks piece 2"},
			{`UPDATE contents SET size = size - 1 WHERE size > 5`, `UPDATE contents SET size = size + 1 WHERE size > 5`, "bytes instead of"},
			{`UPDATE contents SET sha256 = 'x' || sha256 WHERE size = 5`, `UPDATE contents SET sha256 = substr(sha256, 2) WHERE size = 5`, "another hash"},
			{`UPDATE contents SET sha256 = NULL, created_at = 0 WHERE size = 5`, ``, "older than a day"},
		} {
			change := func(text db.Text) {
				if err := a.DB.Write(t.Context(), func(tx *db.Tx) error { return tx.Run(t.Context(), text) }); err != nil {
					t.Fatal(err)
				}
			}
			change(damage.sql)
			if found := problems(t, a); !strings.Contains(found, damage.want) {
				t.Errorf("%s: the doctor says %q", damage.sql, found)
			}
			if damage.undo != "" {
				err := a.Transfer.ExportArchive(t.Context(), io.Discard, nil)
				refused := domain.KindOf(err) == domain.Invalid && strings.Contains(err.Error(), "incomplete or damaged")
				if inOrder := damage.want == "lacks piece 2"; refused == inOrder { // all pieces are still there, in order
					t.Errorf("%s: the export says %v", damage.sql, err)
				}
				change(damage.undo)
				mustBeHealthy(t, a)
			}
		}
	})
}

// problems returns everything that the doctor finds.
func problems(t *testing.T, a *app.App) string {
	t.Helper()
	findings, err := a.Transfer.Doctor(context.Background())
	if err != nil {
		t.Fatal(err)
	}
	var all []string
	for _, f := range findings {
		all = append(all, f.Problem)
	}
	return strings.Join(all, "\n")
}

func TestNothingIsLeftOfTheFilesOfADeletedProject(t *testing.T) {
	t.Parallel()
	dbtest.Each(t, func(t *testing.T, url string) {
		t.Helper()
		a := instance(t, url)
		known := mustImport(t, a, fullFile(t))
		big := bytes.Repeat([]byte("x"), 20*domain.ChunkSize) // more than one batch
		mustAttach(t, a, known.Users["Ada@example.org"], known.UUIDs["t2"], "large.txt", big)
		if err := a.Projects.DeleteProject(t.Context(), domain.Operator(), known.UUIDs["apollo"], work.Unconfirmed()); err != nil {
			t.Fatal(err)
		}
		if err := a.Projects.PurgeAll(t.Context()); err != nil {
			t.Fatal(err)
		}
		for _, table := range []db.Text{"attachments", "contents", "content_chunks"} {
			n, err := db.Read(t.Context(), a.DB, func(tx *db.Tx) (int, error) { return tx.Count(t.Context(), db.NewQuery(`SELECT COUNT(*) FROM `+table)) })
			if err != nil || n != 0 {
				t.Errorf("%d rows of %s are left, %v", n, table, err)
			}
		}
		if err := a.Files.Sweep(t.Context()); err != nil || files.StagedFor < time.Minute {
			t.Error(err)
		}
	})
}
