package demo_test

import (
	"testing"

	"earnest/internal/domain"
	"earnest/internal/workspace"
)

// band is the range in which an index must lie.
type band struct{ least, most float64 }

func (b band) holds(f float64) bool { return f >= b.least && f <= b.most }

func TestEveryProjectIsInTheHealthItStandsFor(t *testing.T) {
	t.Parallel()
	health := map[string]struct{ cpi, spi band }{
		"app":  {band{1.02, 1.12}, band{1.005, 1.1}},  // healthy
		"tick": {band{0.95, 1.1}, band{0.74, 0.86}},   // late
		"live": {band{0.76, 0.86}, band{0.94, 1.06}},  // over budget
		"pred": {band{0.72, 0.84}, band{0.7, 0.85}},   // both
		"open": {band{}, band{0.9, 1.1}},              // no budget
		"pmr":  {band{0.5, 2}, band{0.5, 2}},          // young
		"sign": {band{1, 1.1}, band{0.97, 1.0000001}}, // finished
		"tool": {band{0.92, 1.02}, band{0.82, 1.02}},  // small
	}
	eachDay(t, func(t *testing.T, today domain.Date, file workspace.File) {
		t.Helper()
		for _, p := range file.Projects {
			v, want := evaluate(p, today), health[p.Ref]
			if v.bac == nil {
				t.Logf("%-30s cpi  -    spi %.3f, %.1f of %.0f points earned, %.0f undated, ac %.0f, outside %.0f",
					p.Name, v.spi(), v.earned, v.total, v.undated, v.ac, v.noSprint)
			} else {
				t.Logf("%-30s cpi %.3f spi %.3f, %.1f of %.0f points earned, bac %.0f, ac %.0f, outside %.0f",
					p.Name, v.cpi(), v.spi(), v.earned, v.total, *v.bac, v.ac, v.noSprint)
				if !want.cpi.holds(v.cpi()) {
					t.Errorf("%s: cpi %.3f, want %v", p.Name, v.cpi(), want.cpi)
				}
			}
			if (v.bac == nil) != (p.Ref == "open") {
				t.Errorf("%s: budget %v", p.Name, v.bac)
			}
			if !want.spi.holds(v.spi()) {
				t.Errorf("%s: spi %.3f, want %v", p.Name, v.spi(), want.spi)
			}
		}
	})
}
