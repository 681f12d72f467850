package faults_test

import (
	"context"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"net/http"
	"slices"
	"sync"
	"sync/atomic"
	"testing"

	"earnest/test/rig"
)

// team changes a project in every way that the API and the dashboard offer.
type team struct {
	cluster *cluster
	key     string
	browser *rig.Browser
	project string
	users   []int64 // possible assignees; the last is not always a member
	changes atomic.Int64
	serial  atomic.Int64

	mu     sync.Mutex
	things map[string][]string // uuids by noun; some may have been deleted
	odd    []string
}

// mustTeam creates a project with two people and some objects.
func mustTeam(t *testing.T, c *cluster) *team {
	t.Helper()
	m := &team{cluster: c, key: c.world.MustUser(t, "bea@example.org"), things: map[string][]string{}}
	c.world.MustUser(t, "cy@example.org")
	m.browser = rig.MustSignIn(t, c.url(), "bea@example.org")
	m.project = mustMake(t, rig.NewCaller(c.url(), m.key), "projects", map[string]any{"name": "Harbour"})
	m.join(nil)
	answer, err := c.do(m.key, "GET", "/api/v1/team?project="+m.project, nil)
	if err != nil {
		t.Fatal(err)
	}
	var people []struct {
		UserID int64 `json:"user_id"`
	}
	answer.MustData(t, &people)
	for _, p := range people {
		m.users = append(m.users, p.UserID)
	}
	for _, make := range []func(*rand.Rand){m.addTicket, m.addTag, m.addTag, m.addEpic, m.addSprint} {
		make(m.dice(0))
	}
	return m
}

func (m *team) dice(seed int) *rand.Rand { return rand.New(rand.NewPCG(uint64(seed), 6)) }

// ways returns a function for each kind of change. It repeats those that should be made often.
func (m *team) ways() []func(*rand.Rand) {
	frequent := []func(*rand.Rand){m.addTicket, m.edit, m.edit, m.link, m.addSubtask, m.editSubtask, m.logTime, m.bulk}
	return append(slices.Repeat(frequent, 4),
		m.drop, m.drop, m.drop, m.restore, m.restore, m.dropSubtask, m.addTag, m.renameTag, m.renameTag, m.mergeTag, m.dropTag, m.addEpic, m.dropEpic,
		m.addSprint, m.editSprint, m.editTime, m.dropTime, m.rename, m.join, m.leave, m.comment, m.status)
}

// work makes changes until the team has made the given number.
func (m *team) work(ctx context.Context, seed int, goal int64) {
	dice := m.dice(seed)
	for ways := m.ways(); m.changes.Load() < goal && ctx.Err() == nil; {
		ways[dice.IntN(len(ways))](dice)
	}
}

// send sends a change and records whether it was made. It returns the uuid of a created object.
func (m *team) send(dash bool, method, path string, body any) (uuid string) {
	var a rig.Answer
	var err error
	if dash {
		a, err = m.browser.Do(context.Background(), m.cluster.url(), method, "/dash"+path, body)
	} else {
		a, err = m.cluster.do(m.key, method, "/api/v1"+path, body)
	}
	var made struct {
		UUID string `json:"uuid"`
		Data struct {
			UUID string `json:"uuid"`
		} `json:"data"`
		Member struct {
			UUID string `json:"uuid"`
		} `json:"member"`
	}
	_ = json.Unmarshal(a.Body, &made)
	switch {
	case err != nil || a.Status == http.StatusServiceUnavailable || inDoubt(a): // a node or the database is unavailable
	case a.Status < 300:
		m.changes.Add(1)
	case a.Status != 404 && a.Status != 409 && a.Status != 422: // those three mean that a concurrent change was faster
		m.mu.Lock()
		m.odd = append(m.odd, fmt.Sprintf("%s %s: %d %s", method, path, a.Status, a.Body))
		m.mu.Unlock()
	}
	return made.UUID + made.Data.UUID + made.Member.UUID
}

// keep adds an object to the list of its noun.
func (m *team) keep(noun, uuid string) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if uuid != "" {
		m.things[noun] = append(m.things[noun], uuid)
	}
}

// pick returns the uuid of a random object of a noun, or an unused uuid if there is none.
func (m *team) pick(r *rand.Rand, noun string) string {
	m.mu.Lock()
	defer m.mu.Unlock()
	all := m.things[noun]
	if len(all) == 0 {
		return "00000000-0000-7000-8000-000000000000"
	}
	return all[r.IntN(len(all))]
}

// take is like pick but also removes the object from the list.
func (m *team) take(r *rand.Rand, noun string) string {
	uuid := m.pick(r, noun)
	m.mu.Lock()
	defer m.mu.Unlock()
	m.things[noun] = slices.DeleteFunc(m.things[noun], func(one string) bool { return one == uuid })
	return uuid
}

// name returns a unique name.
func (m *team) name(what string) string { return fmt.Sprintf("%s %d", what, m.serial.Add(1)) }
