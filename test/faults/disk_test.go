//go:build linux

package faults_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/url"
	"os"
	"path/filepath"
	"sync"
	"syscall"
	"testing"
	"time"

	"golang.org/x/sys/unix"

	"earnest/internal/db/dbtest"
	"earnest/test/rig"
)

// room takes away the space on a disk and gives it back.
type room struct{ take, give func() }

func TestAFullDiskRefusesWritesAndServesReads(t *testing.T) {
	t.Parallel()
	folder := mustSmallDisk(t)
	w := mustWorld(t, filepath.Join(folder, "earnest.db"))
	n := rig.Start(t, binary, w.Database, "--log-level", "error")
	ballast := filepath.Join(folder, "ballast")
	fillsUp(t, w, n, room{
		take: func() { mustFill(t, ballast) },
		give: func() { mustRemove(t, ballast) },
	})
}

func TestAServerThatIsKilledOnAFullDiskStartsAgain(t *testing.T) {
	t.Parallel()
	folder := mustSmallDisk(t)
	w := mustWorld(t, filepath.Join(folder, "earnest.db"))
	for range rig.Times(2, 20) {
		n := rig.Start(t, binary, w.Database, "--log-level", "error")
		ws := startWriters(w.ledger, w.place, manyWriters, callersOf(n, w.World))
		mustBeBusy(t, w.ledger, 60)
		mustFill(t, filepath.Join(folder, "ballast"))
		mustBeRefused(t, w, n)
		n.Kill()
		ws.stop()
		again := rig.Start(t, binary, w.Database, "--log-level", "error")
		mustFill(t, filepath.Join(folder, "more")) // starting the server freed the space of the write-ahead log
		mustBeRefused(t, w, again)
		w.ledger.mustHold(t, w.World, again, w.place)
		mustRemove(t, filepath.Join(folder, "ballast"))
		mustRemove(t, filepath.Join(folder, "more"))
		ws = startWriters(w.ledger, w.place, manyWriters, callersOf(again, w.World))
		mustBeBusy(t, w.ledger, 60)
		ws.stop()
		again.Kill()
	}
	w.mustHold(t)
}

// A limit on file sizes takes the place of a full disk, so that this can be tested where nothing can be mounted. The error it
// causes differs from that of a full disk.
func TestAFileThatMayNotGrowRefusesWritesAndServesReads(t *testing.T) {
	t.Parallel()
	w := mustWorld(t, dbtest.SQLite(t))
	n := rig.Start(t, binary, w.Database, "--log-level", "error")
	fillsUp(t, w, n, room{
		take: func() { mustBound(t, n, 4096) },
		give: func() { mustBound(t, n, unix.RLIM_INFINITY) },
	})
}

// fillsUp takes away the space and gives it back, several times, while writers and readers are at work; the same process serves
// throughout.
func fillsUp(t *testing.T, w *world, n *rig.Node, r room) {
	t.Helper()
	watch := startReader(n, w)
	for range rig.Times(3, 20) {
		ws := startWriters(w.ledger, w.place, manyWriters, callersOf(n, w.World))
		mustBeBusy(t, w.ledger, 60)
		r.take()
		mustBeRefused(t, w, n)
		r.give()
		mustBeBusy(t, w.ledger, 60)
		ws.stop()
	}
	for _, sentence := range watch.stop() {
		t.Error(sentence)
	}
	w.ledger.mustHold(t, w.World, n, w.place)
	n.Stop(t)
	w.mustHold(t)
	t.Log(w.ledger.answers())
}

// mustBeRefused waits until a write is refused, and checks the response.
func mustBeRefused(t *testing.T, w *world, n *rig.Node) {
	t.Helper()
	c := rig.NewCaller(n.URL, w.Key)
	deadline := time.Now().Add(patience) // until then, writes may still fit into the write-ahead log
	for {
		a, err := c.Do(context.Background(), "PUT", "/api/v1/projects/"+w.place.project, map[string]any{"description": time.Now().String()})
		if err != nil {
			t.Fatalf("%v:\n%s", err, n.Log())
		}
		if a.Status == 200 && time.Now().Before(deadline) {
			continue
		}
		mustSayUnavailable(t, a)
		return
	}
}

// mustSayUnavailable checks that a response is the 503 that the API promises.
func mustSayUnavailable(t *testing.T, a rig.Answer) {
	t.Helper()
	var body struct {
		Error struct {
			Code    string `json:"code"`
			Message string `json:"message"`
		} `json:"error"`
	}
	err := json.Unmarshal(a.Body, &body)
	if a.Status != 503 || err != nil || body.Error.Code != "SERVICE_UNAVAILABLE" || body.Error.Message == "" {
		t.Errorf("without room a write is answered %d %s", a.Status, a.Body)
	}
	for _, name := range []string{"Retry-After", "X-RateLimit-Remaining-Hour", "X-RateLimit-Reset-Hour"} {
		if a.Header.Get(name) == "" {
			t.Errorf("without room a write is answered without %s", name)
		}
	}
}

// reader sends read requests without a pause. Each must be answered with 200.
type reader struct {
	wg       sync.WaitGroup
	quit     chan struct{}
	problems []string
}

func startReader(n *rig.Node, w *world) *reader {
	r := &reader{quit: make(chan struct{})}
	c, query := rig.NewCaller(n.URL, w.Key), "?project="+url.QueryEscape(w.place.project)
	paths := []string{"/api/v1/tickets" + query + "&per_page=20", "/api/v1/finance" + query, "/api/v1/time-entries" + query + "&per_page=20", "/api/v1/projects"}
	r.wg.Go(func() {
		for i := 0; len(r.problems) < 5; i++ {
			select {
			case <-r.quit:
				return
			default:
			}
			path := paths[i%len(paths)]
			if a, err := c.Do(context.Background(), "GET", path, nil); err != nil || a.Status != 200 {
				r.problems = append(r.problems, "GET "+path+": "+string(a.Body)+errorText(err))
			}
		}
	})
	return r
}

func errorText(err error) string {
	if err == nil {
		return ""
	}
	return err.Error()
}

func (r *reader) stop() []string {
	close(r.quit)
	r.wg.Wait()
	return r.problems
}

// mustSmallDisk mounts a small in-memory file system, and unmounts it after the test.
func mustSmallDisk(t *testing.T) string {
	t.Helper()
	folder := t.TempDir()
	if err := unix.Mount("tmpfs", folder, "tmpfs", 0, fmt.Sprintf("size=%dm", rig.Times(24, 256))); err != nil {
		t.Skip("no full disk was tried, for none can be mounted here (that needs root): " + err.Error())
	}
	t.Cleanup(func() {
		if err := unix.Unmount(folder, unix.MNT_DETACH); err != nil {
			t.Error(err)
		}
	})
	return folder
}

// mustFill writes to a file until the disk is full.
func mustFill(t *testing.T, path string) {
	t.Helper()
	file, err := os.Create(path)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = file.Close() }()
	block := make([]byte, 4096)
	for err == nil {
		_, err = file.Write(block)
	}
	if !errors.Is(err, syscall.ENOSPC) {
		t.Fatal(err)
	}
}

func mustRemove(t *testing.T, path string) {
	t.Helper()
	if err := os.Remove(path); err != nil {
		t.Fatal(err)
	}
}

// mustBound limits the size of the files that a node may write.
func mustBound(t *testing.T, n *rig.Node, bytes uint64) {
	t.Helper()
	if err := unix.Prlimit(n.Pid(), unix.RLIMIT_FSIZE, &unix.Rlimit{Cur: bytes, Max: unix.RLIM_INFINITY}, nil); err != nil {
		t.Fatal(err)
	}
}
