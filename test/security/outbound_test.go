package security

import (
	"fmt"
	"net"
	"net/http"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"earnest/internal/db/dbtest"
	"earnest/test/rig"
)

// called matches a system call that names a peer: an address and a port, or the path of a socket.
var called = regexp.MustCompile(
	`(?:connect|sendto|sendmsg|sendmmsg)\(.*?(?:sin6?_port=htons\((\d+)\).*?(?:inet_addr\("|inet_pton\(AF_INET6, "|sin6_addr=.*?")([^"]+)"|sun_path=@?"([^"]+)")`)

// traced starts a server under strace, which records in a file every system call that could reach another machine.
func traced(t *testing.T, file, bin, database string, flags ...string) *rig.Node {
	t.Helper()
	args := append([]string{
		"-f", "-qq", "-e", "trace=connect,sendto,sendmsg,sendmmsg", "-o", file,
		bin, "serve", "--database", database, "--listen", "127.0.0.1:0",
	}, flags...)
	return rig.StartCommand(t, exec.Command("strace", args...))
}

// peers stops a traced server and returns every address that it contacted.
func peers(t *testing.T, n *rig.Node, file string) []string {
	t.Helper()
	stopTraced(t, n)
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	found := []string{}
	for _, m := range called.FindAllStringSubmatch(string(text), -1) {
		peer := m[3]
		if peer == "" {
			peer = net.JoinHostPort(m[2], m[1])
		}
		found = append(found, peer)
	}
	slices.Sort(found)
	return slices.Compact(found)
}

// stopTraced stops the server rather than strace, which exits after the server, once it has written everything.
func stopTraced(t *testing.T, n *rig.Node) {
	t.Helper()
	children, err := os.ReadFile(fmt.Sprintf("/proc/%d/task/%d/children", n.Pid(), n.Pid()))
	if err != nil {
		t.Fatal(err)
	}
	for child := range strings.FieldsSeq(string(children)) {
		if pid, err := strconv.Atoi(child); err == nil {
			_ = syscall.Kill(pid, syscall.SIGTERM)
		}
	}
	select {
	case <-n.Ended():
	case <-time.After(time.Minute):
		t.Fatalf("the traced server did not stop:\n%s", n.Log())
	}
}

// everywhere requests every path that can be read.
func everywhere(t *testing.T, s *story, b *browser) {
	t.Helper()
	for _, v := range visits(firstProject(t, b)) {
		if v.method == http.MethodGet {
			b.call(t, v.method, v.path, nil)
		}
	}
	s.shown.WriteString(b.shown.String())
}

// The server only ever opens connections to its database and to the provider that the operator named.
func TestTheServerCallsNobodyButItsDatabaseAndTheProvider(t *testing.T) {
	t.Parallel()
	rig.MustStrace(t, "whom the server calls was not seen")
	dbtest.EachEmpty(t, func(t *testing.T, database string) {
		file := filepath.Join(t.TempDir(), "calls")
		s := startStory(t, func(bin string, flags ...string) *rig.Node { return traced(t, file, bin, database, flags...) })
		ada := s.setUp(t)
		s.factor(t, ada)
		s.invite(t, ada)
		s.keys(t, ada)
		s.calendar(t, ada)
		s.signInElsewhere(t)
		everywhere(t, s, ada)
		allowed := []string{strings.TrimPrefix(s.provider.URL, "http://")}
		if u, err := url.Parse(database); err == nil && u.Host != "" {
			allowed = append(allowed, u.Host)
		}
		found := peers(t, s.node, file)
		for _, peer := range found {
			if !slices.Contains(allowed, peer) {
				t.Errorf("the server called %s, and may call only %v", peer, allowed)
			}
		}
		if len(found) != len(allowed) {
			t.Errorf("strace saw %v, and the server must have called %v", found, allowed)
		}
	})
}

// With a SQLite file and no provider, the server has nothing to connect to, whatever is requested.
func TestAServerOfOneFileCallsNobody(t *testing.T) {
	t.Parallel()
	rig.MustStrace(t, "whom the server calls was not seen")
	file := filepath.Join(t.TempDir(), "calls")
	s := &story{secrets: map[string]string{}, node: traced(t, file, bin, dbtest.SQLite(t))}
	ada := s.setUp(t)
	s.keys(t, ada)
	everywhere(t, s, ada)
	if found := peers(t, s.node, file); len(found) > 0 {
		t.Errorf("the server called %v", found)
	}
}

// The other tests here rely on this parser.
func TestStraceOutputIsParsed(t *testing.T) {
	t.Parallel()
	for line, want := range map[string]string{
		`12 connect(7, {sa_family=AF_INET, sin_port=htons(53), sin_addr=inet_addr("10.0.0.2")}, 16) = 0`:                                                    "53 10.0.0.2",
		`12 connect(7, {sa_family=AF_INET6, sin6_port=htons(443), sin6_flowinfo=htonl(0), inet_pton(AF_INET6, "2001:db8::1", &sin6_addr)}, 28) = 0`:         "443 2001:db8::1",
		`12 connect(7, {sa_family=AF_UNIX, sun_path="/run/nscd/socket"}, 110) = -1 ENOENT`:                                                                  "/run/nscd/socket",
		`12 sendto(7, "x", 1, 0, {sa_family=AF_INET, sin_port=htons(53), sin_addr=inet_addr("10.0.0.2")}, 16) = 1`:                                          "53 10.0.0.2",
		`12 sendmsg(7, {msg_name={sa_family=AF_INET, sin_port=htons(9), sin_addr=inet_addr("10.0.0.3")}, msg_namelen=16, msg_iov=[{iov_base="x"}]}, 0) = 1`: "9 10.0.0.3",
		`12 sendto(7, "HTTP/1.1 200 OK", 15, 0, NULL, 0) = 15`:                                                                                              "",
	} {
		got := ""
		if m := called.FindStringSubmatch(line); m != nil {
			got = strings.TrimSpace(m[1] + " " + m[2] + m[3])
		}
		if got != want {
			t.Errorf("%s: saw %q, want %q", line, got, want)
		}
	}
}
