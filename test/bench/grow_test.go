package main

import (
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"strings"
	"sync/atomic"
	"testing"
	"time"
)

// served returns a size whose server runs in this process and starts to fail after the given number of requests.
func served(t *testing.T, o *options, scale int, good int64) *grown {
	t.Helper()
	var seen atomic.Int64
	s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		if seen.Add(1) > good {
			w.WriteHeader(http.StatusInternalServerError)
		}
	}))
	t.Cleanup(s.Close)
	here := &server{cmd: &exec.Cmd{Process: &os.Process{Pid: os.Getpid()}}, address: s.Listener.Addr().String()}
	return &grown{
		scale: scale, product: &product{engine: sqlite}, rig: &rig{plan: o.plan, product: subject{server: here}},
		works: []work{{name: "read", group: reads, call: newCall("GET", "/", "k", "", "", 200)}},
	}
}

func TestASizeThatFailsSaysSoAndTheOthersGoOn(t *testing.T) {
	t.Parallel()
	o := &options{log: io.Discard, plan: plan{Conns: 1, Rounds: 3, Count: 10, Slot: time.Minute}}
	rows := growWork(t.Context(), o, []*grown{served(t, o, 1, 1<<40), served(t, o, 10, 15), served(t, o, 100, 1<<40)}, 0)
	if rows[0].Failed != "" || rows[2].Failed != "" || rows[0].Rate == 0 || rows[2].Rate == 0 {
		t.Errorf("the sizes that answer: %+v", rows)
	}
	if !strings.Contains(rows[1].Failed, "500 instead of 200") {
		t.Errorf("the size that refuses: %+v", rows[1])
	}
	if unmeasured == "" && (rows[0].Ratio != 1 || rows[2].Ratio == 0) {
		t.Errorf("ratios: %+v", rows)
	}
	var text strings.Builder
	(&report{Grown: rows}).grownGrid().text(&text)
	if strings.Count(text.String(), "FAILED") != 1 {
		t.Errorf("the table:\n%s", &text)
	}
}
