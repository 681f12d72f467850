package server_test

import (
	"bufio"
	"fmt"
	"io"
	"net"
	"net/http"
	"strings"
	"testing"
	"time"

	"earnest/internal/db/dbtest"
)

// mustRead reads one response, and restores the Connection header if the response is the last one on its connection.
func mustRead(t *testing.T, conn net.Conn) answer {
	t.Helper()
	r, err := http.ReadResponse(bufio.NewReader(conn), nil)
	if err != nil {
		t.Fatal(err)
	}
	defer r.Body.Close()
	body, err := io.ReadAll(r.Body)
	if err != nil {
		t.Fatal(err)
	}
	if r.Close {
		r.Header.Set("Connection", "close") // http.ReadResponse removes it
	}
	return answer{r.StatusCode, r.Header, string(body)}
}

// Some clients send nothing until they have a response; others send everything first.
func TestABodyThatSaysItIsTooLargeIsRefusedAtOnce(t *testing.T) {
	t.Parallel()
	const size = 8 << 20
	w := mustServeBoth(t, dbtest.SQLite(t), 8)
	c := w.MustCast(t, "")
	key, cookie := "Authorization: Bearer "+c.Owner.Key, "Cookie: "+w.mustSession(t, c.Owner.ID)
	for _, tc := range []struct {
		head, header string
		status       int
		says         string
	}{
		{"POST /api/v1/tickets", key, 422, "1 MiB"},
		{"PUT /api/v1/tickets/" + c.Ticket, key, 422, "1 MiB"},
		{"POST /api/v1/tickets", "X-None: x", 401, "MISSING_API_KEY"},
		{"PUT /api/v1/nothing", key, 404, "NOT_FOUND"},
		{"PUT /dash/projects/" + c.Project, cookie, 422, "1 MiB"},
		{"POST /dash/session", "X-None: x", 422, "1 MiB"},
		{"PUT /dash/projects/" + c.Project, "X-None: x", 401, "signed_out"},
	} {
		for name, body := range map[string]string{"nothing is sent": "", "all is sent": strings.Repeat("x", size)} {
			began := time.Now()
			head := fmt.Sprintf("%s HTTP/1.1\r\nHost: x\r\n%s\r\nContent-Length: %d\r\n\r\n", tc.head, tc.header, size)
			conn := w.mustBegin(t, head+body)
			got := mustRead(t, conn)
			if got.Status != tc.status || !strings.Contains(got.Body, tc.says) || got.Header.Get("Connection") != "close" {
				t.Errorf("%s, %s: %d %v %s", tc.head, name, got.Status, got.Header, got.Body)
			}
			if took := time.Since(began); took > 5*time.Second {
				t.Errorf("%s, %s: it took %s", tc.head, name, took)
			}
			_ = conn.CloseWrite()
			if rest, err := io.ReadAll(conn); len(rest) > 0 {
				t.Errorf("%s, %s: after the answer came %q, %v", tc.head, name, rest, err)
			}
		}
	}
}
