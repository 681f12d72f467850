package limits

import (
	"runtime"
	"runtime/debug"
	"runtime/metrics"
	"syscall"
	"testing"
	"time"
)

// cost is what one request took.
type cost struct {
	cpu  time.Duration // of the whole process, the collector included
	held int64         // bytes by which the live heap grew at most
}

const (
	mebibyte = 1 << 20
	// collectAt makes the collector run when the heap has grown by that percentage, so that little of what is measured is garbage.
	collectAt = 50
	// ballast is memory that is held all the time, so that the collector runs every few MiB and not for every one.
	ballast  = 8 * mebibyte
	sampling = time.Millisecond
)

// heldBy is by how many bytes the live heap grows at most while f runs. Garbage counts until the collector runs, so that the figure
// may be too high: by about 4.5 MiB. SQLite's own pages are not on the heap; their number has a bound of its own.
func heldBy(f func()) int64 {
	defer debug.SetGCPercent(debug.SetGCPercent(collectAt))
	held := make([]byte, ballast)
	defer runtime.KeepAlive(held)
	runtime.GC()
	before := heap()
	stop, peak := make(chan struct{}), make(chan int64)
	go func() {
		tick := time.NewTicker(sampling)
		defer tick.Stop()
		most := before
		for {
			select {
			case <-tick.C:
				most = max(most, heap())
			case <-stop:
				peak <- max(most, heap())
				return
			}
		}
	}()
	f()
	close(stop)
	return <-peak - before
}

// heap is how many bytes objects take on the heap, dead ones that were not swept yet included.
func heap() int64 {
	sample := []metrics.Sample{{Name: "/memory/classes/heap/objects:bytes"}}
	metrics.Read(sample)
	return int64(sample[0].Value.Uint64())
}

// cpuOf is the processor time that this process takes while f runs.
func cpuOf(t testing.TB, f func()) time.Duration {
	t.Helper()
	runtime.GC()
	before := cpu(t)
	f()
	return cpu(t) - before
}

func cpu(t testing.TB) time.Duration {
	t.Helper()
	var used syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &used); err != nil {
		t.Fatal(err)
	}
	return time.Duration(used.Utime.Nano() + used.Stime.Nano())
}
