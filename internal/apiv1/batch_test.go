package apiv1_test

import (
	"encoding/json"
	"fmt"
	"net/http"
	"strconv"
	"strings"
	"sync"
	"testing"

	"earnest/client"
	"earnest/internal/admit"
	"earnest/internal/apitest"
	"earnest/internal/app"
	"earnest/internal/db/dbtest"
)

type item = map[string]any

// outcome is the result of an item of a batch.
type outcome struct {
	ID     any            `json:"id"`
	Status int            `json:"status"`
	Data   map[string]any `json:"data"`
	Error  *struct {
		Code    string `json:"code"`
		Message string `json:"message"`
	} `json:"error"`
}

// batchOf returns the body of a batch.
func batchOf(atomic bool, items ...item) map[string]any {
	return map[string]any{"items": items, "atomic": atomic}
}

// mustBatch sends a batch that must succeed as a whole, and returns its results.
func mustBatch(t *testing.T, w *apitest.World, key, path string, body any) []outcome {
	t.Helper()
	a := w.Call(t, key, http.MethodPost, path, body)
	if a.Status != 200 {
		t.Fatalf("%s: %d %s", path, a.Status, a.Body)
	}
	var list []outcome
	a.Data(t, &list)
	return list
}

func TestABatchCreatesUpdatesAndDeletesInOrder(t *testing.T) {
	t.Parallel()
	apitest.Each(t, func(t *testing.T, w *apitest.World) {
		c := w.MustCast(t, "")
		other := c.NewTicket(t)
		for _, atomic := range []bool{true, false} {
			got := mustBatch(t, w, c.Owner.Key, "/tickets/batch", batchOf(atomic,
				item{"op": "create", "id": "first", "project_uuid": c.Project, "title": "New", "tags": []string{c.Tag}},
				item{"op": "update", "id": 2, "uuid": c.Ticket, "title": "Once"},
				item{"op": "update", "uuid": c.Ticket, "story_points": 5},
				item{"op": "delete", "uuid": c.NewTicket(t), "id": nil},
			))
			if len(got) != 4 || got[0].ID != "first" || got[1].ID != 2.0 || got[2].ID != nil || got[3].ID != nil {
				t.Fatalf("got %+v", got)
			}
			for i, want := range []int{201, 200, 200, 200} {
				if got[i].Status != want || got[i].Error != nil {
					t.Errorf("item %d: %+v", i, got[i])
				}
			}
			if got[0].Data["title"] != "New" || got[2].Data["title"] != "Once" || got[2].Data["story_points"] != 5.0 || got[3].Data["deleted"] != true {
				t.Errorf("got %+v", got)
			}
			single := w.Call(t, c.Owner.Key, http.MethodGet, "/tickets/"+fmt.Sprint(got[0].Data["uuid"]), nil)
			var read map[string]any
			single.Data(t, &read)
			if read["title"] != "New" || read["created_at"] != got[0].Data["created_at"] {
				t.Errorf("the ticket is %v, and the batch said %v", read, got[0].Data)
			}
		}
		entries := mustBatch(t, w, c.Member.Key, "/time-entries/batch", batchOf(true,
			item{"op": "create", "ticket_uuid": c.Ticket, "duration_minutes": 30, "logged_at": "2026-03-09"},
			item{"op": "create", "ticket_uuid": c.Ticket, "duration_minutes": 40, "logged_at": "2026-03-09"},
		))
		changed := mustBatch(t, w, c.Member.Key, "/time-entries/batch", batchOf(true,
			item{"op": "update", "uuid": entries[0].Data["uuid"], "duration_minutes": 45, "ticket_uuid": other, "comment": "Longer"},
			item{"op": "delete", "uuid": entries[1].Data["uuid"]},
		))
		if changed[0].Data["duration_minutes"] != 45.0 || changed[0].Data["ticket_uuid"] != other || changed[1].Data["deleted"] != true {
			t.Errorf("got %+v", changed)
		}
		var left []any
		w.Call(t, c.Owner.Key, http.MethodGet, "/time-entries?project="+c.Project, nil).Data(t, &left)
		if len(left) != 1 {
			t.Errorf("%d time entries are left", len(left))
		}
	})
}

func TestARefusedAtomicBatchIsA422ThatNamesTheItemAndNothingIsDone(t *testing.T) {
	t.Parallel()
	apitest.Each(t, func(t *testing.T, w *apitest.World) {
		c := w.MustCast(t, "")
		foreign := w.MustCast(t, "foreign-")
		fine := item{"op": "create", "project_uuid": c.Project, "title": "Fine"}
		for name, bad := range map[string]struct {
			item item
			says string
		}{
			"a bad value":          {item{"op": "create", "project_uuid": c.Project, "title": ""}, "title must be"},
			"no title":             {item{"op": "create", "project_uuid": c.Project}, "title is required"},
			"no op":                {item{"project_uuid": c.Project, "title": "x"}, "op is required"},
			"an unknown op":        {item{"op": "upsert", "project_uuid": c.Project, "title": "x"}, "op must be"},
			"no uuid":              {item{"op": "update", "title": "x"}, "uuid is required"},
			"an unknown ticket":    {item{"op": "update", "uuid": apitest.NewUUID(), "title": "x"}, "ticket not found"},
			"an unknown epic":      {item{"op": "update", "uuid": c.Ticket, "epic_uuid": apitest.NewUUID()}, "epic_uuid must"},
			"another's project":    {item{"op": "create", "project_uuid": foreign.Project, "title": "x"}, "you are not a member"},
			"another's ticket":     {item{"op": "delete", "uuid": foreign.Ticket}, "you are not a member"},
			"an object as its id":  {item{"op": "delete", "uuid": c.Ticket, "id": item{}}, "id must be text or a number"},
			"a cycle in one batch": {item{"op": "update", "uuid": c.Ticket, "dependencies": []string{c.Ticket}}, "dependencies"},
		} {
			before, tickets := revisions(t, c), rows(t, w, "tickets")
			a := w.Call(t, c.Owner.Key, http.MethodPost, "/tickets/batch", map[string]any{"items": []item{fine, bad.item, fine}})
			if a.Status != 422 || a.Code != "VALIDATION_ERROR" || !strings.HasPrefix(a.Message, "items[1]: ") || !strings.Contains(a.Message, bad.says) {
				t.Errorf("%s: %d %s", name, a.Status, a.Body)
			}
			if revisions(t, c) != before || rows(t, w, "tickets") != tickets {
				t.Errorf("%s: something was done", name)
			}
		}
		for name, body := range map[string]any{
			"no items": item{}, "an empty list": item{"items": []item{}}, "an object": item{"items": item{}}, "101 items": item{"items": make([]item, 101)},
			"atomic as text": item{"items": []item{fine}, "atomic": "yes"},
		} {
			if a := w.Call(t, c.Owner.Key, http.MethodPost, "/tickets/batch", body); a.Status != 422 {
				t.Errorf("%s: %d %s", name, a.Status, a.Body)
			}
		}
		a := w.Call(t, c.Owner.Key, http.MethodPost, "/tickets/batch", map[string]any{"items": []any{
			fine, item{"op": "create", "project_uuid": c.Project, "title": "", "story_points": -1}, 7, item{"op": "delete", "uuid": apitest.NewUUID()},
		}})
		want := `"fields":[{"field":"items[1].title","message":"title must be`
		if a.Status != 422 || !strings.HasPrefix(a.Message, "items[1]: title must be") || !strings.Contains(string(a.Body), want) {
			t.Errorf("several bad items: %d %s", a.Status, a.Body)
		}
		for _, field := range []string{
			`{"field":"items[1].story_points","message":"story_points must be`, `{"field":"items[2]","message":"each item must be an object`,
			`{"field":"items[3]","message":"ticket not found"}`,
		} {
			if !strings.Contains(string(a.Body), field) {
				t.Errorf("several bad items: no %s in %s", field, a.Body)
			}
		}
	})
}

func TestTheItemsOfABatchThatIsNotAtomicSucceedOrFailByThemselves(t *testing.T) {
	t.Parallel()
	apitest.Each(t, func(t *testing.T, w *apitest.World) {
		c := w.MustCast(t, "")
		foreign := w.MustCast(t, "foreign-")
		got := mustBatch(t, w, c.Owner.Key, "/tickets/batch", batchOf(false,
			item{"op": "create", "id": 0, "project_uuid": c.Project, "title": "First"},
			item{"op": "create", "id": 1, "project_uuid": c.Project, "title": ""},
			item{"op": "update", "id": 2, "uuid": apitest.NewUUID(), "title": "x"},
			item{"op": "delete", "id": 3, "uuid": foreign.Ticket},
			item{"op": "fly", "id": 4},
			item{"op": "update", "id": 5, "uuid": c.Ticket, "title": "Last"},
		))
		want := []struct {
			status int
			code   string
		}{{201, ""}, {422, "VALIDATION_ERROR"}, {404, "NOT_FOUND"}, {403, "FORBIDDEN"}, {422, "VALIDATION_ERROR"}, {200, ""}}
		for i, r := range got {
			code := ""
			if r.Error != nil {
				code = r.Error.Code
			}
			if r.ID != float64(i) || r.Status != want[i].status || code != want[i].code || (r.Data == nil) != (code != "") {
				t.Errorf("item %d: %+v, want %v", i, r, want[i])
			}
		}
		var read map[string]any
		w.Call(t, c.Owner.Key, http.MethodGet, "/tickets/"+c.Ticket, nil).Data(t, &read)
		if len(got) != 6 || read["title"] != "Last" {
			t.Errorf("%d results, and the last item made %v", len(got), read["title"])
		}
	})
}

func TestABatchSentAgainWithItsIdempotencyKeyIsDoneOnce(t *testing.T) {
	t.Parallel()
	apitest.Each(t, func(t *testing.T, w *apitest.World) {
		c := w.MustCast(t, "")
		for _, atomic := range []bool{true, false} {
			name := fmt.Sprint("atomic: ", atomic)
			body := batchOf(atomic,
				item{"op": "create", "project_uuid": c.Project, "title": "Once"},
				item{"op": "delete", "uuid": c.NewTicket(t)},
			)
			tickets := rows(t, w, "tickets")
			first := post(t, w, c.Member.Key, name, "/tickets/batch", body)
			if first.Status != 200 || rows(t, w, "tickets") != tickets {
				t.Fatalf("%d %s", first.Status, first.Body)
			}
			mustRepeat(t, first, post(t, w, c.Member.Key, name, "/tickets/batch", body))
			if rows(t, w, "tickets") != tickets {
				t.Errorf("%s: it was done twice", name)
			}
		}
		foreign := apitest.Must(c.Stranger.CreateProject(t.Context(), client.ProjectCreate{Name: "Foreign"}))(t).UUID
		partly := batchOf(false, item{"op": "create", "project_uuid": foreign, "title": "Not mine"}, item{"op": "create", "project_uuid": c.Project, "title": "Mine"})
		mustRepeat(t, post(t, w, c.Member.Key, "partly", "/tickets/batch", partly), post(t, w, c.Member.Key, "partly", "/tickets/batch", partly))
		refused := batchOf(true, item{"op": "create", "project_uuid": c.Project, "title": ""})
		if a := post(t, w, c.Member.Key, "refused", "/tickets/batch", refused); a.Status != 422 || a.Code != "VALIDATION_ERROR" {
			t.Errorf("%d %s", a.Status, a.Body)
		}
		fine := batchOf(true, item{"op": "create", "project_uuid": c.Project, "title": "Fine"})
		if a := post(t, w, c.Member.Key, "refused", "/tickets/batch", fine); a.Status != 200 {
			t.Errorf("a refused batch was kept: %d %s", a.Status, a.Body)
		}
		mustLeave(t, w, c.Project, c.Member.ID)
		if a := post(t, w, c.Member.Key, "refused", "/tickets/batch", fine); a.Status != 403 {
			t.Errorf("after the caller lost access: %d %s", a.Status, a.Body)
		}
	})
}

func TestABatchCountsAsItsNumberOfItemsAndIsA429WhereTheQuotaDoesNotSuffice(t *testing.T) {
	t.Parallel()
	dbtest.Each(t, func(t *testing.T, url string) {
		w := apitest.New(t, url, func(config *app.Config) { config.Limits = admit.Limits{Hour: 100, Month: 1000} })
		c := w.MustCast(t, "")
		key := w.MustKey(t, c.Owner.Email, "all")
		left := func(a apitest.Answer) int {
			t.Helper()
			return apitest.Must(strconv.Atoi(a.Header.Get("X-RateLimit-Remaining-Hour")))(t)
		}
		batch := func(n int) apitest.Answer {
			t.Helper()
			items := make([]item, n)
			for i := range items {
				items[i] = item{"op": "create", "project_uuid": c.Project, "title": fmt.Sprint("Ticket ", i)}
			}
			return w.Call(t, key, http.MethodPost, "/tickets/batch", batchOf(true, items...))
		}
		if a := batch(60); a.Status != 200 || left(a) != 40 {
			t.Fatalf("60 items: %d, %d left: %.200s", a.Status, left(a), a.Body)
		}
		tickets := rows(t, w, "tickets")
		a := batch(60)
		if a.Status != 429 || a.Code != "RATE_LIMIT_EXCEEDED" || a.Header.Get("Retry-After") == "" || rows(t, w, "tickets") != tickets {
			t.Errorf("60 more: %d %.200s, Retry-After %q", a.Status, a.Body, a.Header.Get("Retry-After"))
		}
		if left(a) != 40 || !strings.Contains(a.Message, "counts as 60, and the quota has room for 40 ") {
			t.Errorf("a refused batch left %d: %s", left(a), a.Message)
		}
		if a := batch(40); a.Status != 200 || left(a) != 0 {
			t.Errorf("all that is left: %d, %d left", a.Status, left(a))
		}
		if a := batch(1); a.Status != 429 {
			t.Errorf("one more: %d", a.Status)
		}
	})
}

// Two batches that write to the same projects in another order never wait for each other in a circle.
func TestBatchesOverSeveralProjectsDoNotDeadlock(t *testing.T) {
	t.Parallel()
	dbtest.Each(t, func(t *testing.T, url string) {
		nodes := []*apitest.World{apitest.New(t, url, nil), apitest.New(t, url, nil)}
		c := nodes[0].MustCast(t, "")
		projects := []string{c.Project, c.NewProject(t), c.NewProject(t)}
		var all sync.WaitGroup
		for i := range 12 {
			all.Go(func() {
				var items []item
				for j := range projects {
					at := j
					if i%2 == 1 {
						at = len(projects) - 1 - j
					}
					items = append(items, item{"op": "create", "project_uuid": projects[at], "title": "Ticket"})
				}
				body, _ := json.Marshal(batchOf(true, items...))
				if a := nodes[i%2].Call(t, c.Owner.Key, http.MethodPost, "/tickets/batch", body); a.Status != 200 {
					t.Errorf("%d %s", a.Status, a.Body)
				}
			})
		}
		all.Wait()
	})
}

// The path of a batch is new; to the methods that were there before, it is still the path of a ticket that does not exist.
func TestThePathOfABatchIsStillThatOfATicketToOtherMethods(t *testing.T) {
	t.Parallel()
	apitest.Each(t, func(t *testing.T, w *apitest.World) {
		c := w.MustCast(t, "")
		for _, method := range []string{http.MethodGet, http.MethodPut, http.MethodDelete} {
			if a := w.Call(t, c.Owner.Key, method, "/tickets/batch", map[string]any{"title": "Batch"}); a.Status != 404 || a.Code != "NOT_FOUND" {
				t.Errorf("%s: %d %s", method, a.Status, a.Body)
			}
		}
	})
}
