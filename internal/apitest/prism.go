package apitest

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"os"
	"strconv"
	"strings"
	"sync/atomic"
	"testing"

	"earnest/internal/apiv1"
)

// prismVariable is set by `make test-tools` to two addresses: that of Prism, a proxy that checks requests and responses against the API
// document, and that of the server behind it, which repeats the responses it was given.
const prismVariable = "EARNEST_PRISM"

// prism is a transport that shows each request and its response to Prism. The test itself gets the response of the real API.
type prism struct {
	t            testing.TB
	next         http.RoundTripper
	contract     contract
	proxy, store string
}

var prismCalls atomic.Int64 //nolint:gochecknoglobals // numbers the calls of all tests of a process

// withPrism returns next, behind Prism if there is one.
func withPrism(t testing.TB, next http.RoundTripper) http.RoundTripper {
	t.Helper()
	proxy, store, found := strings.Cut(os.Getenv(prismVariable), " ")
	if !found {
		return next
	}
	c, err := readContract()
	if err != nil {
		t.Fatal(err)
	}
	return &prism{t, next, c, proxy, store}
}

func (p *prism) RoundTrip(r *http.Request) (*http.Response, error) {
	var sent []byte
	if r.Body != nil {
		var err error
		if sent, err = io.ReadAll(r.Body); err != nil {
			return nil, err
		}
		_ = r.Body.Close()
		r.Body = io.NopCloser(bytes.NewReader(sent))
	}
	resp, err := p.next.RoundTrip(r)
	if err != nil || !p.describes(r) {
		return resp, err
	}
	text, broken := io.ReadAll(resp.Body)
	_ = resp.Body.Close()
	resp.Body = io.NopCloser(io.MultiReader(bytes.NewReader(text), failing{broken}))
	if broken == nil {
		if err := p.show(r, sent, resp, text); err != nil {
			p.t.Errorf("%s %s, answered with %d: Prism says %v", r.Method, r.URL, resp.StatusCode, err)
		}
	}
	return resp, nil
}

// describes reports whether the document has the operation. Calls with capital letters in the names of parameters do not count, because Prism
// does not distinguish them from small ones. Nor do calls with a per_page that is not a number, which lists without pages have always ignored.
func (p *prism) describes(r *http.Request) bool {
	query := r.URL.Query()
	if _, err := strconv.Atoi(query.Get("per_page")); query.Has("per_page") && err != nil {
		return false
	}
	for name := range query {
		if name != strings.ToLower(name) {
			return false
		}
	}
	path, isAPI := strings.CutPrefix(r.URL.Path, apiv1.Base)
	operations := p.contract.operations
	return isAPI && (operations[r.Method+" "+path] != nil || operations[r.Method+" "+withUUID(path)] != nil)
}

// show sends the request to Prism, which gets the response from the store, and returns what Prism objects to.
func (p *prism) show(r *http.Request, sent []byte, resp *http.Response, text []byte) error {
	id := strconv.FormatInt(int64(os.Getpid()), 36) + "-" + strconv.FormatInt(prismCalls.Add(1), 36)
	kept, err := json.Marshal(map[string]any{"status": resp.StatusCode, "headers": resp.Header, "body": string(text)})
	if err != nil {
		return err
	}
	if _, err := p.call(http.MethodPost, p.store+"/"+id, nil, kept); err != nil {
		return err
	}
	header := asPrismReads(r.Header)
	header.Set("X-Replay", id)
	answer, err := p.call(r.Method, p.proxy+strings.TrimPrefix(r.URL.RequestURI(), apiv1.Base), header, asDocumented(sent))
	if err != nil {
		return err
	}
	isBatch := strings.HasSuffix(r.URL.Path, "/batch") // which is accepted although some of its items are not
	return objection(answer, resp.StatusCode < http.StatusBadRequest && !isBatch)
}

// asPrismReads returns the header of a request in the form that Prism understands: it parses a body only if its type is given, which the API
// does not need, and it knows the authentication scheme only in its usual spelling.
func asPrismReads(given http.Header) http.Header {
	header := given.Clone()
	if header.Get("Content-Type") == "" {
		header.Set("Content-Type", "application/json")
	}
	if name, key, _ := strings.Cut(header.Get("Authorization"), " "); strings.EqualFold(name, "Bearer") {
		header.Set("Authorization", "Bearer "+strings.TrimSpace(key))
	}
	return header
}

// asDocumented returns a body in which tags and dependencies are uuids. The API also accepts them as the objects that it returns, so that what was
// read can be sent back; the document does not say so, because generated types would be awkward.
func asDocumented(sent []byte) []byte {
	var body map[string]any
	if json.Unmarshal(sent, &body) != nil {
		return sent
	}
	changed := false
	for _, name := range []string{"tags", "dependencies"} {
		list, _ := body[name].([]any)
		for i := range list {
			if object, ok := list[i].(map[string]any); ok {
				list[i], changed = object["uuid"], true
			}
		}
	}
	text, err := json.Marshal(body)
	if err != nil || !changed {
		return sent
	}
	return text
}

// call sends a request and returns the header of the response.
func (p *prism) call(method, url string, header http.Header, body []byte) (http.Header, error) {
	r, err := http.NewRequestWithContext(context.Background(), method, url, bytes.NewReader(body))
	if err != nil {
		return nil, err
	}
	if header != nil {
		r.Header = header
	}
	resp, err := http.DefaultTransport.RoundTrip(r)
	if err != nil {
		return nil, err
	}
	defer resp.Body.Close()
	_, err = io.Copy(io.Discard, resp.Body)
	return resp.Header, err
}

// objection returns an error for a response that violates the document, and for a request that violates it but was accepted.
func objection(answer http.Header, accepted bool) error {
	if answer.Get("X-Replayed") == "" {
		if accepted {
			return fmt.Errorf("the request is not valid: %v", answer)
		}
		return nil
	}
	var violations []struct {
		Location []any  `json:"location"` // names and, in arrays, numbers
		Message  string `json:"message"`
	}
	text := answer.Get("Sl-Violations")
	if strings.HasPrefix(text, "Too many violations") && !accepted {
		return nil // what follows is cut off
	}
	if text != "" {
		if err := json.Unmarshal([]byte(text), &violations); err != nil {
			return fmt.Errorf("%w: %s", err, text)
		}
	}
	for _, v := range violations {
		if len(v.Location) > 0 && v.Location[0] == "response" || accepted {
			return fmt.Errorf("%v: %s", v.Location, v.Message)
		}
	}
	return nil
}
