package secrecy_test

import (
	"testing"

	"earnest/internal/db/dbtest"
	"earnest/test/rig"
)

// engines returns the databases for the worlds. Histories run one after the other, because the clock and the random source that
// make them repeatable are global to the process.
func engines() map[string]func(testing.TB) string {
	return map[string]func(testing.TB) string{"sqlite": dbtest.SQLite, "postgres": dbtest.Postgres}
}

// mustPlay plays a history in two worlds on an engine.
func mustPlay(t *testing.T, engine string, p plot) *ledger {
	t.Helper()
	l, database := newLedger(), engines()[engine]
	h := mustHistory(t, p, l, [2]string{database(t), database(t)})
	h.play()
	h.mustBeWorthIt()
	return l
}

// plots returns the histories that are played on an engine.
func plots(engine string) []plot {
	all := []plot{
		{seed: 1, steps: 20, every: 40, plain: true},
		{seed: 2, steps: 20, every: 12},
	}
	if engine == "postgres" {
		all = []plot{{seed: 3, steps: 4, every: 4}}
	}
	for i := range rig.Times(0, 12) {
		all = append(all, plot{seed: uint64(100 + i), steps: 200, every: 20, plain: i%4 == 0})
	}
	return all
}

func TestNobodyLearnsRatesThatAreHiddenFromThem(t *testing.T) {
	for engine := range engines() {
		t.Run(engine, func(t *testing.T) {
			all := newLedger()
			for _, p := range plots(engine) {
				t.Run(p.name(), func(t *testing.T) {
					l := mustPlay(t, engine, p)
					all.add(l)
					if len(l.leaks) > 0 {
						t.Errorf("%s\n\nOf the leaks that are known to give a rate away:\n%s", l, l.knownLeaks())
					}
				})
			}
			t.Log(all.size())
		})
	}
}

// In a project that shows its rates, the comparison must find every known leak. Otherwise it would not find that leak in a
// project that hides its rates either.
func TestTheComparisonFindsKnownLeaks(t *testing.T) {
	l := mustPlay(t, "sqlite", plot{seed: 4, open: true, plain: true})
	for _, k := range knownLeaks() {
		if !l.found(k.route, k.member, k.after) {
			t.Errorf("not found: %v", k)
		}
	}
}

// Two worlds in which people have the same rates must not differ at all. Otherwise the comparison's findings would mean nothing.
func TestWorldsThatCostTheSameAnswerTheSame(t *testing.T) {
	for engine := range engines() {
		if engine == "postgres" && !rig.Long() {
			continue // it takes a long time, and the result hardly depends on the engine
		}
		t.Run(engine, func(t *testing.T) {
			l := mustPlay(t, engine, plot{seed: 5, steps: rig.Times(10, 200), every: 20, same: true})
			if len(l.leaks) > 0 {
				t.Error(l)
			}
		})
	}
}

func TestEveryRouteThatReadsIsRead(t *testing.T) {
	table := readings()
	for _, route := range readRoutes() {
		if table[route] == nil {
			t.Errorf("%s has no row: add one to the readings", route)
		}
		delete(table, route)
	}
	for route := range table {
		t.Errorf("%s has a row and is not a route", route)
	}
}
