package cli

import (
	"context"
	"io"
	"net/http"
	"os"
	"os/exec"
	"regexp"
	"strconv"
	"strings"
	"sync"
	"syscall"
	"time"

	"github.com/rogpeppe/go-internal/testscript"

	"earnest/internal/db"
	"earnest/internal/db/migrations"
)

// patience is how long a server may take to start or to stop.
const patience = 30 * time.Second

// address matches the URL that the server prints; greeting matches everything it prints when it starts.
var (
	address  = regexp.MustCompile(`serves at (http://\S+)`)
	greeting = regexp.MustCompile(`serves at (http://\S+)\n  API .*\n  Docs .*\n`)
)

// servers holds the server of each story.
var servers sync.Map

// server is a running `earnest serve`.
type server struct {
	cmd   *exec.Cmd
	ended chan error
}

// serve starts the server on a free port and waits until it prints its URL: `serve [flag…]`. It sets $URL to the server's URL and
// $SERVER to its pid; server.out and server.err contain the server's output.
func serve(ts *testscript.TestScript, neg bool, args []string) {
	if neg {
		ts.Fatalf("use exec for a server that must fail")
	}
	cmd := exec.Command("earnest", append([]string{"serve", "--listen", "127.0.0.1:0"}, args...)...)
	cmd.Path = binaries + "/earnest"
	cmd.Err = nil
	cmd.Dir = ts.MkAbs(".")
	cmd.Env = environment(ts)
	stdout, err := os.Create(ts.MkAbs("server.out"))
	ts.Check(err)
	stderr, err := os.Create(ts.MkAbs("server.err"))
	ts.Check(err)
	cmd.Stdout, cmd.Stderr = stdout, stderr
	ts.Check(cmd.Start())
	s := &server{cmd, make(chan error, 1)}
	go func() { s.ended <- cmd.Wait(); _ = stdout.Close(); _ = stderr.Close() }()
	ts.Defer(func() { _ = cmd.Process.Kill() })
	ts.Setenv("URL", awaitAddress(ts, s))
	ts.Setenv("SERVER", strconv.Itoa(cmd.Process.Pid))
	servers.Store(ts, s)
}

func environment(ts *testscript.TestScript) []string {
	env := []string{"PATH=" + ts.Getenv("PATH"), "HOME=" + ts.Getenv("HOME")}
	for _, name := range []string{"EARNEST_DATABASE", "EARNEST_QUOTA_HOUR", "EARNEST_LOG_LEVEL", "EARNEST_LOG_FORMAT"} {
		if value := ts.Getenv(name); value != "" {
			env = append(env, name+"="+value)
		}
	}
	return env
}

func awaitAddress(ts *testscript.TestScript, s *server) string {
	for end := time.Now().Add(patience); time.Now().Before(end); time.Sleep(10 * time.Millisecond) {
		text, err := os.ReadFile(ts.MkAbs("server.err"))
		ts.Check(err)
		if found := greeting.FindSubmatch(text); found != nil {
			return string(found[1])
		}
		select {
		case err := <-s.ended:
			ts.Fatalf("the server ended: %v\n%s", err, text)
		default:
		}
	}
	ts.Fatalf("the server did not say where it is")
	return ""
}

// halt stops the server with a signal and requires exit code 0: `halt [INT]`.
func halt(ts *testscript.TestScript, _ bool, args []string) {
	found, ok := servers.LoadAndDelete(ts)
	if !ok {
		ts.Fatalf("no server runs")
	}
	signal := syscall.SIGTERM
	if len(args) > 0 && args[0] == "INT" {
		signal = syscall.SIGINT
	}
	s := found.(*server)
	ts.Check(s.cmd.Process.Signal(signal))
	select {
	case err := <-s.ended:
		if err != nil {
			ts.Fatalf("the server ended with %v\n%s", err, ts.ReadFile("server.err"))
		}
	case <-time.After(patience):
		ts.Fatalf("the server did not end")
	}
}

// request sends a request and prints the status and the beginning of the body as one line: `http METHOD URL [KEY|-]
// [Name:value…]`.
func request(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) < 2 {
		ts.Fatalf("usage: http METHOD URL [KEY|-] [Name:value…]")
	}
	r, err := http.NewRequest(args[0], args[1], http.NoBody)
	ts.Check(err)
	if len(args) > 2 && args[2] != "-" {
		r.Header.Set("Authorization", "Bearer "+args[2])
	}
	for _, header := range args[min(3, len(args)):] {
		name, value, _ := strings.Cut(header, ":")
		if r.Header.Set(name, value); name == "Host" {
			r.Host = value
		}
	}
	client := &http.Client{Timeout: patience, CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }}
	response, err := client.Do(r)
	ts.Check(err)
	defer response.Body.Close()
	body, err := io.ReadAll(response.Body)
	ts.Check(err)
	text := strings.ReplaceAll(string(body), "\n", "")
	_, err = io.WriteString(ts.Stdout(), strconv.Itoa(response.StatusCode)+" "+text[:min(len(text), 2000)]+"\n")
	ts.Check(err)
}

// keep stores the last command's stdout, or the part that a group matches, in a variable: `keep NAME [regexp with one group]`.
func keep(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) == 0 {
		ts.Fatalf("usage: keep NAME [regexp]")
	}
	text := strings.TrimSpace(ts.ReadFile("stdout"))
	if len(args) > 1 {
		found := regexp.MustCompile(args[1]).FindStringSubmatch(text)
		if len(found) != 2 {
			ts.Fatalf("nothing matches %s in %s", args[1], text)
		}
		text = found[1]
	}
	ts.Setenv(args[0], text)
}

// await waits until a file that the server writes matches a regular expression: `await FILE regexp`.
func await(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 2 {
		ts.Fatalf("usage: await FILE regexp")
	}
	for end := time.Now().Add(patience); time.Now().Before(end); time.Sleep(10 * time.Millisecond) {
		if regexp.MustCompile(args[1]).MatchString(ts.ReadFile(args[0])) {
			return
		}
	}
	ts.Fatalf("nothing matches %s in %s", args[1], args[0])
}

// runCommand waits until a file contains a match for a regular expression, and runs the match in a shell: `run FILE regexp`.
func runCommand(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 2 {
		ts.Fatalf("usage: run FILE regexp")
	}
	line := ""
	for end := time.Now().Add(patience); line == "" && time.Now().Before(end); time.Sleep(10 * time.Millisecond) {
		line = regexp.MustCompile(args[1]).FindString(ts.ReadFile(args[0]))
	}
	if line == "" {
		ts.Fatalf("nothing matches %s in %s", args[1], args[0])
	}
	out, err := exec.Command("sh", "-c", line).Output()
	ts.Check(err)
	_, err = ts.Stdout().Write(out)
	ts.Check(err)
}

// newer makes the database look as if a newer earnest had migrated it.
func newer(ts *testscript.TestScript, _ bool, _ []string) {
	alter(ts, `INSERT INTO schema_versions (version, name, applied_at) VALUES (9999, 'tomorrow', 0)`)
}

// older creates the database with the first version of the schema and one user.
func older(ts *testscript.TestScript, _ bool, _ []string) {
	ctx := context.Background()
	d, err := db.Open(ctx, ts.Getenv("EARNEST_DATABASE"), db.Options{Readers: 1})
	ts.Check(err)
	defer d.Close()
	ts.Check(migrations.UpTo(ctx, d, 1, 1))
	alter(ts, `INSERT INTO accounts (id, plan, active, subscribed_at, created_at, updated_at) VALUES (1, 'pro', TRUE, 1, 1, 1)`)
	alter(ts, `INSERT INTO users (uuid, account_id, email, email_folded, firstname, lastname, is_admin, created_at, updated_at)
VALUES ('0190a1b2-0000-7000-8000-000000000001', 1, 'ada@example.org', 'ada@example.org', 'Ada', 'Lovelace', FALSE, 1, 1)`)
}

// spoil changes the time entries without updating the totals computed from them.
func spoil(ts *testscript.TestScript, _ bool, _ []string) {
	alter(ts, `UPDATE time_entries SET duration_minutes = duration_minutes + 1`)
}

// alter runs a statement on the story's database.
func alter(ts *testscript.TestScript, statement string) {
	ctx := context.Background()
	d, err := db.Open(ctx, ts.Getenv("EARNEST_DATABASE"), db.Options{Readers: 1})
	ts.Check(err)
	defer d.Close()
	ts.Check(d.Write(ctx, func(tx *db.Tx) error {
		_, err := tx.Exec(ctx, statement)
		return err
	}))
}
