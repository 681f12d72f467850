package main

import (
	"fmt"
	"os"
	"strings"
)

// Each part of the benchmark has its own block in a document.
const (
	blockBegin   = "<!-- begin: written by make bench -->\n"
	financeBegin = "<!-- begin: written by make bench ARGS=-finance -->\n"
	clientsBegin = "<!-- begin: written by make bench ARGS=-clients -->\n"
	scaleBegin   = "<!-- begin: written by make bench ARGS=-scale, %s -->\n" // of an engine
	blockEnd     = "<!-- end -->\n"
)

// writeDocument replaces the report in a document.
func writeDocument(path string, r *report) error {
	text, err := os.ReadFile(path)
	if err != nil {
		return err
	}
	document := string(text)
	for begin, part := range r.blocks() {
		var block strings.Builder
		part.print(&block, (*grid).markdown)
		if document, err = replaceBlock(document, begin, block.String()); err != nil {
			return fmt.Errorf("%s: %w", path, err)
		}
	}
	return os.WriteFile(path, []byte(document), 0o644)
}

// blocks returns what belongs into each block, by its first line.
func (r *report) blocks() map[string]*report {
	switch {
	case len(r.Volumes) > 0:
		return map[string]*report{financeBegin: r}
	case len(r.Clients) > 0:
		return map[string]*report{clientsBegin: r}
	case len(r.Scaled) == 0:
		return map[string]*report{blockBegin: r}
	}
	all := map[string]*report{}
	for _, s := range r.Scaled {
		one := *r
		one.Scaled = []*scaled{s}
		all[fmt.Sprintf(scaleBegin, s.Engine)] = &one
	}
	return all
}

// replaceBlock replaces the text between two markers in a document.
func replaceBlock(document, begin, text string) (string, error) {
	before, rest, ok := strings.Cut(document, begin)
	if !ok {
		return "", fmt.Errorf("there is no line %q", strings.TrimSpace(begin))
	}
	_, rest, ok = strings.Cut(rest, blockEnd)
	if !ok {
		return "", fmt.Errorf("there is no line %q", strings.TrimSpace(blockEnd))
	}
	return before + begin + text + blockEnd + rest, nil
}
