package compat_test

import (
	"encoding/json"
	"regexp"
	"strings"
	"testing"

	"earnest/test/compat"
)

func mustRead(t *testing.T, path, purpose string) compat.Document {
	t.Helper()
	document, err := compat.Read(path, purpose)
	if err != nil {
		t.Fatal(err)
	}
	return document
}

func mustBreak(t *testing.T, baseline, current compat.Document) []string {
	t.Helper()
	found, err := compat.Breaking(baseline, current)
	if err != nil {
		t.Fatal(err)
	}
	return found
}

// needsAnIdempotencyKey matches the only difference that oasdiff reports although it breaks no client: the error code that was added to the 422 of
// a POST. Only requests with an Idempotency-Key get it, and clients of the frozen contract do not send one.
var needsAnIdempotencyKey = regexp.MustCompile("^POST [^ ]+: added the new `IDEMPOTENCY_MISMATCH` " +
	"enum value to the `error/code` response property for the response status `422`")

func TestTheAPIKeepsTheFrozenContract(t *testing.T) {
	t.Parallel()
	baseline := mustRead(t, "../../docs/api/v1-baseline.json", "the frozen contract of v1")
	current := mustRead(t, "../../docs/api/openapi.json", "the document of the API as the code has it")
	operations, err := baseline.Operations()
	if err != nil || operations == 0 {
		t.Fatalf("%s promises %d operations (%v)", baseline.Name, operations, err)
	}
	t.Logf("compared %s with %s: %d operations promised", current.Name, baseline.Name, operations)
	for _, sentence := range mustBreak(t, baseline, current) {
		if !needsAnIdempotencyKey.MatchString(sentence) {
			t.Error(sentence)
		}
	}
}

func TestAMissingDocumentIsReported(t *testing.T) {
	t.Parallel()
	_, err := compat.Read("testdata/nothing.json", "the frozen contract")
	if err == nil || !strings.Contains(err.Error(), "testdata/nothing.json is missing: it is the frozen contract") {
		t.Errorf("got %v", err)
	}
}

// edit sets the value at a path in a document; an empty value deletes it.
type edit struct {
	at    string
	value string
}

const (
	newNote = "components schemas NewNote "
	note    = "components schemas Note "
)

func TestBreakingChangesAreFound(t *testing.T) {
	t.Parallel()
	cases := map[string]struct {
		edits []edit
		want  string // the rule that must report it
	}{
		"required response field dropped": {
			[]edit{{note + "properties title", ""}, {note + "required", `["uuid","text"]`}},
			"response-required-property-removed",
		},
		"optional response field dropped": {[]edit{{note + "properties summary", ""}}, "response-optional-property-removed"},
		"response field may now be absent": {
			[]edit{{note + "required", `["uuid","text"]`}}, "response-property-became-optional",
		},
		"response field may now be null": {
			[]edit{{note + "properties title type", `["string","null"]`}}, "response-property-became-nullable",
		},
		"response field of another type": {
			[]edit{{note + "properties title type", `"integer"`}}, "response-property-type-changed",
		},
		"optional request field made required": {
			[]edit{{newNote + "required", `["title","text"]`}}, "request-property-became-required",
		},
		"new required request field": {
			[]edit{{newNote + "required", `["title","owner"]`}, {newNote + "properties owner", `{"type":"string"}`}},
			"new-required-request-property",
		},
		"request field no longer takes null": {
			[]edit{{newNote + "properties text type", `"string"`}}, "request-property-became-not-nullable",
		},
		"request field dropped": {[]edit{{newNote + "properties text", ""}}, "request-property-removed"},
		"shorter text allowed":  {[]edit{{newNote + "properties title maxLength", "40"}}, "request-property-max-length-decreased"},
		"enum value dropped": {
			[]edit{{newNote + "properties priority enum", `["low"]`}}, "request-property-enum-value-removed",
		},
		"query parameter dropped":   {[]edit{{"paths /notes get parameters", ""}}, "request-parameter-removed"},
		"path dropped":              {[]edit{{"paths /notes", ""}}, "api-path-removed-without-deprecation"},
		"deprecated path dropped":   {[]edit{{"paths /notes/{uuid}", ""}}, "api-path-removed-with-deprecation"},
		"method dropped":            {[]edit{{"paths /notes post", ""}}, "api-removed-without-deprecation"},
		"success status changed":    {[]edit{{"paths /notes post responses 201", ""}}, "response-success-status-removed"},
		"error status dropped":      {[]edit{{"paths /notes get responses 401", ""}}, "response-non-success-status-removed"},
		"answer no longer JSON":     {[]edit{{"paths /notes get responses 200 content application/json", ""}}, "response-media-type-removed"},
		"another scope demanded":    {[]edit{{"paths /notes get x-scope", `"notes:admin"`}}, "api-security-scope-added"},
		"request body now demanded": {[]edit{{"paths /notes/{uuid} delete requestBody", `{"required":true,"content":{}}`}}, "request-body-added-required"},
	}
	for name, c := range cases {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			baseline := mustRead(t, "testdata/api.json", "the sample")
			found := mustBreak(t, baseline, mustEdit(t, baseline, c.edits))
			if all := strings.Join(found, "\n"); !strings.Contains(all, "["+c.want+"]") {
				t.Errorf("want a finding of %s, got %q", c.want, found)
			}
		})
	}
}

func TestAdditionsAreNoBreak(t *testing.T) {
	t.Parallel()
	baseline := mustRead(t, "testdata/api.json", "the sample")
	for name, e := range map[string]edit{
		"nothing":                  {"info description", `"words"`},
		"optional request field":   {newNote + "properties colour", `{"type":"string"}`},
		"response field":           {note + "properties colour", `{"type":"string"}`},
		"path":                     {"paths /new", `{"get":{"responses":{"200":{"description":"new"}}}}`},
		"longer text":              {newNote + "properties title maxLength", "100"},
		"an operation deprecated":  {"paths /notes get deprecated", "true"},
		"a further error response": {"paths /notes get responses 429", `{"description":"too many"}`},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			if found := mustBreak(t, baseline, mustEdit(t, baseline, []edit{e})); len(found) != 0 {
				t.Errorf("got %q", found)
			}
		})
	}
}

// mustEdit returns an edited copy of a document. The keys in a path are separated by spaces.
func mustEdit(t *testing.T, document compat.Document, edits []edit) compat.Document {
	t.Helper()
	var root map[string]any
	if err := json.Unmarshal(document.JSON, &root); err != nil {
		t.Fatal(err)
	}
	for _, e := range edits {
		mustSet(t, root, e)
	}
	text, err := json.Marshal(root)
	if err != nil {
		t.Fatal(err)
	}
	return compat.Document{Name: "edited.json", JSON: text}
}

func mustSet(t *testing.T, place map[string]any, e edit) {
	t.Helper()
	keys := strings.Split(e.at, " ")
	last := keys[len(keys)-1]
	for _, key := range keys[:len(keys)-1] {
		next, ok := place[key].(map[string]any)
		if !ok {
			t.Fatalf("the sample has no %s", e.at)
		}
		place = next
	}
	if e.value == "" {
		delete(place, last)
		return
	}
	var value any
	if err := json.Unmarshal([]byte(e.value), &value); err != nil {
		t.Fatal(err)
	}
	place[last] = value
}
