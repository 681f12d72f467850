package load

import (
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"net/http"
	"regexp"
	"slices"
	"strings"
	"sync"
	"testing"

	"earnest/internal/dash"
	"earnest/internal/db/dbtest"
	"earnest/test/rig"
)

// The dashboard has no API document, so its routes are taken from its own table, and the members that a body needs are learned
// from error responses, which name the missing member.
func TestNoRequestToTheDashboardWhateverItHoldsMakesItFail(t *testing.T) {
	t.Parallel()
	dbtest.EachEmpty(t, func(t *testing.T, database string) {
		t.Helper()
		s := mustSeed(t, database, 3)
		node := rig.Start(t, binary, database, "--log-level", "warn")
		number, sum := seedNumber(t), newTally(t)
		var all sync.WaitGroup
		for i := range s.clients {
			c := newVisitor(t, node, s, i, number)
			all.Go(func() { c.run(rig.Times(2_000, 250_000)/len(s.clients), sum) })
		}
		all.Wait()
		sum.judgePages(t)
		mustBeQuiet(t, node)
		node.Stop(t)
		s.MustBeSound(t)
	})
}

// visitor sends requests as a browser would. The first visitor is an administrator.
type visitor struct {
	*sender

	cookie string
	routes []*operation
	needs  map[string][]string // the members that each route is known to require, by its name
	ids    []string            // ids to try, including those of created objects
}

func newVisitor(t testing.TB, node *rig.Node, s *seed, i int, number uint64) *visitor {
	t.Helper()
	v := &visitor{sender: newSender(t, node, nil, s, i, number), needs: map[string][]string{}, ids: []string{"9999", "0", "-1", "x"}}
	email := s.clients[i].email
	if i == 0 {
		email = s.Email
	}
	v.cookie = mustSignIn(t, s.World, node, email)
	for _, tag := range s.clients[i].tags {
		v.know.add(thing{noun: "tags", uuid: tag, project: v.know.home, kept: true})
	}
	for _, r := range dash.Routes() {
		if (r.Audience == dash.Administrator) == (i == 0) || r.Audience == dash.Public {
			v.routes = append(v.routes, &operation{name: r.Method + " " + r.Path, method: r.Method, path: r.Path})
		}
	}
	return v
}

func (v *visitor) run(count int, sum *tally) {
	defer v.close()
	for i := range count {
		l := v.ask()
		if v.chance(40) {
			v.spoil(l)
		}
		r, err := v.send(l)
		sum.count(l, r, err)
		if problem := checkPage(l, r, err); problem != nil {
			sum.tell(fmt.Sprintf("letter %d of %s: %v\nsent (%s): %.1500q\ngot: %s", i, v.know.home, problem, strings.Join(l.how, ", "), l.bytes(), v.show(r)))
		}
		v.learn(l, r)
	}
}

// ask returns a request that may well succeed.
func (v *visitor) ask() *letter {
	op := one(v.Rand, v.routes...)
	l := &letter{method: op.method, op: op, target: "/dash" + v.fill(op.path)}
	l.headers = []header{{"Host", v.host}, {"Sec-Fetch-Site", "same-origin"}, {"Cookie", v.cookie}}
	if strings.Contains(op.path, "/events") {
		l.method = http.MethodHead // a stream would not end
	}
	if op.method == http.MethodDelete && strings.Contains(op.path, "/session") {
		l.set("Cookie", "earnest=ses_nobody") // the visitor must stay signed in
	}
	if op.method == http.MethodGet && v.chance(40) {
		l.target += "?" + v.question()
	}
	if op.method == http.MethodPost || op.method == http.MethodPut {
		l.hasBody, l.members = true, v.members(op)
		l.headers = append(l.headers, header{"Content-Type", "application/json"})
	}
	return l
}

// spoil makes part of a request wrong, but not its path or its credentials.
func (v *visitor) spoil(l *letter) {
	list := slices.DeleteFunc(mutations(), func(m mutation) bool { return m.name == "key" || m.name == "path" })
	m := list[v.IntN(len(list))]
	m.do(&v.generator, l)
	l.how = []string{m.name}
	if l.method == http.MethodDelete && (strings.Contains(l.target, "/session") || strings.Contains(l.target, v.know.home)) ||
		l.method == http.MethodGet && strings.Contains(l.target, "/events") {
		l.method = "PURGE"
	}
}

// learn records which members a route requires and which objects exist.
func (v *visitor) learn(l *letter, r reply) {
	switch {
	case r.Response == nil:
	case r.StatusCode == http.StatusUnprocessableEntity && len(l.how) == 0:
		v.learnNeed(l.op.name, r.text)
	case r.StatusCode/100 == 2 && l.method == http.MethodDelete:
		v.forget(l.target)
	case r.StatusCode/100 == 2:
		v.learnThings(l, r.text)
	}
}

func (v *visitor) learnNeed(route string, text []byte) {
	var refusal struct {
		Error struct {
			Field   string `json:"field"`
			Message string `json:"message"`
		} `json:"error"`
	}
	if json.Unmarshal(text, &refusal) != nil || !strings.Contains(refusal.Error.Message, "is required") {
		return
	}
	if field := refusal.Error.Field; field != "" && !slices.Contains(v.needs[route], field) {
		v.needs[route] = append(v.needs[route], field)
	}
}

// uuidText matches the uuids in a response.
var uuidText = regexp.MustCompile(`"uuid":"([0-9a-f-]{36})"`)

// idText matches the id of a created object.
var idText = regexp.MustCompile(`"id":"?([0-9A-Za-z_-]+)`)

func (v *visitor) learnThings(l *letter, text []byte) {
	noun := l.op.path[strings.LastIndexByte(l.op.path, '/')+1:]
	if strings.Contains(l.target, v.know.home) || noun == "projects" || strings.Contains(l.op.path, "/tickets/{uuid}/") {
		for _, match := range uuidText.FindAllSubmatch(text, 25) {
			uuid := string(match[1])
			if !v.know.full(noun) && !slices.ContainsFunc(v.know.things[noun], func(t thing) bool { return t.uuid == uuid }) {
				v.know.add(thing{noun: noun, uuid: uuid, project: v.know.home})
			}
		}
	}
	if l.op.method == http.MethodPost && len(v.ids) < 20 {
		if match := idText.FindSubmatch(text); match != nil && string(match[1]) != "1" { // id 1 is the visiting administrator, who must not be removed
			v.ids = append(v.ids, string(match[1]))
		}
	}
}

func (v *visitor) forget(target string) {
	path, _, _ := strings.Cut(target, "?")
	v.know.remove(thing{uuid: path[strings.LastIndexByte(path, '/')+1:]})
}

// checkPage returns an error if a response from the dashboard is wrong.
func checkPage(l *letter, r reply, err error) error {
	switch {
	case errors.Is(err, errSilent) && l.tail:
		return nil
	case refusedByGo(l, r, err):
		return nil
	case err != nil:
		return err
	case r.StatusCode >= 500:
		return fmt.Errorf("the answer is a %d", r.StatusCode)
	case l.method == http.MethodHead || !strings.HasPrefix(r.Header.Get("Content-Type"), "application/json"):
		return nil
	}
	var body struct {
		Error *struct {
			Code    string `json:"code"`
			Message string `json:"message"`
		} `json:"error"`
	}
	if err := json.Unmarshal(r.text, &body); err != nil && r.StatusCode >= 400 {
		return fmt.Errorf("the response is not JSON: %w", err)
	}
	if r.StatusCode >= 400 && (body.Error == nil || body.Error.Code == "" || body.Error.Message == "") {
		return errors.New("the error has no code or no message")
	}
	return nil
}

func (s *tally) judgePages(t *testing.T) {
	t.Helper()
	if len(s.problems) > 0 {
		t.Errorf("%d wrong answers, the first of them above", len(s.problems))
	}
	total, good := 0, 0
	for kind, n := range s.sent {
		total, good = total+n, good+s.good[kind]
	}
	routes := dash.Routes()
	t.Logf("%d letters, %d wrong answers, %d%% answered with 2xx; %d of %d routes answered with 2xx; by status %v", total, len(s.problems), 100*good/total,
		len(s.reached), len(routes), s.statuses)
	missed := []string{}
	for _, r := range routes {
		if s.reached[r.Method+" "+r.Path] == 0 {
			missed = append(missed, r.Method+" "+r.Path)
		}
	}
	t.Logf("never with 2xx: %v", missed)
	if len(s.reached)*10 < len(routes)*6 {
		t.Errorf("only %d of %d routes were reached: %v", len(s.reached), len(routes), slices.Sorted(maps.Keys(s.reached)))
	}
}
