package main

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
	"net"
	"strconv"
	"time"
)

// call is one request as bytes, ready to be sent repeatedly, and the expected status.
type call struct {
	method, target string
	status         int
	wire           []byte
}

// newCall prepares a request; extra contains further header lines, each with its line ending.
func newCall(method, target, key, body, extra string, status int) call {
	var b bytes.Buffer
	fmt.Fprintf(&b, "%s %s HTTP/1.1\r\nHost: 127.0.0.1\r\nAuthorization: Bearer %s\r\n%s", method, target, key, extra)
	if body != "" {
		fmt.Fprintf(&b, "Content-Type: application/json\r\nContent-Length: %d\r\n", len(body))
	}
	b.WriteString("\r\n" + body)
	return call{method: method, target: target, status: status, wire: b.Bytes()}
}

// conn is a keep-alive connection that parses no more of a response than it must. It understands the responses of Go's servers,
// not all of HTTP.
type conn struct {
	net.Conn

	in *bufio.Reader
}

// dial connects to a local address. The connection cannot be used for longer than limit.
func dial(address string, limit time.Duration) (*conn, error) {
	c, err := net.DialTimeout("tcp", address, limit)
	if err != nil {
		return nil, err
	}
	if err := c.SetDeadline(time.Now().Add(limit)); err != nil {
		return nil, errors.Join(err, c.Close())
	}
	return &conn{Conn: c, in: bufio.NewReaderSize(c, 64<<10)}, nil
}

// do sends a call and reads the whole response.
func (c *conn) do(r *call) error {
	if _, err := c.Write(r.wire); err != nil {
		return err
	}
	status, _, err := receive(c.in)
	if err == nil && status != r.status {
		err = fmt.Errorf("%s %s: status %d instead of %d", r.method, r.target, status, r.status)
	}
	return err
}

// receive reads one response and discards its body.
func receive(in *bufio.Reader) (status, size int, err error) {
	line, err := in.ReadSlice('\n')
	if err != nil {
		return 0, 0, err
	}
	if len(line) < 12 {
		return 0, 0, fmt.Errorf("no status line: %q", line)
	}
	if status, err = strconv.Atoi(string(line[9:12])); err != nil {
		return 0, 0, fmt.Errorf("no status line: %q", line)
	}
	length, chunked, err := receiveHead(in)
	switch {
	case err != nil:
		return status, 0, err
	case chunked:
		size, err = discardChunks(in)
		return status, size, err
	default:
		size, err = in.Discard(length)
		return status, size, err
	}
}

// receiveHead reads the header lines and returns how the body is framed; a response that does not specify the framing has no
// body.
func receiveHead(in *bufio.Reader) (length int, chunked bool, err error) {
	for {
		line, err := in.ReadSlice('\n')
		if err != nil {
			return 0, false, err
		}
		line = bytes.TrimRight(line, "\r\n")
		if len(line) == 0 {
			return length, chunked, nil
		}
		if value, ok := bytes.CutPrefix(line, []byte("Content-Length: ")); ok {
			if length, err = strconv.Atoi(string(value)); err != nil {
				return 0, false, err
			}
		} else if bytes.Equal(line, []byte("Transfer-Encoding: chunked")) {
			chunked = true
		}
	}
}

func discardChunks(in *bufio.Reader) (size int, err error) {
	for {
		line, err := in.ReadSlice('\n')
		if err != nil {
			return size, err
		}
		n, err := strconv.ParseInt(string(bytes.TrimRight(line, "\r\n")), 16, 32)
		if err != nil {
			return size, err
		}
		if _, err := in.Discard(int(n) + len("\r\n")); err != nil {
			return size, err
		}
		size += int(n)
		if n == 0 {
			return size, nil
		}
	}
}

// record makes one call and returns the response as it came over the wire.
func record(address string, r *call, limit time.Duration) (wire []byte, status, size int, err error) {
	c, err := dial(address, limit)
	if err != nil {
		return nil, 0, 0, err
	}
	defer closeAll([]*conn{c})
	if _, err := c.Write(r.wire); err != nil {
		return nil, 0, 0, err
	}
	var taken bytes.Buffer
	status, size, err = receive(bufio.NewReader(io.TeeReader(c.Conn, &taken)))
	return taken.Bytes(), status, size, err
}
