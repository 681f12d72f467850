package htmlsafe

import (
	"fmt"
	"slices"
	"strings"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"
	"pgregory.net/rapid"
)

// allowed returns the elements that may remain, each with its attributes. It is deliberately independent of the policy.
func allowed() map[string][]string {
	list := map[string][]string{
		"a": {"href", "title", "rel"}, "img": {"src", "alt", "title", "width", "height"},
		"td": {"colspan", "rowspan"}, "th": {"colspan", "rowspan"}, "ol": {"start"},
	}
	for name := range strings.FieldsSeq(`p div br hr h1 h2 h3 h4 h5 h6 blockquote pre ul li strong b em i u s del ins
		code kbd mark sub sup table caption thead tbody tfoot tr`) {
		list[name] = nil
	}
	return list
}

// unsafe describes what would be unsafe about HTML if a browser parsed it inside various elements, with and without scripting.
// It returns "" if nothing would be.
func unsafe(text string) string {
	list := allowed()
	for _, inside := range []string{"body", "div", "td", "li", "p"} {
		for _, scripting := range []bool{true, false} {
			context := &html.Node{Type: html.ElementNode, Data: inside, DataAtom: atom.Lookup([]byte(inside))}
			nodes, err := html.ParseFragmentWithOptions(strings.NewReader(text), context, html.ParseOptionEnableScripting(scripting))
			if err != nil {
				return err.Error()
			}
			for _, node := range nodes {
				if problem := unsafeNode(node, list); problem != "" {
					return "in " + inside + ": " + problem
				}
			}
		}
	}
	return ""
}

func unsafeNode(node *html.Node, list map[string][]string) string {
	for n := range withDescendants(node) {
		switch n.Type {
		case html.TextNode:
		case html.ElementNode:
			if problem := unsafeElement(n, list); problem != "" {
				return problem
			}
		default:
			return fmt.Sprintf("node of type %d: %q", n.Type, n.Data)
		}
	}
	return ""
}

func withDescendants(node *html.Node) func(func(*html.Node) bool) {
	return func(yield func(*html.Node) bool) {
		if !yield(node) {
			return
		}
		for n := range node.Descendants() {
			if !yield(n) {
				return
			}
		}
	}
}

func unsafeElement(n *html.Node, list map[string][]string) string {
	attributes, ok := list[n.Data]
	if !ok || n.Namespace != "" {
		return "element " + n.Namespace + " " + n.Data
	}
	values := map[string]string{}
	for _, a := range n.Attr {
		if !slices.Contains(attributes, a.Key) || a.Namespace != "" {
			return "attribute " + a.Key + " of " + n.Data
		}
		if _, twice := values[a.Key]; twice {
			return "attribute " + a.Key + " twice"
		}
		values[a.Key] = a.Val
	}
	return unsafeAddress(n.Data, values)
}

func unsafeAddress(name string, values map[string]string) string {
	starts := func(value string, with ...string) bool {
		return slices.ContainsFunc(with, func(w string) bool { return strings.HasPrefix(value, w) })
	}
	switch {
	case name == "a" && !starts(values["href"], "http://", "https://", "mailto:"):
		return "link to " + values["href"]
	case name == "a" && values["rel"] != "nofollow noopener":
		return "link with rel " + values["rel"]
	case name == "img" && !starts(values["src"], "https://") && !isAttachment(values["src"]):
		return "image from " + values["src"]
	default:
		return ""
	}
}

// isAttachment reports whether an address is the dashboard's address of an attachment.
func isAttachment(src string) bool {
	id, ok := strings.CutPrefix(src, "/dash/attachments/")
	return ok && len(id) == 36 && strings.Trim(id, "0123456789abcdef-") == "" && strings.Count(id, "-") == 4
}

// unbalanced describes the first tag that is not balanced, or returns "" if there is none.
func unbalanced(text string) string {
	var open []string
	for token := range tokens(text) {
		switch token.Type {
		case html.StartTagToken:
			if !slices.Contains([]string{"br", "hr", "img"}, token.Data) {
				open = append(open, token.Data)
			}
		case html.EndTagToken:
			if len(open) == 0 || open[len(open)-1] != token.Data {
				return "</" + token.Data + ">"
			}
			open = open[:len(open)-1]
		}
	}
	return strings.Join(open, " ")
}

// depth returns the maximum nesting depth of balanced HTML.
func depth(text string) (most int) {
	open := 0
	for token := range tokens(text) {
		switch {
		case token.Type == html.EndTagToken:
			open--
		case token.Type == html.StartTagToken && !isVoid(token.Data):
			open++
		}
		most = max(most, open)
	}
	return most
}

// reread parses HTML inside a page and serialises it again, as innerHTML does.
func reread(text string) string {
	context := &html.Node{Type: html.ElementNode, Data: "div", DataAtom: atom.Div}
	nodes, err := html.ParseFragment(strings.NewReader(text), context)
	if err != nil {
		return err.Error()
	}
	var out strings.Builder
	for _, node := range nodes {
		if err := html.Render(&out, node); err != nil {
			return err.Error()
		}
	}
	return out.String()
}

// checkClean checks a result against everything Clean promises.
func checkClean(t rapid.TB, cleaner *Cleaner, source string) string {
	t.Helper()
	clean, visible := cleaner.Clean(source)
	if problem := unsafe(clean); problem != "" {
		t.Errorf("%q became %q: %s", source, clean, problem)
	}
	if problem := unbalanced(clean); problem != "" {
		t.Errorf("%q became %q, which is not balanced: %s", source, clean, problem)
	}
	for mutated, round := reread(clean), 1; round <= 2; mutated, round = reread(mutated), round+1 {
		if problem := unsafe(mutated); problem != "" {
			t.Errorf("%q became %q, which a page makes %q: %s", source, clean, mutated, problem)
		}
	}
	again, stillVisible := cleaner.Clean(clean)
	if again != clean || stillVisible != visible {
		t.Errorf("%q became %q, then %q", source, clean, again)
	}
	return clean
}
