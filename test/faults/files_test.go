package faults_test

import (
	"io"
	"net/http"
	"testing"
	"time"

	"earnest/internal/db"
	"earnest/internal/db/dbtest"
	"earnest/internal/tests3"
	"earnest/test/rig"
)

// A server that is killed while it receives a file leaves a staged content and parts in the S3-compatible store. The next one deletes both, once they
// are old enough.
func TestNothingIsLeftOfAnUploadThatAKillInterrupted(t *testing.T) {
	t.Parallel()
	dbtest.EachEmpty(t, func(t *testing.T, database string) {
		t.Helper()
		s := tests3.Start(t)
		flags := s3Flags(s)
		w := rig.MustFound(t, binary, database)
		c := rig.NewCaller("", w.MustKey(t, w.Email))
		n := rig.Start(t, binary, database, flags...)
		c.URL = n.URL
		ticket := mustMake(t, c, "tickets", map[string]any{"project_uuid": w.MustProject(t, n, "Harbour"), "title": "Own"})
		interrupt(t, c, n, s, ticket)
		mustSweep(t, database, flags)
		if n := s.Parts(t); n > 0 {
			t.Errorf("%d parts are left", n)
		}
	})
}

// mustSweep makes all leftovers of uploads old, and starts a server, which deletes them.
func mustSweep(t *testing.T, database string, flags []string) {
	t.Helper()
	d := dbtest.MustOpen(t, database)
	for _, text := range []db.Text{`UPDATE contents SET created_at = 0`, `UPDATE content_objects SET created_at = 0`} {
		if err := d.Write(t.Context(), func(tx *db.Tx) error { return tx.Run(t.Context(), text) }); err != nil {
			t.Fatal(err)
		}
	}
	rig.Start(t, binary, database, flags...) // it sweeps at once
	const leftovers = `
SELECT (SELECT COUNT(*) FROM contents WHERE sha256 IS NULL) + (SELECT COUNT(*) FROM content_objects WHERE content_id IS NULL)`
	mustSoon(t, "nothing is left of interrupted uploads", func() bool { return mustCount(t, d, leftovers) == 0 })
}

func mustCount(t *testing.T, d *db.DB, text db.Text) int {
	t.Helper()
	n, err := db.Read(t.Context(), d, func(tx *db.Tx) (int, error) { return tx.Count(t.Context(), db.NewQuery(text)) })
	if err != nil {
		t.Fatal(err)
	}
	return n
}

// s3Flags returns the flags that make an S3 server hold the files.
func s3Flags(s *tests3.Server) []string {
	return []string{
		"--files-s3-endpoint", s.Config.Endpoint, "--files-s3-bucket", s.Config.Bucket,
		"--files-s3-access-key", s.Config.AccessKey, "--files-s3-secret-key", s.Config.SecretKey,
	}
}

// interrupt sends a part of a file and kills the server, which has stored that part by then.
func interrupt(t *testing.T, c *rig.Caller, n *rig.Node, s *tests3.Server, ticket string) {
	t.Helper()
	body, out := io.Pipe()
	r, err := http.NewRequestWithContext(t.Context(), http.MethodPost, c.URL+"/api/v1/tickets/"+ticket+"/attachments?name=x", body)
	if err != nil {
		t.Fatal(err)
	}
	r.Header.Set("Authorization", "Bearer "+c.Key)
	go func() {
		if a, err := c.HTTP.Do(r); err == nil {
			_ = a.Body.Close()
		}
	}()
	if _, err := out.Write(make([]byte, 6<<20)); err != nil {
		t.Fatal(err)
	}
	for deadline := time.Now().Add(20 * time.Second); s.Parts(t) == 0; time.Sleep(10 * time.Millisecond) {
		if time.Now().After(deadline) {
			t.Fatal("no part was stored")
		}
	}
	n.Kill()
	_ = out.Close() // nobody reads any more
}

func TestAFileOfOneNodeIsReadFromTheOthers(t *testing.T) {
	t.Parallel()
	c, key, project := mustThree(t)
	ticket := mustMake(t, c.caller(0, key), "tickets", map[string]any{"project_uuid": project, "title": "Own"})
	file := mustMake(t, c.caller(0, key), "tickets/"+ticket+"/attachments?name=x.json", map[string]any{"some": "text"})
	for node := range 3 {
		if got := c.caller(node, key).Must(t, http.StatusOK, "GET", "/api/v1/attachments/"+file, nil); string(got.Body) != `{"some":"text"}` {
			t.Errorf("node %d sends %q", node, got.Body)
		}
	}
}
