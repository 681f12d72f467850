package apitest

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"mime"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/santhosh-tekuri/jsonschema/v6"

	"earnest/internal/apiv1"
)

// Validator is a transport that checks every response from the API against the API document: its status, its headers and its
// body. A response fails the test if any part of it is not documented.
type Validator struct {
	t    testing.TB
	next http.RoundTripper
	contract
}

// NewValidator returns a transport that validates the responses from next.
func NewValidator(t testing.TB, next http.RoundTripper) *Validator {
	t.Helper()
	c, err := readContract()
	if err != nil {
		t.Fatal(err)
	}
	return &Validator{t: t, next: next, contract: c}
}

// RoundTrip sends a request and checks the response, which the caller gets unchanged.
func (v *Validator) RoundTrip(r *http.Request) (*http.Response, error) {
	resp, err := v.next.RoundTrip(r)
	if err != nil || !strings.HasPrefix(r.URL.Path, apiv1.Base+"/") {
		return resp, err
	}
	text, broken := io.ReadAll(resp.Body)
	_ = resp.Body.Close()
	resp.Body = io.NopCloser(io.MultiReader(bytes.NewReader(text), failing{broken}))
	if broken != nil { // it is up to the test to judge a truncated response
		return resp, nil //nolint:nilerr // the error reaches whoever reads the body
	}
	if err := v.check(r.Method, r.URL.Path, resp, text); err != nil {
		v.t.Errorf("%s %s: the answer %d is not in the API document: %v\n%.600s", r.Method, r.URL.Path, resp.StatusCode, err, text)
	}
	return resp, nil
}

// failing is a reader that returns an error, or io.EOF if it has none.
type failing struct{ err error }

func (f failing) Read([]byte) (int, error) {
	if f.err == nil {
		return 0, io.EOF
	}
	return 0, f.err
}

// Contract checks responses against an API document, wherever they come from. It is safe for concurrent use.
type Contract struct{ contract }

// NewContract parses a document as a server returns it.
func NewContract(document []byte) (Contract, error) {
	c, err := parseContract(document)
	return Contract{c}, err
}

// Check returns an error if any part of a response is not documented. The path begins with apiv1.Base.
func (c Contract) Check(method, path string, resp *http.Response, text []byte) error {
	return c.check(method, path, resp, text)
}

func (c contract) check(method, path string, resp *http.Response, text []byte) error {
	promised, err := c.find(method, strings.TrimPrefix(path, apiv1.Base), resp.StatusCode)
	if err != nil {
		return err
	}
	if resp.StatusCode == http.StatusNotModified {
		if len(text) > 0 {
			return errors.New("a 304 has a body")
		}
		return promised.checkHeaders(resp.Header)
	}
	if promised.schema == nil { // the bytes of a file
		return promised.checkHeaders(resp.Header)
	}
	if kind, _, _ := mime.ParseMediaType(resp.Header.Get("Content-Type")); kind != "application/json" {
		return fmt.Errorf("the content type is %q", resp.Header.Get("Content-Type"))
	}
	if err := promised.checkHeaders(resp.Header); err != nil {
		return err
	}
	if method == http.MethodHead {
		return nil
	}
	return promised.checkBody(text)
}

// find returns the documented response for a status. A request with an undocumented path or method can only be refused, with one
// of the documented errors.
func (c contract) find(method, path string, status int) (*answer, error) {
	if method == http.MethodHead {
		method = http.MethodGet
	}
	answers, described := c.operations[method+" "+path]
	if !described {
		answers, described = c.operations[method+" "+withUUID(path)]
	}
	if !described {
		answers = c.refusals
	}
	promised, found := answers[status]
	switch {
	case found:
		return promised, nil
	case described:
		return nil, errors.New("the operation does not list this status")
	default:
		return nil, errors.New("the path or method is unknown and was not refused in a known way")
	}
}

// withUUID replaces the second segment of a path with {uuid}.
func withUUID(path string) string {
	parts := strings.Split(path, "/")
	if len(parts) > 2 {
		parts[2] = "{uuid}"
	}
	return strings.Join(parts, "/")
}

// answer is the documented response for one status of one operation.
type answer struct {
	headers  []string // required
	integers []string // headers that must be integers
	schema   *jsonschema.Schema
	codes    []string // the only possible codes of an error; none for a success
}

func (a *answer) checkHeaders(h http.Header) error {
	for _, name := range a.headers {
		if h.Get(name) == "" {
			return fmt.Errorf("the header %s is missing", name)
		}
	}
	for _, name := range a.integers {
		if _, err := strconv.ParseInt(h.Get(name), 10, 64); h.Get(name) != "" && err != nil {
			return fmt.Errorf("the header %s is %q and must be an integer", name, h.Get(name))
		}
	}
	return nil
}

func (a *answer) checkBody(text []byte) error {
	body, err := jsonschema.UnmarshalJSON(bytes.NewReader(text))
	if err != nil {
		return fmt.Errorf("the body is not JSON: %w", err)
	}
	if err := a.schema.Validate(body); err != nil {
		return err
	}
	if len(a.codes) == 0 {
		return nil
	}
	code, _ := at(body, "error", "code").(string)
	if !slices.Contains(a.codes, code) {
		return fmt.Errorf("the code is %s, and the status has only %v", code, a.codes)
	}
	return nil
}
