package load

import (
	"net/http"
	"strconv"
	"strings"
	"unicode/utf16"
)

// mutation makes part of a request wrong, or at least odd.
type mutation struct {
	name string
	do   func(*generator, *letter)
}

func mutations() []mutation {
	return []mutation{
		{"value", (*generator).wrongValue},
		{"value", (*generator).wrongValue}, // repeated, since values can be wrong in the most ways
		{"value", (*generator).wrongValue},
		{"members", (*generator).wrongMembers},
		{"body", (*generator).wrongBody},
		{"path", (*generator).wrongPath},
		{"query", (*generator).wrongQuery},
		{"method", (*generator).wrongMethod},
		{"type", (*generator).wrongType},
		{"header", (*generator).oddHeader},
		{"key", (*generator).wrongKey},
		{"condition", (*generator).condition},
		{"framing", (*generator).framing},
	}
}

// mutated returns a valid request with one to three parts made wrong.
func (g *generator) mutated() *letter {
	l := g.valid()
	list := mutations()
	for range 1 + g.IntN(3) {
		m := list[g.IntN(len(list))]
		m.do(g, l)
		l.how = append(l.how, m.name)
	}
	if strings.EqualFold(l.method, http.MethodDelete) && strings.Contains(l.target, g.know.home) {
		l.method = "PURGE" // the seeded project must survive
	}
	return l
}

func (g *generator) wrongValue(l *letter) {
	if len(l.members) == 0 {
		g.wrongQuery(l)
		return
	}
	i := g.IntN(len(l.members))
	if g.chance(15) && l.members[i].name != "project_uuid" { // a reference to an unrelated object
		t, _ := g.know.pick(g.Rand, one(g.Rand, "projects", "tickets", "epics", "sprints", "comments"), "")
		l.members[i].value = quoted(t.uuid)
		return
	}
	l.members[i].value = one(g.Rand, g.values...)
}

func (g *generator) wrongMembers(l *letter) {
	switch n := len(l.members); {
	case n == 0:
		l.hasBody, l.members = true, []member{{"x", one(g.Rand, g.values...)}}
	case g.chance(30):
		i := g.IntN(n)
		l.members = append(l.members[:i:i], l.members[i+1:]...)
	case g.chance(40):
		again := l.members[g.IntN(n)]
		l.members = append(l.members, member{again.name, one(g.Rand, again.value, one(g.Rand, g.values...))})
	default:
		name := one(g.Rand, "uuid", "id", "project_id", "created_at", "user_id", "deleted", "", "__proto__", "TITLE", "title\u0000", "\ufeff", strings.Repeat("n", 2000))
		l.members = append(l.members, member{name, one(g.Rand, "1", one(g.Rand, g.values...))})
	}
}

func (g *generator) wrongBody(l *letter) {
	text := string(l.content())
	l.hasBody = true
	l.body = []byte(one(g.Rand,
		"", " ", "null", "[]", "["+text+"]", quoted(text), text+text, text+" x", text+"\x00", "\ufeff"+text, text[:len(text)/2], "<xml/>", "a=1&b=2", "--x\r\n\r\n--x--",
		inUTF16(text), strings.Repeat(" ", 5000)+text, "{"+strings.Repeat(`"a":{`, 11_000), "{\"a\":\xff}", "\x1f\x8b\x08\x00", "// no\n"+text, strings.ReplaceAll(text, "\"", "'"),
		"{"+strings.TrimSuffix(strings.Repeat(`"a":1,`, 200), ",")+"}", strings.Repeat("x", 1<<10),
	))
	if g.chance(2) {
		l.body = []byte(`{"title":"` + strings.Repeat("x", 1<<20) + `"}`)
	}
}

func inUTF16(text string) string {
	out := []byte{0xff, 0xfe}
	for _, unit := range utf16.Encode([]rune(text)) {
		out = append(out, byte(unit), byte(unit>>8))
	}
	return string(out)
}

func (g *generator) wrongPath(l *letter) {
	path, query, asked := strings.Cut(l.target, "?")
	switch g.IntN(12) {
	case 0:
		path += "/"
	case 1:
		path = strings.Replace(path, "/api", one(g.Rand, "//api", "/./api", "/x/../api", "/%61pi", "/API", "/api/../api", "///api"), 1)
	case 2:
		path = strings.Replace(path, "/v1/", one(g.Rand, "/v1//", "/v1/./", "/v1/../v1/", "/v1/%2e%2e/v1/", "/v2/", "/V1/", "/v1%2f", "/v1/%2e/", "/v1;x/"), 1)
	case 3:
		path += "/" + one(g.Rand, g.texts...)
	case 4, 5:
		if i := strings.LastIndexByte(path, '/'); i > 0 {
			path = path[:i+1] + one(g.Rand, g.texts...)
		}
	case 6:
		path = strings.ToUpper(path)
	case 7:
		path += one(g.Rand, "/..", "/../..", "/../../..", "/../../../etc/passwd", "/%2e%2e/%2e%2e", "/%00", ".json", ";a=b", "%20")
	case 8:
		path = one(g.Rand, "/api/v1", "/api/v1/", "/api/v1/unknown", "/api/v1/portfolio", "/api/v1/projects/x/members/y", "*", "/api", "/api/v1/..", "/api/v1/../v1/projects")
	case 9:
		path = "http://" + one(g.Rand, g.host, "evil.example", "[::1]:80", "x@y") + path
	case 10:
		t, _ := g.know.pick(g.Rand, one(g.Rand, "projects", "tickets", "epics", "comments"), "")
		if i := strings.LastIndexByte(path, '/'); i > 0 {
			path = path[:i+1] + t.uuid
		}
	case 11:
		path += strings.Repeat(one(g.Rand, "/a", "a", "%41", "/.."), 1+g.IntN(2000))
	}
	l.target = path
	if asked {
		l.target += "?" + query
	}
}

func (g *generator) wrongQuery(l *letter) {
	path, query, _ := strings.Cut(l.target, "?")
	names := []string{"project", "projects", "ticket_uuid", "us", "page", "per_page", "updated_since", "sprint", "epic", "story", "status", "assignee_id", "type",
		"tag", "q", "sort", "cursor", "x", "", "%00", "page[]"}
	pair := one(g.Rand, names...) + one(g.Rand, "=", "=", "=", "", "==") + one(g.Rand, g.texts...)
	switch g.IntN(4) {
	case 0:
		query = pair
	case 1:
		query += "&" + pair
	case 2:
		query += "&" + query // everything twice
	case 3:
		query = strings.Repeat(pair+"&", 1+g.IntN(60)) + query
	}
	l.target = path + "?" + strings.NewReplacer(" ", "%20", "\n", "%0a").Replace(query)
}

func (g *generator) wrongMethod(l *letter) {
	l.method = one(g.Rand, "GET", "POST", "PUT", "PATCH", "HEAD", "OPTIONS", "TRACE", "CONNECT", "get", "Put", "PROPFIND", "QUERY", "X", strings.Repeat("M", 500), "DELETE")
}

func (g *generator) wrongType(l *letter) {
	l.set("Content-Type", one(g.Rand, "", "text/plain", "application/xml", "application/x-www-form-urlencoded", "multipart/form-data; boundary=x",
		"application/json; charset=utf-16", "application/json; charset=latin1", "APPLICATION/JSON", "json", "application/json, text/html", ";;;", "\xff"))
}

func (g *generator) oddHeader(l *letter) {
	h := one(g.Rand,
		header{"Accept", "text/html"}, header{"Accept", "application/xml;q=1, */*;q=0"}, header{"Accept-Encoding", "gzip, br, *;q=0"},
		header{"Content-Encoding", "gzip"}, header{"Range", "bytes=0-1"}, header{"X-HTTP-Method-Override", "DELETE"}, header{"X-Forwarded-For", "1.2.3.4, garbage"},
		header{"X-Forwarded-Host", "evil.example"}, header{"X-Forwarded-Proto", "\"><script>"}, header{"Origin", "https://evil.example"}, header{"Cookie", "earnest=x; earnest=y"},
		header{"X-Request-Id", strings.Repeat("x", 300)}, header{"X-Request-Id", "a b\tc"}, header{"X-Request-Id", "fine-1"}, header{"Expect", "100-continue"},
		header{"Connection", "close"}, header{"Connection", "Upgrade"}, header{"Upgrade", "h2c"}, header{"Upgrade", "websocket"}, header{"Via", "1.1 x"},
		header{"If-Match", "*"}, header{"If-Match", `"x", W/"y"`}, header{"If-Match", ""}, header{"Idempotency-Key", ""}, header{"Idempotency-Key", "\xff"},
		header{"Idempotency-Key", "same"}, header{"Idempotency-Key", strings.Repeat("k", 256)},
		header{"If-Modified-Since", "Mon, 01 Jan 2026 00:00:00 GMT"}, header{"If-Unmodified-Since", "never"}, header{"TE", "trailers"},
		header{"X-Long", strings.Repeat("v", 8000)}, header{"X-Bytes", "\xff\xfe"}, header{"Transfer-Encoding", "identity"}, header{"Host", g.host}, header{"Host", "evil.example"},
		header{"Forwarded", "for=1.2.3.4"}, header{"Content-Length", "0"}, header{"Trailer", "X"}, header{"Max-Forwards", "0"},
	)
	if h.name == "Host" && g.chance(50) {
		l.set(h.name, h.value)
		return
	}
	l.headers = append(l.headers, h)
}

func (g *generator) wrongKey(l *letter) {
	switch g.IntN(5) {
	case 0:
		l.drop("Authorization")
	case 1:
		l.headers = append(l.headers, header{"authorization", "Bearer " + g.key})
	case 2:
		l.set("Authorization", one(g.Rand, "", "Bearer", "Bearer ", "bearer  "+g.key, "Basic eDp5", "Bearer "+g.key+"x", "Bearer "+g.key[:20], "Token "+g.key,
			g.key, "Bearer "+strings.Repeat("k", 4000), "Bearer ern_"+strings.Repeat("0", 40), "Bearer \xff", "Bearer "+g.key+" x", "Bearer "+strings.ToUpper(g.key)))
	default:
		l.set("Authorization", "Bearer "+one(g.Rand, g.keys...))
	}
}

func (g *generator) condition(l *letter) {
	l.headers = append(l.headers, header{"If-None-Match", one(g.Rand, "*", `"x"`, `W/"x"`, `"`, `"a", "b", *`, "", "x", strings.Repeat(`"a",`, 500))})
	if g.chance(50) {
		l.method = one(g.Rand, "GET", "HEAD")
	}
}

// framing changes how the body is sent, its declared length or the HTTP version.
func (g *generator) framing(l *letter) {
	switch g.IntN(5) {
	case 0:
		l.hasBody, l.chunked = true, true
	case 1:
		l.version = one(g.Rand, "HTTP/1.0", "HTTP/1.1", "HTTP/1.2")
	case 2: // shorter than the body, so that the rest looks like the next request
		l.hasBody, l.tail = true, true
		l.set("Content-Length", strconv.Itoa(max(0, len(l.content())-g.IntN(3))))
	case 3: // longer than the body, after which nothing more is sent
		l.hasBody, l.tail = true, true
		l.set("Content-Length", strconv.Itoa(len(l.content())+1+g.IntN(100)))
	case 4:
		l.headers = append(l.headers, header{"Content-Length", one(g.Rand, "-1", "abc", "1, 1", "99999999999999999999", "+3", "0x10", "1e1", " ")})
	}
}
