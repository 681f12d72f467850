package main

import (
	"os"
	"testing"
	"time"
)

func TestStatIsReadBehindTheLastParenthesisOfTheName(t *testing.T) {
	t.Parallel()
	rest := " S 41 1 1 0 -1 4194560 1 2 3 4 250 50 6 7 20 0 9 0 100 200 300"
	for _, name := range []string{"1 (earnest)", "7 (a) b (c)", "9 (postgres: x) 5 6)"} {
		got, err := parseStat(name + rest)
		if err != nil || got.parent != 41 || got.cpu != 3*time.Second || got.reaped != 130*time.Millisecond {
			t.Errorf("%s: %+v, %v", name, got, err)
		}
	}
}

func TestInvalidStatIsRefused(t *testing.T) {
	t.Parallel()
	for _, text := range []string{"", "1 earnest S 1", "1 (earnest) S 1 2", "1 (e) S x 1 1 0 -1 1 1 2 3 4 250 50 6"} {
		if got, err := parseStat(text); err == nil {
			t.Errorf("%q gave %+v", text, got)
		}
	}
}

func TestMemoryIsReadInKiB(t *testing.T) {
	t.Parallel()
	got, err := parseStatus([]byte("Name:\tearnest\nVmPeak:\t 9 kB\nVmHWM:\t  70000 kB\nVmRSS:\t   65432 kB\nThreads:\t9\n"))
	if err != nil || got != (memory{now: 65432, most: 70000}) {
		t.Errorf("%+v, %v", got, err)
	}
	for _, text := range []string{"", "VmHWM:\t1 kB\n", "VmRSS:\tmuch\n"} {
		if got, err := parseStatus([]byte(text)); err == nil {
			t.Errorf("%q gave %+v", text, got)
		}
	}
}

func TestTheKernelsClockCountsCPUTime(t *testing.T) {
	t.Parallel()
	if unmeasured != "" {
		t.Skip(unmeasured)
	}
	before, err := cpuTime(os.Getpid())
	if err != nil {
		t.Fatal(err)
	}
	for begin := time.Now(); time.Since(begin) < time.Minute; {
		now, err := cpuTime(os.Getpid())
		if err != nil {
			t.Fatal(err)
		}
		if now-before >= 20*time.Millisecond {
			return
		}
	}
	t.Error("a minute of work was not counted")
}

func TestTheFamilyIncludesTheChildren(t *testing.T) {
	t.Parallel()
	if unmeasured != "" {
		t.Skip(unmeasured)
	}
	own, err := cpuTime(os.Getppid())
	if err != nil {
		t.Fatal(err)
	}
	family, err := familyTime(os.Getppid()) // we are one of its children
	if err != nil || family <= own {
		t.Errorf("the family of our parent had %s, our parent alone %s before that, %v", family, own, err)
	}
	if _, err := cpuTime(1<<22 + 1); err == nil {
		t.Error("a process that does not exist has a clock")
	}
}
