package server_test

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"strings"
	"testing"
	"time"

	"earnest/internal/apitest"
	"earnest/internal/apiv1"
	"earnest/internal/db"
	"earnest/internal/db/dbtest"
	"earnest/internal/server"
)

// mustAsk sends a request on its own connection without reading the response.
func (w *world) mustAsk(t *testing.T, key, method, path, body string) *net.TCPConn {
	t.Helper()
	conn, err := net.Dial("tcp", w.Addr)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = conn.Close() })
	_, err = fmt.Fprintf(conn, "%s /api/v1%s HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer %s\r\nContent-Length: %d\r\n\r\n%s",
		method, path, key, len(body), body)
	if err != nil {
		t.Fatal(err)
	}
	return conn.(*net.TCPConn)
}

// mustBeQuiet waits until a request is logged as abandoned by its client, and checks that it was not logged as an error.
func (w *world) mustBeQuiet(t *testing.T, why string) {
	t.Helper()
	w.Log.mustSay(t, why)
	w.Log.mustSay(t, `"status":499`)
	for _, level := range []string{`"level":"ERROR"`, `"level":"WARN"`} {
		if strings.Contains(w.Log.String(), level) {
			t.Errorf("the log reports it as a warning or an error:\n%s", w.Log)
		}
	}
	if text := scrape(t, w.Server); !strings.Contains(text, `status="aborted"} 1`) || strings.Contains(text, `status="5xx"`) {
		t.Error("the metrics do not count one aborted request, and no failed one")
	}
}

func TestAClientThatGoesAwayWhileItWaitsIsNotAnError(t *testing.T) {
	t.Parallel()
	dbtest.Each(t, func(t *testing.T, url string) {
		w := mustServeOn(t, url, nil)
		c := w.MustCast(t, "")
		held, leave, ended := make(chan struct{}), make(chan struct{}), make(chan error, 1)
		defer func() {
			close(leave)
			if err := <-ended; err != nil {
				t.Error(err)
			}
		}()
		go func() {
			ended <- w.Store.Write(context.Background(), func(tx *db.Tx) error {
				_, err := tx.Exec(context.Background(), `UPDATE projects SET name = 'held' WHERE uuid = $1`, c.Project)
				close(held)
				<-leave
				return err
			})
		}()
		<-held
		conn := w.mustAsk(t, c.Owner.Key, "PUT", "/projects/"+c.Project, `{"name": "other"}`)
		time.Sleep(200 * time.Millisecond) // until it waits for the project's lock
		_ = conn.Close()
		w.mustBeQuiet(t, "disconnected before")
	})
}

func TestAClientThatLeavesAListIsNotAnError(t *testing.T) {
	t.Parallel()
	dbtest.Each(t, func(t *testing.T, url string) {
		w := mustServeOn(t, url, nil)
		c := w.MustCast(t, "")
		c.MustFill(t, 5_000)
		conn := w.mustAsk(t, c.Owner.Key, "GET", "/tickets?project="+c.Project, "")
		if _, err := io.ReadFull(conn, make([]byte, 100<<10)); err != nil {
			t.Fatal(err)
		}
		_ = conn.Close()
		w.mustBeQuiet(t, "disconnected before")
	})
}

// readAt reads a response to the end at the given number of bytes per second.
func readAt(t *testing.T, conn *net.TCPConn, rate int) (total int, err error) {
	t.Helper()
	_ = conn.SetReadDeadline(time.Now().Add(time.Minute))
	resp, err := http.ReadResponse(bufio.NewReader(conn), nil)
	if err != nil {
		t.Fatal(err)
	}
	defer resp.Body.Close()
	began := time.Now()
	for buffer := make([]byte, 32<<10); ; {
		n, err := resp.Body.Read(buffer)
		total += n
		if errors.Is(err, io.EOF) {
			return total, nil
		}
		if err != nil {
			return total, err
		}
		time.Sleep(time.Until(began.Add(time.Duration(total) * time.Second / time.Duration(rate))))
	}
}

// With a timeout of one second, the minimum rate is 1 MiB per second. A client that keeps up gets everything, however much is
// buffered in between; a slower one is cut off.
func TestAClientMustReadAMebibytePerTimeout(t *testing.T) {
	t.Parallel()
	inner := apitest.New(t, dbtest.SQLite(t), nil)
	c := inner.MustCast(t, "")
	c.MustFill(t, 20_000)
	path := "/tickets?project=" + c.Project
	for name, tc := range map[string]struct {
		rate  int
		whole bool
	}{
		"steady": {5 << 18, true},
		"slow":   {1 << 16, false},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			w := mustServeWorld(t, inner, apiv1.Options{Patience: time.Second}, nil)
			began := time.Now()
			total, err := readAt(t, w.mustAsk(t, c.Owner.Key, "GET", path, ""), tc.rate)
			t.Logf("%d KiB in %s: %v", total>>10, time.Since(began), err)
			if whole := err == nil; whole != tc.whole {
				t.Errorf("got all: %v, want %v", whole, tc.whole)
			}
			if !tc.whole {
				w.mustBeQuiet(t, "too slowly")
			}
		})
	}
}

// The response timeout does not start until the request has arrived and been processed.
func TestAClientThatSendsTooSlowlyGetsAnAnswer(t *testing.T) {
	t.Parallel()
	inner := apitest.New(t, dbtest.SQLite(t), nil)
	c := inner.MustCast(t, "")
	w := mustServeWorld(t, inner, apiv1.Options{}, func(opt *server.Options) { opt.Patience = time.Second })
	conn, err := net.Dial("tcp", w.Addr)
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close()
	if _, err := fmt.Fprintf(conn, "POST /api/v1/tickets HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer %s\r\nContent-Length: 100\r\n\r\n{", c.Owner.Key); err != nil {
		t.Fatal(err)
	}
	mustAnswer(t, conn, http.StatusUnprocessableEntity, "could not be read to its end")
}

func TestAnAnswerThatTookLongIsSent(t *testing.T) {
	t.Parallel()
	w := mustServe(t, func(opt *server.Options) {
		opt.Patience = 500 * time.Millisecond
		opt.API = http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
			time.Sleep(time.Second)
			_, _ = io.WriteString(w, "done")
		})
	})
	mustAnswer(t, w.mustAsk(t, "", "POST", "/tickets", ""), http.StatusOK, "done")
}

func mustAnswer(t *testing.T, conn net.Conn, status int, words string) {
	t.Helper()
	_ = conn.SetReadDeadline(time.Now().Add(20 * time.Second))
	resp, err := http.ReadResponse(bufio.NewReader(conn), nil)
	if err != nil {
		t.Fatal(err)
	}
	defer resp.Body.Close()
	body, err := io.ReadAll(resp.Body)
	if err != nil || resp.StatusCode != status || !strings.Contains(string(body), words) {
		t.Errorf("%d %s %v, want %d %s", resp.StatusCode, body, err, status, words)
	}
}

func TestALongPathIsNotCutInsideACharacterInTheLog(t *testing.T) {
	t.Parallel()
	w := mustServe(t, nil)
	w.mustSend(t, "GET", "/"+"x"+strings.Repeat("%E2%82%AC", 100), "X-Request-Id: euros")
	w.Log.mustSay(t, `"request_id":"euros"`)
	if strings.Contains(w.Log.String(), "\ufffd") || strings.Contains(w.Log.String(), `\ufffd`) || !strings.Contains(w.Log.String(), "€…") {
		t.Errorf("%s", w.Log)
	}
}
