package server_test

import (
	"bufio"
	"io"
	"net"
	"net/http"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"earnest/internal/db/dbtest"
	"earnest/internal/server"
)

// mustSpeak sends bytes that need not be HTTP. It returns the first response, and whether the connection was closed after it.
func (w *world) mustSpeak(t *testing.T, text string) (answer, bool) {
	t.Helper()
	conn := w.mustBegin(t, text)
	reader := bufio.NewReader(conn)
	r, err := http.ReadResponse(reader, nil)
	if err != nil {
		t.Fatalf("%.60q: %v", text, err)
	}
	defer r.Body.Close()
	body, err := io.ReadAll(r.Body)
	if err != nil {
		t.Fatal(err)
	}
	_, end := reader.ReadByte()
	return answer{r.StatusCode, r.Header, string(body)}, end != nil
}

// net/http itself refuses requests that it cannot parse, in plain text, and closes the connection.
func TestInvalidHTTPIsRefusedByNetHTTP(t *testing.T) {
	t.Parallel()
	w := mustServe(t, nil)
	for name, c := range map[string]struct {
		text   string
		status int
	}{
		"escape":    {"GET /api/v1/projects/%zz HTTP/1.1\r\nHost: x\r\n\r\n", 400},
		"no host":   {"GET /api/v1/projects HTTP/1.1\r\n\r\n", 400},
		"two hosts": {"GET /api/v1/projects HTTP/1.1\r\nHost: x\r\nHost: y\r\n\r\n", 400},
		"version":   {"GET /api/v1/projects HTTP/3.0\r\nHost: x\r\n\r\n", 505},
		"garbage":   {"\x00\x01\x02 garbage\r\n\r\n", 400},
		"header":    {"GET /api/v1/projects HTTP/1.1\r\nHost: x\r\nbad header\r\n\r\n", 400},
		"encoding":  {"POST /api/v1/projects HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: gzip\r\n\r\n", 501},
		"lengths":   {"POST /api/v1/projects HTTP/1.1\r\nHost: x\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\n", 400},
		"length":    {"POST /api/v1/projects HTTP/1.1\r\nHost: x\r\nContent-Length: -5\r\n\r\n", 400},
		"expect":    {"POST /api/v1/projects HTTP/1.1\r\nHost: x\r\nExpect: the unexpected\r\nContent-Length: 0\r\n\r\n", 417},
		"method":    {"G@T\x7f /api/v1/projects HTTP/1.1\r\nHost: x\r\n\r\n", 400},
		"too long":  {"GET /api/v1/projects HTTP/1.1\r\nHost: x\r\nX-Long: " + strings.Repeat("x", 80<<10) + "\r\n\r\n", 431},
		"second": {
			"GET /api/v1/projects/%zz HTTP/1.1\r\nHost: x\r\n\r\n" +
				"GET /api/v1/projects HTTP/1.1\r\nHost: x\r\n\r\n", 400,
		},
	} {
		got, ended := w.mustSpeak(t, c.text)
		if got.Status != c.status || !ended || strings.Contains(got.Body, "{") {
			t.Errorf("%s: %d %s (ended: %v), want %d", name, got.Status, got.Body, ended, c.status)
		}
	}
	if got := w.mustSend(t, "GET", "/healthz"); got.Status != http.StatusOK {
		t.Errorf("afterwards: %d %s", got.Status, got.Body)
	}
}

// A client that is refused before its body has been read learns why, even if the connection is closed after the response.
func TestARefusalReachesAClientThatIsStillSending(t *testing.T) {
	t.Parallel()
	w := mustServe(t, nil)
	body := strings.Repeat("x", 900<<10)
	for name, head := range map[string]string{
		"kept":  "POST /api/v1/tickets HTTP/1.1\r\nHost: x\r\nContent-Length: 921600\r\n\r\n",
		"close": "POST /api/v1/tickets HTTP/1.1\r\nHost: x\r\nConnection: close\r\nContent-Length: 921600\r\n\r\n",
		"old":   "POST /api/v1/tickets HTTP/1.0\r\nContent-Length: 921600\r\n\r\n",
	} {
		for range 5 {
			if got, _ := w.mustSpeak(t, head+body); got.Status != http.StatusUnauthorized {
				t.Errorf("%s: %d %s", name, got.Status, got.Body)
			}
		}
	}
}

// An unwanted body may arrive late or never, so the response does not wait long for it. The connection stays open if the body arrives in
// time, and is closed otherwise. After a chunked body it is always closed.
func TestAnAnswerWaitsOnlyBrieflyForAnUnwantedBody(t *testing.T) {
	t.Parallel()
	w := mustServe(t, nil)
	for name, c := range map[string]struct{ begins, ends string }{
		"a read":    {"GET /api/v1/projects HTTP/1.1\r\nHost: x\r\nContent-Length: 4\r\n\r\n{", "   "},
		"a refusal": {"POST /api/v1/tickets HTTP/1.1\r\nHost: x\r\nContent-Length: 200000\r\n\r\n{", strings.Repeat(" ", 199_999)},
		"in chunks": {"DELETE /api/v1/tickets/1 HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n1\r\n{\r\n", "0\r\n\r\n"},
	} {
		conn, err := net.Dial("tcp", w.Addr)
		if err != nil {
			t.Fatal(err)
		}
		_ = conn.SetDeadline(time.Now().Add(20 * time.Second))
		from := bufio.NewReader(conn)
		for _, text := range []string{c.begins + c.ends, c.begins} {
			began := time.Now()
			if _, err := io.WriteString(conn, text); err != nil {
				t.Fatal(err)
			}
			r, err := http.ReadResponse(from, nil)
			if err != nil {
				t.Fatalf("%s: %v", name, err)
			}
			ends := name == "in chunks" || text == c.begins
			if _, err := io.Copy(io.Discard, r.Body); err != nil || r.Close != ends {
				t.Errorf("%s: %d, the connection ends: %t, %v", name, r.StatusCode, r.Close, err)
			}
			if took := time.Since(began); took > 5*time.Second {
				t.Errorf("%s: the answer took %s", name, took)
			}
			if r.Close {
				break
			}
		}
		_ = conn.Close()
	}
}

// Body bytes that arrive too late must not be parsed as a request. The timeout here is one second.
func TestABodyThatComesTooLateIsNotARequest(t *testing.T) {
	t.Parallel()
	w := mustServe(t, func(o *server.Options) { o.Patience = time.Second })
	late := "GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n"
	for path, least := range map[string]int{"/api/v1/projects": 1, "/nothing/here": 0} { // a response with a Content-Length, and one without
		conn, err := net.Dial("tcp", w.Addr)
		if err != nil {
			t.Fatal(err)
		}
		_ = conn.SetDeadline(time.Now().Add(20 * time.Second))
		head := "GET " + path + " HTTP/1.1\r\nHost: x\r\nContent-Length: 100\r\n\r\n{"
		if _, err := io.WriteString(conn, head); err != nil {
			t.Fatal(err)
		}
		time.Sleep(1500 * time.Millisecond) // the timeout runs in real time
		_, _ = io.WriteString(conn, late)   // nobody reads it
		answers, _ := io.ReadAll(conn)      // the connection may be reset
		if n := strings.Count(string(answers), "HTTP/1.1 "); n < least || n > 1 {
			t.Errorf("%s: %d answers: %s", path, n, answers)
		}
		_ = conn.Close()
	}
	if log := w.Log.String(); strings.Contains(log, "panic") {
		t.Errorf("the log reports a panic: %s", log)
	}
}

// An intermediary may forward a broken body followed by someone else's request, even in the same read as the body.
func TestWhatFollowsABrokenBodyIsNotARequest(t *testing.T) {
	t.Parallel()
	var done atomic.Int64
	w := mustServe(t, func(o *server.Options) {
		o.Web = http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			switch r.URL.Path {
			case "/hidden":
				done.Add(1)
			case "/long":
				_, _ = io.WriteString(w, strings.Repeat("x", 100_000)) // sent in chunks
			}
		})
	})
	hidden := "GET /hidden HTTP/1.1\r\nHost: x\r\n\r\n"
	bodies := []string{"zz\r\n", "3\r\nabc\r\nzz\r\n", "3\r\nabcd\r\n", "3\r\nabc\n\n", "-1\r\n", "5;" + strings.Repeat("x", 5000) + "\r\n", "fffffffffffffffff\r\n"}
	for _, head := range []string{
		"GET /healthz", "GET /page", "GET /long", "GET /nothing/here", "GET /api/v1/projects", "POST /api/v1/tickets", "DELETE /api/v1/tickets/x",
		"POST /dash/session", "GET /docs",
	} {
		for _, body := range bodies {
			answers := w.mustSay(t, head+" HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n"+body+hidden+hidden)
			if n := strings.Count(answers, "HTTP/1.1 "); n != 1 || !strings.HasPrefix(answers, "HTTP/1.1 ") {
				t.Errorf("%s with %.20q: %d answers: %.200s", head, body, n, answers)
			}
			if n := done.Swap(0); n > 0 {
				t.Errorf("%s with %.20q: what was hidden in it was done %d times", head, body, n)
			}
		}
	}
	short, both := "Host: x\r\nContent-Length: 100\r\n\r\n{", "Host: x\r\nTransfer-Encoding: chunked\r\nContent-Length: 42\r\n\r\n0\r\n\r\n"+hidden
	for name, text := range map[string]string{
		"an HTTP/1.0 client with contradictory Connection values": "POST /api/v1/tickets HTTP/1.0\r\nConnection: keep-alive, close\r\nContent-Length: 2000000\r\n\r\n" +
			strings.Repeat("x", 1<<20) + hidden,
		"chunks that nobody wants": "GET /page HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n" +
			strings.Repeat("10000\r\n"+strings.Repeat("x", 1<<16)+"\r\n", 5) + "0\r\n\r\n" + hidden,
		"a hidden HTTP/1.0 request that would be refused": "GET /page HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\nGET / HTTP/1.0\r\nExpect: x\r\n\r\n",
		"a body that ends early":                          "GET /nothing/here HTTP/1.1\r\n" + short,
		"a long response before the body ends":            "GET /long HTTP/1.1\r\n" + short,
		"an API response before the body ends":            "GET /api/v1/projects HTTP/1.1\r\n" + short,
		"two lengths for a page":                          "POST /page HTTP/1.1\r\n" + both,
		"two lengths for the health check":                "POST /healthz HTTP/1.1\r\n" + both,
		"two lengths for the API":                         "POST /api/v1/projects HTTP/1.1\r\n" + both,
		"two lengths for the sign-in":                     "POST /dash/session HTTP/1.1\r\n" + both,
	} {
		answers := w.mustSay(t, text)
		if n := strings.Count(answers, "HTTP/1."); n != 1 || name == "a long response before the body ends" && !strings.HasSuffix(answers, "0\r\n\r\n") {
			t.Errorf("%s: %d answers: %.300s", name, n, answers)
		}
		if n := done.Swap(0); n > 0 {
			t.Errorf("%s: what was hidden in it was done %d times", name, n)
		}
	}
	if answers := w.mustSay(t, "GET /page HTTP/1.1\r\nHost: x\r\nContent-Length: 3\r\n\r\nabc"+hidden); done.Load() != 1 {
		t.Errorf("behind a good body the request was done %d times: %s", done.Load(), answers)
	}
	if log := w.Log.String(); strings.Contains(log, "panic") {
		t.Errorf("the log reports a panic: %s", log)
	}
}

// mustSay sends bytes, keeps its side open for a while as a proxy would, and returns everything it receives.
func (w *world) mustSay(t *testing.T, text string) string {
	t.Helper()
	conn := w.mustBegin(t, text)
	ended := time.AfterFunc(300*time.Millisecond, func() { _ = conn.CloseWrite() })
	defer ended.Stop()
	answers, _ := io.ReadAll(conn) // the connection may be reset at the end
	return string(answers)
}

func TestInvalidHTTPIsRefusedAfterAValidRequestToo(t *testing.T) {
	t.Parallel()
	w := mustServe(t, nil)
	conn, err := net.Dial("tcp", w.Addr)
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close()
	_ = conn.SetDeadline(time.Now().Add(20 * time.Second))
	if _, err := io.WriteString(conn, "GET /healthz HTTP/1.1\r\nHost: x\r\n\r\nGET /api/v1/%zz HTTP/1.1\r\nHost: x\r\n\r\n"); err != nil {
		t.Fatal(err)
	}
	reader := bufio.NewReader(conn)
	for _, want := range []int{200, 400} {
		r, err := http.ReadResponse(reader, nil)
		if err != nil {
			t.Fatal(err)
		}
		if body, err := io.ReadAll(r.Body); err != nil || r.StatusCode != want {
			t.Errorf("%d %s: %v, want %d", r.StatusCode, body, err, want)
		}
		_ = r.Body.Close()
	}
}

// A single slot serves everyone, because a request whose body never arrives does not hold it.
func TestABodyThatNeverComesHoldsNoSlot(t *testing.T) {
	t.Parallel()
	w := mustServeBoth(t, dbtest.SQLite(t), 1)
	c := w.MustCast(t, "")
	key := "Authorization: Bearer " + c.Owner.Key + "\r\n"
	for _, head := range []string{
		"POST /api/v1/tickets HTTP/1.1\r\nHost: x\r\n" + key + "Content-Length: 100\r\n\r\n{",
		"POST /api/v1/tickets HTTP/1.1\r\nHost: x\r\n" + key + "Transfer-Encoding: chunked\r\n\r\n1\r\n{\r\n",
		"GET /api/v1/projects HTTP/1.1\r\nHost: x\r\n" + key + "Content-Length: 100\r\n\r\n{",
		"POST /api/v1/tickets HTTP/1.1\r\nHost: x\r\nContent-Length: 100\r\n\r\n{",
		"POST /dash/session HTTP/1.1\r\nHost: x\r\nContent-Length: 100\r\n\r\n{",
	} {
		conn := w.mustBegin(t, head)
		began := time.Now()
		if got := w.mustSend(t, "GET", "/api/v1/projects", "Authorization: Bearer "+c.Owner.Key); got.Status != http.StatusOK || time.Since(began) > 5*time.Second {
			t.Errorf("behind %.60q: %d after %s", head, got.Status, time.Since(began))
		}
		_ = conn.Close()
	}
}
