package rig_test

import (
	"os"
	"testing"

	"earnest/internal/db/dbtest"
	"earnest/test/rig"
)

var binary string

func TestMain(m *testing.M) {
	os.Exit(rig.Main(m, func(bin string) { binary = bin }))
}

func TestANodeServesIsKilledAndServesAgain(t *testing.T) {
	t.Parallel()
	dbtest.EachEmpty(t, func(t *testing.T, database string) {
		t.Helper()
		w := rig.MustFound(t, binary, database)
		first := rig.Start(t, binary, database)
		uuid := w.MustProject(t, first, "Harbour")
		first.Kill()
		second := rig.Start(t, binary, database)
		rig.NewCaller(second.URL, w.Key).Must(t, 200, "GET", "/api/v1/projects/"+uuid, nil)
		second.Stop(t)
		w.MustBeSound(t)
	})
}
