package workspace

import (
	"bufio"
	"bytes"
	"io"
	"strings"

	"github.com/go-json-experiment/json"
)

// Writer writes a file piece by piece, so that it need not fit in memory. Each object is on its own line, so that files can be
// compared line by line. The same objects produce the same bytes. Writing stops at the first error, which Close returns.
type Writer struct {
	w      *bufio.Writer
	frames []frame // the open objects, outermost first
	err    error
}

// frame is an open object: the list that is open in it, and whether the object has any members yet.
type frame struct {
	list  string
	begun bool
}

// NewWriter starts a file. Close ends it.
func NewWriter(w io.Writer) *Writer {
	out := &Writer{w: bufio.NewWriterSize(w, 1<<16), frames: []frame{{}}}
	out.text("{")
	return out
}

// Item writes an object to a list of the open object.
func (w *Writer) Item(list string, object any) {
	w.Open(list, object)
	w.End()
}

// Open writes an object to a list and leaves it open for its own lists, which object itself must not contain. The items of a list
// must follow each other, and no list may be opened twice.
func (w *Writer) Open(list string, object any) {
	data, err := json.Marshal(object, json.Deterministic(true))
	if err != nil && w.err == nil {
		w.err = err
	}
	top := &w.frames[len(w.frames)-1]
	if top.list == list {
		w.text(",")
	} else {
		w.closeList(top)
		if top.begun {
			w.text(",")
		}
		w.line(-1)
		w.text(`"` + list + `": [`)
		top.list, top.begun = list, true
	}
	w.line(0)
	data = bytes.TrimSuffix(data, []byte("}"))
	w.bytes(data)
	w.frames = append(w.frames, frame{begun: len(data) > 1})
}

// End closes the last opened object.
func (w *Writer) End() {
	w.closeList(&w.frames[len(w.frames)-1])
	w.text("}")
	w.frames = w.frames[:len(w.frames)-1]
}

// Err returns the first error.
func (w *Writer) Err() error { return w.err }

// Close ends the file and returns the first error.
func (w *Writer) Close() error {
	begun := w.frames[0].begun
	w.closeList(&w.frames[0])
	if begun {
		w.text("\n")
	}
	w.text("}\n")
	if err := w.w.Flush(); w.err == nil {
		w.err = err
	}
	return w.err
}

func (w *Writer) closeList(f *frame) {
	if f.list != "" {
		w.line(-1)
		w.text("]")
		f.list = ""
	}
}

// line starts a new line, indented like an item in a list of the open object, plus or minus some levels.
func (w *Writer) line(more int) {
	w.text("\n" + strings.Repeat("  ", 2*len(w.frames)+more))
}

func (w *Writer) text(s string) { w.bytes([]byte(s)) }

func (w *Writer) bytes(b []byte) {
	if w.err == nil {
		_, w.err = w.w.Write(b)
	}
}
