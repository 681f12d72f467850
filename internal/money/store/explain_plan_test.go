package store

import (
	"strings"
	"testing"

	"earnest/internal/db"
	"earnest/internal/db/dbtest"
)

// SQLite must look up the rate of each line in an index of the periods, and not read all periods for each line.
func TestLinesFindTheirRateInAnIndex(t *testing.T) {
	t.Parallel()
	d := dbtest.MustOpen(t, dbtest.SQLite(t))
	for _, scope := range []db.Text{InSprints, OutsideSprints, OnOpenEpics} {
		plan := dbtest.MustPlan(t, d, LineList{ProjectID: 1, Scope: scope}.counted())
		if _, lines, _ := strings.Cut(plan, "SEARCH e "); !strings.Contains(lines, "SEARCH p ") {
			t.Errorf("lines for which %s:\n%s", scope, plan)
		}
	}
}
