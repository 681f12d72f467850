package main

import (
	"maps"
	"regexp"
	"strings"
)

// pack is the output of one package and the outcome of its tests.
type pack struct {
	name   string
	lines  []line
	result map[string]string // by test; a test that started and did not end is missing
	began  map[string]bool
}

// line is one piece of output; test is empty for the package's own.
type line struct{ test, text string }

func newPack(name string) *pack {
	return &pack{name: name, result: map[string]string{}, began: map[string]bool{}}
}

func (p *pack) take(e event) {
	switch e.Action {
	case "output":
		p.lines = append(p.lines, line{e.Test, e.Output})
	case "run":
		p.began[e.Test] = true
	case passed, failed, skipped:
		p.result[e.Test] = e.Action
	}
}

// summary returns the line go test prints for a package that did not fail.
func (p *pack) summary() []string {
	var texts []string
	for _, l := range p.lines {
		if l.test == "" && (strings.HasPrefix(l.text, "ok  \t") || strings.HasPrefix(l.text, "?   \t")) {
			texts = append(texts, l.text)
		}
	}
	return texts
}

// failure returns the package's own output and everything its failing or unfinished tests printed.
func (p *pack) failure() []string {
	var texts []string
	for _, l := range p.lines {
		result := p.result[l.test]
		if l.test != "" && (result == passed || result == skipped) {
			continue
		}
		if !strings.HasPrefix(l.text, "=== ") {
			texts = append(texts, l.text)
		}
	}
	return texts
}

// leaves returns the tests to count: those without subtests, and a parent that failed although none of its subtests did. A test
// that never ended counts as failed.
func (p *pack) leaves() map[string]string {
	outcome := map[string]string{}
	for test := range p.began {
		outcome[test] = failed
	}
	maps.Copy(outcome, p.result)
	leaves := map[string]string{}
	for test, result := range outcome {
		children, failures := below(outcome, test)
		if children == 0 || (result == failed && failures == 0) {
			leaves[test] = result
		}
	}
	return leaves
}

// below counts a test's subtests at any depth, and those among them that failed.
func below(outcome map[string]string, parent string) (children, failures int) {
	for test, result := range outcome {
		if strings.HasPrefix(test, parent+"/") {
			children++
			if result == failed {
				failures++
			}
		}
	}
	return children, failures
}

// place matches the "file_test.go:12: " before a test's message.
var place = regexp.MustCompile(`^\S+\.go:\d+: `)

// reason returns why a test was skipped.
func (p *pack) reason(test string) string {
	var said []string
	for _, l := range p.lines {
		text := strings.TrimSpace(l.text)
		if l.test == test && text != "" && !strings.HasPrefix(text, "=== ") && !strings.HasPrefix(text, "--- ") {
			said = append(said, place.ReplaceAllString(text, ""))
		}
	}
	if len(said) == 0 {
		return "it gave no reason"
	}
	return strings.Join(said, " ")
}
