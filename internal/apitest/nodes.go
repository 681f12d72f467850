package apitest

import (
	"net/http/httptest"
	"os"
	"strconv"
	"testing"

	"earnest/internal/apiv1"
	"earnest/internal/app"
	"earnest/internal/db"
	"earnest/internal/db/dbtest"
	"earnest/test/rig"
)

// NodesVariable is the environment variable for the number of nodes in every world on PostgreSQL. haproxy sends each request to
// the next node, so a test suite that passes with one node must also pass when several share the work.
const NodesVariable = "EARNEST_TEST_NODES"

// mustMultiply adds more nodes to a world, with haproxy in front of them, if NodesVariable asks for them.
func (w *World) mustMultiply(t testing.TB, url string, config app.Config) {
	t.Helper()
	nodes, _ := strconv.Atoi(os.Getenv(NodesVariable))
	if nodes < 2 || !db.IsPostgres(url) {
		return
	}
	addresses := []string{w.Server.URL}
	for range nodes - 1 {
		a := app.New(dbtest.MustOpen(t, url), config)
		a.Start()
		server := httptest.NewServer(apiv1.New(a, apiv1.Options{}))
		t.Cleanup(func() { end(t, server, a) })
		addresses = append(addresses, server.URL)
	}
	w.Server.URL = rig.MustBalance(t, false, addresses...).URL
}
