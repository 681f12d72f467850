package apiv1_test

import (
	"fmt"
	"net/http"
	"reflect"
	"testing"

	"earnest/internal/apitest"
)

// A write returns the ticket exactly as the next read does.
func TestAWriteReturnsTheTicketAsARead(t *testing.T) {
	t.Parallel()
	apitest.Each(t, func(t *testing.T, w *apitest.World) {
		c := w.MustCast(t, "")
		key := c.Owner.Key
		other := c.NewTicket(t)
		bodies := []map[string]any{
			{"title": "Plain"},
			{"title": "Full", "description": "<p>a<script>x</script></p>", "priority": "haute", "status": "done", "story_points": 2.5,
				"epic_uuid": c.Epic, "sprint_uuid": c.Sprint, "assignee_id": c.Member.ID, "acceptance_criteria": []string{"one", "two"},
				"tags": []string{c.Tag}, "dependencies": []string{other, c.Ticket}},
			{"status": "todo", "title": "Back"},
			{"assignee_id": c.Owner.ID, "tags": []string{}, "dependencies": []string{}, "description": nil},
			{"story_points": 3},
			{"assignee_id": nil, "epic_uuid": nil, "sprint_uuid": nil},
			{"title": "Back"},
		}
		made := map[string]any{}
		for i, body := range bodies {
			method, path, status := http.MethodPut, fmt.Sprint("/tickets/", made["uuid"]), http.StatusOK
			if i < 2 {
				method, path, status = http.MethodPost, "/tickets", http.StatusCreated
				body["project_uuid"] = c.Project
			}
			a := w.Call(t, key, method, path, body)
			if a.Status != status {
				t.Fatalf("%v answers %d", body, a.Status)
			}
			made = map[string]any{}
			a.Data(t, &made)
			sameAsRead(t, w, key, made)
		}
	})
}

func sameAsRead(t *testing.T, w *apitest.World, key string, written map[string]any) {
	t.Helper()
	read := map[string]any{}
	uuid, _ := written["uuid"].(string)
	w.Call(t, key, http.MethodGet, "/tickets/"+uuid, nil).Data(t, &read)
	for name, value := range written {
		if !reflect.DeepEqual(value, read[name]) {
			t.Errorf("%s is %v in the answer to the write, %v when it is read", name, value, read[name])
		}
	}
}
