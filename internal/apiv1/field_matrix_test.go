package apiv1_test

import (
	"context"
	"encoding/json"
	"fmt"
	"maps"
	"net/http"
	"slices"
	"strings"
	"testing"

	"earnest/internal/apitest"
	"earnest/internal/apiv1"
	"earnest/internal/db"
	"earnest/internal/domain"
	"earnest/internal/input"
)

// sample is a value of a field, and whether the API accepts it.
type sample struct {
	json string
	good bool
}

// samples returns values of every wrong type, each bound and the value just past it, and references to another project's objects.
func samples(f input.Field, c, other *apitest.Cast) []sample {
	list := []sample{{"null", f.Nullable}, {`{}`, false}, {`true`, f.Rule.Kind == domain.BoolRule}}
	add := func(good bool, values ...any) {
		for _, v := range values {
			data, _ := json.Marshal(v)
			list = append(list, sample{string(data), good})
		}
	}
	text := func(n float64) string { return strings.Repeat("é", int(n)) }
	wrongTexts := []any{"", "five", "2026-13-01"}
	switch f.Rule.Kind {
	case domain.TextRule:
		add(false, 5, 1.5, []string{}, text(f.Rule.Max+1))
		if len(f.Rule.Enum) > 0 {
			add(false, "", "nonsense", strings.ToUpper(f.Rule.Enum[0]))
			for _, v := range f.Rule.Enum {
				add(true, v)
			}
			break
		}
		if f.Name == "status" { // any status key of the project
			add(true, "todo", "done")
			add(false, "nonsense", "", "Done")
			break
		}
		add(true, text(f.Rule.Max), text(max(1, f.Rule.Min)), "a < b & \"c\" 日本 🚀")
		add(f.Rule.Min == 0, "")
		if f.Rule.Trim {
			add(false, "   ", "\u00a0\t\n")
		}
	case domain.NumberRule:
		add(false, wrongTexts...)
		add(false, f.Rule.Min-0.001, f.Rule.Max+1, []int{})
		add(true, f.Rule.Min, f.Rule.Max, 0.25)
		list = append(list, sample{"1e400", false}, sample{"-0", true}, sample{"1e1", true})
	case domain.IntegerRule:
		add(false, wrongTexts...)
		add(false, f.Rule.Min-1, f.Rule.Max*4, 1.5, []int{}, "1")
		list = append(list, sample{"1e400", false})
		if f.Rule.Noun == "" {
			add(true, f.Rule.Min, f.Rule.Max)
			add(false, f.Rule.Max+1)
			list = append(list, sample{"7.0", true})
			break
		}
		add(true, c.Member.ID)
		add(false, other.Member.ID, 999_999)
	case domain.DateRule:
		add(false, 5, "", "2026-02-30", "2026-2-1", "26-02-01", "2026-02-01T00:00:00Z", "0000-01-01", "01/02/2026", "2026-02-01 ")
		add(true, "2026-02-28", "2028-02-29", "0001-01-01", "9999-12-31")
	case domain.ColorRule:
		add(false, 5, "", "red", "#12345", "#1234567", "123456", "#12345g", "#+12345")
		add(true, "#a1B2c3")
	case domain.CurrencyRule:
		add(false, 5, "", "eur", "EURO", "€", "XXX", "DEM", " EUR")
		add(true, "EUR", "JPY")
	case domain.ProjectKeyRule:
		free := func() string { return "K" + strings.ReplaceAll(apitest.NewUUID(), "-", "")[23:] }
		add(false, 5, "", "A", "1AB", "A-B", "ABCDEFGHIJK", "ÉTÉ", "OTH") // the last one is the key of the other project
		add(true, free(), strings.ToLower(free()))
	case domain.UUIDRule:
		add(false, 5, "", "x", apitest.NewUUID(), other.Epic, other.Sprint, other.SuperEpic, other.Ticket, c.Project)
		mine := map[string]string{
			"epic_uuid": c.Epic, "sprint_uuid": c.Sprint, "super_epic_uuid": c.SuperEpic, "after_uuid": c.Ticket, "before_uuid": c.Ticket,
			"type_uuid": firstType(c),
		}[f.Name]
		add(true, mine, strings.ToUpper(mine))
	case domain.LinesRule:
		add(false, "line", []any{1}, []string{""}, []any{nil}, []string{text(f.Rule.Max + 1)}, strings.Split(strings.Repeat("x,", f.Rule.Items)+"x", ","))
		add(true, []string{}, []string{"a", "a"}, []string{text(f.Rule.Max)}, strings.Split(strings.Repeat("x,", f.Rule.Items-1)+"x", ","))
	case domain.UUIDsRule:
		add(false, c.Tag, []any{1}, []string{"x"}, []string{apitest.NewUUID()}, []string{other.Tag}, []string{other.Ticket}, many(f.Rule.Items+1))
		mine := map[string]string{"tags": c.Tag, "dependencies": c.Ticket}[f.Name]
		add(true, []string{}, []string{mine}, []string{mine, mine}, []any{map[string]string{"uuid": mine, "name": "as it was read"}})
		add(false, []any{map[string]string{"name": "no uuid"}}, []any{map[string]string{"uuid": "x"}}, []any{map[string]any{"uuid": 5}})
	case domain.IntegersRule:
		add(false, c.Member.ID, []string{"1"}, []any{1.5}, []any{nil}, []int64{other.Member.ID}, []int64{0})
		add(true, []int64{}, []int64{c.Member.ID, c.Member.ID, c.Viewer.ID})
	case domain.BoolRule, domain.MomentRule, domain.WeekdaysRule, domain.DatesRule: // not used in bodies
	}
	return list
}

// firstType returns the uuid of a type of the cast's project.
func firstType(c *apitest.Cast) string {
	types, err := c.World.App.Categories.Types(context.Background(), domain.Caller{UserID: c.Owner.ID}, c.Project)
	if err != nil {
		panic(err)
	}
	return types[0].UUID
}

func many(n int) []string {
	uuids := make([]string, n)
	for i := range uuids {
		uuids[i] = apitest.NewUUID()
	}
	return uuids
}

// Every field of every body accepts its bounds and refuses values just past them. A refused write changes nothing.
func TestEveryFieldKeepsItsBounds(t *testing.T) {
	t.Parallel()
	apitest.Each(t, func(t *testing.T, w *apitest.World) {
		c, other := w.MustCast(t, ""), w.MustCast(t, "other")
		for _, r := range apiv1.Routes() {
			if r.Body == nil {
				continue
			}
			for _, f := range input.Fields(r.Body) {
				for _, s := range samples(f, c, other) {
					tryField(t, c, r, f, s)
				}
			}
			if r.Method == http.MethodPost {
				tryAbsent(t, c, r)
			}
		}
	})
}

func tryField(t *testing.T, c *apitest.Cast, r apiv1.Route, f input.Field, s sample) {
	t.Helper()
	path, body := aCall(t, c, r)
	if slices.Contains([]string{"dependencies", "after_uuid", "before_uuid"}, f.Name) && r.Method == http.MethodPut { // must not name the ticket itself
		path = "/tickets/" + c.NewTicket(t)
	}
	if strings.HasPrefix(r.Path, "/tickets/") && strings.HasSuffix(f.Name, "_date") && r.Method == http.MethodPut {
		path = "/tickets/" + c.NewTicket(t)
	}
	if strings.HasPrefix(r.Path, "/sprints") && strings.HasSuffix(f.Name, "_date") && r.Method == http.MethodPut { // dates are checked on the merged result
		path = "/sprints/" + c.NewSprint(t)
	}
	fields := maps.Clone(body.(map[string]any))
	fields[f.Name] = json.RawMessage(s.json)
	before := revisions(t, c)
	a := c.World.Call(t, c.Owner.Key, r.Method, path, fields)
	short := fmt.Sprintf("%s with %s: %.80s", name(r), f.Name, s.json)
	if s.good {
		if a.Status != r.Status {
			t.Errorf("%s: %d %.300s, want %d", short, a.Status, a.Body, r.Status)
		}
		return
	}
	if a.Status != http.StatusUnprocessableEntity || a.Code != "VALIDATION_ERROR" || !strings.Contains(a.Message, f.Name) {
		t.Errorf("%s: %d %.300s, want 422 naming the field", short, a.Status, a.Body)
	}
	if after := revisions(t, c); after != before {
		t.Errorf("%s: the refused write left something behind: %s became %s", short, before, after)
	}
}

func tryAbsent(t *testing.T, c *apitest.Cast, r apiv1.Route) {
	t.Helper()
	_, body := aCall(t, c, r)
	full := body.(map[string]any)
	for missing := range full {
		fields := maps.Clone(full)
		delete(fields, missing)
		a := c.World.Call(t, c.Owner.Key, r.Method, r.Path, fields)
		if a.Status != http.StatusUnprocessableEntity || !strings.Contains(a.Message, missing) {
			t.Errorf("%s without %s: %d %s", name(r), missing, a.Status, a.Body)
		}
	}
}

// revisions summarises the state of the whole database: the number of its projects, the sum of their revisions and the size of its log.
func revisions(t *testing.T, c *apitest.Cast) string {
	t.Helper()
	var state string
	err := c.World.Store.Read(t.Context(), func(tx *db.Tx) error {
		var projects, revisions, changes int64
		err := tx.One(t.Context(), `
SELECT (SELECT COUNT(*) FROM projects), (SELECT CAST(SUM(revision) AS BIGINT) FROM projects), (SELECT COUNT(*) FROM changes)`,
			nil, &projects, &revisions, &changes)
		state = fmt.Sprintf("%d projects, %d revisions, %d changes", projects, revisions, changes)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return state
}
