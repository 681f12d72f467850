// Command testreport reads `go test -json` on stdin and prints a summary for people: one line per package as go test does, the
// whole output of failing tests, build errors verbatim, the skipped tests with their reasons, and at the end `N passed, N failed,
// N skipped`. It fails if a test failed, if a package did not finish, or if no test ran.
package main

import (
	"bufio"
	"fmt"
	"io"
	"os"
)

func main() {
	ok, err := report(os.Stdin, os.Stdout)
	if err != nil {
		fmt.Fprintln(os.Stderr, "testreport:", err)
	}
	if err != nil || !ok {
		os.Exit(1)
	}
}

// report prints the summary and returns whether at least one test ran and nothing failed.
func report(in io.Reader, out io.Writer) (bool, error) {
	r := newReporter(out)
	lines := bufio.NewReader(in)
	for {
		line, err := lines.ReadBytes('\n')
		if len(line) > 0 {
			r.line(line)
		}
		if err == io.EOF {
			return r.close(), nil
		}
		if err != nil {
			return false, fmt.Errorf("read: %w", err)
		}
	}
}
