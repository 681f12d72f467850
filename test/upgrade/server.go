package main

import (
	"bufio"
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/http/cookiejar"
	"os"
	"os/exec"
	"regexp"
	"slices"
	"strings"
	"syscall"
	"time"
)

// access holds the credentials of the demo's owner.
type access struct{ key, email, password string }

// server is a binary that serves a database.
type server struct {
	cmd    *exec.Cmd
	url    string
	key    string
	client *http.Client
}

var (
	address = regexp.MustCompile(`serves at (http://\S+)`)
	login   = regexp.MustCompile(`Sign in\s+(\S+)\s+(\S+)`)
	apiKey  = regexp.MustCompile(`API key\s+(\S+)`)
)

// makeDemo fills a database with the demo and returns the owner's credentials. It waits for the key, which is the last thing that
// the binary prints.
func makeDemo(bin, database string) (access, error) {
	s, printed, err := start(bin, database, apiKey, "--demo")
	if err != nil {
		return access{}, err
	}
	s.stop()
	in := login.FindStringSubmatch(printed)
	if in == nil {
		return access{}, fmt.Errorf("%s printed no sign-in", bin)
	}
	return access{key: apiKey.FindStringSubmatch(printed)[1], email: in[1], password: in[2]}, nil
}

func serve(bin, database string) (*server, error) {
	s, _, err := start(bin, database, address)
	return s, err
}

// start starts a binary and waits until it prints a line that matches until.
func start(bin, database string, until *regexp.Regexp, flags ...string) (*server, string, error) {
	cmd := exec.Command(bin, append([]string{"serve", "--listen", "127.0.0.1:0", "--database", database}, flags...)...)
	out, err := cmd.StdoutPipe()
	if err != nil {
		return nil, "", err
	}
	cmd.Stderr = cmd.Stdout
	if err := cmd.Start(); err != nil {
		return nil, "", err
	}
	var printed strings.Builder
	lines := bufio.NewScanner(out)
	for !until.MatchString(printed.String()) {
		if !lines.Scan() {
			return nil, "", fmt.Errorf("%s ended before it served", bin)
		}
		printed.WriteString(lines.Text() + "\n")
	}
	go io.Copy(io.Discard, out) //nolint:errcheck // only so that the binary is never blocked
	jar, err := cookiejar.New(nil)
	if err != nil {
		return nil, "", err
	}
	s := &server{cmd: cmd, url: address.FindStringSubmatch(printed.String())[1], client: &http.Client{Jar: jar, Timeout: 30 * time.Second}}
	return s, printed.String(), nil
}

func (s *server) stop() {
	_ = s.cmd.Process.Signal(syscall.SIGTERM) // it may have ended already
	_ = s.cmd.Wait()
}

// signIn sets the key for the public API and begins a session on the dashboard.
func (s *server) signIn(in access) error {
	s.key = in.key
	body, err := json.Marshal(map[string]string{"email": in.email, "password": in.password})
	if err != nil {
		return err
	}
	response, err := s.client.Post(s.url+"/dash/session", "application/json", bytes.NewReader(body))
	if err != nil {
		return err
	}
	defer response.Body.Close()
	if response.StatusCode >= http.StatusBadRequest {
		return fmt.Errorf("signing in: %s", response.Status)
	}
	return nil
}

// answer is the part of a response that must be the same for both binaries.
type answer struct{ status, headers, body string }

func (a answer) String() string { return a.status + "\n" + a.headers + "\n\n" + a.body }

func (s *server) get(path string) (answer, error) {
	request, err := http.NewRequest(http.MethodGet, s.url+path, http.NoBody)
	if err != nil {
		return answer{}, err
	}
	if strings.HasPrefix(path, "/api/") {
		request.Header.Set("Authorization", "Bearer "+s.key)
	}
	response, err := s.client.Do(request)
	if err != nil {
		return answer{}, err
	}
	defer response.Body.Close()
	body, err := io.ReadAll(response.Body)
	return answer{response.Status, headers(response.Header), string(body)}, err
}

// headers returns the sorted headers of a response, except those that differ from one request to the next. It also leaves out the length,
// which streamed responses lack; the bodies are compared anyway.
func headers(h http.Header) string {
	var lines []string
	for name, values := range h {
		switch {
		case name == "Date", name == "Etag", name == "Content-Length", name == "X-Request-Id", name == "Retry-After", strings.HasPrefix(name, "X-Ratelimit"):
		default:
			lines = append(lines, name+": "+strings.Join(values, ", "))
		}
	}
	slices.Sort(lines)
	return strings.Join(lines, "\n")
}

func copyFile(to, from string) error {
	content, err := os.ReadFile(from)
	if err != nil {
		return err
	}
	return os.WriteFile(to, content, 0o600)
}
