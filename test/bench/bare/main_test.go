package main

import (
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
)

func TestTheBareHandlerReturnsTheRecordedBytesAndHeaders(t *testing.T) {
	t.Parallel()
	all, err := load(map[string]map[string][]byte{
		"GET": {
			"/plain?a=b": []byte("HTTP/1.1 200 OK\r\nContent-Length: 4\r\nX-One: 1\r\nDate: then\r\n\r\nbody"),
			"/chunked":   []byte("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\nX-One: 2\r\n\r\n3\r\nabc\r\n2\r\nde\r\n0\r\n\r\n"),
			"/same":      []byte("HTTP/1.1 304 Not Modified\r\nX-One: 4\r\n\r\n"),
		},
		"POST": {"/plain?a=b": []byte("HTTP/1.1 201 Created\r\nContent-Length: 2\r\nX-One: 3\r\n\r\nok")},
	})
	if err != nil {
		t.Fatal(err)
	}
	server := httptest.NewServer(all)
	defer server.Close()
	for _, c := range []struct {
		method, target string
		status         int
		one, body      string
		length         int64
	}{
		{"GET", "/plain?a=b", 200, "1", "body", 4},
		{"GET", "/chunked", 200, "2", "abcde", 5}, // short enough for net/http to set its Content-Length
		{"GET", "/same", 304, "4", "", 0},
		{"POST", "/plain?a=b", 201, "3", "ok", 2},
		{"GET", "/other", 404, "", "404 page not found\n", 19},
	} {
		r, _ := http.NewRequestWithContext(t.Context(), c.method, server.URL+c.target, strings.NewReader("sent"))
		got, err := server.Client().Do(r)
		if err != nil {
			t.Fatal(err)
		}
		body, _ := io.ReadAll(got.Body)
		got.Body.Close()
		if got.StatusCode != c.status || got.Header.Get("X-One") != c.one || string(body) != c.body || got.ContentLength != c.length {
			t.Errorf("%s %s: %d %q %q, length %d", c.method, c.target, got.StatusCode, got.Header.Get("X-One"), body, got.ContentLength)
		}
		if got.Header.Get("Date") == "then" {
			t.Errorf("%s %s: the date was not renewed", c.method, c.target)
		}
	}
}
