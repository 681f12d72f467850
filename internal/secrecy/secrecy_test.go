package secrecy_test

import (
	"fmt"
	"maps"
	"slices"
	"testing"

	"earnest/internal/store/storetest"
	"earnest/test/rig"
)

// engines are where the worlds live. Histories run one after the other: what makes them repeatable holds for the whole
// process.
func engines() map[string]func(testing.TB) string {
	return map[string]func(testing.TB) string{"sqlite": storetest.SQLite, "postgres": storetest.Postgres}
}

// mustPlay plays a history in two worlds on an engine, and adds to the ledger.
func mustPlay(t *testing.T, engine string, p plot, l *ledger) {
	t.Helper()
	t.Run(fmt.Sprintf("%s, seed %d", engine, p.seed), func(t *testing.T) {
		database := engines()[engine]
		h := mustHistory(t, p, l, [2]string{database(t), database(t)})
		h.play()
		h.mustBeWorthIt()
	})
}

// plots are the histories that are played on an engine.
func plots(engine string) []plot {
	all := []plot{
		{seed: 1, steps: 24, every: 12, plain: true},
		{seed: 2, steps: 24, every: 12},
	}
	if engine == "postgres" {
		all = []plot{{seed: 3, steps: 8, every: 8}}
	}
	for i := range rig.Times(0, 40) {
		all = append(all, plot{seed: uint64(100 + i), steps: 200, every: 20, plain: i%4 == 0})
	}
	return all
}

func TestNobodyLearnsRatesThatAreHiddenFromThem(t *testing.T) {
	for engine := range engines() {
		l := newLedger()
		for _, p := range plots(engine) {
			mustPlay(t, engine, p, l)
		}
		t.Logf("%s: %s", engine, l.size())
		if len(l.leaks) > 0 {
			t.Errorf("%s: %s\n\nOf the leaks that are known to give a rate away:\n%s", engine, l, l.knownLeaks())
		}
	}
}

// In a project that shows its rates, the comparison must find everything that is known to have given them away. Otherwise it
// would not find it in a project that hides them.
func TestTheComparisonFindsWhatGivesRatesAway(t *testing.T) {
	l := newLedger()
	mustPlay(t, "sqlite", plot{seed: 4, steps: 2, every: 2, open: true, plain: true}, l)
	for _, k := range knownLeaks() {
		if !l.found(k.route, k.member, k.after) {
			t.Errorf("not found: %v", k)
		}
	}
	if rig.Long() {
		t.Log(slices.Sorted(maps.Keys(l.done)), l)
	}
}

// Two worlds in which people cost the same must not differ at all. Otherwise what the comparison finds would mean nothing.
func TestWorldsThatCostTheSameAnswerTheSame(t *testing.T) {
	l := newLedger()
	mustPlay(t, "sqlite", plot{seed: 5, steps: 6, every: 6, same: true}, l)
	if len(l.leaks) > 0 {
		t.Error(l)
	}
}
