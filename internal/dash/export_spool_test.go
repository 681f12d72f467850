package dash_test

import (
	"fmt"
	"net"
	"net/http"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"earnest/internal/apitest"
)

// A client that does not read ties up neither a turn nor the database, and its files leave nothing behind.
func TestASlowReaderDoesNotBlockOthers(t *testing.T) {
	each(t, func(t *testing.T, w *world) {
		c := w.mustCast(t)
		c.MustFill(t, 20_000) // far more than the socket buffers hold
		b := c.browser(t, "viewer")
		path := "/dash/projects/" + c.Project + "/export/tickets.csv"
		var slow []net.Conn
		for _, who := range []string{"owner", "admin", "member", "owner", "admin", "member"} {
			conn := apitest.Must(net.Dial("tcp", strings.TrimPrefix(w.dash.URL, "http://")))(t)
			defer func() { _ = conn.Close() }()
			if _, err := fmt.Fprintf(conn, "GET %s HTTP/1.1\r\nHost: x\r\nCookie: %s\r\nSec-Fetch-Site: same-origin\r\n\r\n", path, c.browser(t, who).cookie); err != nil {
				t.Fatal(err)
			}
			slow = append(slow, conn)
			head := make([]byte, 12)
			_ = conn.SetReadDeadline(time.Now().Add(time.Minute))
			if _, err := conn.Read(head); err != nil || string(head) != "HTTP/1.1 200" {
				t.Fatalf("reader %d gets %q, %v", len(slow), head, err)
			}
		}
		if a := b.call(t, http.MethodGet, strings.TrimPrefix(path, "/dash"), nil); a.Status != http.StatusOK || len(a.Body) < 2<<20 {
			t.Errorf("%d, %d bytes", a.Status, len(a.Body))
		}
		for _, folder := range w.App.Transfer.Folders() {
			left, err := filepath.Glob(filepath.Join(folder, ".earnest-export-*"))
			if err != nil || len(left) > 0 {
				t.Errorf("%v is left in %s: %v", left, folder, err)
			}
		}
	})
}
