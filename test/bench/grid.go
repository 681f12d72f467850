package main

import (
	"fmt"
	"strings"
	"unicode/utf8"
)

// grid is a table that can be printed for a terminal or for a document. The first left columns contain words, and the others
// numbers.
type grid struct {
	left int
	head []string
	rows [][]string
}

func (g *grid) add(cells ...string) { g.rows = append(g.rows, cells) }

// text prints aligned columns.
func (g *grid) text(w *strings.Builder) {
	widths := make([]int, len(g.head))
	for _, cells := range append([][]string{g.head}, g.rows...) {
		for i, cell := range cells {
			widths[i] = max(widths[i], utf8.RuneCountInString(cell))
		}
	}
	for _, cells := range append([][]string{g.head}, g.rows...) {
		var line strings.Builder
		for i, cell := range cells {
			pad := strings.Repeat(" ", widths[i]-utf8.RuneCountInString(cell))
			if i < g.left {
				line.WriteString(cell + pad + "  ")
			} else {
				line.WriteString(pad + cell + "  ")
			}
		}
		fmt.Fprintln(w, strings.TrimRight(line.String(), " "))
	}
}

// markdown prints a Markdown table.
func (g *grid) markdown(w *strings.Builder) {
	fmt.Fprintf(w, "| %s |\n|", strings.Join(g.head, " | "))
	for i := range g.head {
		if i < g.left {
			fmt.Fprint(w, "---|")
		} else {
			fmt.Fprint(w, "---:|")
		}
	}
	fmt.Fprintln(w)
	for _, cells := range g.rows {
		fmt.Fprintf(w, "| %s |\n", strings.Join(cells, " | "))
	}
}
