package main

import (
	"fmt"
	"os"
	"strings"
)

const (
	blockBegin = "<!-- begin: written by make bench -->\n"
	blockEnd   = "<!-- end -->\n"
)

// writeDocument puts the report into a document, in place of the one before.
func writeDocument(path string, r *report) error {
	text, err := os.ReadFile(path)
	if err != nil {
		return err
	}
	var block strings.Builder
	r.print(&block, (*grid).markdown)
	changed, err := replaceBlock(string(text), block.String())
	if err != nil {
		return fmt.Errorf("%s: %w", path, err)
	}
	return os.WriteFile(path, []byte(changed), 0o644)
}

// replaceBlock puts text between the two marks of a document.
func replaceBlock(document, text string) (string, error) {
	before, rest, ok := strings.Cut(document, blockBegin)
	if !ok {
		return "", fmt.Errorf("there is no line %q", strings.TrimSpace(blockBegin))
	}
	_, rest, ok = strings.Cut(rest, blockEnd)
	if !ok {
		return "", fmt.Errorf("there is no line %q", strings.TrimSpace(blockEnd))
	}
	return before + blockBegin + text + blockEnd + rest, nil
}
