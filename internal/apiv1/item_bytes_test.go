package apiv1_test

import (
	"bytes"
	"encoding/json"
	"net/http"
	"testing"

	"earnest/internal/apitest"
)

// oddTexts are texts in which something is escaped, or could be by mistake.
func oddTexts() []string {
	return []string{"plain", `a "b" \ <c> & d`, "l’été – 日本 😀", "line\u2028separator", "one\ntwo\tthree", "del\u007fete", "\ufffd"}
}

// A list writes its items by other means than the answers to a single ticket or time entry, which must not show.
func TestAnItemOfAListHasTheSameBytesAsOnItsOwn(t *testing.T) {
	t.Parallel()
	apitest.Each(t, func(t *testing.T, w *apitest.World) {
		c := w.MustCast(t, "")
		made := map[string][]byte{} // the entries by uuid, as they were returned when they were made
		for i, text := range oddTexts() {
			ticket := mustMakeOdd(t, w, c, i, text)
			for _, comment := range []any{text, nil} {
				a := w.Call(t, c.Member.Key, http.MethodPost, "/time-entries",
					map[string]any{"ticket_uuid": ticket, "duration_minutes": 45, "logged_at": "2026-03-09", "comment": comment})
				entry := mustItem(t, a)
				made[uuidIn(t, entry)] = entry
			}
			if i == 0 { // the time logged on a deleted ticket is still listed
				w.Call(t, c.Owner.Key, http.MethodDelete, "/tickets/"+ticket, nil)
			}
		}
		for _, query := range []string{"", "&page=1&per_page=100"} {
			for _, item := range mustItems(t, w, c, "/tickets?project="+c.Project+query) {
				detail := mustItem(t, w.Call(t, c.Owner.Key, http.MethodGet, "/tickets/"+uuidIn(t, item), nil))
				if !bytes.HasPrefix(detail, append(bytes.TrimSuffix(item, []byte("}")), ',')) {
					t.Errorf("in the list it is\n%s, on its own\n%s", item, detail)
				}
			}
			entries := mustItems(t, w, c, "/time-entries?project="+c.Project+query)
			if len(entries) != len(made) {
				t.Errorf("%d entries are listed, not %d", len(entries), len(made))
			}
			for _, item := range entries {
				if own := made[uuidIn(t, item)]; !bytes.Equal(item, own) {
					t.Errorf("in the list it is\n%s, on its own\n%s", item, own)
				}
			}
		}
	})
}

// mustMakeOdd creates a ticket that shows a text wherever it can. Every other one has nothing but a title.
func mustMakeOdd(t *testing.T, w *apitest.World, c *apitest.Cast, i int, text string) (uuid string) {
	t.Helper()
	body := map[string]any{"project_uuid": c.Project, "title": text}
	if i%2 == 1 {
		body["description"], body["acceptance_criteria"] = text, []string{text, "plain"}
		body["epic_uuid"], body["sprint_uuid"], body["assignee_id"] = c.Epic, c.Sprint, c.Member.ID
		body["start_date"], body["due_date"], body["story_points"] = "2026-03-09", "2026-03-20", 0.5
		body["tags"], body["dependencies"] = []string{w.MustTag(t, c.Project, text), c.Tag}, []string{c.Ticket}
	}
	return uuidIn(t, mustItem(t, w.Call(t, c.Owner.Key, http.MethodPost, "/tickets", body)))
}

// mustItem returns the bytes of the data member of a successful response.
func mustItem(t *testing.T, a apitest.Answer) []byte {
	t.Helper()
	if a.Status >= http.StatusBadRequest {
		t.Fatalf("%d %s", a.Status, a.Body)
	}
	var raw json.RawMessage
	a.Data(t, &raw)
	return raw
}

func mustItems(t *testing.T, w *apitest.World, c *apitest.Cast, path string) (items []json.RawMessage) {
	t.Helper()
	w.Call(t, c.Owner.Key, http.MethodGet, path, nil).Data(t, &items)
	if len(items) < len(oddTexts()) {
		t.Fatalf("%s lists %d items", path, len(items))
	}
	return items
}

func uuidIn(t *testing.T, item []byte) string {
	t.Helper()
	var named struct {
		UUID string `json:"uuid"`
	}
	if err := json.Unmarshal(item, &named); err != nil {
		t.Fatal(err)
	}
	return named.UUID
}
