package dash_test

import (
	"bytes"
	"context"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"earnest/internal/admit"
	"earnest/internal/app"
	"earnest/internal/dash"
	"earnest/internal/db"
	"earnest/internal/db/dbtest"
	"earnest/internal/files"
	identitystore "earnest/internal/identity/store"
	"earnest/internal/tests3"
)

type window struct {
	Used     int64  `json:"used"`
	Limit    int64  `json:"limit"`
	ResetsAt string `json:"resets_at"`
}

type knownQuotas struct {
	Keys []struct {
		Name   string                 `json:"name"`
		Prefix string                 `json:"prefix"`
		User   struct{ Email string } `json:"user"`
		Hour   window                 `json:"hour"`
		Month  window                 `json:"month"`
	} `json:"keys"`
	Addresses []struct {
		Address   string `json:"address"`
		Throttled bool   `json:"throttled"`
		Hour      window `json:"hour"`
	} `json:"addresses"`
	SignIns []struct {
		Address string `json:"address"`
		Failed  int64  `json:"failed"`
		Locked  bool   `json:"locked"`
	} `json:"sign_ins"`
	LockedAccounts int `json:"locked_accounts"`
}

func TestQuotasShowTopUsersAndRefusedAddresses(t *testing.T) {
	t.Parallel()
	dbtest.Each(t, func(t *testing.T, url string) {
		w := newWorld(t, url, func(c *app.Config) { c.Limits = admit.Limits{Hour: 5, Month: 100} })
		admin, ada := w.mustAdmin(t), w.mustPassworded(t)
		busy, idle := w.MustKey(t, ada.Email, "projects:read"), w.MustKey(t, ada.Email, "projects:read")
		for range 4 {
			w.Call(t, idle, "GET", "/projects", nil)
		}
		w.Clock.Advance(time.Hour)
		for range 2 {
			w.Call(t, busy, "GET", "/projects", nil)
		}
		for range 7 {
			w.Call(t, "ern_nobody", "GET", "/projects", nil)
		}
		for range 11 {
			w.stranger().signIn(t, ada.Email, "wrong password", "")
		}
		q := must[knownQuotas](t, admin, "GET", "/admin/quotas", nil)
		if len(q.Keys) != 2 || q.Keys[0].Hour.Used != 2 || q.Keys[1].Hour.Used != 0 || q.Keys[1].Month.Used != 4 || q.Keys[0].User.Email != ada.Email ||
			q.Keys[0].Hour.Limit != 5 || !strings.HasPrefix(busy, q.Keys[0].Prefix) {
			t.Errorf("by hour: %+v", q.Keys)
		}
		if len(q.Addresses) != 1 || !q.Addresses[0].Throttled || q.Addresses[0].Hour.Used != 5 {
			t.Errorf("addresses: %+v", q.Addresses)
		}
		if len(q.SignIns) != 1 || q.SignIns[0].Failed < 10 || q.SignIns[0].Locked || q.LockedAccounts != 1 {
			t.Errorf("sign-ins: %+v, %d locked", q.SignIns, q.LockedAccounts)
		}
		if q = must[knownQuotas](t, admin, "GET", "/admin/quotas?by=month", nil); q.Keys[0].Month.Used != 4 {
			t.Errorf("by month: %+v", q.Keys)
		}
		refused(t, admin.call(t, "GET", "/admin/quotas?by=day", nil), http.StatusUnprocessableEntity, "invalid")
	})
}

func TestPlansShowTheGridAndTheNumberOfPeople(t *testing.T) {
	gridded(t, func(t *testing.T, w *world) {
		admin := w.mustAdmin(t)
		early, free := w.mustBrowser(t, "early"), w.mustBrowser(t, "free")
		must[any](t, admin, "PUT", userPath(early.ID), map[string]any{"plan": "free", "subscribed_at": "2025-01-01"})
		must[any](t, admin, "PUT", userPath(free.ID), map[string]any{"plan": "free", "active": false})
		got := string(admin.call(t, "GET", "/admin/plans", nil).Body)
		for _, want := range []string{
			`"grid":{"api_from":"pro","since":"2026-01-01"}`,
			`{"plan":"free","api":false,"users":2,"inactive":1}`,
			`{"plan":"pro","api":true,"users":0,"inactive":0}`,
			`{"plan":"business","api":true,"users":1,"inactive":0}`,
			`"early":1,"grandfathered":1`,
		} {
			if !strings.Contains(got, want) {
				t.Errorf("no %s in %s", want, got)
			}
		}
	})
}

type knownHealth struct {
	Version  string `json:"version"`
	Engine   string `json:"engine"`
	Database struct {
		OK        bool    `json:"ok"`
		Version   string  `json:"version"`
		Schema    int     `json:"schema"`
		LatencyMS float64 `json:"latency_ms"`
		Size      int64   `json:"size_bytes"`
	} `json:"database"`
	Disk *struct{ Free, Total int64 } `json:"disk"`
	Jobs []struct {
		Name    string  `json:"name"`
		LastRun *string `json:"last_run"`
		Failed  bool    `json:"failed"`
	} `json:"jobs"`
	Behind   int      `json:"behind"`
	Sessions int      `json:"sessions"`
	People   int      `json:"people"`
	Memory   int64    `json:"memory"`
	Problems []string `json:"problems"`
}

func TestHealthShowsDatabaseJobsAndProblems(t *testing.T) {
	each(t, func(t *testing.T, w *world) {
		c := w.mustCast(t)
		admin := c.browser(t, "administrator")
		h := must[knownHealth](t, admin, "GET", "/admin/health", nil)
		if !h.Database.OK || h.Database.Version == "" || h.Database.Schema < 5 || h.Database.Size == 0 || h.Memory == 0 || h.Sessions != 1 || h.People != 1 {
			t.Errorf("%+v", h)
		}
		if (h.Engine == "sqlite") != (h.Disk != nil) {
			t.Errorf("%s: the disk is %+v", h.Engine, h.Disk)
		}
		if h.Jobs[0].LastRun != nil || h.Jobs[1].LastRun != nil {
			t.Errorf("the jobs have not run yet: %+v", h)
		}
		if _, err := w.App.Money.StoreDays(t.Context(), "here"); err != nil {
			t.Fatal(err)
		}
		if err := w.App.Accounts.Sweep(t.Context()); err != nil {
			t.Fatal(err)
		}
		ran := w.Clock.Now()
		w.Clock.Advance(time.Minute)
		h = must[knownHealth](t, admin, "GET", "/admin/health", nil)
		for _, j := range h.Jobs {
			if at := j.LastRun; at == nil || *at != ran.UTC().Format(time.RFC3339) || j.Failed {
				t.Errorf("%s ran at %s, and the page tells %v, failed %v", j.Name, ran, at, j.Failed)
			}
		}
		w.Clock.Advance(26 * time.Hour) // yesterday's rows are missing
		admin = c.browser(t, "administrator")
		h = must[knownHealth](t, admin, "GET", "/admin/health", nil)
		if got := strings.Join(h.Problems, " "); !strings.Contains(got, "days_missing") || h.Behind == 0 {
			t.Errorf("%s, %d behind", got, h.Behind)
		}
	})
}

type knownBackup struct {
	ID        string  `json:"id"`
	State     string  `json:"state"`
	Bytes     int64   `json:"bytes"`
	ExpiresAt *string `json:"expires_at"`
}

func TestABackupCanBeDownloadedOnce(t *testing.T) {
	each(t, func(t *testing.T, w *world) {
		c := w.mustCast(t)
		admin := c.browser(t, "administrator")
		if got := string(admin.call(t, "GET", "/admin/backup", nil).Body); got != "{\"backup\":null,\"lacks_files\":false}\n" {
			t.Errorf("at first: %s", got)
		}
		started := must[knownBackup](t, admin, "POST", "/admin/backup", nil)
		w.awaitBackup(t)
		ready := must[knownBackup](t, admin, "GET", "/admin/backup/"+started.ID, nil)
		if ready.State != "ready" || ready.Bytes == 0 || ready.ExpiresAt == nil {
			t.Fatalf("%+v", ready)
		}
		if got := admin.call(t, "HEAD", "/admin/backup/"+started.ID+"/file", nil); got.Status != http.StatusOK {
			t.Errorf("HEAD: %d", got.Status)
		}
		downloads := func() []string {
			return slices.DeleteFunc(admin.told(t, "?noun=backup"), func(line string) bool { return !strings.Contains(line, "downloaded") })
		}
		if told := downloads(); len(told) > 0 {
			t.Errorf("nobody downloaded anything, and the log tells %v", told)
		}
		got := admin.call(t, "GET", "/admin/backup/"+started.ID+"/file", nil)
		if got.Status != http.StatusOK || int64(len(got.Body)) != ready.Bytes || !bytes.HasPrefix(got.Body, []byte("SQLite format 3")) ||
			!strings.HasPrefix(got.Header.Get("Content-Disposition"), `attachment; filename="earnest-2026-03-10-`) {
			t.Fatalf("%d, %d bytes, %v", got.Status, len(got.Body), got.Header)
		}
		file := filepath.Join(t.TempDir(), "copy.db")
		if err := os.WriteFile(file, got.Body, 0o600); err != nil {
			t.Fatal(err)
		}
		copied := dbtest.MustOpen(t, file)
		if err := copied.Read(t.Context(), func(tx *db.Tx) error { _, err := identitystore.UserByEmail(t.Context(), tx, admin.Email); return err }); err != nil {
			t.Errorf("the copy lacks the administrator: %v", err)
		}
		if state := must[knownBackup](t, admin, "GET", "/admin/backup/"+started.ID, nil).State; state != "downloaded" {
			t.Errorf("after the download it is %s", state)
		}
		if told := downloads(); len(told) != 1 || strings.Contains(told[0], "partly") {
			t.Errorf("the log tells %v", told)
		}
		refused(t, admin.call(t, "GET", "/admin/backup/"+started.ID+"/file", nil), http.StatusConflict, "conflict")
		refused(t, admin.call(t, "GET", "/admin/backup/bak_unknown", nil), http.StatusNotFound, "not_found")
	})
}

func TestABackupIsSaidToLackFilesInAnS3Store(t *testing.T) {
	t.Parallel()
	dbtest.Each(t, func(t *testing.T, url string) {
		t.Helper()
		bucket := tests3.Start(t).Bucket(t)
		w := newWorld(t, url, func(c *app.Config) { c.Files.Bucket = bucket })
		admin := w.mustCast(t).browser(t, "administrator")
		for _, config := range []files.Config{{Bucket: bucket}, {}} { // without the flags, the files are still there
			*w.App.Files = *app.New(w.Store, app.Config{Clock: w.Clock.Now, Files: config}).Files
			if got := string(admin.call(t, "GET", "/admin/backup", nil).Body); got != "{\"backup\":null,\"lacks_files\":true}\n" {
				t.Errorf("%+v: %s", config, got)
			}
		}
	})
}

func TestABackupIsKeptOnItsNodeForAnHour(t *testing.T) {
	t.Parallel()
	dbtest.Each(t, func(t *testing.T, url string) {
		w := newWorld(t, url, nil)
		admin := w.mustAdmin(t)
		job := w.mustBackup(t)
		other := *w
		other.dash = httptest.NewServer(dash.New(app.New(dbtest.MustOpen(t, url), app.Config{Clock: w.Clock.Now}), dash.Options{}))
		t.Cleanup(other.dash.Close)
		elsewhere := &browser{world: &other, cookie: admin.cookie}
		if said := refused(t, elsewhere.call(t, "GET", "/admin/backup/"+job.ID, nil), http.StatusNotFound, "not_found"); !strings.Contains(said, "another node") {
			t.Errorf("another node says: %s", said)
		}
		w.Clock.Advance(time.Hour)
		if state := must[knownBackup](t, admin, "GET", "/admin/backup/"+job.ID, nil).State; state != "expired" {
			t.Errorf("after an hour it is %s", state)
		}
		again := w.mustBackup(t)
		must[any](t, admin, "DELETE", "/admin/backup/"+again.ID, nil)
		refused(t, admin.call(t, "GET", "/admin/backup/"+again.ID+"/file", nil), http.StatusConflict, "conflict")
		w.mustBackup(t)
		if err := w.App.Stop(context.Background()); err != nil {
			t.Fatal(err)
		}
		if left, _ := filepath.Glob(filepath.Join(filepath.Dir(url), ".earnest-backup-*")); len(left) > 0 {
			t.Errorf("left behind: %v", left)
		}
	})
}

// mustGrow makes the database large enough that a backup takes a while.
func (w *world) mustGrow(t testing.TB) {
	t.Helper()
	err := w.Store.Write(t.Context(), func(tx *db.Tx) error {
		_, err := tx.Exec(t.Context(), `
INSERT INTO changes (project_id, revision, at, noun, noun_uuid, what, to_value)
WITH RECURSIVE c (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM c WHERE n < 100000)
SELECT 0, 0, n, 'account', 'x', 'plan', 'a text that makes the database larger than it would be otherwise' FROM c`)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
}

func TestOneBackupAtATimeAndACancelledOneLeavesNothing(t *testing.T) {
	t.Parallel()
	dbtest.Each(t, func(t *testing.T, url string) {
		w := newWorld(t, url, nil)
		admin := w.mustAdmin(t)
		w.mustGrow(t)
		job := must[knownBackup](t, admin, "POST", "/admin/backup", nil)
		refusedAt(t, admin.call(t, "POST", "/admin/backup", nil), http.StatusConflict, "conflict", "backup")
		refused(t, admin.call(t, "GET", "/admin/backup/"+job.ID+"/file", nil), http.StatusConflict, "conflict")
		if state := must[knownBackup](t, admin, "DELETE", "/admin/backup/"+job.ID, nil).State; state != "cancelled" {
			t.Errorf("it is %s", state)
		}
		if err := w.App.Stop(context.Background()); err != nil { // waits for running work
			t.Fatal(err)
		}
		if left, _ := filepath.Glob(filepath.Join(filepath.Dir(url), ".earnest-backup-*")); len(left) > 0 {
			t.Errorf("left behind: %v", left)
		}
		refused(t, admin.call(t, "POST", "/admin/backup", nil), http.StatusServiceUnavailable, "unavailable")
	})
}
