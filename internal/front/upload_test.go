package front

import (
	"errors"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"os"
	"strings"
	"testing"
	"time"

	"earnest/internal/domain"
)

// receive reads the body of a request with little patience, while a client sends pieces with pauses, and returns what arrived.
func receive(t *testing.T, patience time.Duration, pieces ...string) (string, error) {
	t.Helper()
	type result struct {
		text []byte
		err  error
	}
	got := make(chan result, 1)
	server := httptest.NewUnstartedServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		text, err := io.ReadAll(&steadyBody{Reader: r.Body, conn: http.NewResponseController(w), pace: Pace{Patience: patience, Bytes: 4}})
		got <- result{text, err}
	}))
	server.Config.ReadTimeout = 2 * patience // shorter than the whole upload takes
	server.Start()
	defer server.Close()
	conn, err := net.Dial("tcp", server.Listener.Addr().String())
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close()
	_, _ = io.WriteString(conn, "POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 40\r\n\r\n")
	for _, piece := range pieces {
		_, _ = io.WriteString(conn, piece)
		time.Sleep(200 * time.Millisecond) // 20 bytes per second
	}
	r := <-got
	return string(r.text), r.err
}

func TestASlowButSteadyUploadArrives(t *testing.T) {
	t.Parallel()
	whole := strings.Repeat("123 ", 10)
	if text, err := receive(t, 700*time.Millisecond, strings.SplitAfter(whole, " ")[:10]...); text != whole || err != nil {
		t.Errorf("%q, %v", text, err)
	}
}

func TestAStalledUploadIsCutOff(t *testing.T) {
	t.Parallel()
	began := time.Now()
	_, err := receive(t, 300*time.Millisecond, "begin")
	if domain.KindOf(err) != domain.Invalid || !errors.Is(err, os.ErrDeadlineExceeded) || time.Since(began) > 5*time.Second {
		t.Errorf("%v after %v", err, time.Since(began))
	}
}
