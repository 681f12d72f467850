package demo_test

import (
	"bytes"
	"encoding/json"
	"testing"
	"time"

	"earnest/internal/app"
	"earnest/internal/db/dbtest"
	"earnest/internal/demo"
	"earnest/internal/domain"
)

func TestTheDemoIsImportedOnBothEngines(t *testing.T) {
	t.Parallel()
	data, err := json.Marshal(demo.File("2026-03-11"))
	if err != nil {
		t.Fatal(err)
	}
	dbtest.Each(t, func(t *testing.T, url string) {
		t.Helper()
		now := time.Date(2026, 3, 11, 0, 5, 0, 0, time.UTC)
		a := app.New(dbtest.MustOpen(t, url), app.Config{Clock: func() time.Time { return now }})
		began := time.Now()
		result, err := a.Transfer.Import(t.Context(), bytes.NewReader(data))
		if err != nil {
			t.Fatal(err)
		}
		t.Logf("%d bytes imported in %v", len(data), time.Since(began).Round(time.Millisecond))
		if result.Users[demo.OwnerEmail] == 0 {
			t.Errorf("the owner of the demo has no id: %v", result.Users)
		}
		if _, ok := domain.ParseUUID(result.UUIDs["app-t1"]); !ok {
			t.Errorf("the first ticket has the uuid %q", result.UUIDs["app-t1"])
		}
		findings, err := a.Transfer.Doctor(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		for _, f := range findings {
			if f.Problem != "" {
				t.Errorf("doctor: %s: %s", f.Check, f.Problem)
			}
		}
	})
}
