package recent_test

import (
	"strconv"
	"testing"

	"earnest/internal/recent"
)

func TestUsedValuesStayAndTheRestIsDropped(t *testing.T) {
	t.Parallel()
	m := recent.Count[int, string](10)
	for i := range 1000 {
		m.Put(i, strconv.Itoa(i))
		if m.Len() > 10 {
			t.Fatalf("%d are kept, of at most 10", m.Len())
		}
		if got, ok := m.Get(0); !ok || got != "0" {
			t.Fatalf("0 is used all the time and was forgotten after %d", i)
		}
	}
	kept := 0
	for i := range 1000 {
		if got, ok := m.Get(i); ok {
			kept++
			if got != strconv.Itoa(i) {
				t.Errorf("%d: %s", i, got)
			}
		}
	}
	if kept < 2 || kept > 10 {
		t.Errorf("%d are kept, of at most 10", kept)
	}
}

func TestTheWeightIsBoundedAlsoWhenValuesGrow(t *testing.T) {
	t.Parallel()
	m := recent.New[int](100, func(s string) int { return len(s) })
	m.Put(1, string(make([]byte, 51)))
	if _, ok := m.Get(1); ok {
		t.Error("what is heavier than half of all is kept")
	}
	for round := range 50 {
		for key := range 4 {
			m.Put(key, string(make([]byte, round)))
		}
	}
	held := 0
	for key := range 4 {
		s, _ := m.Get(key)
		held += len(s)
	}
	if held > 100 {
		t.Errorf("%d are held, of at most 100", held)
	}
}
