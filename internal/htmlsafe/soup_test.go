package htmlsafe

import (
	"maps"
	"slices"
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"
)

// pieces returns the building blocks of malformed comments; drawn at random, they nest in every possible way.
func pieces() []string {
	var list []string
	for _, name := range slices.Sorted(maps.Keys(allowed())) {
		list = append(list, "<"+name+">", "</"+name+">", "<"+name+"/>")
	}
	for _, name := range []string{
		"script", "style", "svg", "math", "mtext", "mglyph", "noscript", "template", "textarea", "title", "xmp", "iframe",
		"object", "plaintext", "select", "option", "form", "foreignObject", "desc", "col", "span", "body", "frameset",
	} {
		list = append(list, "<"+name+">", "</"+name+">", "<"+name+" onload=x>")
	}
	return append(list, "x", " ", "\n", "&", "&lt;", "<", ">", `"`, "'", "<!--", "-->", "--!>", "<![CDATA[", "]]>",
		`<a href="https://example.com/">`, `<a href="javascript:x">`, `<a title="`, `<img src="https://example.com/">`,
		`<img src="/dash/attachments/0199aa00-1b2c-7def-8123-456789abcdef">`, `<img src="/dash/attachments/`, `<a href="/dash/x">`,
		`<img src=x onerror=x>`, `<td colspan="2">`, `<p title="</noscript>`, `<p id="</style><img src=x onerror=x>">`)
}

func TestTagSoupIsCleaned(t *testing.T) {
	t.Parallel()
	cleaner, list := New(), pieces()
	rapid.Check(t, func(r *rapid.T) {
		source := strings.Join(rapid.SliceOfN(rapid.SampledFrom(list), 1, 60).Draw(r, "pieces"), "")
		checkClean(r, cleaner, source)
	})
}

// These comments are as large as possible and designed to be slow to clean. The limit is far above the time they need, and far
// below the time that an algorithm of the wrong complexity would need.
func TestHostileSizeIsCleanedInTime(t *testing.T) {
	t.Parallel()
	cleaner := New()
	for _, piece := range []string{
		"<", "&", "<p>", "<p><b>", "<a href=https://a.example/><p>", "<table><td>", "</b>", "<!--", `<a title="x" title='`,
		"<p a b c ", "<a href=mailto:x title=y ", "<object>", "<script>", "<svg><style>",
	} {
		source := strings.Repeat(piece, 100_000/len(piece))
		begin := time.Now()
		cleaner.Clean(source)
		took := time.Since(begin)
		t.Logf("%q: %v", piece, took)
		if took > 10*time.Second {
			t.Errorf("%q repeated takes %v", piece, took)
		}
	}
}
