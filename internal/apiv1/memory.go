package apiv1

import (
	"crypto/sha256"
	"encoding/base64"
	"net/http"
	"strconv"
	"strings"

	"earnest/internal/app"
	"earnest/internal/domain"
	"earnest/internal/recent"
)

const (
	// keptBytes is how much of answers is remembered in all, and keptAnswer how much of one.
	keptBytes  = 12 << 20
	keptAnswer = 256 << 10
	// keptQuestion is the longest address whose answer is remembered.
	keptQuestion = 2 << 10
)

// memory holds what was answered to whom, as it went over the wire. It can only save work: an answer is given again
// only while nothing that its reader could see has changed, which the database tells at every request.
type memory struct {
	kept *recent.Map[question, answer]
	salt string // what answers depend on besides the data: the binary and the time zone
}

// question is who asked for what, letter by letter.
type question struct {
	user int64
	uri  string
}

// answer is what was answered, and when that holds. An answer that was too long to keep has no body, but its tag.
type answer struct {
	version app.Version
	state   app.State
	day     domain.Date
	tag     string
	body    []byte
	asked   int // the length of the question
}

func newMemory(zone string) memory {
	weigh := func(a answer) int { return len(a.body) + a.state.Size() + a.asked + 512 }
	return memory{kept: recent.New[question](keptBytes, weigh), salt: build() + "\n" + zone}
}

// tagOf is the entity tag of an answer: what it depends on, and nothing that could be read from it.
func (m memory) tagOf(q question, state app.State, day domain.Date) string {
	sum := sha256.Sum256([]byte(m.salt + "\n" + strconv.FormatInt(q.user, 10) + "\n" + q.uri + "\n" + string(day) + "\n" + state.Name))
	return `"` + base64.RawURLEncoding.EncodeToString(sum[:15]) + `"`
}

// read answers a GET or a HEAD: from memory while that is true, else by the route's handler, and remembers what it said.
func (a *API) read(out *writer, r *request, route Route) {
	q := question{r.caller.UserID, r.RequestURI}
	known, fresh, err := a.recall(r, route, q)
	if err != nil {
		out.fail(err)
		return
	}
	if known.tag == "" {
		a.handle(out, r, route)
		return
	}
	out.tag, r.state = known.tag, known.state
	switch {
	case matches(r.Header["If-None-Match"], known.tag, fresh):
		out.begin(http.StatusNotModified)
	case fresh && known.body != nil && !out.head:
		out.repeat(known.body)
	default:
		r.version = a.app.Version() // the state may be newer than the request: what is put together now must not be older than it
		out.keep = func(body []byte) {
			known.body = body
			a.memory.kept.Put(q, known)
		}
		a.handle(out, r, route)
	}
}

// recall gives what is known of a question, and whether it still holds. An answer without a tag cannot be remembered: there is
// nothing at that place for this caller, or the question is not well put.
func (a *API) recall(r *request, route Route, q question) (known answer, fresh bool, err error) {
	day, now := a.app.Today(), r.version
	known, ok := a.memory.kept.Get(q)
	ok = ok && known.day == day
	var state app.State
	if renewed, told := a.app.RenewState(known.state, known.version, now); ok && told {
		state = renewed
	} else {
		place, named := route.place(r)
		if !named {
			return answer{}, false, nil
		}
		var there bool
		if state, there, err = a.stateOf(r, place); err != nil || !there {
			return answer{}, false, err
		}
	}
	if ok && known.state.Name == state.Name {
		if known.version != now {
			known.version = now
			a.memory.kept.Put(q, known)
		}
		return known, true, nil
	}
	return answer{version: now, state: state, day: day, tag: a.memory.tagOf(q, state, day), asked: len(q.uri)}, false, nil
}

// stateOf gives the state of the place of a read, as the doors saw it or by a look of its own.
func (a *API) stateOf(r *request, at app.Place) (state app.State, there bool, err error) {
	if r.sight != nil {
		return r.sight.State, r.sight.There, nil
	}
	return a.app.StateOf(r.ctx, r.caller, at)
}

// place is where a read looks: at the thing in its path, at the project or ticket that its query names, or at all projects of
// the caller. ok is false for what the handler will refuse, and for what is too long to be remembered.
func (r Route) place(q *request) (at app.Place, ok bool) {
	if len(q.RequestURI) > keptQuestion {
		return app.Place{}, false
	}
	if r.hasUUID() {
		uuid, ok := domain.ParseUUID(q.uuid)
		return app.Place{Noun: r.noun(), UUID: uuid}, ok
	}
	values := q.URL.Query()
	for _, p := range r.Query {
		if !p.Required && p.Name != "us" { // another name of the required one
			continue
		}
		if text := values.Get(p.Name); text != "" {
			uuid, ok := domain.ParseUUID(text)
			return app.Place{Noun: p.Rule, UUID: uuid}, ok
		}
	}
	asks := len(r.Query) > 0 && r.Query[0].Required
	return app.Place{}, !asks
}

// matches tells whether a client has the answer of a tag already; * is any answer, where there is known to be one.
func matches(header []string, tag string, exists bool) bool {
	for _, line := range header {
		for one := range strings.SplitSeq(line, ",") {
			one = strings.TrimSpace(one)
			if strings.TrimPrefix(one, "W/") == tag || one == "*" && exists {
				return true
			}
		}
	}
	return false
}

// repeat sends an answer that is known whole. It holds nothing of the database, and the system takes it at once from a client
// that reads at all, so the server's own limit on writing will do.
func (w *writer) repeat(body []byte) {
	w.Header()["Content-Length"] = []string{strconv.Itoa(len(body))}
	w.begin(http.StatusOK)
	_, _ = w.Write(body) // a client that went away needs no answer
}
