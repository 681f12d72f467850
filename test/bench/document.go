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
	blockEnd     = "<!-- end -->\n"
)

// writeDocument replaces the report in a document.
func writeDocument(path string, r *report) error {
	text, err := os.ReadFile(path)
	if err != nil {
		return err
	}
	var block strings.Builder
	r.print(&block, (*grid).markdown)
	begin := blockBegin
	switch {
	case len(r.Volumes) > 0:
		begin = financeBegin
	case len(r.Clients) > 0:
		begin = clientsBegin
	}
	changed, err := replaceBlock(string(text), begin, block.String())
	if err != nil {
		return fmt.Errorf("%s: %w", path, err)
	}
	return os.WriteFile(path, []byte(changed), 0o644)
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
