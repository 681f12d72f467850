package s3_test

import (
	"bytes"
	"errors"
	"io"
	"strconv"
	"testing"

	"earnest/internal/domain"
	"earnest/internal/files/s3"
	"earnest/internal/tests3"
)

func mustRead(t *testing.T, b *s3.Bucket, key string, from int64) []byte {
	t.Helper()
	body, err := b.Open(t.Context(), key, from)
	if err != nil {
		t.Fatal(err)
	}
	defer body.Close()
	content, err := io.ReadAll(body)
	if err != nil {
		t.Fatal(err)
	}
	return content
}

func TestObjectsAreStoredReadAndDeleted(t *testing.T) {
	t.Parallel()
	server := tests3.Start(t)
	b := server.Bucket(t)
	for _, size := range []int{0, 1, 300_000, 5 << 20, 12<<20 + 1} {
		content, key := bytes.Repeat([]byte("0123456789abcdef"), size/16+1)[:size], s3.Key("project", strconv.Itoa(size))
		upload := b.Begin(key, 25<<20)
		for rest := content; len(rest) > 0; {
			n := min(len(rest), 256<<10)
			if _, err := upload.Write(t.Context(), rest[:n]); err != nil {
				t.Fatal(err)
			}
			rest = rest[n:]
		}
		if has, err := b.Has(t.Context(), key); has || err != nil {
			t.Errorf("%d bytes: there is an object before it is finished, %v", size, err)
		}
		if err := upload.Finish(t.Context()); err != nil {
			t.Fatal(err)
		}
		if got := mustRead(t, b, key, 0); !bytes.Equal(got, content) {
			t.Errorf("%d bytes became %d others", size, len(got))
		}
		if from := int64(size / 2); from > 0 && !bytes.Equal(mustRead(t, b, key, from), content[from:]) {
			t.Errorf("%d bytes: other bytes from %d on", size, from)
		}
	}
	for key, err := range b.Keys(t.Context()) {
		if err != nil {
			t.Fatal(err)
		}
		if err := errors.Join(b.Delete(t.Context(), key), b.Delete(t.Context(), key)); err != nil {
			t.Error(err)
		}
		if _, err := b.Open(t.Context(), key, 0); !errors.Is(err, s3.ErrMissing) {
			t.Errorf("a deleted object gives %v", err)
		}
	}
	if left := server.Objects(t); len(left) > 0 {
		t.Errorf("objects are left: %v", left)
	}
}

func TestAnInterruptedUploadIsDeleted(t *testing.T) {
	t.Parallel()
	server := tests3.Start(t)
	b := server.Bucket(t)
	upload := b.Begin("earnest/p/x", 25<<20)
	if sent, err := upload.Write(t.Context(), make([]byte, 6<<20)); !sent || err != nil || server.Parts(t) == 0 {
		t.Fatalf("a part was sent: %v, %v; %d parts", sent, err, server.Parts(t))
	}
	if err := b.Delete(t.Context(), "earnest/p/x"); err != nil || server.Parts(t) > 0 {
		t.Errorf("%v; %d parts are left", err, server.Parts(t))
	}
}

func TestAStoreThatCannotBeUsedIsUnavailable(t *testing.T) {
	t.Parallel()
	server := tests3.Start(t)
	for name, change := range map[string]func(*s3.Config){
		"another bucket": func(c *s3.Config) { c.Bucket = "others" },
		"another secret": func(c *s3.Config) { c.SecretKey = "wrong" },
		"nobody there":   func(c *s3.Config) { c.Endpoint = "http://127.0.0.1:1" },
	} {
		config := server.Config
		change(&config)
		b, err := s3.New(config)
		if err != nil {
			t.Fatal(err)
		}
		_, opened := b.Open(t.Context(), "earnest/p/x", 0)
		for _, err := range []error{b.Ping(t.Context()), b.Begin("earnest/p/x", 1).Finish(t.Context()), opened} {
			if domain.KindOf(err) != domain.Unavailable {
				t.Errorf("%s: %v", name, err)
			}
		}
	}
}
