package faults_test

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"net"
	"net/http"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"earnest/client"
	"earnest/internal/db"
	"earnest/internal/db/dbtest"
	"earnest/test/rig"
)

const (
	repeatClients = 16
	// cutWithin is the number of bytes, in both directions together, within which every connection is cut. A request and its response take about 2 KB.
	cutWithin = 6000
)

// mustCutter starts a proxy in front of a cluster that passes each connection on to the next node and cuts it at a random moment. It returns its URL.
func mustCutter(t *testing.T, c *cluster) string {
	t.Helper()
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = listener.Close() })
	go func() {
		for {
			conn, err := listener.Accept()
			if err != nil {
				return
			}
			go cutLater(conn.(*net.TCPConn), strings.TrimPrefix(c.url(), "http://"))
		}
	}()
	return "http://" + listener.Addr().String()
}

// cutLater connects a client to a node, and resets the connection when some bytes have passed. It may be in the middle of a request, or between a
// request and its response.
func cutLater(conn *net.TCPConn, node string) {
	server, err := net.Dial("tcp", node)
	if err != nil {
		_ = conn.Close() // the node was killed a moment ago
		return
	}
	l := &link{client: conn, server: server.(*net.TCPConn)}
	defer l.reset()
	var left atomic.Int64
	left.Store(rand.Int64N(cutWithin))
	pump := func(to, from *net.TCPConn) {
		defer l.reset()
		for buffer := make([]byte, 500); ; {
			n, err := from.Read(buffer)
			if err != nil || left.Add(-int64(n)) <= 0 {
				return
			}
			if _, err := to.Write(buffer[:n]); err != nil {
				return
			}
		}
	}
	var both sync.WaitGroup
	both.Go(func() { pump(l.server, l.client) })
	both.Go(func() { pump(l.client, l.server) })
	both.Wait()
}

// repeater sends calls to a cluster through connections that are cut, while one node after the other is killed.
type repeater struct {
	*client.Client
	replays atomic.Int64 // responses that were those to an earlier request
	failed  atomic.Int64 // calls that failed after all retries of the client
	done    atomic.Int64 // what the workers have achieved
	kills   int
}

// RoundTrip counts replays.
func (r *repeater) RoundTrip(req *http.Request) (*http.Response, error) {
	response, err := http.DefaultTransport.RoundTrip(req)
	if err == nil && response.Header.Get("Idempotency-Replayed") != "" {
		r.replays.Add(1)
	}
	return response, err
}

// whileKilling runs workers at the same time. Whenever they have done another killEvery pieces of work, it kills a node, one after the other. So the number of
// kills does not depend on the speed of the machine.
func whileKilling(t *testing.T, c *cluster, workers, killEvery int, work func(r *repeater, worker int)) *repeater {
	t.Helper()
	r := &repeater{}
	r.Client = client.New(mustCutter(t, c), c.world.Key, client.WithRetry(5, 20*time.Millisecond),
		client.WithHTTPClient(&http.Client{Timeout: 20 * time.Second, Transport: r}))
	var all, killer sync.WaitGroup
	ended := make(chan struct{})
	killer.Go(func() {
		for next := int64(killEvery) / 2; ; {
			select {
			case <-ended:
				return
			case <-time.After(5 * time.Millisecond):
			}
			if r.done.Load() >= next {
				c.mustKill(t, r.kills%len(c.nodes))
				r.kills++
				next += int64(killEvery)
			}
		}
	})
	for worker := range workers {
		all.Go(func() { work(r, worker) })
	}
	all.Wait()
	close(ended)
	killer.Wait()
	if r.kills == 0 {
		t.Error("no node was killed")
	}
	return r
}

// mustNodes starts as many nodes as the engine allows, one on SQLite and two on PostgreSQL.
func mustNodes(t *testing.T, url string) (*cluster, string) {
	t.Helper()
	w, nodes := rig.MustFound(t, binary, url), 1
	if db.IsPostgres(url) {
		nodes = 2
	}
	c := mustCluster(t, w, url, nodes, "--quota-hour", "100000000", "--quota-month", "100000000")
	return c, w.MustProject(t, c.nodes[0], "Repeated")
}

func TestPOSTsThatAreRepeatedUntilTheyAreAnsweredAreCarriedOutExactlyOnce(t *testing.T) {
	dbtest.EachEmpty(t, func(t *testing.T, url string) {
		c, project := mustNodes(t, url)
		n := rig.Times(300, 10_000)
		var next atomic.Int64
		r := whileKilling(t, c, repeatClients, rig.Times(60, 100), func(r *repeater, _ int) {
			for i := next.Add(1); i <= int64(n); i = next.Add(1) {
				r.mustCreate(t, project, fmt.Sprint("Ticket ", i))
				r.done.Add(1)
			}
		})
		titles := map[string]int{}
		for ticket, err := range client.New(c.url(), c.world.Key).AllTickets(t.Context(), project, client.TicketQuery{}) {
			if err != nil {
				t.Fatal(err)
			}
			titles[ticket.Title]++
		}
		for i := range n {
			if title := fmt.Sprint("Ticket ", i+1); titles[title] != 1 {
				t.Errorf("%s was created %d times", title, titles[title])
			}
		}
		if len(titles) != n || r.replays.Load() == 0 {
			t.Errorf("%d POSTs created %d tickets, and %d were answered as before", n, len(titles), r.replays.Load())
		}
		t.Logf("%d POSTs, %d of them answered as before, over %d kills; %d calls had to be repeated by the program", n, r.replays.Load(), r.kills, r.failed.Load())
		c.world.MustBeSound(t)
	})
}

// mustCreate creates a ticket. It repeats the call until it is answered.
func (r *repeater) mustCreate(t *testing.T, project, title string) {
	t.Helper()
	for t.Context().Err() == nil {
		made, err := r.CreateTicket(t.Context(), client.TicketCreate{ProjectUUID: project, Title: title}, client.IdempotencyKey(title))
		if err == nil && made.Title == title {
			return
		}
		r.mustBeTemporary(t, err)
	}
}

// mustBeTemporary fails the test unless an error means that a call may be repeated.
func (r *repeater) mustBeTemporary(t *testing.T, err error) {
	t.Helper()
	failure, ok := errors.AsType[*client.Error](err)
	if !ok || failure.Status != 0 && failure.Status < 500 && failure.Code != client.IdempotencyInProgress {
		t.Errorf("got %v", err)
	}
	r.failed.Add(1)
	time.Sleep(rand.N(20 * time.Millisecond))
}
