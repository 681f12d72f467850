package cli

import (
	"bytes"
	"errors"
	"io"
	"os"
	"path/filepath"
	"testing"
)

func TestWhatFailsAtOnceWritesNothing(t *testing.T) {
	t.Parallel()
	var out bytes.Buffer
	broken := errors.New("no such project")
	err := buffered(&out, func(w io.Writer) error {
		_, _ = io.WriteString(w, "{")
		return broken
	})
	if !errors.Is(err, broken) || out.Len() != 0 {
		t.Errorf("%v %q", err, out.String())
	}
}

func TestAFileIsWrittenWholeOrStaysAsItWas(t *testing.T) {
	t.Parallel()
	folder := t.TempDir()
	name := filepath.Join(folder, "out.json")
	write := func(text string, failure error) error {
		return writeWhole(name, func(w io.Writer) error {
			_, _ = io.WriteString(w, text)
			return failure
		})
	}
	if err := write("first", nil); err != nil {
		t.Fatal(err)
	}
	broken := errors.New("the database went away")
	if err := write("half of the sec", broken); !errors.Is(err, broken) {
		t.Errorf("%v", err)
	}
	if text, err := os.ReadFile(name); err != nil || string(text) != "first" {
		t.Errorf("%q %v", text, err)
	}
	if err := write("second", nil); err != nil {
		t.Fatal(err)
	}
	if text, err := os.ReadFile(name); err != nil || string(text) != "second" {
		t.Errorf("%q %v", text, err)
	}
	if left, err := os.ReadDir(folder); err != nil || len(left) != 1 {
		t.Errorf("left behind: %v %v", left, err)
	}
}
