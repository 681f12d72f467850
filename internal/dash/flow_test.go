package dash_test

import (
	"encoding/json"
	"net/http"
	"strings"
	"testing"
	"time"

	"earnest/internal/apitest"
)

type flowPage struct {
	Statuses []struct {
		Key    string `json:"key"`
		IsDone bool   `json:"is_done"`
	} `json:"statuses"`
	Days []struct {
		Date   string             `json:"date"`
		Counts map[string]int     `json:"counts"`
		Points map[string]float64 `json:"points"`
	} `json:"days"`
}

type cyclePage struct {
	Tickets []struct {
		UUID, Title, Started, Done string
		Days                       int
	} `json:"tickets"`
	P50    *float64 `json:"p50"`
	P85    *float64 `json:"p85"`
	P95    *float64 `json:"p95"`
	Unseen int      `json:"unseen"`
}

func TestFlowAndCycleTimeFollowTheTicketsThroughTheBoard(t *testing.T) {
	each(t, func(t *testing.T, w *world) {
		b := w.mustBrowser(t, "ada")
		project := b.mustProject(t, "Apollo").Project.UUID
		path := "/projects/" + project
		if none := must[cyclePage](t, b, "GET", path+"/cycle-time", nil); none.Tickets == nil || len(none.Tickets) != 0 || none.P50 != nil {
			t.Errorf("%+v", none)
		}
		on := func(day int) { w.Clock.Set(time.Date(2026, 3, day, 12, 0, 0, 0, time.UTC)) }
		to := func(uuid, status string) { must[any](t, b, "PUT", "/tickets/"+uuid, map[string]any{"status": status}) }
		on(10)
		first := b.mustTicket(t, project, "First", map[string]any{"story_points": 3}).UUID
		second := b.mustTicket(t, project, "Second", map[string]any{"status": "in_progress"}).UUID
		atOnce := b.mustTicket(t, project, "At once", nil).UUID
		gone := b.mustTicket(t, project, "Gone", map[string]any{"status": "in_progress"}).UUID
		on(12)
		to(first, "in_progress")
		to(second, "done")
		to(atOnce, "done")
		to(gone, "done")
		must[any](t, b, "DELETE", "/tickets/"+gone, nil)
		on(14)
		to(first, "done")
		on(15)
		to(first, "todo") // it was not done after all
		on(18)
		to(first, "done")
		c := must[cyclePage](t, b, "GET", path+"/cycle-time", nil)
		if len(c.Tickets) != 2 || c.Unseen != 1 || *c.P50 != 3 || *c.P85 != 7 || *c.P95 != 7 {
			t.Fatalf("%+v", c)
		}
		if one := c.Tickets[1]; one.UUID != first || one.Started != "2026-03-12" || one.Done != "2026-03-18" || one.Days != 7 || c.Tickets[0].Days != 3 {
			t.Errorf("%+v", c.Tickets)
		}
		f := must[flowPage](t, b, "GET", path+"/flow?from=2026-03-09&to=2026-03-15", nil)
		if len(f.Days) != 7 || len(f.Statuses) != 6 || len(f.Days[0].Counts) != 0 {
			t.Fatalf("%+v", f)
		}
		for i, want := range []map[string]int{
			1: {"backlog": 2, "in_progress": 2}, 3: {"in_progress": 1, "done": 2}, 5: {"done": 3}, 6: {"todo": 1, "done": 2},
		} {
			for key, n := range want {
				if f.Days[i].Counts[key] != n {
					t.Errorf("%s: %v, want %v", f.Days[i].Date, f.Days[i].Counts, want)
				}
			}
		}
		if f.Days[6].Points["todo"] != 3 {
			t.Errorf("%v", f.Days[6].Points)
		}
		if long := must[flowPage](t, b, "GET", path+"/flow?from=2015-01-01", nil); len(long.Days) > 400 || long.Days[len(long.Days)-1].Date != "2026-03-18" {
			t.Errorf("%d days", len(long.Days))
		}
		for _, query := range []string{"?from=x", "?to=2026-03-19", "?from=2026-03-19", "?from=1990-01-01"} {
			refused(t, b.call(t, "GET", path+"/flow"+query, nil), http.StatusUnprocessableEntity, "invalid")
		}
	})
}

func TestAnImportedTicketStartedWithItsFirstTimeEntry(t *testing.T) {
	each(t, func(t *testing.T, w *world) {
		b := w.mustBrowser(t, "ada")
		hours := func(days ...string) (list []any) {
			for _, day := range days {
				list = append(list, map[string]any{"user": b.Email, "duration_minutes": 60, "logged_at": day})
			}
			return list
		}
		file := apitest.Must(json.Marshal(map[string]any{"projects": []any{map[string]any{
			"name": "Apollo", "members": []any{map[string]any{"user": b.Email, "project_role": "owner"}},
			"tickets": []any{
				map[string]any{"title": "Done", "created_at": "2026-03-01 09:00:00", "status": "done", "done_at": "2026-03-06 15:00:00", "time_entries": hours("2026-03-05", "2026-03-03")},
				map[string]any{"title": "At once", "created_at": "2026-03-01 09:00:00", "status": "done", "done_at": "2026-03-06 15:00:00", "time_entries": hours("2026-03-07")},
				map[string]any{"title": "Under way", "created_at": "2026-03-01 09:00:00", "status": "in_review", "time_entries": hours("2026-03-04")},
				map[string]any{"title": "Put back", "created_at": "2026-03-01 09:00:00", "status": "todo", "time_entries": hours("2026-03-04")},
			},
		}}}))(t)
		_ = apitest.Must(b.App.Transfer.Import(t.Context(), strings.NewReader(string(file))))(t)
		project := must[portfolioPage](t, b, "GET", "/portfolio", nil).Rows[0].UUID
		c := must[cyclePage](t, b, "GET", "/projects/"+project+"/cycle-time", nil)
		if len(c.Tickets) != 1 || c.Unseen != 1 || c.Tickets[0].Started != "2026-03-03" || c.Tickets[0].Days != 4 {
			t.Errorf("%+v", c)
		}
		f := must[flowPage](t, b, "GET", "/projects/"+project+"/flow?from=2026-03-01&to=2026-03-07", nil)
		for i, want := range []map[string]int{
			1: {"backlog": 3, "todo": 1}, 2: {"backlog": 2, "in_progress": 1, "todo": 1}, 3: {"backlog": 1, "in_review": 1}, 5: {"done": 2, "in_review": 1},
		} {
			for key, n := range want {
				if f.Days[i].Counts[key] != n {
					t.Errorf("%s: %v, want %v", f.Days[i].Date, f.Days[i].Counts, want)
				}
			}
		}
	})
}

func TestAnImportedChangeNeedNotTellWhatWasBefore(t *testing.T) {
	each(t, func(t *testing.T, w *world) {
		b := w.mustBrowser(t, "ada")
		kept, gone := apitest.NewUUID(), apitest.NewUUID()
		change := func(uuid, day, what, to string) map[string]any {
			return map[string]any{"revision": 1, "at": day + " 09:00:00", "noun": "ticket", "uuid": uuid, "what": what, "to": to}
		}
		file := apitest.Must(json.Marshal(map[string]any{"projects": []any{map[string]any{
			"name": "Apollo", "members": []any{map[string]any{"user": b.Email, "project_role": "owner"}},
			"tickets": []any{
				map[string]any{"uuid": kept, "title": "Kept", "created_at": "2026-03-01 09:00:00", "status": "todo", "story_points": 3},
				map[string]any{"uuid": gone, "title": "Gone", "created_at": "2026-03-01 09:00:00", "deleted_at": "2026-03-04 09:00:00"},
			},
			"changes": []any{
				change(kept, "2026-03-02", "created", `{"status":"backlog","story_points":1,"sprint":null,"epic":null}`),
				change(gone, "2026-03-02", "created", `{"status":"backlog","story_points":1,"sprint":null,"epic":null}`),
				change(kept, "2026-03-03", "status", `"todo"`),
				change(kept, "2026-03-03", "story_points", `3`),
				change(gone, "2026-03-04", "deleted", ``),
			},
		}}}))(t)
		_ = apitest.Must(b.App.Transfer.Import(t.Context(), strings.NewReader(string(file))))(t)
		project := must[portfolioPage](t, b, "GET", "/portfolio", nil).Rows[0].UUID
		f := must[flowPage](t, b, "GET", "/projects/"+project+"/flow?from=2026-03-01&to=2026-03-05", nil)
		if len(f.Days[0].Counts) != 0 {
			t.Errorf("before the tickets were created, the board holds %v", f.Days[0].Counts)
		}
		for _, d := range f.Days[1:] {
			if len(d.Counts) != 1 || d.Counts["todo"] != 1 || d.Points["todo"] != 3 {
				t.Errorf("%s: %v tickets, %v points, want the kept ticket as it is now", d.Date, d.Counts, d.Points)
			}
		}
	})
}
