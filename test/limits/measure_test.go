package limits

import (
	"runtime"
	"runtime/metrics"
	"syscall"
	"testing"
	"time"
)

// cost is the cost of one request.
type cost struct {
	cpu  time.Duration // of the whole process, including garbage collection
	held int64         // maximum growth of the live heap in bytes
}

const (
	mebibyte = 1 << 20
	sampling = time.Millisecond
)

// heldBy returns the maximum growth of the live heap, in bytes, while f runs. Whenever the heap looks larger than before, garbage
// is collected, and only the objects that remain are counted. SQLite's own pages are not on the heap; they have their own limit.
func heldBy(f func()) int64 { return growthOf(f, runtime.GC) }

// grownBy is like heldBy but counts garbage too, for cases where collecting it would distort a measurement of CPU time.
func grownBy(f func()) int64 { return growthOf(f, func() {}) }

func growthOf(f, collect func()) int64 {
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
				if heap() > most {
					collect()
					most = max(most, heap())
				}
			case <-stop:
				peak <- most
				return
			}
		}
	}()
	f()
	close(stop)
	return <-peak - before
}

// heap returns the total size in bytes of the objects on the heap, including dead ones that have not been swept yet.
func heap() int64 {
	sample := []metrics.Sample{{Name: "/memory/classes/heap/objects:bytes"}}
	metrics.Read(sample)
	return int64(sample[0].Value.Uint64())
}

// cpuOf returns the CPU time that this process uses while f runs.
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
