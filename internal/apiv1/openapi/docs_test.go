package openapi

import (
	"crypto/tls"
	"encoding/json"
	"net/http"
	"net/http/httptest"
	"regexp"
	"strings"
	"sync"
	"testing"

	"golang.org/x/net/html"

	"earnest/internal/apiv1"
)

// reference is the handler, built once for all tests.
var reference = sync.OnceValue(func() http.Handler { return Handler("1.2.3", "") })

// ask sends a request to the reference.
func ask(method, path string, adjust ...func(*http.Request)) *httptest.ResponseRecorder {
	r := httptest.NewRequest(method, path, http.NoBody)
	for _, f := range adjust {
		f(r)
	}
	w := httptest.NewRecorder()
	reference().ServeHTTP(w, r)
	return w
}

func TestTheReferenceIsServedWithItsTypes(t *testing.T) {
	t.Parallel()
	for path, kind := range map[string]string{
		"/openapi.json":     "application/json",
		"/openapi-3.0.json": "application/json",
		"/openapi.yaml":     "application/yaml",
		"/docs":             "text/html; charset=utf-8",
		"/docs/docs.css":    "text/css; charset=utf-8",
		"/docs/docs.js":     "text/javascript; charset=utf-8",
	} {
		got := ask(http.MethodGet, path)
		if got.Code != http.StatusOK || got.Header().Get("Content-Type") != kind || got.Body.Len() < 1000 {
			t.Errorf("GET %s: %d %s, %d bytes", path, got.Code, got.Header().Get("Content-Type"), got.Body.Len())
		}
		if got.Header().Get("X-Content-Type-Options") != "nosniff" {
			t.Errorf("GET %s lets browsers guess its type", path)
		}
		head := ask(http.MethodHead, path)
		if head.Code != http.StatusOK || head.Body.Len() != 0 || head.Header().Get("Content-Length") != got.Header().Get("Content-Length") {
			t.Errorf("HEAD %s: %d, %d bytes, length %s", path, head.Code, head.Body.Len(), head.Header().Get("Content-Length"))
		}
		again := ask(http.MethodGet, path, func(r *http.Request) { r.Header.Set("If-None-Match", got.Header().Get("Etag")) })
		if again.Code != http.StatusNotModified || again.Body.Len() != 0 {
			t.Errorf("GET %s with what it gave: %d", path, again.Code)
		}
		if other := ask(http.MethodPost, path); other.Code != http.StatusMethodNotAllowed {
			t.Errorf("POST %s: %d", path, other.Code)
		}
	}
	for _, path := range []string{"/", "/docs/", "/docs/page.html", "/docs/guide.md", "/openapi", "/docs/../openapi_text.go"} {
		if got := ask(http.MethodGet, path); got.Code == http.StatusOK {
			t.Errorf("GET %s: %d", path, got.Code)
		}
	}
}

func TestTheServedDocumentNamesItsVersion(t *testing.T) {
	t.Parallel()
	var d struct {
		Info struct {
			Version string `json:"version"`
		} `json:"info"`
	}
	if err := json.Unmarshal(ask(http.MethodGet, "/openapi.json").Body.Bytes(), &d); err != nil || d.Info.Version != "1.2.3" {
		t.Errorf("version %q, %v", d.Info.Version, err)
	}
}

func TestThePageShowsTheReadersAddress(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		adjust func(*http.Request)
		want   string
	}{
		"plain":      {func(r *http.Request) { r.Host = "earnest.example:8080" }, "http://earnest.example:8080"},
		"TLS":        {func(r *http.Request) { r.Host = "earnest.example"; r.TLS = &tls.ConnectionState{} }, "https://earnest.example"},
		"proxy":      {func(r *http.Request) { r.Host = "earnest.example"; r.Header.Set("X-Forwarded-Proto", "https") }, "http://earnest.example"},
		"IPv6":       {func(r *http.Request) { r.Host = "[::1]:8080" }, "http://[::1]:8080"},
		"markup":     {func(r *http.Request) { r.Host = "<script>alert(1)</script>" }, "http://localhost"},
		"shell":      {func(r *http.Request) { r.Host = "x';rm -rf ~;'" }, "http://localhost"},
		"odd scheme": {func(r *http.Request) { r.Host = "a"; r.Header.Set("X-Forwarded-Proto", "javascript") }, "http://a"},
		"no host":    {func(r *http.Request) { r.Host = "" }, "http://localhost"},
	} {
		page := ask(http.MethodGet, "/docs", c.adjust).Body.String()
		if !strings.Contains(page, "curl &#39;"+c.want+"/api/v1/projects&#39;") {
			t.Errorf("%s: the page does not show %s", name, c.want)
		}
		if strings.Contains(page, anyAddress) || strings.Contains(page, "alert(1)") || strings.Contains(page, "rm -rf") {
			t.Errorf("%s: the page holds what it should not", name)
		}
	}
}

func TestThePageShowsTheConfiguredAddress(t *testing.T) {
	t.Parallel()
	got := httptest.NewRecorder()
	Handler("1.2.3", "https://earnest.example").ServeHTTP(got, httptest.NewRequest(http.MethodGet, "/docs", nil))
	if !strings.Contains(got.Body.String(), "curl &#39;https://earnest.example/api/v1/projects&#39;") {
		t.Error("the page shows another address")
	}
}

func TestThePageHasEveryOperationAndNoBrokenLink(t *testing.T) {
	t.Parallel()
	root, err := html.Parse(ask(http.MethodGet, "/docs").Body)
	if err != nil {
		t.Fatal(err)
	}
	ids, links := map[string]bool{}, []string{}
	for node := range root.Descendants() {
		for _, a := range node.Attr {
			switch {
			case a.Key == "id" && ids[a.Val]:
				t.Errorf("two elements have the id %s", a.Val)
			case a.Key == "id":
				ids[a.Val] = true
			case a.Key == "href" && strings.HasPrefix(a.Val, "#"):
				links = append(links, a.Val[1:])
			}
		}
	}
	for _, r := range apiv1.Routes() {
		if !ids[operationID(r)] {
			t.Errorf("%s %s is not on the page", r.Method, r.Path)
		}
	}
	for _, link := range links {
		if !ids[link] {
			t.Errorf("a link leads to #%s, which is nowhere", link)
		}
	}
	if len(links) < 2*len(apiv1.Routes()) {
		t.Errorf("only %d links", len(links))
	}
}

// TestThePageKeepsToItsPolicy checks that the page contains nothing that the policy would block: no inline script or style, and nothing
// from another origin.
func TestThePageKeepsToItsPolicy(t *testing.T) {
	t.Parallel()
	got := ask(http.MethodGet, "/docs")
	if policy := got.Header().Get("Content-Security-Policy"); !strings.HasPrefix(policy, "default-src 'none'; style-src 'self'; script-src 'self'; img-src 'self' data:; connect-src 'self';") {
		t.Errorf("the policy is %q", policy)
	}
	root, err := html.Parse(got.Body)
	if err != nil {
		t.Fatal(err)
	}
	for node := range root.Descendants() {
		if node.Type == html.ElementNode && (node.Data == "script" || node.Data == "style") && node.FirstChild != nil {
			t.Errorf("a %s stands in the page", node.Data)
		}
		for _, a := range node.Attr {
			if a.Key == "style" || strings.HasPrefix(a.Key, "on") {
				t.Errorf("%s has the attribute %s", node.Data, a.Key)
			}
			if (a.Key == "src" || a.Key == "href") && strings.Contains(a.Val, "//") && !strings.HasPrefix(a.Val, "data:") {
				t.Errorf("%s leads to %s", node.Data, a.Val)
			}
		}
	}
	for _, file := range []string{"docs/docs.css", "docs/docs.js"} {
		text, err := docsFiles.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		if found := regexp.MustCompile(`https?:|@import|url\(|innerHTML|eval\(`).Find(text); found != nil {
			t.Errorf("%s has %s", file, found)
		}
	}
}

func TestMarkdownIsEscapedBeforeRendering(t *testing.T) {
	t.Parallel()
	intro, chapters := renderGuide("A <b> & `c<d` **e**\n\n## The end\n\n- one `1`\n- two\n\n1. first\n\n```\n<x>\n```\n\n| a | b |\n|---|---|\n| `<c>` | d |\n")
	if want := "<p>A &lt;b&gt; &amp; <code>c&lt;d</code> <strong>e</strong></p>\n"; string(intro) != want {
		t.Errorf("intro = %q", intro)
	}
	want := "<ul>\n<li>one <code>1</code></li>\n<li>two</li>\n</ul>\n<ol>\n<li>first</li>\n</ol>\n<pre><code>&lt;x&gt;</code></pre>\n" +
		`<div class="table" tabindex="0"><table>` + "\n<thead><tr><th>a</th><th>b</th></tr></thead>\n<tbody>\n<tr><td><code>&lt;c&gt;</code></td><td>d</td></tr>\n</tbody></table></div>\n"
	if len(chapters) != 1 || chapters[0].ID != "the-end" || string(chapters[0].Text) != want {
		t.Errorf("chapters = %q", chapters)
	}
}

func TestExamplesAreColouredAndEscaped(t *testing.T) {
	t.Parallel()
	got := string(coloured("{\n  \"a\": \"<p>\\\" 7\",\n  \"b\": [\n    -1.5,\n    null\n  ]\n}"))
	want := "{\n  <span class=\"k\">&#34;a&#34;</span>: <span class=\"s\">&#34;&lt;p&gt;\\&#34; 7&#34;</span>,\n" +
		"  <span class=\"k\">&#34;b&#34;</span>: [\n    <span class=\"n\">-1.5</span>,\n    <span class=\"n\">null</span>\n  ]\n}"
	if got != want {
		t.Errorf("got %s", got)
	}
}

func TestBoundsAreReadable(t *testing.T) {
	t.Parallel()
	least, most, items := 1, 1000, 200
	low, high, huge := -2147483648.0, 12500.0, float64(1<<53)
	one := 1.0
	line := &schema{Type: types{"string"}, MinLength: &least, MaxLength: &most}
	for want, s := range map[string]*schema{
		"1 to 1000 characters":                            line,
		"at most 200 items, each of 1 to 1000 characters": {Type: types{"array"}, MaxItems: &items, Items: line},
		"−2\u202f147\u202f483\u202f648 to 12\u202f500":    {Type: types{"integer"}, Minimum: &low, Maximum: &high},
		"at least 1": {Type: types{"integer"}, Minimum: &one, Maximum: &huge},
		"#rrggbb":    {Type: types{"string"}, Pattern: colorPattern},
		"":           {Type: types{"string"}},
	} {
		if got := boundsOf(s); got != want {
			t.Errorf("got %q, want %q", got, want)
		}
	}
}

func TestCurlCommandsAreQuotedForTheShell(t *testing.T) {
	t.Parallel()
	if got := quoted("it's"); got != `'it'\''s'` {
		t.Errorf("got %s", got)
	}
}
