package apiv1_test

import (
	"fmt"
	"net/http"
	"slices"
	"strings"
	"testing"

	"earnest/internal/apitest"
)

// If a ticket has many tags, several statements are needed to look them up.
func TestATicketHasAllItsTagsInTheOrderOfTheirCreation(t *testing.T) {
	t.Parallel()
	apitest.Each(t, func(t *testing.T, w *apitest.World) {
		c := w.MustCast(t, "")
		tags := []string{c.Tag}
		for i := range 12 {
			tags = append(tags, w.MustTag(t, c.Project, fmt.Sprint("tag ", i)))
		}
		for n := range len(tags) + 1 {
			sent := slices.Clone(tags[:n])
			slices.Reverse(sent)
			sent = append(sent, sent...) // duplicates are stored once
			a := w.Call(t, c.Owner.Key, http.MethodPost, "/tickets", map[string]any{"project_uuid": c.Project, "title": "x", "tags": sent})
			var made struct {
				Tags []struct {
					UUID string `json:"uuid"`
				} `json:"tags"`
			}
			a.Data(t, &made)
			got := []string{}
			for _, tag := range made.Tags {
				got = append(got, tag.UUID)
			}
			if !slices.Equal(got, tags[:n]) {
				t.Errorf("with %d tags it has %v, not %v", n, got, tags[:n])
			}
		}
	})
}

// Errors are reported in the order of the fields, one at a time, and nothing is stored.
func TestTicketReferencesAreCheckedInOrder(t *testing.T) {
	t.Parallel()
	apitest.Each(t, func(t *testing.T, w *apitest.World) {
		c, other := w.MustCast(t, ""), w.MustCast(t, "other")
		tags := []string{c.Tag}
		for i := range 6 {
			tags = append(tags, w.MustTag(t, c.Project, fmt.Sprint("tag ", i)))
		}
		body := map[string]any{"project_uuid": c.Project, "title": "x", "status": "nowhere", "epic_uuid": other.Epic, "sprint_uuid": other.Sprint,
			"assignee_id": 987654, "tags": append(slices.Clone(tags), other.Tag), "dependencies": []string{other.Ticket}}
		for _, field := range []string{"status", "epic_uuid", "sprint_uuid", "assignee_id", "tags", "dependencies"} {
			for method, path := range map[string]string{http.MethodPost: "/tickets", http.MethodPut: "/tickets/" + c.Ticket} {
				a := w.Call(t, c.Owner.Key, method, path, body)
				if a.Status != http.StatusUnprocessableEntity || !strings.Contains(a.Message, field) {
					t.Errorf("%s with a wrong %s: %d %s", method, field, a.Status, a.Message)
				}
			}
			delete(body, field)
		}
		if a := w.Call(t, c.Owner.Key, http.MethodPut, "/tickets/"+c.Ticket, body); a.Status != http.StatusOK {
			t.Errorf("with nothing wrong: %d %s", a.Status, a.Message)
		}
	})
}
