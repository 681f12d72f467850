package dash_test

import (
	"net/http"
	"strings"
	"testing"

	"earnest/internal/apitest"
	"earnest/internal/db"
)

type kind struct {
	UUID      string `json:"uuid"`
	Name      string `json:"name"`
	SortOrder int64  `json:"sort_order"`
	IsDefault bool   `json:"is_default"`
	Tickets   int    `json:"tickets"`
}

func (c *cast) kinds(t testing.TB, b *browser) []kind {
	t.Helper()
	return must[struct {
		Types []kind `json:"types"`
	}](t, b, "GET", "/projects/"+c.Project+"/types", nil).Types
}

// told formats the types of a project as one line, with an asterisk after the default.
func told(kinds []kind) string {
	list := []string{}
	for _, k := range kinds {
		if k.IsDefault {
			k.Name += "*"
		}
		list = append(list, k.Name)
	}
	return strings.Join(list, " ")
}

// typeOf returns the name of a ticket's type, or "" if it has none.
func (c *cast) typeOf(t testing.TB, ticket string) (name string) {
	t.Helper()
	err := c.w.Store.Read(t.Context(), func(tx *db.Tx) error {
		return tx.One(t.Context(), `SELECT COALESCE(y.name, '') FROM tickets t LEFT JOIN ticket_types y ON y.id = t.type_id WHERE t.uuid = $1`, []any{ticket}, &name)
	})
	if err != nil {
		t.Fatal(err)
	}
	return name
}

func TestTicketTypesAreCreatedRenamedOrderedAndOneIsTheDefault(t *testing.T) {
	each(t, func(t *testing.T, w *world) {
		c := w.mustCast(t)
		b, path := c.browser(t, "admin"), "/projects/"+c.Project+"/types"
		want := func(list string) []kind {
			t.Helper()
			kinds := c.kinds(t, b)
			if told(kinds) != list {
				t.Errorf("%s, want %s", told(kinds), list)
			}
			return kinds
		}
		want("Story* Bug")
		spike := must[kind](t, b, "POST", path, map[string]any{"name": " Spike "})
		kinds := want("Story* Bug Spike")
		if kinds[0].Tickets != 1 || kinds[1].Tickets != 0 {
			t.Errorf("%+v", kinds)
		}
		refused(t, b.call(t, "POST", path, map[string]any{"name": "sPIKE"}), http.StatusConflict, "conflict")
		refused(t, b.call(t, "PUT", "/types/"+spike.UUID, map[string]any{"name": "bug"}), http.StatusConflict, "conflict")
		must[kind](t, b, "PUT", "/types/"+spike.UUID, map[string]any{"name": "SPIKE", "is_default": true})
		want("Story Bug SPIKE*")
		if got := c.typeOf(t, c.NewTicket(t)); got != "SPIKE" {
			t.Errorf("a new ticket is a %s", got)
		}
		refused(t, b.call(t, "PUT", "/types/"+spike.UUID, map[string]any{"is_default": false}), http.StatusConflict, "conflict")
		must[any](t, b, "PUT", path+"/order", map[string]any{"types": []string{kinds[2].UUID, kinds[1].UUID, kinds[0].UUID}})
		want("SPIKE* Bug Story")
		for _, order := range [][]string{{}, {kinds[0].UUID}, {kinds[0].UUID, kinds[1].UUID, kinds[2].UUID, apitest.NewUUID()}} {
			refused(t, b.call(t, "PUT", path+"/order", map[string]any{"types": order}), http.StatusUnprocessableEntity, "invalid")
		}
		if got := w.logged(t, "type", spike.UUID); len(got) != 4 || got[1] != `name "Spike" "SPIKE"` || got[3] != "sort_order 3 1" {
			t.Errorf("log: %v", got)
		}
		w.mustBeHealthy(t)
	})
}

func TestTheTicketsOfARemovedTypeGetAnotherOrNone(t *testing.T) {
	each(t, func(t *testing.T, w *world) {
		c := w.mustCast(t)
		b := c.browser(t, "owner")
		kinds := c.kinds(t, b)
		story, bug := kinds[0].UUID, kinds[1].UUID
		for _, to := range []string{story, apitest.NewUUID(), "x"} {
			refused(t, b.call(t, "DELETE", "/types/"+story, map[string]any{"to": to}), http.StatusUnprocessableEntity, "invalid")
		}
		must[any](t, b, "DELETE", "/types/"+story, map[string]any{"to": bug})
		if got := c.kinds(t, b); told(got) != "Bug*" || got[0].Tickets != 1 || c.typeOf(t, c.Ticket) != "Bug" {
			t.Errorf("%+v", got)
		}
		if got := w.logged(t, "ticket", c.Ticket); got[len(got)-1] != `type "`+story+`" "`+bug+`"` {
			t.Errorf("log: %v", got)
		}
		refused(t, b.call(t, "DELETE", "/types/"+bug, nil), http.StatusConflict, "conflict")
		must[kind](t, b, "POST", "/projects/"+c.Project+"/types", map[string]any{"name": "Task"})
		must[any](t, b, "DELETE", "/types/"+bug, map[string]any{"to": nil})
		if got := c.kinds(t, b); told(got) != "Task*" || c.typeOf(t, c.Ticket) != "" {
			t.Errorf("%+v, the ticket is a %s", got, c.typeOf(t, c.Ticket))
		}
		refused(t, b.call(t, "DELETE", "/types/"+bug, nil), http.StatusNotFound, "not_found")
		w.mustBeHealthy(t)
	})
}
