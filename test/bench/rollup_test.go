package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"earnest/internal/app"
	"earnest/internal/db"
	"earnest/internal/db/dbtest"
	"earnest/internal/domain"
	transferstore "earnest/internal/transfer/store"
)

// loaded returns a timekeeper for a small workspace, without a server.
func loaded(t *testing.T, url string) *timekeeper {
	t.Helper()
	path := filepath.Join(t.TempDir(), "workspace.json")
	if err := writeData(path, sizes{Projects: 1, Tickets: 10, Entries: 100}); err != nil {
		t.Fatal(err)
	}
	file, err := os.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	a := app.New(dbtest.MustOpen(t, url), app.Config{})
	result, err := a.Transfer.Import(t.Context(), file)
	if err != nil {
		t.Fatal(err)
	}
	k, err := newTimekeeper(t.Context(), &product{database: url, uuids: result.UUIDs}, 10)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(k.store.Close)
	return k
}

// mismatches counts the roll-ups that differ from the time entries.
func (k *timekeeper) mismatches(t *testing.T) int {
	t.Helper()
	var found []string
	err := k.store.Read(t.Context(), func(tx *db.Tx) (err error) {
		found, err = transferstore.EffortMismatches(t.Context(), tx, nil)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return len(found)
}

func TestTimeIsLoggedByTheStatementsOfTheProduct(t *testing.T) {
	t.Parallel()
	dbtest.Each(t, func(t *testing.T, url string) {
		k := loaded(t, url)
		a := app.New(k.store, app.Config{})
		before := k.store.Statements()
		_, err := a.Time.CreateTimeEntry(t.Context(), domain.Caller{UserID: k.user}, k.tickets[0],
			domain.Given(domain.NewTimeEntry{Minutes: 45, LoggedAt: "2025-03-03", Comment: new("Reviewed and tested")}))
		product := k.store.Statements() - before
		if err != nil {
			t.Fatal(err)
		}
		with, err := k.statements(t.Context(), true)
		if err != nil || with != product {
			t.Errorf("%d statements, the product takes %d: the reference must follow App.CreateTimeEntry, %v", with, product, err)
		}
		if n := k.mismatches(t); n != 0 {
			t.Errorf("with the roll-ups, %d of them are wrong", n)
		}
		without, err := k.statements(t.Context(), false)
		if err != nil || without >= with {
			t.Errorf("without the roll-ups: %d statements, with them %d, %v", without, with, err)
		}
		if k.mismatches(t) == 0 {
			t.Error("without the roll-ups they still agree: nothing was left out")
		}
	})
}

func TestARoundOfLoggingMeasuresBoth(t *testing.T) {
	t.Parallel()
	k := loaded(t, dbtest.SQLite(t))
	for _, withFirst := range []bool{true, false} {
		p, err := k.round(t.Context(), plan{Conns: 2, Slot: 20 * time.Millisecond}, withFirst)
		if err != nil || p.product.requests == 0 || p.bare.requests == 0 || len(p.product.latencies) != p.product.requests {
			t.Errorf("%+v, %v", p, err)
		}
		if unmeasured == "" && (p.product.cpu <= 0 || p.bare.cpu <= 0) {
			t.Errorf("no CPU was counted: %v and %v", p.product.cpu, p.bare.cpu)
		}
	}
}

func TestTheTablesOfEarnedValueShowMissedGoals(t *testing.T) {
	t.Parallel()
	r := &report{
		Volumes: []volumeRow{
			{Engine: sqlite, Group: reads, Work: "finance", Entries: 10, CPU: 100, Ratio: 1},
			{Engine: sqlite, Group: reads, Work: "finance", Entries: 100, CPU: 119, Ratio: 1.19},
			{Engine: postgres, Group: after, Work: "finance", Entries: 100, CPU: 130, DatabaseCPU: 77, Ratio: 1.3},
		},
		RollUps: []rollUpRow{{Engine: sqlite, Entries: 10, Ratio: 1.4}, {Engine: postgres, Entries: 10, Ratio: 1.6}},
	}
	var text strings.Builder
	r.print(&text, (*grid).text)
	if n := strings.Count(text.String(), "MISSED"); n != 2 {
		t.Errorf("%d goals are missed, want 2:\n%s", n, &text)
	}
	if n := strings.Count(text.String(), " met"); n != 2 {
		t.Errorf("%d goals are met, want 2:\n%s", n, &text)
	}
	if !strings.Contains(text.String(), "77") || strings.Contains(text.String(), "bare") {
		t.Errorf("got\n%s", &text)
	}
}
