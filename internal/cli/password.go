package cli

import (
	"bufio"
	"errors"
	"io"
	"os"
	"strings"
	"time"
)

const (
	// firstByte is how long a pipe may stay silent before it is taken to contain no password.
	firstByte = 2 * time.Second
	// longestLine is well above the length of any password or key.
	longestLine = 4096
)

// readPassword returns the first line of stdin. It returns "" if stdin is a terminal, /dev/null, closed or empty, or a pipe that
// sends nothing for a while. If wait is true, it waits as long as it takes and requires a line.
func (t *terminal) readPassword(wait bool) (string, error) {
	if !wait && isDevice(t.stdin) {
		return "", nil
	}
	begun, line := t.firstLine()
	if !wait {
		select {
		case <-begun:
		case <-t.ctx.Done():
			return "", t.ctx.Err()
		case <-time.After(firstByte):
			t.sayf("nothing came on stdin for %s: going on without a password (--password-stdin waits for one)", firstByte)
			return "", nil
		}
	}
	select {
	case text := <-line:
		if wait && text == "" {
			return "", errors.New("--password-stdin was given, but no password came on stdin")
		}
		return text, nil
	case <-t.ctx.Done():
		return "", t.ctx.Err()
	}
}

// firstLine reads the first line of stdin; begun is closed on its first byte or at the end of the input.
func (t *terminal) firstLine() (begun <-chan struct{}, line <-chan string) {
	in := bufio.NewReader(io.LimitReader(t.stdin, longestLine))
	first, whole := make(chan struct{}), make(chan string, 1)
	go func() {
		_, _ = in.Peek(1) // an error counts as the end of the input
		close(first)
		text, _ := in.ReadString('\n')
		whole <- strings.TrimRight(text, "\r\n")
	}()
	return first, whole
}

// readLine returns the first line of stdin, however long it takes.
func (t *terminal) readLine() (string, error) {
	_, line := t.firstLine()
	select {
	case text := <-line:
		return text, nil
	case <-t.ctx.Done():
		return "", t.ctx.Err()
	}
}

// isDevice reports whether a reader is a terminal, /dev/null or closed, none of which supplies a password.
func isDevice(r io.Reader) bool {
	file, ok := r.(*os.File)
	if !ok {
		return false
	}
	info, err := file.Stat()
	return err != nil || info.Mode()&os.ModeCharDevice != 0
}
