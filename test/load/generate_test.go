package load

import (
	"encoding/json"
	"fmt"
	"maps"
	"math/rand/v2"
	"net/url"
	"slices"
	"strconv"
	"strings"
)

// generator generates requests from the API document and the objects that one client knows.
type generator struct {
	*rand.Rand
	doc  *document
	know *pool
	key  string
	keys []string // other keys to try
	host string

	values, texts, junk []string // hostile strings to choose from
}

func (g *generator) chance(percent float64) bool { return g.Float64()*100 < percent }

func one[T any](r *rand.Rand, list ...T) T { return list[r.IntN(len(list))] }

// valid returns a request that is meant to succeed.
func (g *generator) valid() *letter {
	op := g.operation()
	l := &letter{method: op.method, op: op}
	l.headers = []header{{"Host", g.host}, {"Authorization", "Bearer " + g.key}}
	l.target = "/api/v1" + g.path(l)
	if query := g.query(op); query != "" {
		l.target += "?" + query
	}
	if op.body != nil {
		l.hasBody = true
		l.headers = append(l.headers, header{"Content-Type", "application/json"})
		if op.batch() {
			l.members = g.batch(l)
		} else {
			l.members = g.object(l, op.body)
		}
	}
	return l
}

// batch generates the members of a batch with one or two items.
func (g *generator) batch(l *letter) []member {
	items := make([]string, 1+g.IntN(2))
	for i := range items {
		item := &letter{op: l.op, hasBody: true}
		item.members = g.item(item)
		items[i] = string(item.content())
	}
	return []member{{"items", "[" + strings.Join(items, ",") + "]"}, {"atomic", one(g.Rand, "true", "false")}}
}

// item generates an item of a batch. Tickets are changed, because the client does not learn the uuids of those that a batch creates. Time entries, which
// no request refers to, are created.
func (g *generator) item(l *letter) []member {
	if l.op.noun == "tickets" {
		l.about, _ = g.know.pick(g.Rand, l.op.noun, "")
		return append(g.object(l, g.find("PUT", l.op).body), member{"op", `"update"`}, member{"uuid", quoted(l.about.uuid)})
	}
	return append(g.object(l, g.find("POST", l.op).body), member{"op", `"create"`})
}

// operation chooses an operation whose preconditions are met. It never creates more objects of a noun that already has enough.
func (g *generator) operation() *operation {
	for {
		op := one(g.Rand, g.doc.operations...)
		_, spare := g.know.spare(g.Rand, op.noun)
		switch {
		case op.makes() && g.know.full(op.noun) && spare:
			return g.find("DELETE", op)
		case op.makes() && g.know.full(op.noun):
			continue
		case op.ends() && (!spare || !g.know.full(op.noun) && g.chance(60)):
			continue
		}
		return op
	}
}

// find returns the operation with the given method on the same resource as like, or like itself if there is none.
func (g *generator) find(method string, like *operation) *operation {
	for _, op := range g.doc.operations {
		if op.method == method && op.noun == like.noun {
			return op
		}
	}
	return like
}

func (g *generator) path(l *letter) string {
	if !strings.Contains(l.op.path, "{uuid}") {
		return l.op.path
	}
	t, ok := g.know.pick(g.Rand, l.op.noun, "")
	if l.op.ends() {
		t, ok = g.know.spare(g.Rand, l.op.noun)
	}
	if !ok {
		t = thing{noun: l.op.noun, uuid: "0192aaaa-0000-7000-8000-00000000dead"}
	}
	l.about = t
	return strings.Replace(l.op.path, "{uuid}", t.uuid, 1)
}

func (g *generator) query(op *operation) string {
	values := url.Values{}
	project, _ := g.know.pick(g.Rand, "projects", "")
	if g.chance(60) {
		project.uuid = g.know.home
	}
	for _, p := range op.query {
		if p.Required || g.chance(30) {
			if value := g.parameter(p, project.uuid); value != "" || p.Name == "cursor" {
				values.Set(p.Name, value)
			}
		}
	}
	if values.Has("cursor") {
		values.Del("page")
	}
	if values.Has("us") && values.Has("ticket_uuid") {
		values.Set("us", values.Get("ticket_uuid"))
	}
	return values.Encode()
}

func (g *generator) parameter(p parameter, project string) string {
	within := func(noun string) string {
		t, _ := g.know.pick(g.Rand, noun, project)
		return t.uuid
	}
	switch p.Name {
	case "project":
		return project
	case "projects":
		return project
	case "sprint", "epic":
		return within(p.Name + "s")
	case "tag":
		if project != g.know.home {
			return ""
		}
		return one(g.Rand, g.know.tags...)
	case "assignee_id":
		return strconv.FormatInt(g.user(project), 10)
	case "type", "cursor": // no request shows the uuid of a type, and a cursor belongs to its list
		return ""
	case "status", "sort":
		return strings.Trim(g.plain(p.Name, &p.Schema), `"`)
	case "q", "name":
		return g.words(20)
	case "story":
		return within("tickets")
	case "ticket_uuid", "us":
		t, _ := g.know.pick(g.Rand, "tickets", "")
		return t.uuid
	case "updated_since":
		return one(g.Rand, "2026-01-01", "2026-01-05T10:00:00Z", "2026-01-05 10:00:00", "2026-01-05T10:00:00.5+02:00")
	default:
		return strconv.Itoa(1 + g.IntN(int(min(p.Schema.Maximum, 20))))
	}
}

// object generates the members of a body: the reference to the parent, the required members and some of the others.
func (g *generator) object(l *letter, s *schema) []member {
	list := g.parent(l, s)
	for _, name := range slices.Sorted(maps.Keys(s.Properties)) {
		if name != "project_uuid" && name != "ticket_uuid" && (slices.Contains(s.Required, name) || g.chance(45)) {
			list = append(list, member{name, g.value(name, s.Properties[name], l.about.project)})
		}
	}
	return datesInOrder(list)
}

// parent generates the reference to a new object's parent.
func (g *generator) parent(l *letter, s *schema) []member {
	switch {
	case s.Properties["project_uuid"] != nil:
		t, _ := g.know.pick(g.Rand, "projects", "")
		if g.chance(70) {
			t.uuid = g.know.home
		}
		l.about = thing{noun: "projects", uuid: t.uuid, project: t.uuid}
		return []member{{"project_uuid", quoted(t.uuid)}}
	case s.Properties["ticket_uuid"] != nil:
		l.about, _ = g.know.pick(g.Rand, "tickets", "")
		return []member{{"ticket_uuid", quoted(l.about.uuid)}}
	default:
		return nil
	}
}

// datesInOrder makes a sprint end, and a ticket be due, after it starts.
func datesInOrder(list []member) []member {
	start, end := -1, -1
	for i, m := range list {
		switch m.name {
		case "start_date":
			start = i
		case "end_date", "due_date":
			end = i
		}
	}
	if start >= 0 && end >= 0 && list[start].value > list[end].value && list[end].value != "null" {
		list[start].value, list[end].value = list[end].value, list[start].value
	}
	return list
}

// value generates a value that satisfies the schema and, as far as the name reveals them, the product's other rules.
func (g *generator) value(name string, s *schema, project string) string {
	if s.may("null") && g.chance(20) {
		return "null"
	}
	switch name {
	case "epic_uuid":
		return g.reference("epics", project, s)
	case "sprint_uuid":
		return g.reference("sprints", project, s)
	case "super_epic_uuid":
		return g.reference("super-epics", project, s)
	case "after_uuid", "before_uuid":
		return g.reference("tickets", project, s)
	case "key":
		return quoted(fmt.Sprintf("K%09d", g.IntN(1e9)))
	case "assignee_id":
		return strconv.FormatInt(g.user(project), 10)
	case "mentions":
		return g.list(3, func() string { return strconv.FormatInt(g.user(project), 10) })
	case "tags":
		return g.tags(project)
	case "dependencies":
		return g.list(2, func() string {
			t, _ := g.know.pick(g.Rand, "tickets", project)
			return quoted(t.uuid)
		})
	case "type_uuid": // only answers for tickets show the uuids of types
		return "null"
	case "content":
		return quoted("<p>" + g.words(40) + "</p>")
	}
	return g.plain(name, s)
}

func (g *generator) plain(name string, s *schema) string {
	switch {
	case len(s.Enum) > 0:
		return quoted(one(g.Rand, s.Enum...))
	case name == "status":
		return quoted(one(g.Rand, "backlog", "todo", "in_progress", "in_review", "done", "blocked"))
	case name == "currency":
		return quoted(one(g.Rand, "EUR", "JPY", "USD"))
	case s.Format == "date":
		return quoted(fmt.Sprintf("2026-%02d-%02d", 1+g.IntN(12), 1+g.IntN(28)))
	case strings.HasPrefix(s.Pattern, "^#"):
		return quoted(fmt.Sprintf("#%06x", g.IntN(1<<24)))
	case s.may("array"):
		return g.list(3, func() string { return g.plain(name, s.Items) })
	case s.may("boolean"):
		return one(g.Rand, "true", "false")
	case s.may("integer"):
		return strconv.FormatInt(g.whole(s), 10)
	case s.may("number"):
		return one(g.Rand, "0", strconv.FormatInt(g.whole(s), 10), strconv.FormatFloat(s.Minimum+g.Float64()*(min(s.Maximum, 1e6)-s.Minimum), 'g', -1, 64),
			strconv.FormatFloat(s.Maximum, 'g', -1, 64))
	default:
		return quoted(g.text(s))
	}
}

func (g *generator) whole(s *schema) int64 {
	if g.chance(10) {
		return int64(one(g.Rand, s.Minimum, s.Maximum))
	}
	return int64(s.Minimum) + g.Int64N(min(1000, int64(s.Maximum-s.Minimum)+1))
}

func (g *generator) text(s *schema) string {
	if g.chance(1) {
		return strings.Repeat("é", min(s.MaxLength, 3000))
	}
	return g.words(min(s.MaxLength, 30))
}

// words returns text of at most the given length in a randomly chosen alphabet.
func (g *generator) words(longest int) string {
	letters := []rune(one(g.Rand, "abcdefghij klmnop", "éàüñ ßøåž", "日本語 テスト", "שלום עולם", "👩‍💻🚀 🎉", "a<b>&\"'`\\/ c"))
	text := make([]rune, 1+g.IntN(longest))
	for i := range text {
		text[i] = letters[g.IntN(len(letters))]
	}
	text[0] = 'x'
	return string(text)
}

func (g *generator) list(longest int, item func() string) string {
	items := make([]string, g.IntN(longest+1))
	for i := range items {
		items[i] = item()
	}
	return "[" + strings.Join(items, ",") + "]"
}

func (g *generator) reference(noun, project string, s *schema) string {
	t, ok := g.know.pick(g.Rand, noun, project)
	if !ok && s.may("null") {
		return "null"
	}
	return quoted(t.uuid)
}

// user returns the id of a project member. Projects created by the test have no members except their owner.
func (g *generator) user(project string) int64 {
	if project == g.know.home {
		return one(g.Rand, g.know.users...)
	}
	return g.know.users[0]
}

func (g *generator) tags(project string) string {
	if project != g.know.home {
		return "[]"
	}
	return g.list(3, func() string { return quoted(one(g.Rand, g.know.tags...)) })
}

// quoted returns text as a JSON string.
func quoted(text string) string {
	out, err := json.Marshal(text)
	if err != nil {
		panic(err) // every string can be encoded
	}
	return string(out)
}
