package apitest

import (
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/santhosh-tekuri/jsonschema/v6"

	"earnest/internal/apiv1"
	"earnest/internal/apiv1/openapi"
)

// canned is a transport that always returns the same response.
type canned struct {
	status int
	header http.Header
	body   string
}

func (c canned) RoundTrip(*http.Request) (*http.Response, error) {
	return &http.Response{StatusCode: c.status, Header: c.header, Body: io.NopCloser(strings.NewReader(c.body))}, nil
}

// witness is a test that only records its errors.
type witness struct {
	testing.TB
	told []string
}

func (w *witness) Errorf(format string, args ...any) {
	w.told = append(w.told, fmt.Sprintf(format, args...))
}
func (w *witness) Helper() {}

// rated returns the headers that every response has, with the given changes; an empty value removes a header.
func rated(changes ...string) http.Header {
	h := http.Header{"Content-Type": {"application/json; charset=utf-8"}}
	for _, name := range []string{"Limit-Hour", "Remaining-Hour", "Limit-Month", "Remaining-Month", "Reset-Hour"} {
		h.Set("X-RateLimit-"+name, "7")
	}
	for i := 0; i < len(changes); i += 2 {
		h.Set(changes[i], changes[i+1])
		if changes[i+1] == "" {
			h.Del(changes[i])
		}
	}
	return h
}

// sample returns an example response from the document, with one string replaced by another.
func sample(t *testing.T, method, path, status, from, to string) string {
	t.Helper()
	text, err := openapi.New("test").JSON()
	if err != nil {
		t.Fatal(err)
	}
	document, err := jsonschema.UnmarshalJSON(strings.NewReader(string(text)))
	if err != nil {
		t.Fatal(err)
	}
	body, err := jsonText(at(document, "paths", path, method, "responses", status, "content", "application/json", "example"))
	if err != nil || !strings.Contains(body, from) {
		t.Fatalf("%s is not in %s (%v)", from, body, err)
	}
	return strings.Replace(body, from, to, 1)
}

func TestTheValidatorAcceptsWhatIsPromised(t *testing.T) {
	t.Parallel()
	refused := `{"error":{"code":"%s","message":"no"}}`
	for name, c := range map[string]struct {
		method, path string
		canned
	}{
		"one":            {"GET", "/tickets/x", canned{200, rated(), sample(t, "get", "/tickets/{uuid}", "200", "{", "{")}},
		"a list":         {"GET", "/tickets", canned{200, rated(), sample(t, "get", "/tickets", "200", "{", "{")}},
		"a bare list":    {"GET", "/statuses", canned{200, rated(), sample(t, "get", "/statuses", "200", "{", "{")}},
		"null":           {"GET", "/tickets/x", canned{200, rated(), sample(t, "get", "/tickets/{uuid}", "200", `"assignee":"Inès Moreau"`, `"assignee":null`)}},
		"a head":         {"HEAD", "/tickets", canned{200, rated(), ""}},
		"a refusal":      {"GET", "/tickets", canned{404, rated(), fmt.Sprintf(refused, "NOT_FOUND")}},
		"a quota":        {"GET", "/tickets", canned{429, rated("Retry-After", "9"), fmt.Sprintf(refused, "RATE_LIMIT_EXCEEDED")}},
		"unknown path":   {"GET", "/nothing", canned{404, rated(), fmt.Sprintf(refused, "NOT_FOUND")}},
		"unknown method": {"PATCH", "/tickets", canned{405, rated("Allow", "GET"), fmt.Sprintf(refused, "METHOD_NOT_ALLOWED")}},
		"another place":  {"GET", "/../../docs", canned{418, http.Header{}, "tea"}},
	} {
		if told := judge(t, c.method, c.path, c.canned); len(told) != 0 {
			t.Errorf("%s: %q", name, told)
		}
	}
}

func TestTheValidatorRefusesWhatIsNot(t *testing.T) {
	t.Parallel()
	ticket := func(from, to string) string { return sample(t, "get", "/tickets/{uuid}", "200", from, to) }
	refused := `{"error":{"code":"%s","message":"no"}}`
	for name, c := range map[string]struct {
		method, path, want string
		canned
	}{
		"undocumented field":        {"GET", "/tickets/x", "additional properties 'secret'", canned{200, rated(), ticket(`"uuid"`, `"secret":1,"uuid"`)}},
		"undocumented inner field":  {"GET", "/tickets/x", "additional properties 'colour'", canned{200, rated(), ticket(`"name":"paiement"`, `"name":"paiement","colour":1`)}},
		"undocumented envelope":     {"GET", "/tickets/x", "additional properties 'extra'", canned{200, rated(), ticket(`{"data"`, `{"extra":1,"data"`)}},
		"missing field":             {"GET", "/tickets/x", "missing property 'priority'", canned{200, rated(), ticket(`"priority":"haute",`, ``)}},
		"missing meta":              {"GET", "/tickets", "missing property 'meta'", canned{200, rated(), `{"data":[]}`}},
		"null where none may be":    {"GET", "/tickets/x", "got null, want string", canned{200, rated(), ticket(`"title":"Payer par carte bancaire"`, `"title":null`)}},
		"null in place of a list":   {"GET", "/tickets", "got null, want array", canned{200, rated(), `{"data":null,"meta":{"total":0}}`}},
		"text for a number":         {"GET", "/tickets/x", "got string, want number", canned{200, rated(), ticket(`"story_points":5`, `"story_points":"5"`)}},
		"fraction for an integer":   {"GET", "/tickets/x", "want integer", canned{200, rated(), ticket(`"project_id":12`, `"project_id":12.5`)}},
		"value outside the set":     {"GET", "/tickets/x", "value must be one of", canned{200, rated(), ticket(`"haute"`, `"urgent"`)}},
		"upper-case uuid":           {"GET", "/tickets/x", "is not valid uuid", canned{200, rated(), ticket(`"uuid":"01958a4b`, `"uuid":"01958A4B`)}},
		"timestamp in another form": {"GET", "/tickets/x", "is not valid timestamp", canned{200, rated(), ticket(`2026-03-02 08:15:42`, `2026-03-02T08:15:42Z`)}},
		"timestamp of no moment":    {"GET", "/tickets/x", "is not valid timestamp", canned{200, rated(), ticket(`2026-03-02 08:15:42`, `2026-02-30 08:15:42`)}},
		"date of no day":            {"GET", "/milestones", "is not valid date", canned{200, rated(), sample(t, "get", "/milestones", "200", "2026-04-15", "2026-04-31")}},
		"colour in another form":    {"GET", "/milestones", "does not match pattern", canned{200, rated(), sample(t, "get", "/milestones", "200", "#0f766e", "teal")}},
		"envelope where none is":    {"GET", "/statuses", "got object, want array", canned{200, rated(), `{"data":[]}`}},
		"status not listed":         {"GET", "/tickets", "does not list this status", canned{201, rated(), `{}`}},
		"conflict on a known path":  {"GET", "/tickets", "does not list this status", canned{409, rated(), `{}`}},
		"success of unknown path":   {"GET", "/nothing", "was not refused", canned{200, rated(), `{}`}},
		"code of another status":    {"GET", "/tickets", "the code is NOT_FOUND", canned{403, rated(), fmt.Sprintf(refused, "NOT_FOUND")}},
		"code that nobody knows":    {"GET", "/tickets", "value must be one of", canned{404, rated(), fmt.Sprintf(refused, "GONE")}},
		"no rate header":            {"GET", "/tickets", "X-Ratelimit-Remaining-Month is missing", canned{404, rated("X-RateLimit-Remaining-Month", ""), fmt.Sprintf(refused, "NOT_FOUND")}},
		"rate header of words":      {"GET", "/tickets", "must be an integer", canned{404, rated("X-RateLimit-Reset-Hour", "soon"), fmt.Sprintf(refused, "NOT_FOUND")}},
		"no Retry-After":            {"GET", "/tickets", "Retry-After is missing", canned{503, rated(), fmt.Sprintf(refused, "SERVICE_UNAVAILABLE")}},
		"no Allow":                  {"PATCH", "/tickets", "Allow is missing", canned{405, rated(), fmt.Sprintf(refused, "METHOD_NOT_ALLOWED")}},
		"other content type":        {"GET", "/tickets", "content type", canned{404, rated("Content-Type", "text/plain"), fmt.Sprintf(refused, "NOT_FOUND")}},
		"not JSON":                  {"GET", "/tickets", "not JSON", canned{404, rated(), "<html>"}},
	} {
		told := judge(t, c.method, c.path, c.canned)
		if len(told) != 1 || !strings.Contains(strings.ToLower(told[0]), strings.ToLower(c.want)) || !strings.Contains(told[0], c.method+" "+apiv1.Base+c.path) {
			t.Errorf("%s: want one error that says %q, got %q", name, c.want, told)
		}
	}
}

// judge returns the errors that the validator reports for a response.
func judge(t *testing.T, method, path string, answer canned) []string {
	t.Helper()
	w := &witness{TB: t}
	url := "http://earnest.example" + apiv1.Base + path
	if strings.HasPrefix(path, "/..") {
		url = "http://earnest.example/docs"
	}
	resp, err := NewValidator(w, answer).RoundTrip(httptest.NewRequest(method, url, http.NoBody))
	if err != nil {
		t.Fatal(err)
	}
	defer resp.Body.Close()
	if text, err := io.ReadAll(resp.Body); err != nil || string(text) != answer.body {
		t.Errorf("the caller got %q, %v", text, err)
	}
	return w.told
}

func TestEveryExampleOfTheDocumentKeepsToIt(t *testing.T) {
	t.Parallel()
	c, err := newContract()
	if err != nil {
		t.Fatal(err)
	}
	text, err := openapi.New("test").JSON()
	if err != nil {
		t.Fatal(err)
	}
	document, err := jsonschema.UnmarshalJSON(strings.NewReader(string(text)))
	if err != nil {
		t.Fatal(err)
	}
	checked := 0
	for name, schema := range members(document, "components", "schemas") {
		compiled, err := c.compiler.Compile(documentURL + "#/components/schemas/" + name)
		if err != nil {
			t.Fatal(err)
		}
		examples, _ := at(schema, "examples").([]any) // an envelope has none
		for _, example := range examples {
			checked++
			if err := compiled.Validate(example); err != nil {
				t.Errorf("the example of %s: %v", name, err)
			}
		}
	}
	for code, example := range members(document, "components", "examples") {
		checked++
		found := 0
		for _, refusal := range c.refusals {
			body, err := jsonText(at(example, "value"))
			if err == nil && refusal.checkBody([]byte(body)) == nil {
				found++
			}
		}
		if found != 1 {
			t.Errorf("%d statuses have the code %s", found, code)
		}
	}
	if checked < 40 {
		t.Errorf("only %d examples were found", checked)
	}
}

func jsonText(v any) (string, error) {
	var b strings.Builder
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	err := e.Encode(v)
	return b.String(), err
}
