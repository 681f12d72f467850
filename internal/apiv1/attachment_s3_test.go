package apiv1_test

import (
	"bytes"
	"net/http"
	"os"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"earnest/internal/apitest"
	"earnest/internal/app"
	"earnest/internal/db/dbtest"
	"earnest/internal/files"
	"earnest/internal/tests3"
)

// eachS3 runs f on each engine, with the files in an S3-compatible store.
func eachS3(t *testing.T, f func(t *testing.T, w *apitest.World, s *tests3.Server)) {
	t.Helper()
	dbtest.Each(t, func(t *testing.T, url string) {
		t.Helper()
		s := tests3.Start(t)
		f(t, apitest.New(t, url, func(c *app.Config) { c.Files.Bucket = s.Bucket(t) }), s)
	})
}

func TestAFileOfManyPartsComesBack(t *testing.T) {
	t.Parallel()
	eachS3(t, func(t *testing.T, w *apitest.World, s *tests3.Server) {
		c := w.MustCast(t, "")
		content := noise(11 << 20) // two parts, and the rest
		a := apitest.Must(c.Member.Attach(t.Context(), c.Ticket, "x", bytes.NewReader(content)))(t)
		if got := mustDownload(t, c.Viewer.Client, a.UUID); !bytes.Equal(got, content) {
			t.Errorf("%d other bytes came back", len(got))
		}
		if n := rowsIn(t, w.Store, `SELECT COUNT(*) FROM content_chunks`); n != 0 || len(s.Objects(t)) != 2 || s.Parts(t) != 0 {
			t.Errorf("%d pieces in the database, objects %v, %d parts", n, s.Objects(t), s.Parts(t))
		}
		for key := range s.Objects(t) {
			if !strings.HasPrefix(key, "earnest/"+c.Project+"/") || strings.Contains(key, a.SHA256) || strings.Contains(key, a.UUID) {
				t.Errorf("the key %s can be guessed", key)
			}
		}
	})
}

func TestAStoreThatIsAwayComesBack(t *testing.T) {
	t.Parallel()
	eachS3(t, func(t *testing.T, w *apitest.World, s *tests3.Server) {
		c := w.MustCast(t, "")
		s.Stop()
		for _, call := range [][2]string{{"GET", "/attachments/" + c.Attachment}, {"POST", "/tickets/" + c.Ticket + "/attachments?name=x"}} {
			got := w.Call(t, c.Member.Key, call[0], call[1], nil)
			if got.Status != http.StatusServiceUnavailable || got.Header.Get("Retry-After") == "" || strings.Contains(string(got.Body), "127.0.0.1") {
				t.Errorf("%v: %d %v %s", call, got.Status, got.Header, got.Body)
			}
		}
		if got := w.Call(t, c.Member.Key, "GET", "/tickets/"+c.Ticket+"/attachments", nil); got.Status != http.StatusOK {
			t.Errorf("the list: %d", got.Status)
		}
		if err := c.Member.DeleteAttachment(t.Context(), c.Attachment); err != nil {
			t.Error(err)
		}
		h := apitest.Must(w.App.Operations.Health(t.Context()))(t)
		if !slices.Contains(h.Problems, "files_away") {
			t.Errorf("health says only %v", h.Problems)
		}
		w.Clock.Advance(files.StagedFor + time.Minute)
		if err := w.App.Files.Sweep(t.Context()); err != nil {
			t.Errorf("a sweep: %v", err)
		}
		s.Restart(t)
		a := apitest.Must(c.Member.Attach(t.Context(), c.Ticket, "x", strings.NewReader("back")))(t)
		if got := mustDownload(t, c.Member.Client, a.UUID); string(got) != "back" {
			t.Errorf("%q came back", got)
		}
		w.Clock.Advance(25 * time.Hour)
		if err := w.App.Files.Sweep(t.Context()); err != nil || len(s.Objects(t)) != 1 {
			t.Errorf("%v; the objects are %v", err, s.Objects(t))
		}
		h = apitest.Must(w.App.Operations.Health(t.Context()))(t)
		if slices.Contains(h.Problems, "files_away") {
			t.Errorf("health still says %v", h.Problems)
		}
	})
}

// A sweep that waited for a store with each of many objects would keep the other sweeps of the server from running.
func TestASweepGivesUpAStoreThatIsAway(t *testing.T) {
	t.Parallel()
	dbtest.Each(t, func(t *testing.T, url string) {
		t.Helper()
		s := tests3.Start(t)
		var away atomic.Bool
		var asked sync.Map
		bucket := s.Front(t, func(r *http.Request, forward func()) {
			if away.Load() {
				asked.Store(r.URL.String(), true)
				panic(http.ErrAbortHandler) // the connection breaks
			}
			forward()
		})
		w := apitest.New(t, url, func(c *app.Config) { c.Files.Bucket = bucket })
		c := w.MustCast(t, "")
		for _, text := range []string{"a", "b", "c"} {
			a := apitest.Must(c.Member.Attach(t.Context(), c.Ticket, "x", strings.NewReader(text)))(t)
			if err := c.Member.DeleteAttachment(t.Context(), a.UUID); err != nil {
				t.Fatal(err)
			}
		}
		sweep := func(later time.Duration) {
			w.Clock.Advance(later)
			if err := w.App.Files.Sweep(t.Context()); err != nil {
				t.Error(err)
			}
		}
		away.Store(true)
		sweep(files.StagedFor + time.Minute)
		n := 0
		asked.Range(func(any, any) bool { n++; return true })
		if left := rowsIn(t, w.Store, `SELECT COUNT(*) FROM contents WHERE sha256 IS NULL`); n != 1 || left != 0 {
			t.Errorf("the store was asked %d things, and %d contents are left", n, left)
		}
		away.Store(false)
		sweep(25 * time.Hour)
		if n := len(s.Objects(t)); n != 1 {
			t.Errorf("%d objects are left", n)
		}
	})
}

func TestAnInstanceThatChangesItsStoreKeepsItsFiles(t *testing.T) {
	t.Parallel()
	dbtest.Each(t, func(t *testing.T, url string) {
		w := apitest.New(t, url, nil)
		c := w.MustCast(t, "")
		s := tests3.Start(t)
		other := app.New(w.Store, app.Config{Clock: w.Clock.Now, Files: files.Config{Bucket: s.Bucket(t)}})
		*w.App.Files = *other.Files
		a := apitest.Must(c.Member.Attach(t.Context(), c.Ticket, "x", strings.NewReader("new")))(t)
		if len(s.Objects(t)) != 1 || string(mustDownload(t, c.Member.Client, c.Attachment)) != "Hello" || string(mustDownload(t, c.Member.Client, a.UUID)) != "new" {
			t.Errorf("the objects are %v", s.Objects(t))
		}
		*w.App.Files = *app.New(w.Store, app.Config{Clock: w.Clock.Now}).Files
		if string(mustDownload(t, c.Member.Client, c.Attachment)) != "Hello" {
			t.Error("the file in the database is lost")
		}
		if got := w.Call(t, c.Member.Key, "GET", "/attachments/"+a.UUID, nil); got.Status != http.StatusServiceUnavailable {
			t.Errorf("a file whose store is not configured: %d %s", got.Status, got.Body)
		}
	})
}

func TestTheDoctorAndTheArchiveKnowFilesInTheStore(t *testing.T) {
	t.Parallel()
	eachS3(t, func(t *testing.T, w *apitest.World, s *tests3.Server) {
		c := w.MustCast(t, "")
		apitest.Must(c.Member.Attach(t.Context(), c.Ticket, "x", strings.NewReader("some text")))(t)
		said := func() string {
			var all []string
			for _, f := range apitest.Must(w.App.Transfer.Doctor(t.Context()))(t) {
				if strings.Contains(f.Check, "S3") && f.Problem != "" {
					all = append(all, f.Problem)
				}
			}
			return strings.Join(all, "\n")
		}
		if found := said(); found != "" {
			t.Errorf("the doctor says %q", found)
		}
		unequipped := app.New(w.Store, app.Config{Clock: w.Clock.Now})
		for _, f := range apitest.Must(unequipped.Transfer.Doctor(t.Context()))(t) {
			if strings.Contains(f.Check, "S3") && (f.Problem != "" || !strings.HasPrefix(f.Note, "2 files")) {
				t.Errorf("without the flags, as for a backup, the doctor says %+v", f)
			}
		}
		var archive bytes.Buffer
		if err := w.App.Transfer.ExportArchive(t.Context(), &archive, nil); err != nil {
			t.Fatal(err)
		}
		target := tests3.Start(t)
		b := app.New(dbtest.MustOpen(t, dbtest.SQLite(t)), app.Config{Files: files.Config{Bucket: target.Bucket(t)}})
		if _, err := b.Transfer.ImportArchive(t.Context(), bytes.NewReader(archive.Bytes()), int64(archive.Len())); err != nil || len(target.Objects(t)) != 2 {
			t.Errorf("%v; objects %v", err, target.Objects(t))
		}
		var again bytes.Buffer
		if err := b.Transfer.ExportArchive(t.Context(), &again, nil); err != nil || !bytes.Equal(archive.Bytes(), again.Bytes()) {
			t.Errorf("the archive of an imported archive differs, %v", err)
		}
		if _, err := b.Transfer.ImportArchive(t.Context(), bytes.NewReader(archive.Bytes()), int64(archive.Len())); err == nil || len(target.Objects(t)) != 2 {
			t.Errorf("a second import: %v; objects %v", err, target.Objects(t))
		}
		var paths []string
		for _, path := range s.Objects(t) {
			paths = append(paths, path)
		}
		slices.Sort(paths)
		damage := []struct {
			do   func() error
			want string
		}{
			{func() error { return os.WriteFile(paths[0], []byte("x"), 0o600) }, "is too short"},
			{func() error { return os.WriteFile(paths[0], []byte("others are longer"), 0o600) }, "has another hash"},
			{func() error { return os.Remove(paths[0]) }, "is missing"},
			{func() error { return os.WriteFile(strings.TrimSuffix(paths[1], "x")+"y", nil, 0o600) }, "belongs to no file"},
		}
		for _, d := range damage {
			if err := d.do(); err != nil {
				t.Fatal(err)
			}
			if found := said(); !strings.Contains(found, d.want) {
				t.Errorf("the doctor says %q, not %q", found, d.want)
			}
		}
		if left := apitest.Must(w.App.Transfer.LeftOut(t.Context()))(t); left.Files != 2 || left.Bytes != 14 {
			t.Errorf("a backup leaves out %+v", left)
		}
	})
}
