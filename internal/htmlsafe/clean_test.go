package htmlsafe

import (
	"fmt"
	"os"
	"strings"
	"sync"
	"testing"
)

type bypass struct{ name, payload string }

func mustBypasses(t testing.TB) []bypass {
	t.Helper()
	text, err := os.ReadFile("testdata/bypasses.txt")
	if err != nil {
		t.Fatal(err)
	}
	var cases []bypass
	for _, block := range strings.Split("\n"+string(text), "\n=== ")[1:] {
		name, payload, _ := strings.Cut(block, "\n")
		cases = append(cases, bypass{name, payload})
	}
	return cases
}

func TestKnownBypassesAreCleaned(t *testing.T) {
	t.Parallel()
	cleaner := New()
	for _, c := range mustBypasses(t) {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			if unsafe(c.payload) == "" {
				t.Errorf("%q is not seen as unsafe before cleaning, so this proves nothing", c.payload)
			}
			checkClean(t, cleaner, c.payload)
			checkClean(t, cleaner, "<table><tr><td>"+c.payload+"</td></tr></table><p>after</p>")
			checkClean(t, cleaner, c.payload+c.payload)
		})
	}
}

// The test checks the exact output that a client gets.
func TestClean(t *testing.T) {
	t.Parallel()
	const link = ` rel="nofollow noopener"`
	tests := []struct{ name, source, want string }{
		{"plain text", "Looks good to me.", "Looks good to me."},
		{"quotes in text", `it's "quoted"`, `it's "quoted"`},
		{"signs in text", "a < b & c > d", "a &lt; b &amp; c &gt; d"},
		{"escaped text stays", "a &lt; b &amp; c &quot;d&quot;", `a &lt; b &amp; c "d"`},
		{"escaped markup stays text", "&lt;script&gt;alert(1)&lt;/script&gt;", "&lt;script&gt;alert(1)&lt;/script&gt;"},
		{"twice escaped stays so", "&amp;lt;b&amp;gt;", "&amp;lt;b&amp;gt;"},
		{"letters of all kinds", "Été, 日本語, 👩‍💻", "Été, 日本語, 👩‍💻"},
		{"named character", "caf&eacute;&nbsp;!", "café\u00a0!"},
		{"lines", "one\r\ntwo\rthree\n", "one\ntwo\nthree\n"},
		{"NUL and broken UTF-8", "a\x00b\xffc", "ab\ufffdc"},
		{"NUL in a name", "a<scr\x00ipt>alert(1)</scr\x00ipt><p on\x00click=x>b</p>", "a<p>b</p>"},
		{"paragraphs", "<p>Hello <strong>world</strong></p>\n<p>Bye</p>", "<p>Hello <strong>world</strong></p>\n<p>Bye</p>"},
		{"script goes, text stays", "<p>Hello</p><script>alert(1)</script>", "<p>Hello</p>"},
		{"handler goes, element stays", `<p onclick="alert(1)">Hello</p>`, "<p>Hello</p>"},
		{"javascript link leaves its text", `<a href="javascript:alert(1)">here</a>`, "here"},
		{"link", `<a href="https://example.com/?a=1&amp;b=2">x</a>`, `<a href="https://example.com/?a=1&amp;b=2"` + link + `>x</a>`},
		{"link by mail", `<a href="mailto:team@example.com">x</a>`, `<a href="mailto:team@example.com"` + link + `>x</a>`},
		{"link in capitals", `<A HREF="HTTPS://example.com/A">x</A>`, `<a href="https://example.com/A"` + link + `>x</a>`},
		{"link's own rel is replaced", `<a rel="opener" href="http://example.com/">x</a>`, `<a href="http://example.com/"` + link + `>x</a>`},
		{"quotes in an attribute", `<a href="https://example.com/" title='say "it&#39;s" &lt;b&gt;'>x</a>`, `<a href="https://example.com/" title="say &#34;it's&#34; &lt;b&gt;"` + link + `>x</a>`},
		{"link in a link ends it", `<a href="https://a.example/">a<a href="https://b.example/">b</a></a>`, `<a href="https://a.example/"` + link + `>a</a><a href="https://b.example/"` + link + `>b</a>`},
		{"image", `<img src="https://example.com/x.png" alt="a plan" width="20">`, `<img src="https://example.com/x.png" alt="a plan" width="20">`},
		{"image without an allowed address", `a<img src="x.png" alt="gone">b`, "ab"},
		{"image of an attachment", `<img src="/dash/attachments/0199aa00-1b2c-7def-8123-456789abcdef" alt="plan.png" onerror="x">`, `<img src="/dash/attachments/0199aa00-1b2c-7def-8123-456789abcdef" alt="plan.png">`},
		{"image of an attachment, with more", `a<img src="/dash/attachments/0199aa00-1b2c-7def-8123-456789abcdef?x=1"><img src="/dash/attachments/0199aa00-1b2c-7def-8123-456789abcdef#x"><img src="/dash/attachments/0199aa00-1b2c-7def-8123-456789abcdef/../x">b`, "ab"},
		{"image of an attachment elsewhere", `a<img src="//evil.example/dash/attachments/0199aa00-1b2c-7def-8123-456789abcdef"><img src="\evil.example/dash/attachments/0199aa00-1b2c-7def-8123-456789abcdef">b`, "ab"},
		{"image of an attachment, hidden", "a<img src=\"/dash/../dash/attachments/0199aa00-1b2c-7def-8123-456789abcdef\"><img src=\" /dash/attachments/0199aa00-1b2c-7def-8123-456789abcdef\n\">b", "ab"},
		{"image of an attachment, by another name", `a<img src="/dash/attachments/0199AA00-1B2C-7DEF-8123-456789ABCDEF"><img src="/dash/attachments/x">b`, "ab"},
		{"image of another page", `a<img src="/dash/session"><img src="/api/v1/attachments/0199aa00-1b2c-7def-8123-456789abcdef">b`, "ab"},
		{"link to an attachment leaves its text", `<a href="/dash/attachments/0199aa00-1b2c-7def-8123-456789abcdef">x</a>`, "x"},
		{"line break", "a<br/>b<br>c</br>d", "a<br>b<br>cd"},
		{"list", "<ul><li>a<li>b</ul>", "<ul><li>a</li><li>b</li></ul>"},
		{"list in a list", "<ul><li>a<ul><li>b</li></ul></li><li>c</li></ul>", "<ul><li>a<ul><li>b</li></ul></li><li>c</li></ul>"},
		{"list that goes on", `<ol start="3" type="x"><li>c</li></ol>`, `<ol start="3"><li>c</li></ol>`},
		{"paragraphs left open", "<p>a<p>b", "<p>a</p><p>b</p>"},
		{"paragraph before a list", "<p>a<ul><li>b</li></ul>", "<p>a</p><ul><li>b</li></ul>"},
		{"code keeps its lines", "<pre><code>\n  if a &lt; b {\n</code></pre>", "<pre><code>\n  if a &lt; b {\n</code></pre>"},
		{"table", `<table><tr><td colspan="2">a<td>b<tr><th>c</table>`, `<table><tr><td colspan="2">a</td><td>b</td></tr><tr><th>c</th></tr></table>`},
		{"table parts", "<table><thead><tr><th>a</th></tr><tbody><tr><td>b</table>", "<table><thead><tr><th>a</th></tr></thead><tbody><tr><td>b</td></tr></tbody></table>"},
		{"table in a table", "<table><tr><td><table><tr><td>a</table>b</table>", "<table><tr><td><table><tr><td>a</td></tr></table>b</td></tr></table>"},
		{"paragraph in a cell spares the one outside", "<table><tr><td><p>a</td></tr></table>", "<table><tr><td><p>a</p></td></tr></table>"},
		{"end tag stays in its cell", "<b><table><tr><td>a</b>c</td></tr></table></b>", "<b><table><tr><td>ac</td></tr></table></b>"},
		{"parts of no table", "<td>a</td><tr>b", "ab"},
		{"element left open", "<p>a <em>b", "<p>a <em>b</em></p>"},
		{"end tag of nothing", "a</div></td></p></blockquote>b", "ab"},
		{"elements that cross", "<b>a<i>b</b>c</i>", "<b>a<i>b</i></b>c"},
		{"link without a target leaves its text", `<a title="x">y</a><a name="z">w</a>`, "yw"},
		{"item in a cell spares the one outside", "<ul><li><table><tr><td><li>a</table></ul>", "<ul><li><table><tr><td><li>a</li></td></tr></table></li></ul>"},
		{"mention span leaves its text", `<span class="mention" data-id="7">@Ann</span> hi`, "@Ann hi"},
		{"comment goes", "a<!-- secret -->b", "ab"},
		{"attribute given twice", `<img src="https://a.example/1" src="https://b.example/2">`, `<img src="https://a.example/1">`},
	}
	cleaner := New()
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			if got := checkClean(t, cleaner, test.source); got != test.want {
				t.Errorf("got  %s\nwant %s", got, test.want)
			}
		})
	}
}

func TestVisible(t *testing.T) {
	t.Parallel()
	tests := map[string]bool{
		"":                                  false,
		" \t\n":                             false,
		"&nbsp;&ensp;\u3000":                false,
		"\u200b\u200c\u200d\u2060\ufeff":    false,
		"&shy;&zwnj;&lrm;&rlm;&#x202e;":     false,
		"\u034f\u115f\u3164\uffa0\ufe0f":    false,
		"\u2800":                            false,
		"\x01\x7f":                          false,
		"<p></p>":                           false,
		"<p>&nbsp;</p><br><hr>":             false,
		"<ul><li></li></ul>":                false,
		"<table><tr><td></td></table>":      false,
		"<script>alert(1)</script>":         false,
		"<!-- words -->":                    false,
		"<img src=x alt=words>":             false,
		"<img src=http://example.com/x>":    false,
		`<a href="https://a.example/"></a>`: false,
		"<style>p{}</style>":                false,
		"<iframe>words</iframe>":            false,
		"a":                                 true,
		".":                                 true,
		"0":                                 true,
		"<":                                 true,
		"\u200bé":                           true,
		"👍\ufe0f":                           true,
		"<p><em>x</em></p>":                 true,
		"img":                               true,
		"<img src=https://example.com/x>":   true,
		"<img src='/dash/attachments/0199aa00-1b2c-7def-8123-456789abcdef'>": true,
		"&lt;p&gt;":                true,
		"<unknown>words</unknown>": true,
	}
	cleaner := New()
	for source, want := range tests {
		if clean, got := cleaner.Clean(source); got != want {
			t.Errorf("%q became %q, visible %t", source, clean, got)
		}
	}
}

func TestWhatDoesNotSettleBecomesText(t *testing.T) {
	t.Parallel()
	passes := 0
	_, settled := settle("x", func(s string) string { passes++; return s + "x" })
	if settled || passes != maxPasses {
		t.Errorf("settled %t after %d passes", settled, passes)
	}
	for _, c := range mustBypasses(t) {
		cleaner := New()
		text := cleaner.text.Replace(normalise(c.payload))
		if got := checkClean(t, cleaner, text); got != text {
			t.Errorf("text %q became %q", text, got)
		}
	}
}

func TestDepthIsBounded(t *testing.T) {
	t.Parallel()
	for _, tag := range []string{"b", "div", "blockquote", "ul><li", "table><tr><td"} {
		source := strings.Repeat("<"+tag+">", 2_000) + "deep<br>" + "<b>x</b>"
		clean := checkClean(t, New(), source)
		if n := depth(clean); n > maxDepth || n < maxDepth-2 || !strings.Contains(clean, "deep<br>") {
			t.Errorf("%s: %d deep", tag, n)
		}
	}
}

// Escaping turns one byte into five; no result may grow by much more than that.
func TestResultGrowsByASmallFactorOnly(t *testing.T) {
	t.Parallel()
	for _, unit := range []string{
		"&", "<", ">", `"`, "<p>", "<p><b><i><u><s>x", "<li>", "<table>", "<table><td>", "<td>", "<a href=http://x>",
		"<a href=mailto:>", "<a href=\"https://x/ééé\">", "<img src=https://x>", "</p>", "<b", "<b>", "<!--",
	} {
		source := strings.Repeat(unit, 100_000/len(unit))
		clean, _ := New().Clean(source)
		if len(clean) > 6*len(source)+1024 {
			t.Errorf("%s: %d bytes became %d", unit, len(source), len(clean))
		}
	}
}

func TestCleanerIsSafeForConcurrentUse(t *testing.T) {
	t.Parallel()
	cleaner := New()
	var all sync.WaitGroup
	for i := range 8 {
		all.Go(func() {
			for j := range 50 {
				want := fmt.Sprintf("<p>%d's %d</p>", i, j)
				if got, visible := cleaner.Clean(want + "<script>x</script>"); got != want || !visible {
					t.Errorf("got %q, want %q", got, want)
				}
			}
		})
	}
	all.Wait()
}

func FuzzClean(f *testing.F) {
	for _, c := range mustBypasses(f) {
		f.Add(c.payload)
	}
	f.Add(`<p>it's "quoted" <a href="https://example.com/?q=é%zz&amp;x=1#y">a</a></p>`)
	f.Add("<table><tr><td><p>a<table><li>b</td></table></p>")
	cleaner := New()
	f.Fuzz(func(t *testing.T, source string) { checkClean(t, cleaner, source) })
}

func FuzzPlainTextSurvives(f *testing.F) {
	f.Add(`it's "quoted" & a < b > c`)
	f.Add("one\n\ntwo &amp; three")
	cleaner := New()
	f.Fuzz(func(t *testing.T, source string) {
		want := normalise(source)
		escaped := cleaner.text.Replace(want)
		if clean, _ := cleaner.Clean(escaped); clean != escaped {
			t.Errorf("%q was sent as %q and came back as %q", want, escaped, clean)
		}
	})
}

func BenchmarkClean(b *testing.B) {
	cleaner := New()
	source := `<p>It's <strong>done</strong>, see <a href="https://example.com/x?a=1&amp;b=2">the page</a>.</p><ul><li>one</li><li>two</li></ul>`
	for b.Loop() {
		cleaner.Clean(source)
	}
}
