// Command bare serves recorded responses from memory. That is the least work net/http can do for the same bytes, so it is the
// baseline that the product is compared with.
package main

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"net"
	"net/http"
	"os"
)

// answer is a recorded response, ready to be written.
type answer struct {
	status int
	header http.Header
	body   []byte
}

// answers maps a method, then the request line's target, to a recorded response.
type answers map[string]map[string]answer

func main() {
	if err := run(os.Args[1:], os.Stdout); err != nil {
		fmt.Fprintln(os.Stderr, "bare:", err)
		os.Exit(1)
	}
}

// run reads the file of recorded responses, prints the server's address, and serves until it is killed.
func run(args []string, stdout io.Writer) error {
	if len(args) != 1 {
		return errors.New("name the file of recorded responses")
	}
	data, err := os.ReadFile(args[0])
	if err != nil {
		return err
	}
	recorded := map[string]map[string][]byte{}
	if err := json.Unmarshal(data, &recorded); err != nil {
		return err
	}
	all, err := load(recorded)
	if err != nil {
		return err
	}
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return err
	}
	if _, err := fmt.Fprintf(stdout, "serves at http://%s\n", listener.Addr()); err != nil {
		return err
	}
	server := &http.Server{Handler: all}
	return server.Serve(listener)
}

// load parses recorded responses, which are keyed by method and then by target.
func load(recorded map[string]map[string][]byte) (answers, error) {
	all := answers{}
	for method, byTarget := range recorded {
		all[method] = map[string]answer{}
		for target, wire := range byTarget {
			a, err := parse(method, wire)
			if err != nil {
				return nil, fmt.Errorf("%s %s: %w", method, target, err)
			}
			all[method][target] = a
		}
	}
	return all, nil
}

// parse parses a recorded response. It keeps all the headers except the date, because net/http itself writes the date, and
// also frames chunked bodies.
func parse(method string, wire []byte) (answer, error) {
	r, err := http.ReadResponse(bufio.NewReader(bytes.NewReader(wire)), &http.Request{Method: method})
	if err != nil {
		return answer{}, err
	}
	defer r.Body.Close()
	body, err := io.ReadAll(r.Body)
	if err != nil {
		return answer{}, err
	}
	r.Header.Del("Date")
	return answer{status: r.StatusCode, header: r.Header, body: body}, nil
}

// ServeHTTP reads the request's body, as any handler of a write must, and writes the recorded response.
func (all answers) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	a, ok := all[r.Method][r.RequestURI]
	if !ok {
		http.NotFound(w, r)
		return
	}
	if r.ContentLength != 0 {
		_, _ = io.Copy(io.Discard, r.Body)
	}
	maps.Copy(w.Header(), a.header)
	w.WriteHeader(a.status)
	_, _ = w.Write(a.body)
}
