package client_test

import (
	"bytes"
	"encoding/json"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"earnest/client"
)

// The members of each resource, as the contract lists them.
func TestResourcesHaveExactlyTheirMembers(t *testing.T) {
	t.Parallel()
	now := time.Now()
	for _, c := range []struct {
		value any
		want  string
	}{
		{client.Project{Key: "TIC", MemberCount: 1, CreatedAtISO: now, UpdatedAtISO: now}, "uuid key name description color default_dod contingency_pct budget currency user_role member_count created_at created_at_iso updated_at updated_at_iso"},
		{client.SuperEpic{CreatedAtISO: now, UpdatedAtISO: now}, "uuid project_id title description status created_at created_at_iso updated_at updated_at_iso tags"},
		{client.Epic{CreatedAtISO: now, UpdatedAtISO: now}, "uuid project_id super_epic_id super_epic_uuid title description status created_at created_at_iso updated_at updated_at_iso tags"},
		{client.Sprint{CreatedAtISO: now}, "uuid project_id title goal status start_date end_date dod created_at created_at_iso"},
		{client.TicketDetail{Ticket: client.Ticket{Number: 1, Key: "TIC-1", CreatedAtISO: now, UpdatedAtISO: now}}, "uuid number key project_id project_uuid epic_id epic_uuid sprint_id sprint_uuid assignee_id assignee title description priority status story_points " +
			"type type_uuid start_date due_date created_at created_at_iso updated_at updated_at_iso acceptance_criteria dependencies tags rank subtasks subtasks_total subtasks_done"},
		{client.Subtask{CreatedAtISO: now, UpdatedAtISO: now}, "uuid title status sort_order assignee_id assignee_name created_at created_at_iso updated_at updated_at_iso"},
		{client.Comment{CreatedAtISO: now, UpdatedAtISO: now}, "uuid author_id author_name author_initials content mentions ticket_uuid created_at created_at_iso updated_at updated_at_iso"},
		{client.Attachment{CreatedAtISO: now}, "uuid ticket_uuid name size media_type sha256 url author_id author_name author_initials created_at created_at_iso"},
		{client.Me{ExpiresAtISO: now}, "name scopes expires_at expires_at_iso owner quotas"},
		{client.KeyOwner{}, "user_id firstname lastname email"},
		{client.KeyQuotas{}, "hour month"},
		{client.Quota{ResetsAtISO: now}, "limit remaining resets_at resets_at_iso"},
		{client.TeamMember{}, "uuid user_id firstname lastname email scrum_role project_role status tjm service"},
		{client.TimeEntry{CreatedAtISO: now}, "uuid ticket_id user_id user_name ticket_uuid ticket_title duration_minutes comment logged_at created_at created_at_iso"},
		{client.Status{}, "key label color bg_color sort_order is_done is_default"},
		{client.Dependency{}, "uuid type pred_type pred_uuid succ_type succ_uuid"},
		{client.Milestone{}, "uuid name date color"},
		{client.PortfolioProject{}, "project_name project_uuid bac base_budget reserve contingency_pct pv ev ac no_sprint_cost ac_total engaged_charge cpi spi tcpi eac etc vac cv sv " +
			"total_sp done_sp earned_sp planned_sp undated_sp progress_pct planned_pct"},
		{client.PortfolioTotals{}, "currency projects with_bac without_bac bac pv ev ac ac_total engaged_charge cpi spi etc eac vac cv sv ac_all engaged_all"},
	} {
		if got := members(t, c.value); !slices.Equal(got, sorted(c.want)) {
			t.Errorf("%T has\n%v, want\n%v", c.value, got, sorted(c.want))
		}
	}
}

func TestTicketSurvivesARoundTrip(t *testing.T) {
	t.Parallel()
	const text = `{"uuid":"u","project_id":1,"project_uuid":"p","epic_id":2,"epic_uuid":"e","sprint_id":null,"sprint_uuid":null,"assignee_id":3,"assignee":"Ada L",` +
		`"title":"T","description":null,"priority":"haute","status":"in_qa","story_points":2.5,"type":"Story","type_uuid":"y","start_date":"2026-01-02","due_date":null,"created_at":"2026-01-02 03:04:05","updated_at":"2026-01-02 03:04:06",` +
		`"acceptance_criteria":["a"],"dependencies":[{"uuid":"d","title":"D"}],"tags":[{"uuid":"g","name":"G"}],"rank":"V0001"}`
	var ticket client.Ticket
	if err := json.Unmarshal([]byte(text), &ticket); err != nil {
		t.Fatal(err)
	}
	again, err := json.Marshal(ticket)
	if err != nil || string(again) != text {
		t.Errorf("got  %s %v\nwant %s", again, err, text)
	}
}

// Every member of an update can be left out, and the zero value sends none.
func TestZeroUpdatesAreEmptyAndNullUpdatesAreNull(t *testing.T) {
	t.Parallel()
	for _, u := range []any{
		&client.ProjectUpdate{}, &client.SuperEpicUpdate{}, &client.EpicUpdate{}, &client.SprintUpdate{},
		&client.TicketUpdate{}, &client.SubtaskUpdate{}, &client.CommentUpdate{},
	} {
		if got := mustMarshal(t, u); string(got) != "{}" {
			t.Errorf("the zero %T is %s", u, got)
		}
		v := reflect.ValueOf(u).Elem()
		for _, field := range v.Fields() {
			field := field.Addr().Interface().(json.Unmarshaler)
			if err := field.UnmarshalJSON([]byte("null")); err != nil {
				t.Fatal(err)
			}
		}
		got := mustMarshal(t, u)
		if n := bytes.Count(got, []byte(":null")); n != v.NumField() {
			t.Errorf("%T with %d nulls is %s", u, v.NumField(), got)
		}
	}
}

func members(t *testing.T, value any) []string {
	t.Helper()
	var object map[string]any
	if err := json.Unmarshal(mustMarshal(t, value), &object); err != nil {
		t.Fatal(err)
	}
	names := make([]string, 0, len(object))
	for name := range object {
		names = append(names, name)
	}
	slices.Sort(names)
	return names
}

func sorted(words string) []string {
	list := strings.Fields(words)
	slices.Sort(list)
	return list
}

func mustMarshal(t *testing.T, value any) []byte {
	t.Helper()
	data, err := json.Marshal(value)
	if err != nil {
		t.Fatal(err)
	}
	return data
}
