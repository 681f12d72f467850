package apiv1_test

import (
	"encoding/json"
	"fmt"
	"reflect"
	"testing"
	"time"

	"earnest/client"
	"earnest/internal/apitest"
	"earnest/internal/db"
	"earnest/internal/domain"
	workstore "earnest/internal/work/store"
)

const sprintMembers = "uuid project_id title goal status start_date end_date dod created_at created_at_iso"

func TestSprintMatchesTheContract(t *testing.T) {
	t.Parallel()
	eachPlanning(t, func(t *testing.T, p planning) {
		ctx := t.Context()
		apitest.Must(p.Owner.UpdateProject(ctx, p.Project, client.ProjectUpdate{DefaultDoD: client.Set([]string{"reviewed"})}))(t)
		made := p.World.Call(t, p.Member.Key, "POST", "/sprints", map[string]any{"project_uuid": p.Project, "title": " One "})
		if made.Status != 201 {
			t.Fatalf("create gave %d %s", made.Status, made.Body)
		}
		var raw json.RawMessage
		made.Data(t, &raw)
		wantMembers(t, "a new sprint", raw, sprintMembers)
		var s client.Sprint
		made.Data(t, &s)
		if s.Title != "One" || s.Status != "planning" || s.Goal != nil || s.StartDate != nil || s.EndDate != nil || s.DoD != nil {
			t.Errorf("a new sprint has other defaults: %s", raw)
		}
		got := apitest.Must(p.Member.UpdateSprint(ctx, s.UUID, client.SprintUpdate{
			Title: client.Set("Two"), Goal: client.Set("go"), StartDate: client.Set(client.Date("2026-03-02")), EndDate: client.Set(client.Date("2026-03-02")),
			DoD: client.Set([]string{"tested", "tested"}),
		}))(t)
		if got.Title != "Two" || *got.Goal != "go" || *got.StartDate != "2026-03-02" || *got.EndDate != "2026-03-02" || !reflect.DeepEqual(got.DoD, []string{"tested", "tested"}) {
			t.Errorf("the update gave %+v", got)
		}
		before := p.stored(t, s.UUID)
		p.wantUntouched(t, "/sprints/"+s.UUID)
		if after := p.stored(t, s.UUID); !reflect.DeepEqual(after, before) {
			t.Errorf("an update of nothing turned %+v into %+v", before, after)
		}
		list := p.items(t, p.Viewer.Key, "/sprints?project="+p.Project)
		if len(list) != 2 {
			t.Fatalf("the list has %d items", len(list))
		}
		wantMembers(t, "a listed sprint", list[1], sprintMembers)
	})
}

// stored returns a sprint as stored, since the wire form lacks the time of the last change.
func (p planning) stored(t *testing.T, uuid string) (s domain.Sprint) {
	t.Helper()
	p.inStore(t, func(tx *db.Tx, _ domain.Access) (err error) {
		s, err = workstore.Sprint(t.Context(), tx, uuid)
		return err
	})
	return s
}

func TestSprintDatesAreCheckedOnTheMergedResult(t *testing.T) {
	t.Parallel()
	eachPlanning(t, func(t *testing.T, p planning) {
		one := "/sprints/" + p.Sprint
		if a := p.World.Call(t, p.Member.Key, "PUT", one, `{"start_date":"2026-03-10","end_date":"2026-03-20"}`); a.Status != 200 {
			t.Fatalf("dates in order gave %d %s", a.Status, a.Body)
		}
		create := func(members string) string {
			return `{"project_uuid":"` + p.Project + `","title":"x",` + members + `}`
		}
		p.wantRefused(t, p.Member.Key, []refusal{
			{"PUT", one, `{"end_date":"2026-03-09"}`, 422, "end_date must not be before start_date"},
			{"PUT", one, `{"start_date":"2026-03-21"}`, 422, "end_date must not be before start_date"},
			{"PUT", one, `{"start_date":"2026-05-02","end_date":"2026-05-01"}`, 422, "end_date"},
			{"PUT", one, `{"start_date":"2026-02-30"}`, 422, "start_date must be a date"},
			{"PUT", one, `{"start_date":"2026-3-1"}`, 422, "start_date must be a date"},
			{"PUT", one, `{"end_date":""}`, 422, "end_date"},
			{"POST", "/sprints", create(`"start_date":"2026-01-02","end_date":"2026-01-01"`), 422, "end_date"},
		})
		for _, body := range []string{
			`{"start_date":"2026-05-01","end_date":"2026-05-02"}`, // both move beyond the old end
			`{"end_date":null}`,
			`{"start_date":"2027-01-01"}`, // without an end date, any start date is valid
			`{"start_date":null,"end_date":"2026-01-01"}`,
		} {
			if a := p.World.Call(t, p.Member.Key, "PUT", one, body); a.Status != 200 {
				t.Errorf("%s gave %d %s", body, a.Status, a.Body)
			}
		}
	})
}

func TestSprintDoDIsClearedByNullAndByNothing(t *testing.T) {
	t.Parallel()
	eachPlanning(t, func(t *testing.T, p planning) {
		ctx := t.Context()
		for _, clear := range []client.Opt[[]string]{client.Null[[]string](), client.Set([]string{})} {
			apitest.Must(p.Member.UpdateSprint(ctx, p.Sprint, client.SprintUpdate{DoD: client.Set([]string{"a"})}))(t)
			if got := apitest.Must(p.Member.UpdateSprint(ctx, p.Sprint, client.SprintUpdate{DoD: clear}))(t); got.DoD != nil {
				t.Errorf("clearing left %q", got.DoD)
			}
			p.wantUntouched(t, "/sprints/"+p.Sprint)
		}
		a := p.World.Call(t, p.Member.Key, "POST", "/sprints", `{"project_uuid":"`+p.Project+`","title":"x","dod":[]}`)
		var s client.Sprint
		a.Data(t, &s)
		if s.DoD != nil {
			t.Errorf("a sprint created with an empty dod has %q", s.DoD)
		}
	})
}

func TestInvalidSprintsAreRefused(t *testing.T) {
	t.Parallel()
	eachPlanning(t, func(t *testing.T, p planning) {
		create := func(member string) string { return `{"project_uuid":"` + p.Project + `",` + member + `}` }
		one := "/sprints/" + p.Sprint
		p.wantRefused(t, p.Member.Key, []refusal{
			{"POST", "/sprints", create(`"goal":"x"`), 422, "title is required"},
			{"POST", "/sprints", create(`"title":"x","status":"done"`), 422, "status must be one of planning, active, completed"},
			{"PUT", one, `{"dod":[""]}`, 422, "dod[0]"},
			{"PUT", one, `{"dod":"x"}`, 422, "dod must be"},
			{"PUT", one, `{"status":null}`, 422, "status"},
			{"PUT", "/sprints/" + p.Epic, `{}`, 404, "sprint not found"},
			{"DELETE", one, nil, 405, "it supports GET, HEAD, PUT"},
		})
		for key, says := range map[string]string{p.Viewer.Key: "your role", p.Stranger.Key: "not a member"} {
			p.wantRefused(t, key, []refusal{
				{"POST", "/sprints", create(`"title":7`), 403, says},
				{"PUT", one, `{"title":7}`, 403, says},
			})
		}
		p.wantRefused(t, p.Stranger.Key, []refusal{{"GET", one, nil, 403, "not a member"}})
	})
}

// commitment returns a sprint's snapshot as points by ticket, and the time at which it was taken.
func (p planning) commitment(t *testing.T, sprint string) (points map[string]float64, at *time.Time) {
	t.Helper()
	points = map[string]float64{}
	s := p.stored(t, sprint)
	p.inStore(t, func(tx *db.Tx, _ domain.Access) error {
		rows, err := workstore.Commitment(t.Context(), tx, s.ID)
		for _, r := range rows {
			points[r.TicketUUID] = r.Points
		}
		return err
	})
	return points, s.CommittedAt
}

// wantCommitment checks that a sprint has exactly this snapshot; nil means none.
func (p planning) wantCommitment(t *testing.T, when, sprint string, want map[string]float64, at *time.Time) {
	t.Helper()
	if want == nil {
		want = map[string]float64{}
	}
	got, taken := p.commitment(t, sprint)
	if !reflect.DeepEqual(got, want) {
		t.Errorf("%s the snapshot is %v, not %v", when, got, want)
	}
	if (taken == nil) != (at == nil) || taken != nil && !taken.Equal(*at) {
		t.Errorf("%s the snapshot was taken at %v, not %v", when, taken, at)
	}
}

func (p planning) mustStatus(t *testing.T, sprint, status string) {
	t.Helper()
	p.World.Clock.Advance(time.Minute)
	got := apitest.Must(p.Member.UpdateSprint(t.Context(), sprint, client.SprintUpdate{Status: client.Set(status)}))(t)
	if got.Status != status {
		t.Errorf("the status is %q, not %q", got.Status, status)
	}
}

func TestStartingASprintTakesItsCommitmentAndPlanningDropsIt(t *testing.T) {
	t.Parallel()
	eachPlanning(t, func(t *testing.T, p planning) {
		ctx := t.Context()
		ticket := func(points float64, sprint string) string {
			return apitest.Must(p.Owner.CreateTicket(ctx, client.TicketCreate{ProjectUUID: p.Project, Title: "T", StoryPoints: points, SprintUUID: sprint}))(t).UUID
		}
		three, zero, gone := ticket(3.5, p.Sprint), ticket(0, p.Sprint), ticket(8, p.Sprint)
		ticket(13, "")
		if err := p.Owner.DeleteTicket(ctx, gone); err != nil {
			t.Fatal(err)
		}
		p.wantCommitment(t, "in planning", p.Sprint, nil, nil)

		p.mustStatus(t, p.Sprint, "active")
		started := p.World.Clock.Now()
		baseline := map[string]float64{three: 3.5, zero: 0}
		p.wantCommitment(t, "once active", p.Sprint, baseline, &started)
		p.wantLast(t, p.Sprint, fmt.Sprintf("%d %d sprint commitment null %s", p.revision(t), p.Member.ID, asText(t, baseline)))

		late := ticket(5, p.Sprint)
		apitest.Must(p.Owner.UpdateTicket(ctx, three, client.TicketUpdate{StoryPoints: client.Set(1.0)}))(t)
		apitest.Must(p.Owner.UpdateTicket(ctx, zero, client.TicketUpdate{SprintUUID: client.Null[string]()}))(t)
		p.wantCommitment(t, "after the scope changed", p.Sprint, baseline, &started)
		apitest.Must(p.Member.UpdateSprint(ctx, p.Sprint, client.SprintUpdate{Title: client.Set("Renamed"), Status: client.Set("active")}))(t)
		p.wantCommitment(t, "after a change of title", p.Sprint, baseline, &started)
		p.mustStatus(t, p.Sprint, "completed")
		p.mustStatus(t, p.Sprint, "active")
		p.wantCommitment(t, "after completed and active", p.Sprint, baseline, &started)

		p.mustStatus(t, p.Sprint, "planning")
		p.wantCommitment(t, "back in planning", p.Sprint, nil, nil)
		p.wantLast(t, p.Sprint, fmt.Sprintf("%d %d sprint commitment %s null", p.revision(t), p.Member.ID, asText(t, baseline)))
		p.mustStatus(t, p.Sprint, "completed")
		again := p.World.Clock.Now()
		p.wantCommitment(t, "started again", p.Sprint, map[string]float64{three: 1, late: 5}, &again)
		if err := p.Owner.DeleteTicket(ctx, late); err != nil {
			t.Fatal(err)
		}
		p.wantCommitment(t, "after a ticket was deleted", p.Sprint, map[string]float64{three: 1, late: 5}, &again)
	})
}

func asText(t *testing.T, v any) string {
	t.Helper()
	b, err := json.Marshal(v)
	if err != nil {
		t.Fatal(err)
	}
	return string(b)
}

func TestASprintWithoutPointsOrCreatedStartedHasNoCommitment(t *testing.T) {
	t.Parallel()
	eachPlanning(t, func(t *testing.T, p planning) {
		ctx := t.Context()
		apitest.Must(p.Owner.UpdateTicket(ctx, p.Ticket, client.TicketUpdate{SprintUUID: client.Set(p.Sprint)}))(t)
		for _, status := range []string{"active", "completed"} {
			p.mustStatus(t, p.Sprint, status)
			p.wantCommitment(t, "with a ticket of 0 points, "+status, p.Sprint, nil, nil)
			p.mustStatus(t, p.Sprint, "planning")
			born := apitest.Must(p.Owner.CreateSprint(ctx, client.SprintCreate{ProjectUUID: p.Project, Title: "Born", Status: status}))(t)
			apitest.Must(p.Owner.CreateTicket(ctx, client.TicketCreate{ProjectUUID: p.Project, Title: "T", StoryPoints: 5, SprintUUID: born.UUID}))(t)
			p.wantCommitment(t, "created as "+status, born.UUID, nil, nil)
			p.mustStatus(t, born.UUID, map[string]string{"active": "completed", "completed": "active"}[status])
			p.wantCommitment(t, "created as "+status+" and moved on", born.UUID, nil, nil)
		}
		if lines := p.log(t, p.Sprint); len(lines) != 5 {
			t.Errorf("five changes gave the log %q", lines)
		}
	})
}
