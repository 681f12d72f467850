package apiv1_test

import (
	"encoding/json"
	"maps"
	"strings"
	"testing"

	"earnest/internal/apitest"
)

// fieldsOf returns the names in error.fields, and checks that the first message is that of the error.
func fieldsOf(t *testing.T, what string, a apitest.Answer) string {
	t.Helper()
	var body struct {
		Error struct {
			Message string `json:"message"`
			Fields  []struct {
				Field   string `json:"field"`
				Message string `json:"message"`
			} `json:"fields"`
		} `json:"error"`
	}
	if err := json.Unmarshal(a.Body, &body); err != nil {
		t.Fatal(err)
	}
	names := []string{}
	for i, f := range body.Error.Fields {
		names = append(names, f.Field)
		message := body.Error.Message
		if item, text, named := strings.Cut(message, ": "); named && strings.HasPrefix(f.Field, item) { // the error of a batch also names the item
			message = strings.TrimSuffix(text, "; nothing was done")
		}
		if f.Message == "" || i == 0 && f.Message != message {
			t.Errorf("%s: the message is %q, that of %s is %q", what, body.Error.Message, f.Field, f.Message)
		}
	}
	return strings.Join(names, " ")
}

func TestErrorFieldsListAllThatIsWrong(t *testing.T) {
	t.Parallel()
	apitest.Each(t, func(t *testing.T, w *apitest.World) {
		c, other := w.MustCast(t, ""), w.MustCast(t, "other")
		type m = map[string]any
		strange := apitest.NewUUID()
		wrong := func(more m) m {
			all := m{
				"title": "", "priority": "urgent", "story_points": "five", "status": "nonsense", "epic_uuid": strange, "sprint_uuid": other.Sprint,
				"assignee_id": 999999, "tags": []string{other.Tag}, "dependencies": []string{strange}, "description": "good",
			}
			maps.Copy(all, more)
			return all
		}
		const allOfTicket = "title priority story_points status epic_uuid sprint_uuid assignee_id tags dependencies"
		before := w.MustDump(t, c.Project)
		for _, tc := range []struct {
			method, path string
			body         any
			want         string
		}{
			{"POST", "/tickets", wrong(m{"project_uuid": c.Project}), allOfTicket},
			{"PUT", "/tickets/" + c.Ticket, wrong(nil), allOfTicket},
			{"PUT", "/tickets/" + c.Ticket, m{"epic_uuid": strange, "assignee_id": 999999}, "epic_uuid assignee_id"},
			{"PUT", "/tickets/" + c.Ticket, m{"dependencies": []string{c.Ticket}, "tags": []int{5}}, "tags dependencies"},
			{"POST", "/tickets", m{"story_points": -1}, "project_uuid title story_points"},
			{"POST", "/tickets", m{"project_uuid": "x"}, "project_uuid title"},
			{"POST", "/projects", m{"color": "red", "budget": -1, "currency": "eur"}, "name color budget currency"},
			{"PUT", "/projects/" + c.Project, m{"name": " ", "contingency_pct": 101}, "name contingency_pct"},
			{"POST", "/super-epics", m{"project_uuid": c.Project, "tags": []string{strange}}, "title tags"},
			{"PUT", "/super-epics/" + c.SuperEpic, m{"status": "x", "tags": []string{strange}}, "status tags"},
			{"POST", "/epics", m{"project_uuid": c.Project, "super_epic_uuid": other.SuperEpic, "tags": []string{strange}}, "title super_epic_uuid tags"},
			{"PUT", "/epics/" + c.Epic, m{"title": nil, "super_epic_uuid": strange}, "title super_epic_uuid"},
			{"POST", "/sprints", m{"project_uuid": c.Project, "goal": 5, "start_date": "2026-02-02", "end_date": "2026-02-01"}, "title goal end_date"},
			{"POST", "/sprints", m{"project_uuid": c.Project, "title": "", "start_date": "soon", "end_date": "0001-01-01"}, "title start_date"},
			{"PUT", "/sprints/" + c.Sprint, m{"status": "x", "start_date": "2026-02-02", "end_date": "2026-02-01"}, "status end_date"},
			{"POST", "/subtasks", m{"ticket_uuid": c.Ticket, "assignee_id": 999999}, "title assignee_id"},
			{"PUT", "/subtasks/" + c.Subtask, m{"sort_order": "1", "assignee_id": 999999}, "sort_order assignee_id"},
			{"POST", "/comments", m{"ticket_uuid": c.Ticket, "content": "<script></script>", "mentions": []int{999999}}, "content mentions"},
			{"POST", "/comments", m{"mentions": "x"}, "ticket_uuid content mentions"},
			{"PUT", "/comments/" + c.Comment, m{"content": "", "mentions": []int{999999}}, "content mentions"},
			{"POST", "/time-entries", m{"ticket_uuid": c.Ticket, "logged_at": "x", "comment": 5}, "duration_minutes logged_at comment"},
			{"POST", "/tickets/batch", m{"items": []m{}, "atomic": "yes"}, "items atomic"},
			{"POST", "/tickets/batch", m{"items": []m{{"op": "create", "id": m{}, "project_uuid": "x", "tags": 5}}}, "[0].id [0].project_uuid [0].title [0].tags"},
			{"POST", "/tickets/batch", m{"items": []m{{"op": "update", "title": "", "tags": 5}}}, "[0].uuid [0].title [0].tags"},
			{"POST", "/tickets/batch", m{"items": []m{{"op": "update", "uuid": c.Ticket, "title": "", "epic_uuid": strange}}}, "[0].title [0].epic_uuid"},
			{"POST", "/tickets/batch", m{"items": []m{{"op": "fly", "id": true, "title": ""}}}, "[0].id [0].op [0].title"},
			{"POST", "/tickets/batch", m{"items": []m{{"op": "delete", "id": true, "uuid": "x"}}}, "[0].id [0].uuid"},
			{"POST", "/time-entries/batch", m{"items": []m{{"op": "create", "logged_at": "x"}}}, "[0].ticket_uuid [0].duration_minutes [0].logged_at"},
			{"POST", "/time-entries/batch", m{"items": []m{{"op": "update", "duration_minutes": 0, "comment": 5}}}, "[0].uuid [0].duration_minutes [0].comment"},
			{"POST", "/time-entries/batch", m{"items": []m{{"duration_minutes": 0}}}, "[0].op [0].duration_minutes"},
			{"GET", "/tickets?updated_since=x&page=0&per_page=501", nil, "project updated_since page per_page"},
			{"GET", "/tickets?sprint=x&epic=y&page=z&project=" + c.Project, nil, "sprint epic page"},
			{"GET", "/time-entries?story=x&page=0&project=y", nil, "project story page"},
			{"GET", "/finance", nil, "project"},
			{"GET", "/portfolio/finance?projects=x", nil, "projects"},
			{"PUT", "/tickets/" + c.Ticket, "{", ""},
			{"POST", "/tickets", "[]", ""},
		} {
			what := tc.method + " " + tc.path
			a := w.Call(t, c.Owner.Key, tc.method, tc.path, tc.body)
			wantEnvelope(t, what, a, 422, "VALIDATION_ERROR")
			if got := strings.ReplaceAll(fieldsOf(t, what, a), "items[", "["); got != tc.want {
				t.Errorf("%s %v: fields %q, want %q\n%s", what, tc.body, got, tc.want, a.Body)
			}
		}
		if w.MustDump(t, c.Project) != before {
			t.Error("a refused write left something behind")
		}
	})
}

func TestOnlyThoseWhoMayWriteLearnWhatIsWrong(t *testing.T) {
	t.Parallel()
	apitest.Each(t, func(t *testing.T, w *apitest.World) {
		c := w.MustCast(t, "")
		body := map[string]any{"title": "", "epic_uuid": apitest.NewUUID()}
		for status, key := range map[int]string{403: c.Stranger.Key, 422: c.Member.Key} {
			a := w.Call(t, key, "PUT", "/tickets/"+c.Ticket, body)
			if a.Status != status || (fieldsOf(t, "an update", a) != "") != (status == 422) {
				t.Errorf("%d %s", a.Status, a.Body)
			}
		}
		if a := w.Call(t, c.Viewer.Key, "PUT", "/tickets/"+c.Ticket, body); a.Status != 403 || strings.Contains(string(a.Body), "fields") {
			t.Errorf("a viewer: %d %s", a.Status, a.Body)
		}
	})
}
