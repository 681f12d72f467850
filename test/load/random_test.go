package load

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"net/http"
	"net/url"
	"os"
	"path"
	"slices"
	"strconv"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"earnest/internal/db"
	"earnest/internal/db/dbtest"
	"earnest/internal/front"
	"earnest/test/rig"
)

// SeedVariable is the environment variable for replaying a run: the same number generates the same requests.
const SeedVariable = "EARNEST_LOAD_SEED"

// senders is the number of concurrent clients.
const senders = 16

// seedNumber returns the random seed of a run. The short form always uses the same seed, so that it cannot fail by chance; the
// long form uses a new seed each time, and prints it.
func seedNumber(t testing.TB) uint64 {
	t.Helper()
	number := uint64(20_261_115)
	if rig.Long() {
		number = uint64(time.Now().UnixNano())
	}
	if text := os.Getenv(SeedVariable); text != "" {
		var err error
		if number, err = strconv.ParseUint(text, 10, 64); err != nil {
			t.Fatalf("%s must be a number: %v", SeedVariable, err)
		}
	}
	t.Logf("%s=%d replays this run", SeedVariable, number)
	return number
}

func TestNoRequestWhateverItHoldsIsAnsweredOtherThanTheDocumentSays(t *testing.T) {
	t.Parallel()
	dbtest.EachEmpty(t, func(t *testing.T, database string) {
		t.Helper()
		s := mustSeed(t, database, senders)
		node := rig.Start(t, binary, database, "--log-level", "warn")
		doc, number, sum := mustDocument(t, node.URL), seedNumber(t), newTally(t)
		var all sync.WaitGroup
		for i := range s.clients {
			c := newSender(t, node, doc, s, i, number)
			all.Go(func() { c.run(rig.Times(short(database), 1_000_000)/senders, sum) })
		}
		all.Wait()
		sum.judge(t, doc)
		mustBeQuiet(t, node)
		node.Stop(t)
		s.MustBeSound(t)
	})
}

// short returns how many requests the short form sends: half as many on PostgreSQL, which takes twice as long.
func short(database string) int {
	if db.IsPostgres(database) {
		return 4_000
	}
	return 8_000
}

// mustBeQuiet fails the test if the server's log shows signs of an internal error.
func mustBeQuiet(t *testing.T, node *rig.Node) {
	t.Helper()
	for line := range strings.Lines(node.Log()) {
		for _, word := range []string{"panic", "level=ERROR", "superfluous", "goroutine "} {
			if strings.Contains(line, word) {
				t.Errorf("the log says: %.2000s", line)
				return
			}
		}
	}
}

// sender is a client that sends generated requests and checks the responses.
type sender struct {
	generator
	wire
	node *rig.Node
	seen []seenRead // the most recent reads
}

func newSender(t testing.TB, node *rig.Node, doc *document, s *seed, i int, number uint64) *sender {
	t.Helper()
	c := s.clients[i]
	know := &pool{things: map[string][]thing{}, tags: c.tags, home: c.home, made: map[string]int{}}
	for _, one := range c.things {
		know.add(one)
	}
	var team []struct {
		UserID int64 `json:"user_id"`
	}
	rig.NewCaller(node.URL, c.key).Must(t, 200, "GET", "/api/v1/team?project="+c.home, nil).MustData(t, &team)
	for _, member := range team {
		know.users = append(know.users, member.UserID)
	}
	address := strings.TrimPrefix(node.URL, "http://")
	others := append(slices.Clone(s.refused), s.clients[(i+1)%len(s.clients)].key)
	return &sender{
		generator: generator{
			Rand: rand.New(rand.NewPCG(number, uint64(i))), doc: doc, know: know, key: c.key, keys: others, host: address,
			values: hostileJSON(), texts: hostileText(), junk: garbage(address, c.key),
		},
		wire: wire{address: address}, node: node,
	}
}

// seenRead is a successful read and its ETag.
type seenRead struct {
	op          *operation
	target, tag string
}

// again returns a conditional request that repeats an earlier read.
func (s *sender) again() *letter {
	read := one(s.Rand, s.seen...)
	return &letter{method: http.MethodGet, target: read.target, op: read.op, headers: []header{
		{"Host", s.host}, {"Authorization", "Bearer " + s.key}, {"If-None-Match", read.tag},
	}}
}

// run sends the given number of requests. About half of them are meant to succeed, and the rest are wrong in some way.
func (s *sender) run(count int, sum *tally) {
	defer s.close()
	for i := range count {
		var l *letter
		switch {
		case s.chance(4) && len(s.seen) > 0:
			l = s.again()
		case s.chance(50):
			l = s.valid()
		case s.chance(92):
			l = s.mutated()
		default:
			l = s.noise()
		}
		r, err := s.send(l)
		sum.count(l, r, err)
		if problem := s.check(l, r, err); problem != nil {
			sum.tell(fmt.Sprintf("letter %d of %s: %v\nsent (%s): %.1500q\ngot: %s", i, s.know.home, problem, strings.Join(l.how, ", "), l.bytes(), s.show(r)))
		}
		s.learn(l, r)
	}
}

// show formats a response together with the lines about it in the server's log.
func (s *sender) show(r reply) string {
	if r.Response == nil {
		return "nothing"
	}
	var said []string
	id := r.Header.Get("X-Request-Id")
	for line := range strings.Lines(s.node.Log()) {
		if id != "" && strings.Contains(line, id) {
			said = append(said, line)
		}
	}
	return fmt.Sprintf("%d %v %.600q\nlog: %q", r.StatusCode, r.Header, r.text, said)
}

// check returns an error if a response is wrong.
func (s *sender) check(l *letter, r reply, err error) error {
	switch {
	case errors.Is(err, errSilent) && l.tail:
		return nil // a request that ends too early may get no response
	case refusedByGo(l, r, err):
		return nil
	case err != nil:
		return err
	case r.StatusCode >= 500:
		return fmt.Errorf("the answer is a %d", r.StatusCode)
	}
	method, place, ours := s.place(l)
	if !ours {
		return nil
	}
	if err := s.doc.contract.Check(method, place, r.Response, r.text); err != nil {
		return err
	}
	caching := "no-store"
	if r.Header.Get("ETag") != "" {
		caching = "private, no-cache"
	}
	for name, want := range map[string]string{"X-Content-Type-Options": "nosniff", "Cache-Control": caching} {
		if r.Header.Get(name) != want {
			return fmt.Errorf("%s is %q", name, r.Header.Get(name))
		}
	}
	return nil
}

// refusedByGo reports whether net/http refused a request before any handler saw it; see docs/http.md. net/http does not read the
// rest of such a request, so the connection may be reset after the response.
func refusedByGo(l *letter, r reply, err error) bool {
	if r.Response == nil || err != nil && !errors.Is(err, syscall.ECONNRESET) {
		return false
	}
	return len(l.how) > 0 && r.Close && r.Header.Get("X-Request-Id") == "" && slices.Contains([]int{400, 417, 431, 501, 505}, r.StatusCode)
}

// place returns the method and path of a request, and whether the path is under /api/v1, either as written or after its dots are
// resolved.
func (s *sender) place(l *letter) (method, place string, ours bool) {
	method, target := l.method, l.target
	if l.raw != nil {
		line, _, _ := strings.Cut(string(l.raw), "\r\n")
		parts := strings.SplitN(line, " ", 3)
		if len(parts) < 3 {
			return "", "", false
		}
		method, target = parts[0], parts[1]
	}
	u, err := url.ParseRequestURI(target)
	if err != nil || method == http.MethodConnect && !strings.HasPrefix(target, "/") { // the target is a host, not a path
		return "", "", false
	}
	under := func(p string) bool { return p == "/api/v1" || strings.HasPrefix(p, "/api/v1/") }
	if !under(u.Path) && under(path.Clean(u.Path)) {
		return method, "/api/v1/unclean", true
	}
	return method, front.Path(u), under(u.Path)
}

// learn records reads and created objects, and removes deleted objects from the pool.
func (s *sender) learn(l *letter, r reply) {
	if len(l.how) == 0 && l.method == http.MethodGet && r.Response != nil && r.StatusCode == http.StatusOK {
		s.seen = append(s.seen, seenRead{l.op, l.target, r.Header.Get("ETag")})
		s.seen = s.seen[max(0, len(s.seen)-5):]
	}
	if r.Response != nil && r.StatusCode == http.StatusNotFound && len(l.how) == 0 && l.about.uuid != s.know.home {
		s.know.remove(l.about) // it was deleted with its parent
	}
	if r.Response == nil || r.StatusCode >= 300 || l.op == nil || l.method != l.op.method {
		return
	}
	switch {
	case r.StatusCode == 201:
		uuid := madeUUID(r.text)
		project := l.about.project
		if l.op.noun == "projects" {
			project = uuid
		}
		noun := l.op.noun
		if strings.HasSuffix(l.op.path, "/attachments") {
			noun = "attachments"
		}
		s.know.add(thing{noun: noun, uuid: uuid, project: project})
	case l.op.ends():
		s.know.remove(l.about)
	}
}

func madeUUID(text []byte) string {
	_, rest, _ := strings.Cut(string(text), `"uuid":"`)
	uuid, _, _ := strings.Cut(rest, `"`)
	return uuid
}
