// Package tests3 runs a real S3 server for tests: versitygw, which keeps its objects in a folder.
package tests3

import (
	"bytes"
	"context"
	"io"
	"log"
	"net"
	"net/http"
	"net/http/httptest"
	"net/http/httputil"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"earnest/internal/files/s3"
)

const (
	accessKey = "earnest"
	secretKey = "a secret of tests"
	bucket    = "files"
)

// Server is an S3 server with an empty bucket. It ends with its test.
type Server struct {
	Config s3.Config

	program, address, folder string
	running                  *exec.Cmd
}

// binary builds the server, once for as long as Go's build cache keeps it.
var binary = sync.OnceValues(func() (string, error) { //nolint:gochecknoglobals // remembered for all tests
	root, err := output("go", "list", "-m", "-f", "{{.Dir}}", "earnest")
	if err != nil {
		return "", err
	}
	return output("go", "-C", filepath.Join(root, "test", "s3"), "tool", "-n", "versitygw")
})

func output(program string, args ...string) (string, error) {
	var reason bytes.Buffer
	command := exec.CommandContext(context.Background(), program, args...)
	command.Stderr = &reason
	out, err := command.Output()
	if err != nil {
		err = &buildError{err, reason.String()}
	}
	return strings.TrimSpace(string(out)), err
}

type buildError struct {
	cause  error
	reason string
}

func (e *buildError) Error() string { return "build versitygw: " + e.cause.Error() + "\n" + e.reason }

// Start starts a server.
func Start(t testing.TB) *Server {
	t.Helper()
	program, err := binary()
	if err != nil {
		t.Fatal(err)
	}
	s := &Server{program: program, address: freeAddress(t), folder: t.TempDir()}
	s.Config = s3.Config{Endpoint: "http://" + s.address, Region: "us-east-1", Bucket: bucket, AccessKey: accessKey, SecretKey: secretKey}
	if err := os.Mkdir(filepath.Join(s.folder, bucket), 0o700); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(s.Stop)
	s.Restart(t)
	return s
}

// freeAddress returns an address on this machine at which nobody listens.
func freeAddress(t testing.TB) string {
	t.Helper()
	l, err := (&net.ListenConfig{}).Listen(context.Background(), "tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close() //nolint:errcheck // it was never used
	return l.Addr().String()
}

// Stop kills the server. Its objects stay.
func (s *Server) Stop() {
	if s.running != nil {
		_ = s.running.Process.Kill() // it may have ended
		_ = s.running.Wait()         // it was killed
		s.running = nil
	}
}

// Restart starts a server that was stopped, at the same address and with the same objects, and waits until it answers.
func (s *Server) Restart(t testing.TB) {
	t.Helper()
	var said bytes.Buffer
	cmd := exec.CommandContext(context.WithoutCancel(t.Context()), s.program, "--port", s.address, "--quiet", "posix", s.folder)
	cmd.Env = append(os.Environ(), "ROOT_ACCESS_KEY="+accessKey, "ROOT_SECRET_KEY="+secretKey)
	cmd.Stdout, cmd.Stderr = &said, &said
	dieWithParent(cmd)
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	s.running = cmd
	b := s.Bucket(t)
	deadline := time.Now().Add(30 * time.Second)
	for b.Ping(t.Context()) != nil {
		if time.Now().After(deadline) {
			s.Stop()
			t.Fatalf("versitygw does not answer:\n%s", said.String())
		}
		time.Sleep(20 * time.Millisecond)
	}
}

// Bucket returns the server's bucket.
func (s *Server) Bucket(t testing.TB) *s3.Bucket {
	t.Helper()
	b, err := s3.New(s.Config)
	if err != nil {
		t.Fatal(err)
	}
	return b
}

// Front returns the server's bucket behind a proxy, which passes each request to handle. forward passes it on to the server, and returns when that has
// answered.
func (s *Server) Front(t testing.TB, handle func(r *http.Request, forward func())) *s3.Bucket {
	t.Helper()
	proxy := &httputil.ReverseProxy{
		Rewrite:  func(p *httputil.ProxyRequest) { p.Out.URL.Scheme, p.Out.URL.Host = "http", s.address }, // the host in the header is signed
		ErrorLog: log.New(io.Discard, "", 0),
	}
	front := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		handle(r, func() { proxy.ServeHTTP(w, r) })
	}))
	t.Cleanup(front.Close)
	c := s.Config
	c.Endpoint = front.URL
	b, err := s3.New(c)
	if err != nil {
		t.Fatal(err)
	}
	return b
}

// Objects returns the paths of the files that hold the objects, by key.
func (s *Server) Objects(t testing.TB) map[string]string {
	t.Helper()
	found, root := map[string]string{}, filepath.Join(s.folder, bucket)
	err := filepath.WalkDir(filepath.Join(root, "earnest"), func(path string, d os.DirEntry, err error) error {
		if err == nil && !d.IsDir() {
			found[strings.TrimPrefix(path, root+"/")] = path
		}
		if os.IsNotExist(err) {
			return nil
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return found
}

// Parts returns how many parts of uploads that have not ended the server holds.
func (s *Server) Parts(t testing.TB) int {
	t.Helper()
	n := 0
	_ = filepath.WalkDir(filepath.Join(s.folder, bucket, ".sgwtmp"), func(_ string, d os.DirEntry, err error) error { // what vanishes is not counted
		if err == nil && d.Type().IsRegular() {
			n++
		}
		return nil
	})
	return n
}
