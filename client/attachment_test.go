package client_test

import (
	"io"
	"strings"
	"testing"

	"earnest/client"
)

func TestAFileIsSentAgainFromItsStart(t *testing.T) {
	t.Parallel()
	w := newWorld(t, []answer{{cut: true}, ok(oneThing)})
	file := strings.NewReader("hello")
	_, _ = file.Seek(3, io.SeekStart)
	if _, err := w.Attach(t.Context(), "t", "a.txt", file); err != nil {
		t.Fatal(err)
	}
	sent := w.requests()
	if len(sent) != 2 || sent[0].body != "hello" || sent[1].body != "hello" || sent[0].header.Get("Idempotency-Key") != sent[1].header.Get("Idempotency-Key") {
		t.Errorf("sent %+v", sent)
	}
}

func TestADownloadReturnsTheBytesOrTheRefusal(t *testing.T) {
	t.Parallel()
	w := newWorld(t, []answer{ok("bytes"), refusal(404, client.NotFound)})
	body, err := w.Download(t.Context(), "a")
	if err != nil {
		t.Fatal(err)
	}
	text, err := io.ReadAll(body)
	_ = body.Close()
	if string(text) != "bytes" || err != nil || w.requests()[0].target != "/api/v1/attachments/a" {
		t.Errorf("%q, %v, %+v", text, err, w.requests()[0])
	}
	if _, err := w.Download(t.Context(), "a"); !isCode(err, client.NotFound) {
		t.Errorf("got %v", err)
	}
	if _, err := w.Download(t.Context(), ""); err == nil || len(w.requests()) != 2 {
		t.Errorf("without a uuid: %v", err)
	}
}
