package main

import (
	"bufio"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"
)

func TestAnswersOfEachFramingAreReadToTheirEnd(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		wire         string
		status, size int
	}{
		"counted":   {"HTTP/1.1 201 Created\r\nContent-Length: 5\r\nX: y\r\n\r\nhello", 201, 5},
		"chunked":   {"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n1f\r\n" + strings.Repeat("z", 31) + "\r\n0\r\n\r\n", 200, 34},
		"no body":   {"HTTP/1.1 304 Not Modified\r\nEtag: \"a\"\r\n\r\n", 304, 0},
		"zero body": {"HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n", 200, 0},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			in := bufio.NewReader(strings.NewReader(c.wire + c.wire))
			for range 2 { // the second response begins where the first ended
				status, size, err := receive(in)
				if err != nil || status != c.status || size != c.size {
					t.Errorf("status %d, size %d, %v", status, size, err)
				}
			}
			if _, _, err := receive(in); err == nil {
				t.Error("a third answer was read where there were two")
			}
		})
	}
}

func TestGarbageIsNotAnAnswer(t *testing.T) {
	t.Parallel()
	for _, wire := range []string{
		"", "HTTP/1.1\n", "HTTP/1.1 abc OK\r\n\r\n", "HTTP/1.1 200 OK\r\nContent-Length: x\r\n\r\n",
		"HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nshort", "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nq\r\n",
	} {
		if status, _, err := receive(bufio.NewReader(strings.NewReader(wire))); err == nil {
			t.Errorf("%q was read as %d", wire, status)
		}
	}
}

func TestASlotCountsRequestsAndEndsByItsCount(t *testing.T) {
	t.Parallel()
	seen := make(chan string, 1000)
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		seen <- r.Method
		if r.Header.Get("Authorization") != "Bearer k" {
			w.WriteHeader(http.StatusUnauthorized)
		}
	}))
	defer server.Close()
	write := newCall("PUT", "/x", "k", `{"a":1}`, "", 200)
	read := newCall("GET", "/x", "k", "", "X-More: yes\r\n", 200)
	s := slot{address: server.Listener.Addr().String(), conns: 2, pattern: pattern{{write, false}, {read, true}}, count: 20, time: time.Minute}
	conns, err := s.open()
	if err != nil {
		t.Fatal(err)
	}
	defer closeAll(conns)
	got, err := s.drive(t.Context(), conns)
	if err != nil || got.requests != 20 || len(got.latencies) != 20 {
		t.Errorf("%d requests, %d latencies, %v", got.requests, len(got.latencies), err)
	}
	if len(seen) != 44 { // a warm-up cycle on each of two connections, then 40 requests
		t.Errorf("the server saw %d requests", len(seen))
	}
}

func TestASlotEndsByItsTimeAndFailsOnAWrongStatus(t *testing.T) {
	t.Parallel()
	refuse := make(chan struct{})
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		select {
		case <-refuse:
			w.WriteHeader(http.StatusServiceUnavailable)
		default:
		}
	}))
	defer server.Close()
	s := slot{
		address: server.Listener.Addr().String(), conns: 1, count: 1 << 30, time: 20 * time.Millisecond,
		pattern: repeat(newCall("GET", "/", "k", "", "", 200)),
	}
	conns, err := s.open()
	if err != nil {
		t.Fatal(err)
	}
	defer closeAll(conns)
	got, err := s.drive(t.Context(), conns)
	if err != nil || got.requests == 0 || got.wall < s.time {
		t.Errorf("%d requests in %s, %v", got.requests, got.wall, err)
	}
	close(refuse)
	if _, err := s.drive(t.Context(), conns); err == nil || !strings.Contains(err.Error(), "503 instead of 200") {
		t.Errorf("a refused request gave %v", err)
	}
}
