package apiv1_test

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"
	"time"

	"earnest/internal/apitest"
	"earnest/internal/apiv1"
	"earnest/internal/db"
	"earnest/internal/db/dbtest"
)

// readers is the number of database readers in a test.
const readers = 8

// withAPI replaces the world's API with one that has other limits, on a server whose socket buffers are so small that moderately long lists
// outgrow them. Responses are not validated, so they may be long.
func withAPI(t *testing.T, w *apitest.World, opt apiv1.Options) {
	t.Helper()
	w.Server.Close()
	w.Transport = http.DefaultTransport
	w.Server = httptest.NewUnstartedServer(apiv1.New(w.App, opt))
	w.Server.Config.ConnContext = func(ctx context.Context, conn net.Conn) context.Context {
		_ = conn.(*net.TCPConn).SetWriteBuffer(16 << 10)
		return ctx
	}
	w.Server.Start()
}

// mustTrickle requests a path and reads only enough of the response to learn its status.
func mustTrickle(t *testing.T, w *apitest.World, key, path string) (status int, hangUp func()) {
	t.Helper()
	conn, err := net.Dial("tcp", strings.TrimPrefix(w.Server.URL, "http://"))
	if err != nil {
		t.Fatal(err)
	}
	_ = conn.(*net.TCPConn).SetReadBuffer(16 << 10)
	if _, err := fmt.Fprintf(conn, "GET /api/v1%s HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer %s\r\n\r\n", path, key); err != nil {
		t.Fatal(err)
	}
	_ = conn.SetReadDeadline(time.Now().Add(time.Minute))
	resp, err := http.ReadResponse(bufio.NewReaderSize(conn, 16), nil)
	if err != nil {
		t.Fatal(err)
	}
	return resp.StatusCode, func() { _ = conn.Close() }
}

// However many clients read long lists slowly, all other requests are answered promptly. Further long lists are refused until the slow
// clients have disconnected, but another user gets a turn immediately.
func TestSlowReadersOfLongListsDoNotBlockOthers(t *testing.T) {
	t.Parallel()
	apitest.Each(t, func(t *testing.T, w *apitest.World) {
		c := w.MustCast(t, "")
		c.MustFill(t, 4_000)
		withAPI(t, w, apiv1.Options{MaxStreams: readers / 2})
		long := "/tickets?project=" + c.Project
		var wg sync.WaitGroup
		var mu sync.Mutex
		got, hangUps := map[int]int{}, []func(){}
		for range 2 * readers {
			wg.Go(func() {
				status, hangUp := mustTrickle(t, w, c.Owner.Key, long)
				mu.Lock()
				defer mu.Unlock()
				got[status]++
				hangUps = append(hangUps, hangUp)
			})
		}
		wg.Wait()
		const turns = readers/2 - readers/8 // the rest are reserved for other users
		if got[200] != turns || got[503] != 2*readers-turns {
			t.Errorf("the slow readers were answered %v", got)
		}
		if a := w.Call(t, c.Admin.Key, http.MethodGet, long, nil); a.Status != 200 {
			t.Errorf("a long list of another user: %d", a.Status)
		}
		for _, path := range []string{"/projects", long + "&per_page=20", "/tickets/" + c.Ticket} {
			began := time.Now()
			if a := w.Call(t, c.Owner.Key, http.MethodGet, path, nil); a.Status != 200 || time.Since(began) > 5*time.Second {
				t.Errorf("%s: %d after %s", path, a.Status, time.Since(began))
			}
		}
		refused := w.Call(t, c.Owner.Key, http.MethodGet, long, nil)
		wantEnvelope(t, "one long list too many", refused, http.StatusServiceUnavailable, "SERVICE_UNAVAILABLE")
		if refused.Header.Get("Retry-After") == "" {
			t.Error("it does not say when to try again")
		}
		for _, hangUp := range hangUps {
			hangUp()
		}
		if a := w.Call(t, c.Owner.Key, http.MethodGet, long, nil); a.Status != 200 || !strings.HasSuffix(string(a.Body), "\"meta\":{\"total\":4001}}\n") {
			t.Errorf("a long list after the slow ones: %d", a.Status)
		}
	})
}

// A client may close its sending side after the request and still read. Here, it starts reading long after the server has noticed.
func TestALongListIsSentInFullToAHalfClosedClient(t *testing.T) {
	t.Parallel()
	apitest.Each(t, func(t *testing.T, w *apitest.World) {
		c := w.MustCast(t, "")
		c.MustFill(t, 2_000)
		withAPI(t, w, apiv1.Options{})
		conn, err := net.Dial("tcp", strings.TrimPrefix(w.Server.URL, "http://"))
		if err != nil {
			t.Fatal(err)
		}
		defer conn.Close()
		_ = conn.(*net.TCPConn).SetReadBuffer(16 << 10)
		_, err = fmt.Fprintf(conn, "GET /api/v1/tickets?project=%s HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer %s\r\n\r\n", c.Project, c.Owner.Key)
		if err != nil {
			t.Fatal(err)
		}
		_ = conn.SetReadDeadline(time.Now().Add(time.Minute))
		in := bufio.NewReaderSize(conn, 16)
		if _, err := in.Peek(1); err != nil {
			t.Fatal(err)
		}
		if err := conn.(*net.TCPConn).CloseWrite(); err != nil {
			t.Fatal(err)
		}
		time.Sleep(300 * time.Millisecond) // long enough for the server to notice
		resp, err := http.ReadResponse(in, nil)
		if err != nil {
			t.Fatal(err)
		}
		defer resp.Body.Close()
		body, err := io.ReadAll(resp.Body)
		if err != nil || !strings.HasSuffix(string(body), "\"meta\":{\"total\":2001}}\n") {
			t.Errorf("%d bytes came, and then %v", len(body), err)
		}
	})
}

// stuck is a client that accepts nothing until it is released.
type stuck struct {
	*httptest.ResponseRecorder
	entered, leave chan struct{}
}

func (s stuck) Write(p []byte) (int, error) {
	s.entered <- struct{}{}
	<-s.leave
	return s.ResponseRecorder.Write(p)
}

func TestAShortListHoldsNoReaderWhileItIsSent(t *testing.T) {
	t.Parallel()
	apitest.Each(t, func(t *testing.T, w *apitest.World) {
		c := w.MustCast(t, "")
		api := apiv1.New(w.App, apiv1.Options{})
		client := stuck{httptest.NewRecorder(), make(chan struct{}, readers), make(chan struct{})}
		var wg sync.WaitGroup
		for range readers {
			wg.Go(func() {
				r := httptest.NewRequest(http.MethodGet, "/api/v1/tickets?project="+c.Project, nil)
				r.Header.Set("Authorization", "Bearer "+c.Owner.Key)
				api.ServeHTTP(stuck{httptest.NewRecorder(), client.entered, client.leave}, r)
			})
		}
		for range readers {
			<-client.entered
		}
		if a := w.Call(t, c.Owner.Key, http.MethodGet, "/projects", nil); a.Status != 200 {
			t.Errorf("beside clients that do not read: %d", a.Status)
		}
		close(client.leave)
		wg.Wait()
	})
}

func TestHeadOfAListReadsNoItem(t *testing.T) {
	t.Parallel()
	apitest.Each(t, func(t *testing.T, w *apitest.World) {
		c := w.MustCast(t, "")
		least := func(method, path string) int64 {
			n := int64(1 << 40)
			for i := range 5 { // background flushes may interfere
				before := w.Store.Statements()
				a := w.Call(t, c.Owner.Key, method, fmt.Sprintf("%s&anew=%s%d", path, method, i), nil) // no answer is cached yet
				n = min(n, w.Store.Statements()-before)
				if a.Status != 200 || method == http.MethodHead && (len(a.Body) > 0 || a.Header.Get("Content-Length") != "") {
					t.Errorf("%s %s: %d, %d bytes, %v", method, path, a.Status, len(a.Body), a.Header)
				}
			}
			return n
		}
		for _, path := range []string{"/projects?", "/tickets?project=" + c.Project, "/statuses?project=" + c.Project} {
			if head, get := least(http.MethodHead, path), least(http.MethodGet, path); head >= get {
				t.Errorf("HEAD %s costs %d statements, GET %d", path, head, get)
			}
		}
		thing := w.Call(t, c.Owner.Key, http.MethodHead, "/projects/"+c.Project, nil)
		if thing.Header.Get("Content-Length") == "" {
			t.Error("HEAD of one thing does not tell its length")
		}
	})
}

// mustHold keeps n transactions open until the returned function is called.
func mustHold(t *testing.T, n int, run func(context.Context, func(*db.Tx) error) error, f func(*db.Tx) error) (letGo func()) {
	t.Helper()
	held, leave := make(chan struct{}), make(chan struct{})
	var wg sync.WaitGroup
	for range n {
		wg.Go(func() {
			err := run(context.Background(), func(tx *db.Tx) error {
				err := f(tx)
				held <- struct{}{}
				<-leave
				return err
			})
			if err != nil {
				t.Error(err)
			}
		})
	}
	for range n {
		<-held
	}
	return sync.OnceFunc(func() { close(leave); wg.Wait() })
}

func TestARequestThatWaitsTooLongForTheDatabaseGets503(t *testing.T) {
	t.Parallel()
	apitest.Each(t, func(t *testing.T, w *apitest.World) {
		c := w.MustCast(t, "")
		withAPI(t, w, apiv1.Options{Timeout: 300 * time.Millisecond})
		late := func(what, method, path, body string) {
			t.Helper()
			ctx, cancel := context.WithTimeout(t.Context(), 20*time.Second)
			defer cancel()
			began := time.Now()
			req := apitest.Must(http.NewRequestWithContext(ctx, method, w.Server.URL+"/api/v1"+path, strings.NewReader(body)))(t)
			req.Header.Set("Authorization", "Bearer "+c.Owner.Key)
			a := w.Send(t, req)
			wantEnvelope(t, what, a, http.StatusServiceUnavailable, "SERVICE_UNAVAILABLE")
			if !strings.Contains(a.Message, "too long") || a.Header.Get("Retry-After") == "" || time.Since(began) > 10*time.Second {
				t.Errorf("%s: %q, %v after %s", what, a.Message, a.Header, time.Since(began))
			}
		}
		readersBack := mustHold(t, readers, w.Store.Read, func(*db.Tx) error { return nil })
		defer readersBack()
		late("in admission", http.MethodGet, "/projects", "")
		readersBack()
		projectBack := mustHold(t, 1, w.Store.Write, func(tx *db.Tx) error {
			_, err := tx.Exec(t.Context(), `UPDATE projects SET name = 'held' WHERE uuid = $1`, c.Project)
			return err
		})
		defer projectBack()
		late("in a write", http.MethodPut, "/projects/"+c.Project, `{"name": "other"}`)
		projectBack()
		if a := w.Call(t, c.Owner.Key, http.MethodGet, "/projects", nil); a.Status != 200 {
			t.Errorf("afterwards: %d %s", a.Status, a.Body)
		}
	})
}

// On PostgreSQL, the changes of a write are sent together with its commit. Only a write that is about to run out of time sends them first, so only then is
// it certain that nothing is stored.
func TestAWriteWhoseLastStepWaitsTooLongIsAnsweredInTime(t *testing.T) {
	t.Parallel()
	w := apitest.New(t, dbtest.Postgres(t), nil) // on SQLite, a write that has begun waits for nobody
	c := w.MustCast(t, "")
	comments := func() int {
		return apitest.Must(db.Read(t.Context(), w.Store, func(tx *db.Tx) (int, error) {
			return tx.Count(t.Context(), db.NewQuery(`SELECT COUNT(*) FROM comments`))
		}))(t)
	}
	before := comments()
	late := func(patience time.Duration, status int, message string) {
		t.Helper()
		authorBack := mustHold(t, 1, w.Store.Write, func(tx *db.Tx) error { return tx.Script(t.Context(), `SELECT id FROM users FOR UPDATE`) })
		defer authorBack()
		withAPI(t, w, apiv1.Options{Timeout: patience})
		ctx, cancel := context.WithTimeout(t.Context(), 20*time.Second)
		defer cancel()
		body := map[string]string{"ticket_uuid": c.Ticket, "content": "Hello"}
		a := w.Send(t, w.MustRequest(t, c.Owner.Key, http.MethodPost, "/comments", body).WithContext(ctx))
		if a.Status != status || !strings.Contains(a.Message, message) {
			t.Errorf("within %s: %d %s", patience, a.Status, a.Body)
		}
	}
	late(500*time.Millisecond, http.StatusServiceUnavailable, "too long")
	if after := comments(); after != before {
		t.Errorf("there were %d comments, and there are %d", before, after)
	}
	late(3*time.Second, http.StatusInternalServerError, "look whether it is there")
}

func TestAMessageIsNotCutInsideACharacter(t *testing.T) {
	t.Parallel()
	apitest.Each(t, func(t *testing.T, w *apitest.World) {
		ada := w.MustPerson(t, "ada")
		a := w.Call(t, ada.Key, http.MethodGet, "/tickets?project=x"+strings.Repeat("%C3%A9", 70), nil)
		if a.Status != 422 || !strings.Contains(a.Message, `not "x`+strings.Repeat("é", 59)+`…"`) {
			t.Errorf("%d %s", a.Status, a.Message)
		}
	})
}
