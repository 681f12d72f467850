package faults_test

import (
	"context"
	"encoding/json"
	"fmt"
	"net"
	"net/http"
	"os"
	"os/exec"
	"os/user"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"
)

// patroni is a cluster of three PostgreSQL servers that elect a primary and replicate synchronously.
type patroni struct {
	folder  string
	owner   *syscall.Credential
	store   string // etcd's address
	members []*patroniMember
}

// patroniMember is one of the servers with its Patroni process.
type patroniMember struct {
	name, folder, server, guard string // server and guard are the addresses of PostgreSQL and Patroni
	cmd                         *exec.Cmd
	ended                       chan struct{}
}

const patroniConfig = `
scope: harbour
name: %[1]s
restapi: {listen: "%[2]s", connect_address: "%[2]s"}
etcd3: {host: "%[3]s"}
bootstrap:
  dcs:
    ttl: 20
    loop_wait: 1
    retry_timeout: 3
    synchronous_mode: true
    synchronous_mode_strict: true
    postgresql:
      use_pg_rewind: true
      parameters: {max_connections: 100, fsync: "off", full_page_writes: "on", wal_log_hints: "on", wal_keep_size: "2GB"}
  initdb: [encoding: UTF8]
postgresql:
  listen: "%[4]s"
  connect_address: "%[4]s"
  data_dir: "%[5]s/data"
  bin_dir: "%[6]s"
  pgpass: "%[5]s/pgpass"
  pg_hba: ["host all postgres 127.0.0.1/32 trust", "host replication replicator 127.0.0.1/32 trust", "local all postgres trust"]
  parameters: {unix_socket_directories: "%[5]s"}
  authentication:
    superuser: {username: postgres, password: postgres}
    replication: {username: replicator, password: replicator}
`

// mustPatroni starts etcd and three servers, and waits until they replicate. It skips the test if a program that it needs is
// missing.
func mustPatroni(t *testing.T) *patroni {
	t.Helper()
	bins, owner := mustHavePatroni(t)
	folder, err := os.MkdirTemp("", "earnest-patroni-*") //nolint:usetesting // the servers' user must be able to enter it
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = os.RemoveAll(folder) })
	p := &patroni{folder: folder, owner: owner}
	p.mustOwn(t, folder)
	p.mustEtcd(t)
	for i := range 3 {
		p.mustAdd(t, fmt.Sprintf("member%d", i), bins)
	}
	mustWithin(t, 2*time.Minute, "three servers replicate", p.whole)
	return p
}

// mustHavePatroni returns the folder with PostgreSQL's binaries and the user to run them as.
func mustHavePatroni(t *testing.T) (bins string, owner *syscall.Credential) {
	t.Helper()
	for _, name := range []string{"patroni", "etcd"} {
		if _, err := exec.LookPath(name); err != nil {
			t.Skipf("the failover of PostgreSQL did not run: %s is missing", name)
		}
	}
	all, _ := filepath.Glob("/usr/lib/postgresql/*/bin")
	account, err := user.Lookup("postgres")
	if err != nil || len(all) == 0 || os.Geteuid() != 0 {
		t.Skip("the failover of PostgreSQL did not run: it needs Debian's PostgreSQL, its user postgres, and root")
	}
	uid, _ := strconv.ParseUint(account.Uid, 10, 32)
	gid, _ := strconv.ParseUint(account.Gid, 10, 32)
	return all[len(all)-1], &syscall.Credential{Uid: uint32(uid), Gid: uint32(gid)}
}

// mustAdd starts a new member.
func (p *patroni) mustAdd(t *testing.T, name, bins string) {
	t.Helper()
	m := &patroniMember{name: name, folder: filepath.Join(p.folder, name), server: mustFreeAddress(t), guard: mustFreeAddress(t)}
	if err := os.Mkdir(m.folder, 0o700); err != nil {
		t.Fatal(err)
	}
	text := fmt.Sprintf(patroniConfig, m.name, m.guard, p.store, m.server, m.folder, bins)
	if err := os.WriteFile(m.folder+"/patroni.yml", []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
	p.mustOwn(t, m.folder)
	p.members = append(p.members, m)
	p.mustStart(t, m)
}

func (p *patroni) mustOwn(t *testing.T, folder string) {
	t.Helper()
	if err := os.Chown(folder, int(p.owner.Uid), int(p.owner.Gid)); err != nil {
		t.Fatal(err)
	}
}

// mustFreeAddress returns a free address. If another process takes it first, the test times out.
func mustFreeAddress(t *testing.T) string {
	t.Helper()
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer listener.Close()
	return listener.Addr().String()
}

func (p *patroni) mustEtcd(t *testing.T) {
	t.Helper()
	p.store = mustFreeAddress(t)
	peer := "http://" + mustFreeAddress(t)
	cmd := exec.Command("etcd", "--name", "e", "--data-dir", p.folder+"/etcd", "--unsafe-no-fsync",
		"--listen-client-urls", "http://"+p.store, "--advertise-client-urls", "http://"+p.store,
		"--listen-peer-urls", peer, "--initial-advertise-peer-urls", peer, "--initial-cluster", "e="+peer)
	ended := p.mustRun(t, cmd, p.folder+"/etcd.log")
	t.Cleanup(func() { end(cmd, ended) })
	mustSoon(t, "etcd answers", func() bool { return reaches("http://" + p.store + "/health") })
}

// mustRun starts a command as the servers' user in its own process group.
func (p *patroni) mustRun(t *testing.T, cmd *exec.Cmd, log string) (ended chan struct{}) {
	t.Helper()
	file, err := os.OpenFile(log, os.O_CREATE|os.O_APPEND|os.O_WRONLY, 0o600)
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	cmd.Stdout, cmd.Stderr, cmd.Dir = file, file, p.folder
	cmd.Env = []string{"PATH=" + os.Getenv("PATH"), "HOME=" + p.folder, "LC_ALL=C.UTF-8"}
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true, Credential: p.owner}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	ended = make(chan struct{})
	go func() {
		_ = cmd.Wait()
		close(ended)
	}()
	return ended
}

func end(cmd *exec.Cmd, ended chan struct{}) {
	_ = syscall.Kill(-cmd.Process.Pid, syscall.SIGKILL)
	<-ended
}

func reaches(url string) bool {
	response, err := http.Get(url)
	if err != nil {
		return false
	}
	defer response.Body.Close()
	return response.StatusCode == http.StatusOK
}

// mustStart starts a member, for the first time or again.
func (p *patroni) mustStart(t *testing.T, m *patroniMember) {
	t.Helper()
	m.cmd = exec.Command("patroni", m.folder+"/patroni.yml")
	m.ended = p.mustRun(t, m.cmd, m.folder+"/patroni.log")
	t.Cleanup(func() { m.kill() })
}

// kill kills a member as a power cut would: Patroni, the server and all its sessions.
func (m *patroniMember) kill() {
	text, _ := os.ReadFile(m.folder + "/data/postmaster.pid")
	first, _, _ := strings.Cut(string(text), "\n")
	end(m.cmd, m.ended)
	pid, err := strconv.Atoi(first)
	if err != nil || pid < 2 {
		return
	}
	_ = syscall.Kill(pid, syscall.SIGSTOP)
	children, _ := os.ReadFile(fmt.Sprintf("/proc/%d/task/%d/children", pid, pid))
	_ = syscall.Kill(pid, syscall.SIGKILL)
	for child := range strings.FieldsSeq(string(children)) {
		if n, err := strconv.Atoi(child); err == nil {
			_ = syscall.Kill(n, syscall.SIGKILL)
		}
	}
	_ = os.Remove(m.folder + "/data/postmaster.pid") // its pid may have been reused by the time the member is started again
}

// roles returns the role of each running member, by the member's name.
func (p *patroni) roles() map[string]string {
	roles := map[string]string{}
	for _, m := range p.members {
		response, err := http.Get("http://" + m.guard + "/cluster")
		if err != nil {
			continue
		}
		var body struct {
			Members []struct {
				Name  string `json:"name"`
				Role  string `json:"role"`
				State string `json:"state"`
			} `json:"members"`
		}
		err = json.NewDecoder(response.Body).Decode(&body)
		_ = response.Body.Close()
		for _, one := range body.Members {
			if err == nil && (one.State == "running" || one.State == "streaming") {
				roles[one.Name] = one.Role
			}
		}
		if len(roles) > 0 {
			break
		}
	}
	return roles
}

// whole reports whether the cluster has a primary, a synchronous standby and another replica.
func (p *patroni) whole() bool {
	seen := map[string]int{}
	for _, role := range p.roles() {
		seen[role]++
	}
	return seen["leader"] == 1 && seen["sync_standby"] == 1 && seen["replica"] == 1
}

// leader returns the current primary.
func (p *patroni) leader() *patroniMember {
	roles := p.roles()
	for _, m := range p.members {
		if roles[m.name] == "leader" {
			return m
		}
	}
	return nil
}

// url returns a URL that leads to whichever member is the primary.
func (p *patroni) url(database string) string {
	hosts := []string{}
	for _, m := range p.members {
		hosts = append(hosts, m.server)
	}
	return "postgres://postgres@" + strings.Join(hosts, ",") + "/" + database + "?sslmode=disable&target_session_attrs=read-write"
}

// run runs a statement on the primary, if there is one.
func (p *patroni) run(database, sql string) error {
	ctx, cancel := context.WithTimeout(context.Background(), 5*time.Second)
	defer cancel()
	conn, err := pgx.Connect(ctx, p.url(database))
	if err != nil {
		return err
	}
	defer conn.Close(ctx)
	_, err = conn.Exec(ctx, sql)
	return err
}
