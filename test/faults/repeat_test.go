package faults_test

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"net"
	"net/http"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"earnest/internal/db"
	"earnest/internal/db/dbtest"
	"earnest/test/rig"
)

const (
	repeatClients = 16
	// cutWithin is the number of bytes within which a connection that is going to break breaks, in either direction. A request and its response take
	// about 2 KB.
	cutWithin = 6000
)

// brittle is a connection that breaks after some bytes.
type brittle struct {
	net.Conn
	left atomic.Int64
}

func (c *brittle) spend(n int) error {
	if c.left.Add(-int64(n)) > 0 {
		return nil
	}
	_ = c.Close()
	return net.ErrClosed
}

func (c *brittle) Read(p []byte) (int, error) {
	n, err := c.Conn.Read(p)
	if broken := c.spend(n); broken != nil {
		return 0, broken
	}
	return n, err
}

func (c *brittle) Write(p []byte) (int, error) {
	n, err := c.Conn.Write(p)
	if broken := c.spend(n); broken != nil {
		return n, broken
	}
	return n, err
}

// brittleClient returns a client all of whose connections break, some before the request is sent, others before the response has arrived.
func brittleClient() *http.Client {
	dial := func(ctx context.Context, network, address string) (net.Conn, error) {
		conn, err := (&net.Dialer{Timeout: 5 * time.Second}).DialContext(ctx, network, address)
		if err != nil {
			return nil, err
		}
		c := &brittle{Conn: conn}
		c.left.Store(rand.Int64N(cutWithin))
		return c, nil
	}
	return &http.Client{Timeout: 20 * time.Second, Transport: &http.Transport{DialContext: dial, MaxIdleConnsPerHost: repeatClients}}
}

// Each of many POSTs is sent again until it is answered, over connections that break, to nodes that are killed. Each creates exactly one ticket.
func TestPOSTsThatAreRepeatedUntilTheyAreAnsweredAreCarriedOutExactlyOnce(t *testing.T) {
	dbtest.EachEmpty(t, func(t *testing.T, url string) {
		w := rig.MustFound(t, binary, url)
		nodes := 1
		if db.IsPostgres(url) {
			nodes = 2
		}
		c := mustCluster(t, w, url, nodes, "--quota-hour", "100000000", "--quota-month", "100000000")
		project := w.MustProject(t, c.nodes[0], "Repeated")
		n := rig.Times(300, 10_000)
		done := make(chan struct{})
		var killed sync.WaitGroup
		killed.Go(func() { c.killUntil(t, done) })
		sent := repeatAll(t, c, project, n)
		close(done)
		killed.Wait()
		caller := rig.NewCaller(c.url(), w.Key)
		var list struct {
			Data []struct {
				Title string `json:"title"`
			} `json:"data"`
		}
		if err := json.Unmarshal(caller.Must(t, http.StatusOK, "GET", "/api/v1/tickets?project="+project, nil).Body, &list); err != nil {
			t.Fatal(err)
		}
		titles := map[string]int{}
		for _, ticket := range list.Data {
			titles[ticket.Title]++
		}
		if len(list.Data) != n || len(titles) != n {
			t.Errorf("%d POSTs created %d tickets with %d titles", n, len(list.Data), len(titles))
		}
		t.Logf("%d POSTs were sent %d times", n, sent)
		w.MustBeSound(t)
	})
}

// killUntil kills one node after the other until done is closed.
func (c *cluster) killUntil(t *testing.T, done <-chan struct{}) {
	t.Helper()
	for i := 0; ; i++ {
		select {
		case <-done:
			return
		case <-time.After(500 * time.Millisecond):
			c.mustKill(t, i%len(c.nodes))
		}
	}
}

// repeatAll sends n POSTs, each until it is answered, and returns how often it sent one.
func repeatAll(t *testing.T, c *cluster, project string, n int) int64 {
	t.Helper()
	var next, sent atomic.Int64
	var all sync.WaitGroup
	client := brittleClient()
	for range repeatClients {
		all.Go(func() {
			for i := next.Add(1); i <= int64(n); i = next.Add(1) {
				body := fmt.Sprintf(`{"project_uuid":%q,"title":"Ticket %d"}`, project, i)
				for !postOnce(t, c, client, fmt.Sprint("request ", i), body) {
					sent.Add(1)
				}
				sent.Add(1)
			}
		})
	}
	all.Wait()
	return sent.Load()
}

// postOnce sends a POST to the next node, and reports whether it was answered.
func postOnce(t *testing.T, c *cluster, client *http.Client, name, body string) bool {
	t.Helper()
	req, err := http.NewRequestWithContext(t.Context(), http.MethodPost, c.url()+"/api/v1/tickets", bytes.NewReader([]byte(body)))
	if err != nil {
		t.Error(err)
		return true
	}
	req.Header.Set("Authorization", "Bearer "+c.world.Key)
	req.Header.Set("Idempotency-Key", name)
	resp, err := client.Do(req)
	if err != nil {
		time.Sleep(time.Duration(rand.Int64N(int64(20 * time.Millisecond))))
		return false
	}
	defer func() { _ = resp.Body.Close() }()
	var made struct {
		Data struct {
			UUID string `json:"uuid"`
		} `json:"data"`
	}
	err = json.NewDecoder(resp.Body).Decode(&made)
	switch resp.StatusCode {
	case http.StatusCreated:
		return err == nil && made.Data.UUID != ""
	case http.StatusConflict, http.StatusInternalServerError, http.StatusServiceUnavailable:
		return false
	default:
		t.Errorf("%s: %d", name, resp.StatusCode)
		return true
	}
}
