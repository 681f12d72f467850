package front

import (
	"bytes"
	"context"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"testing"
	"time"

	"earnest/internal/domain"
	"earnest/internal/gate"
)

// slowly serves a client that has read one byte, and returns the connection.
func slowly(t *testing.T, handle http.HandlerFunc) net.Conn {
	t.Helper()
	server := httptest.NewServer(handle)
	t.Cleanup(server.Close)
	conn, err := net.Dial("tcp", server.Listener.Addr().String())
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = conn.Close() })
	_, _ = io.WriteString(conn, "GET / HTTP/1.1\r\nHost: x\r\n\r\n")
	if _, err := io.ReadFull(conn, make([]byte, 1)); err != nil {
		t.Fatal(err)
	}
	return conn
}

func bigFile() (domain.Attachment, io.ReadSeeker) {
	content := make([]byte, 64<<20)
	return domain.Attachment{Name: "x", Content: domain.FileContent{Size: int64(len(content))}}, bytes.NewReader(content)
}

func TestASlowDownloadHoldsNoSlot(t *testing.T) {
	t.Parallel()
	g := gate.New(1)
	slowly(t, func(w http.ResponseWriter, r *http.Request) {
		pass, err := g.Enter(r.Context(), gate.Key{User: 1})
		if err != nil {
			t.Error(err)
			return
		}
		defer pass.Leave()
		a, body := bigFile()
		_ = SendFile(&Sender{ResponseWriter: w, Pass: pass}, r, a, body)
	})
	ctx, cancel := context.WithTimeout(t.Context(), 10*time.Second)
	defer cancel()
	other, err := g.Enter(ctx, gate.Key{User: 2})
	if err != nil {
		t.Fatal("the slow download holds the only slot:", err)
	}
	other.Leave()
}

func TestADownloadThatIsReadTooSlowlyIsCutOff(t *testing.T) {
	t.Parallel()
	ended := make(chan struct{})
	conn := slowly(t, func(w http.ResponseWriter, r *http.Request) {
		defer close(ended)
		a, body := bigFile()
		_ = sendFile(w, r, a, body, Pace{Patience: 2 * time.Second, Bytes: 1 << 30})
	})
	piece := make([]byte, 64<<10)
	for end := time.Now().Add(10 * time.Second); time.Now().Before(end); time.Sleep(20 * time.Millisecond) { // some progress all the time
		select {
		case <-ended:
			return
		default:
			_, _ = io.ReadFull(conn, piece)
		}
	}
	t.Error("the client is still being served")
}

func TestAFileIsSentWholeToThoseWhoAskForSeveralRanges(t *testing.T) {
	t.Parallel()
	content := bytes.Repeat([]byte("0123456789"), 1000)
	a := domain.Attachment{Name: "x", Content: domain.FileContent{Size: int64(len(content)), SHA256: "y"}}
	for spec, want := range map[string]int{"bytes=0-0,9000-9000,0-0": http.StatusOK, "bytes=5-6": http.StatusPartialContent} {
		r := httptest.NewRequest(http.MethodGet, "/", nil)
		r.Header.Set("Range", spec)
		w := httptest.NewRecorder()
		if err := SendFile(w, r, a, bytes.NewReader(content)); err != nil {
			t.Fatal(err)
		}
		if w.Code != want || want == http.StatusOK && !bytes.Equal(w.Body.Bytes(), content) || r.Header.Get("Range") != spec {
			t.Errorf("%s: %d, %d bytes", spec, w.Code, w.Body.Len())
		}
	}
}
