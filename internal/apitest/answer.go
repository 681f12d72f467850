package apitest

import (
	"bytes"
	"encoding/json"
	"io"
	"net/http"
	"testing"
)

// Answer is a raw response from the API.
type Answer struct {
	Status  int
	Code    string // of an error
	Message string // of an error
	Header  http.Header
	Body    []byte
}

// Data decodes the data member of a response.
func (a Answer) Data(t testing.TB, into any) {
	t.Helper()
	var envelope struct {
		Data json.RawMessage `json:"data"`
	}
	if err := json.Unmarshal(a.Body, &envelope); err != nil {
		t.Fatalf("%v in %s", err, a.Body)
	}
	if err := json.Unmarshal(envelope.Data, into); err != nil {
		t.Fatalf("%v in %s", err, a.Body)
	}
}

// Call sends a raw request under /api/v1. The body may be nil, bytes, a string, or any value that can be encoded as JSON.
func (w *World) Call(t testing.TB, key, method, path string, body any) Answer {
	t.Helper()
	return w.Send(t, w.MustRequest(t, key, method, path, body))
}

// MustRequest returns the request that Call sends.
func (w *World) MustRequest(t testing.TB, key, method, path string, body any) *http.Request {
	t.Helper()
	req, err := http.NewRequestWithContext(t.Context(), method, w.Server.URL+"/api/v1"+path, reader(t, body))
	if err != nil {
		t.Fatal(err)
	}
	if key != "" {
		req.Header.Set("Authorization", "Bearer "+key)
	}
	return req
}

// Send sends a request through the world's transport.
func (w *World) Send(t testing.TB, req *http.Request) Answer {
	t.Helper()
	resp, err := w.Transport.RoundTrip(req)
	if err != nil {
		t.Fatal(err)
	}
	defer resp.Body.Close()
	data, err := io.ReadAll(resp.Body)
	if err != nil {
		t.Fatal(err)
	}
	a := Answer{Status: resp.StatusCode, Header: resp.Header, Body: data}
	var envelope struct {
		Error struct {
			Code    string `json:"code"`
			Message string `json:"message"`
		} `json:"error"`
	}
	if resp.StatusCode >= http.StatusBadRequest && json.Unmarshal(data, &envelope) == nil {
		a.Code, a.Message = envelope.Error.Code, envelope.Error.Message
	}
	return a
}

func reader(t testing.TB, body any) io.Reader {
	t.Helper()
	switch b := body.(type) {
	case nil:
		return http.NoBody
	case []byte:
		return bytes.NewReader(b)
	case string:
		return bytes.NewReader([]byte(b))
	default:
		data, err := json.Marshal(body)
		if err != nil {
			t.Fatal(err)
		}
		return bytes.NewReader(data)
	}
}
