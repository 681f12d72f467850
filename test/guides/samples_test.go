package guides

import (
	"go/parser"
	"go/token"
	"net/http"
	"strings"
	"testing"

	"golang.org/x/net/html"
)

// samples returns the requests on the page of a server, by operation and language.
func samples(t *testing.T, url string) map[string]map[string]string {
	t.Helper()
	res, err := http.Get(url + "/docs")
	if err != nil {
		t.Fatal(err)
	}
	defer res.Body.Close()
	root, err := html.Parse(res.Body)
	if err != nil {
		t.Fatal(err)
	}
	found := map[string]map[string]string{}
	for node := range root.Descendants() {
		if node.Data != "article" {
			continue
		}
		programs := map[string]string{}
		for inner := range node.Descendants() {
			if language := attribute(inner, "data-language"); language != "" {
				programs[language] = textOf(inner)
			}
		}
		found[attribute(node, "aria-labelledby")] = programs
	}
	return found
}

func attribute(node *html.Node, name string) string {
	for _, a := range node.Attr {
		if a.Key == name {
			return a.Val
		}
	}
	return ""
}

func textOf(node *html.Node) string {
	var b strings.Builder
	for inner := range node.Descendants() {
		if inner.Type == html.TextNode {
			b.WriteString(inner.Data)
		}
	}
	return b.String()
}

func TestTheSamplesOfOperationsRunAsPasted(t *testing.T) {
	t.Parallel()
	r := mustReader(t)
	all := samples(t, r.url)
	for operation, want := range map[string]string{"listProjects": "Boutique en ligne", "createProject": "contingency_pct"} {
		for _, language := range []string{"sh", "go", "ts", "python"} {
			t.Run(operation+" "+language, func(t *testing.T) {
				t.Parallel()
				code := all[operation][language]
				if code == "" {
					t.Fatal("the page has no sample")
				}
				if got := r.run(t, language, code); !strings.Contains(got, want) || strings.Contains(got, `"error"`) {
					t.Errorf("it prints %s", got)
				}
			})
		}
	}
}

func TestEverySampleIsAProgramOfItsLanguage(t *testing.T) {
	t.Parallel()
	r := mustReader(t)
	var python, typeScript strings.Builder
	count := 0
	for operation, programs := range samples(t, r.url) {
		count++
		if _, err := parser.ParseFile(token.NewFileSet(), operation+".go", programs["go"], parser.AllErrors); err != nil {
			t.Errorf("%s in Go: %v", operation, err)
		}
		python.WriteString("compile('''" + strings.NewReplacer(`\`, `\\`, "'''", `\'\'\'`).Replace(programs["python"]) + "''', '" + operation + "', 'exec')\n")
		typeScript.WriteString("export async function " + operation + "() {\n" + programs["ts"] + "\n}\n")
	}
	if count < 40 {
		t.Errorf("the page has only %d operations", count)
	}
	for language, code := range map[string]string{"python": python.String(), "ts": typeScript.String()} {
		t.Run(language, func(t *testing.T) {
			t.Parallel()
			r.run(t, language, code)
		})
	}
}
