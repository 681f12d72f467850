package openapi_test

import (
	"encoding/json"
	"net/http"
	"slices"
	"strings"
	"testing"

	"earnest/internal/apitest"
	"earnest/internal/apiv1/openapi"
)

// creation is a create operation as documented.
type creation struct {
	path       string
	Required   []string `json:"required"`
	Properties map[string]struct {
		Default any `json:"x-default"`
	} `json:"properties"`
	Examples []any `json:"examples"`
}

// example returns an example of a member.
func (c creation) example(name string) any { return c.Examples[0].(map[string]any)[name] }

// creations reads every create operation from the document, as a client would.
func creations(t *testing.T) []creation {
	t.Helper()
	text, err := openapi.New("test").JSON()
	if err != nil {
		t.Fatal(err)
	}
	var document struct {
		Paths map[string]struct {
			Post *struct {
				RequestBody struct {
					Content map[string]struct {
						Schema struct {
							Ref string `json:"$ref"`
						} `json:"schema"`
					} `json:"content"`
				} `json:"requestBody"`
			} `json:"post"`
		} `json:"paths"`
		Components struct {
			Schemas map[string]creation `json:"schemas"`
		} `json:"components"`
	}
	if err := json.Unmarshal(text, &document); err != nil {
		t.Fatal(err)
	}
	var list []creation
	for path, item := range document.Paths {
		if item.Post == nil {
			continue
		}
		ref := item.Post.RequestBody.Content["application/json"].Schema.Ref
		c := document.Components.Schemas[ref[strings.LastIndex(ref, "/")+1:]]
		c.path = path
		list = append(list, c)
	}
	return list
}

// TestCreatesBehaveAsDocumented sends only the members that the document requires, using its examples, and checks the documented defaults.
func TestCreatesBehaveAsDocumented(t *testing.T) {
	t.Parallel()
	apitest.Each(t, func(t *testing.T, w *apitest.World) {
		t.Helper()
		cast := w.MustCast(t, "")
		promised := 0
		for _, c := range creations(t) {
			if strings.HasSuffix(c.path, "/batch") || strings.HasSuffix(c.path, "/attachments") {
				continue // its items have no defaults of their own, or its body is a file
			}
			body := map[string]any{}
			for _, name := range c.Required {
				body[name] = c.example(name)
			}
			if slices.Contains(c.Required, "project_uuid") {
				body["project_uuid"] = cast.Project
			}
			if slices.Contains(c.Required, "ticket_uuid") {
				body["ticket_uuid"] = cast.Ticket
			}
			answer := w.Call(t, cast.Owner.Key, http.MethodPost, c.path, body)
			if answer.Status != http.StatusCreated {
				t.Errorf("POST %s with only %v: %d %s", c.path, c.Required, answer.Status, answer.Body)
				continue
			}
			var made map[string]any
			answer.Data(t, &made)
			for name, member := range c.Properties {
				if member.Default == nil {
					continue
				}
				promised++
				if made[name] != member.Default {
					t.Errorf("POST %s: %s is %v, and the document says %v", c.path, name, made[name], member.Default)
				}
			}
			for _, name := range c.Required {
				delete(body, name)
				if without := w.Call(t, cast.Owner.Key, http.MethodPost, c.path, body); without.Status != http.StatusUnprocessableEntity {
					t.Errorf("POST %s without %s: %d", c.path, name, without.Status)
				}
			}
		}
		if promised != 9 {
			t.Errorf("the document promises %d defaults, not 9", promised)
		}
	})
}
