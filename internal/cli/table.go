package cli

import (
	"encoding/json"
	"fmt"
	"io"
	"iter"
	"strings"
	"text/tabwriter"
)

// blockRows is the number of rows whose columns are aligned together, so that a long table need not be held in memory.
const blockRows = 1000

// table prints rows in aligned columns.
type table struct {
	w    *tabwriter.Writer
	rows int
	err  error
}

func newTable(w io.Writer, header ...string) *table {
	t := &table{w: tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)}
	t.row(header...)
	return t
}

// row adds a row; flush returns its error.
func (t *table) row(cells ...string) {
	_, _ = fmt.Fprintln(t.w, strings.Join(cells, "\t")) // the writer only buffers
	t.rows++
	if t.rows%blockRows == 0 && t.err == nil {
		t.err = t.w.Flush()
	}
}

// flush prints what is left.
func (t *table) flush() error {
	if t.err != nil {
		return t.err
	}
	return t.w.Flush()
}

// printTable prints items as they are read, each as one row.
func printTable[T any](w io.Writer, items iter.Seq2[T, error], header []string, row func(T) []string) error {
	out := newTable(w, header...)
	for item, err := range items {
		if err != nil {
			return err
		}
		out.row(row(item)...)
	}
	return out.flush()
}

// printJSON prints items as they are read, as one JSON array of what shown returns. The writer is a buffer, which reports an error when it is
// flushed.
func printJSON[T, S any](w io.Writer, items iter.Seq2[T, error], shown func(T) S) error {
	separator := ""
	_, _ = io.WriteString(w, "[")
	for item, err := range items {
		if err != nil {
			return err
		}
		text, err := json.Marshal(shown(item))
		if err != nil {
			return err
		}
		_, _ = fmt.Fprintf(w, "%s%s", separator, text)
		separator = ","
	}
	_, err := fmt.Fprintln(w, "]")
	return err
}
