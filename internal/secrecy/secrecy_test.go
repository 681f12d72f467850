package secrecy_test

import (
	"testing"

	"earnest/internal/store/storetest"
)

func TestNobodyLearnsRatesThatAreHiddenFromThem(t *testing.T) {
	l := newLedger()
	mustHistory(t, plot{seed: 1, steps: 20, every: 10, plain: true}, l, [2]string{storetest.SQLite(t), storetest.SQLite(t)}).play()
	t.Log(l.size())
	if len(l.leaks) > 0 {
		t.Errorf("%d leaks:\n%s", len(l.leaks), l)
	}
}

func TestSame(t *testing.T) {
	l := newLedger()
	mustHistory(t, plot{seed: 1, steps: 20, every: 10, same: true}, l, [2]string{storetest.SQLite(t), storetest.SQLite(t)}).play()
	t.Log(l.size())
	if len(l.leaks) > 0 {
		t.Errorf("%d leaks:\n%s", len(l.leaks), l)
	}
}
