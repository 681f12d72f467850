package openapi

import (
	"context"
	"encoding/json"
	"flag"
	"maps"
	"net/http"
	"os"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/getkin/kin-openapi/openapi3"
	"github.com/google/go-cmp/cmp"
	"gopkg.in/yaml.v3"

	"earnest/internal/apiv1"
	"earnest/internal/domain"
)

var update = flag.Bool("update", false, "write the generated document to docs/api")

const golden = "../../../docs/api/openapi.json"

// mustDescribe returns the document, and its JSON as stored in docs/api.
func mustDescribe(t *testing.T) (*Document, []byte) {
	t.Helper()
	d := New("1")
	text, err := d.JSON()
	if err != nil {
		t.Fatal(err)
	}
	return d, text
}

func TestGoldenDocumentMatchesTheRoutes(t *testing.T) {
	t.Parallel()
	_, text := mustDescribe(t)
	if *update {
		if err := os.MkdirAll("../../../docs/api", 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(golden, text, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	kept, err := os.ReadFile(golden)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(strings.Split(string(kept), "\n"), strings.Split(string(text), "\n")); diff != "" {
		t.Errorf("docs/api/openapi.json is not what the routes say; run `go test ./internal/apiv1/openapi -run Golden -update` and review the change:\n%s", diff)
	}
}

func TestDocumentIsDeterministic(t *testing.T) {
	t.Parallel()
	_, first := mustDescribe(t)
	for range 5 {
		if _, again := mustDescribe(t); string(again) != string(first) {
			t.Fatal("two documents of the same routes differ")
		}
	}
}

func TestTheOlderDocumentIsValidOpenAPI30(t *testing.T) {
	t.Parallel()
	current, _ := mustDescribe(t)
	text, err := current.Older().JSON()
	if err != nil {
		t.Fatal(err)
	}
	d, err := openapi3.NewLoader().LoadFromData(text)
	if err != nil {
		t.Fatal(err)
	}
	if err := d.Validate(context.Background(), openapi3.EnableExamplesValidation(), openapi3.EnableSchemaPatternValidation()); err != nil {
		t.Error(err)
	}
	if d.IsOpenAPI31OrLater() || len(d.Paths.Map()) != len(current.Paths) {
		t.Errorf("version %s with %d paths", d.OpenAPI, len(d.Paths.Map()))
	}
	epic := d.Components.Schemas["TicketCreate"].Value.Properties["epic_uuid"].Value
	if !epic.Nullable || !epic.Type.Is("string") {
		t.Errorf("epic_uuid: %+v", epic)
	}
	if priority := d.Components.Schemas["Ticket"].Value.Properties["priority"].Value; len(priority.AllOf) != 1 || priority.Description == "" {
		t.Errorf("priority: %+v", priority)
	}
}

// TestNoMemberHasADefault checks that no schema has the keyword default: generators then treat the member as always present, also in
// requests.
func TestNoMemberHasADefault(t *testing.T) {
	t.Parallel()
	_, text := mustDescribe(t)
	if strings.Contains(string(text), `"default":`) {
		t.Error("the document has a default")
	}
}

// TestOneOfTwoNamesOfAParameterIsEnough checks that a validator lets both names of the ticket pass alone.
func TestOneOfTwoNamesOfAParameterIsEnough(t *testing.T) {
	t.Parallel()
	d, _ := mustDescribe(t)
	item, _ := d.Paths.Get("/comments")
	op, _ := item.Get("get")
	for _, p := range op.Parameters {
		if p.Required {
			t.Errorf("%s is required", p.Name)
		}
	}
}

func TestDocumentIsValidOpenAPI31(t *testing.T) {
	t.Parallel()
	_, text := mustDescribe(t)
	d, err := openapi3.NewLoader().LoadFromData(text)
	if err != nil {
		t.Fatal(err)
	}
	if !d.IsOpenAPI31OrLater() {
		t.Errorf("version %s", d.OpenAPI)
	}
	if err := d.Validate(context.Background(), openapi3.EnableExamplesValidation(), openapi3.EnableSchemaPatternValidation()); err != nil {
		t.Error(err)
	}
}

func TestDocumentInYAMLIsEquivalent(t *testing.T) {
	t.Parallel()
	d, text := mustDescribe(t)
	inYAML, err := d.YAML()
	if err != nil {
		t.Fatal(err)
	}
	var fromJSON, fromYAML any
	if err := json.Unmarshal(text, &fromJSON); err != nil {
		t.Fatal(err)
	}
	if err := yaml.Unmarshal(inYAML, &fromYAML); err != nil {
		t.Fatal(err)
	}
	again, err := json.Marshal(fromYAML)
	if err != nil {
		t.Fatal(err)
	}
	var normal any
	if err := json.Unmarshal(again, &normal); err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(fromJSON, normal); diff != "" {
		t.Error(diff)
	}
	if strings.HasPrefix(string(inYAML), "{") || !strings.Contains(string(inYAML), "\npaths:\n  /projects:\n    get:\n") {
		t.Errorf("the YAML is not written in blocks: %.200s", inYAML)
	}
}

func TestEveryRouteIsDescribedAndNothingElse(t *testing.T) {
	t.Parallel()
	d, _ := mustDescribe(t)
	described := map[string]string{}
	ids := map[string]bool{}
	for _, path := range d.Paths {
		for _, method := range path.Value {
			op := method.Value
			described[strings.ToUpper(method.Name)+" "+path.Name] = op.Scope
			if ids[op.OperationID] {
				t.Errorf("two operations are called %s", op.OperationID)
			}
			ids[op.OperationID] = true
			words := "`" + op.Scope + "`"
			if op.OperationID == "getMe" {
				words = "Any valid key"
			}
			if !strings.Contains(op.Description, words) || op.Summary == "" {
				t.Errorf("%s: the words do not name the scope: %q", op.OperationID, op.Description)
			}
		}
	}
	routes := map[string]string{}
	for _, r := range apiv1.Routes() {
		routes[r.Method+" "+r.Path] = string(r.Scope)
	}
	if diff := cmp.Diff(routes, described); diff != "" {
		t.Errorf("routes and document differ: %s", diff)
	}
}

func TestEveryOperationListsItsResponses(t *testing.T) {
	t.Parallel()
	d, _ := mustDescribe(t)
	for _, r := range apiv1.Routes() {
		item, _ := d.Paths.Get(r.Path)
		op, _ := item.Get(strings.ToLower(r.Method))
		got := []string{}
		for _, answer := range op.Responses {
			got = append(got, answer.Name)
		}
		want := []string{"200", "401", "403"}
		want[0] = strconv.Itoa(r.Status)
		if r.Method == http.MethodGet && r.Path != "/me" {
			want = slices.Insert(want, 1, "304")
		}
		if r.Kind == apiv1.FileReply {
			want = slices.Insert(want, 1, "206")
		}
		if r.Path != "/projects" && r.Path != "/me" && r.Items == nil {
			want = append(want, "404")
		}
		if r.Method == http.MethodPost {
			want = append(want, "409")
		}
		if r.Method == http.MethodPut || r.Method == http.MethodDelete {
			want = append(want, "412")
		}
		if r.Kind == apiv1.UploadReply {
			want = append(want, "413")
		}
		if r.Kind == apiv1.FileReply {
			want = append(want, "416")
		}
		if r.Body != nil || r.Items != nil || len(r.Query) > 0 {
			want = append(want, "422")
		}
		want = append(want, "429", "500", "503")
		if !slices.Equal(got, want) {
			t.Errorf("%s %s answers %v, want %v", r.Method, r.Path, got, want)
		}
	}
}

func TestAnOperationWithoutAScopeIsNotRefusedForOne(t *testing.T) {
	t.Parallel()
	d, _ := mustDescribe(t)
	item, _ := d.Paths.Get("/me")
	op, _ := item.Get("get")
	forbidden, _ := op.Responses.Get("403")
	shared, _ := d.Components.Responses.Get(nameIn(forbidden.Ref))
	if got := shared.codes(); slices.Contains(got, "INSUFFICIENT_SCOPE") || len(got) != 3 {
		t.Errorf("GET /me documents %v", got)
	}
}

func TestReadsWithAnETagDocumentIfNoneMatch(t *testing.T) {
	t.Parallel()
	d, _ := mustDescribe(t)
	for _, r := range apiv1.Routes() {
		item, _ := d.Paths.Get(r.Path)
		op, _ := item.Get(strings.ToLower(r.Method))
		at := slices.IndexFunc(op.Parameters, func(p parameter) bool { return p.In == "header" && p.Name == "If-None-Match" })
		if (at >= 0) != r.Tagged() {
			t.Errorf("%s %s has If-None-Match: %v", r.Method, r.Path, at >= 0)
		}
		if at >= 0 && (op.Parameters[at].Required || !op.Parameters[at].Addition && !op.Addition) {
			t.Errorf("%s %s: %+v", r.Method, r.Path, op.Parameters[at])
		}
	}
}

func TestTheExampleOfAPageHasNoCursor(t *testing.T) {
	t.Parallel()
	d, _ := mustDescribe(t)
	for name, want := range map[string]string{"PageMeta": "total count page per_page", "ListMeta": "total count per_page next"} {
		meta, _ := d.Components.Schemas.Get(name)
		var members []string
		for _, m := range meta.Examples[0].(ordered[any]) {
			members = append(members, m.Name)
		}
		if got := strings.Join(members, " "); got != want {
			t.Errorf("the example of %s has %s, want %s", name, got, want)
		}
	}
}

func TestEveryKindOfErrorHasAnExample(t *testing.T) {
	t.Parallel()
	d, _ := mustDescribe(t)
	seen := map[string]bool{}
	for _, answer := range d.Components.Responses {
		for _, e := range answer.Value.Content[jsonMedia].Examples {
			seen[e.Name] = true
		}
	}
	for kind, c := range codes() {
		if kind == domain.MethodNotAllowed { // no documented operation returns it
			continue
		}
		e, found := d.Components.Examples.Get(c.Code)
		if !found || !seen[c.Code] {
			t.Errorf("%s has no example, or no answer that shows it", c.Code)
		}
		if e.Summary == "" || aboutKind(kind) != e.Summary {
			t.Errorf("%s: nothing says when it is given", c.Code)
		}
	}
	if len(d.Components.Examples) != len(codes())-1 {
		t.Errorf("%d examples of %d codes", len(d.Components.Examples), len(codes()))
	}
}

func TestEveryKindIsAnsweredUnderItsStatus(t *testing.T) {
	t.Parallel()
	for _, e := range refusals() {
		for _, kind := range e.kinds {
			if codes()[kind].Status != e.status {
				t.Errorf("%s tells of %s, whose status is %d", e.name, codes()[kind].Code, codes()[kind].Status)
			}
		}
		waits := []int{http.StatusConflict, http.StatusTooManyRequests, http.StatusServiceUnavailable}
		if (e.header == retryAfter) != slices.Contains(waits, e.status) {
			t.Errorf("%s: Retry-After is told wrongly", e.name)
		}
	}
}

func TestNoTextOfTheDocumentIsMissing(t *testing.T) {
	t.Parallel()
	d, _ := mustDescribe(t)
	for _, tag := range d.Tags {
		if tag.Description == "" {
			t.Errorf("the tag %s is not described", tag.Name)
		}
	}
	for _, s := range d.Components.Schemas {
		isEnvelope := strings.HasSuffix(s.Name, "List") || strings.HasSuffix(s.Name, "Envelope") // its examples are with the operations
		if s.Value.Description == "" || len(s.Value.Examples) == 0 && !isEnvelope {
			t.Errorf("the schema %s has no description or no example", s.Name)
		}
		for _, p := range s.Value.Properties {
			if p.Value.Description == "" && !strings.HasSuffix(s.Name, "Error") {
				t.Errorf("%s.%s is not described", s.Name, p.Name)
			}
		}
		mustHaveSamples(t, s.Name, s.Value)
		if body, isUpdate := strings.CutSuffix(s.Name, "Update"); isUpdate && len(s.Value.Examples[0].(ordered[any])) == 0 {
			t.Errorf("the example of an update of a %s is empty", body)
		}
	}
}

// mustHaveSamples fails if a response has a member without an example in the table.
func mustHaveSamples(t *testing.T, owner string, s *schema) {
	t.Helper()
	if strings.HasSuffix(owner, "Error") || strings.HasSuffix(owner, "List") || strings.HasSuffix(owner, "Create") || strings.HasSuffix(owner, "Update") ||
		strings.HasSuffix(owner, "BatchItem") {
		return
	}
	for _, p := range s.Properties {
		holds := p.Value.Ref != "" || p.Value.Items != nil && p.Value.Items.Ref != ""
		if _, found := sample(owner, p.Name); !found && !holds {
			t.Errorf("%s.%s has no example", owner, p.Name)
		}
	}
}

func TestNoTextOfTheDocumentIsUnused(t *testing.T) {
	t.Parallel()
	known := map[string]bool{}
	for _, r := range apiv1.Routes() {
		known[r.Method+" "+r.Path] = true
	}
	for operation := range operationNotes() {
		if !known[operation] {
			t.Errorf("the note on %s is about no route", operation)
		}
	}
}

// TestBodiesDocumentTheirBounds parses a few bounds from the text, as a client would.
func TestBodiesDocumentTheirBounds(t *testing.T) {
	t.Parallel()
	_, text := mustDescribe(t)
	d, err := openapi3.NewLoader().LoadFromData(text)
	if err != nil {
		t.Fatal(err)
	}
	ticket := d.Components.Schemas["TicketCreate"].Value
	if !slices.Equal(ticket.Required, []string{"project_uuid", "title"}) {
		t.Errorf("required: %v", ticket.Required)
	}
	if title := ticket.Properties["title"].Value; title.MinLength != 1 || *title.MaxLength != 255 || !title.Type.Is("string") {
		t.Errorf("title: %+v", title)
	}
	points := ticket.Properties["story_points"].Value
	if *points.Min != 0 || *points.Max != 10000 || points.Extensions["x-default"] != 0.0 || points.Default != nil {
		t.Errorf("story_points: %+v", points)
	}
	if epic := ticket.Properties["epic_uuid"].Value; !slices.Equal(*epic.Type, []string{"string", "null"}) || epic.Pattern == "" {
		t.Errorf("epic_uuid: %+v", epic)
	}
	if tags := ticket.Properties["tags"].Value; *tags.MaxItems != 100 || tags.Items.Value.Format != "uuid" {
		t.Errorf("tags: %+v", tags)
	}
	if priority := ticket.Properties["priority"].Value; len(priority.Enum) != 4 || ticket.Properties["priority"].Ref != "#/components/schemas/Priority" {
		t.Errorf("priority: %+v", priority)
	}
	if change := d.Components.Schemas["TicketUpdate"].Value; len(change.Required) != 0 || change.AdditionalProperties.Has != nil {
		t.Errorf("an update requires %v", change.Required)
	}
	size := d.Paths.Find("/tickets").Get.Parameters.GetByInAndName("query", "per_page").Schema.Value
	if *size.Min != 1 || *size.Max != 500 {
		t.Errorf("per_page: %+v", size)
	}
}

func TestAnswersHaveEveryMember(t *testing.T) {
	t.Parallel()
	d, _ := mustDescribe(t)
	optional := map[string]bool{"ListMeta": true, "PageMeta": true, "PortfolioMeta": true}
	for _, s := range d.Components.Schemas {
		if strings.HasSuffix(s.Name, "Create") || strings.HasSuffix(s.Name, "Update") || strings.Contains(s.Name, "Batch") || optional[s.Name] {
			continue
		}
		if len(s.Value.Required) != len(s.Value.Properties) {
			t.Errorf("%s requires %d of %d members", s.Name, len(s.Value.Required), len(s.Value.Properties))
		}
	}
}

// TestTheGeneratorRefusesUnsupportedTypes checks that a new kind of field cannot enter the contract without a schema.
func TestTheGeneratorRefusesUnsupportedTypes(t *testing.T) {
	t.Parallel()
	type odd struct {
		When complex128 `json:"when"`
	}
	type unknownFormat struct {
		Uuid string `json:"uuid" format:"guid"`
	}
	for name, wire := range map[string]any{"type": odd{}, "format": unknownFormat{}} {
		func() {
			defer func() {
				if recover() == nil {
					t.Errorf("an odd %s was described", name)
				}
			}()
			c := &schemas{named: map[string]*schema{}, types: map[string]reflect.Type{}}
			c.wire(reflect.TypeOf(wire))
		}()
	}
}

func TestGuideListsScopesAndErrors(t *testing.T) {
	t.Parallel()
	text := guide()
	for _, s := range domain.AllScopes() {
		if !strings.Contains(text, "| `"+string(s.Scope)+"` |") {
			t.Errorf("the guide does not list %s", s.Scope)
		}
	}
	for c := range maps.Values(codes()) {
		if !strings.Contains(text, "`"+c.Code+"`") {
			t.Errorf("the guide does not list %s", c.Code)
		}
	}
	if strings.Contains(text, "{{") {
		t.Error("a placeholder is left in the guide")
	}
}
