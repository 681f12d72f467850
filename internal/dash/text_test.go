package dash_test

import (
	"fmt"
	"net/http"
	"reflect"
	"strings"
	"sync"
	"testing"

	"earnest/internal/db"
	"earnest/internal/domain"
)

// texts are two versions of a text.
type texts struct {
	Noun string   `json:"noun"`
	UUID string   `json:"uuid"`
	What string   `json:"what"`
	From []string `json:"from"`
	To   []string `json:"to"`
}

// mustTexts returns every change to a text in the history below a path, latest first.
func (b *browser) mustTexts(t *testing.T, path, ticket string) (all []texts) {
	t.Helper()
	for _, c := range must[history](t, b, http.MethodGet, path+"/history", nil).Changes {
		if c.HasText {
			all = append(all, must[texts](t, b, http.MethodGet, fmt.Sprintf("/tickets/%s/history/%d", ticket, c.ID), nil))
		}
	}
	return all
}

func TestHistoryKeepsEveryVersionOfAText(t *testing.T) {
	each(t, func(t *testing.T, w *world) {
		ada := w.mustBrowser(t, "ada")
		p := ada.mustProject(t, "Apollo").Project.UUID
		long := strings.Repeat("A long \"story\" <b>\n", 4000)
		uuid := ada.mustTicket(t, p, "First", map[string]any{"description": "Before"}).UUID
		path := "/tickets/" + uuid
		for _, body := range []map[string]any{
			{"title": "Second", "description": long}, {"description": nil}, {"acceptance_criteria": []string{"one", "two"}}, {"status": "todo"},
		} {
			must[ticket](t, ada, http.MethodPut, path, body)
		}
		comment := must[thing](t, ada, http.MethodPost, path+"/comments", map[string]any{"content": "<p>Hi</p>"}).UUID
		must[thing](t, ada, http.MethodPut, "/comments/"+comment, map[string]any{"content": "<p>Hello</p>"})
		said := texts{"comment", comment, "content", []string{"<p>Hi</p>"}, []string{"<p>Hello</p>"}}
		want := []texts{
			said,
			{"ticket", uuid, "acceptance_criteria", []string{}, []string{"one", "two"}},
			{"ticket", uuid, "description", []string{long}, []string{}},
			{"ticket", uuid, "description", []string{"Before"}, []string{long}},
			{"ticket", uuid, "title", []string{"First"}, []string{"Second"}},
		}
		if got := ada.mustTexts(t, path, uuid); !reflect.DeepEqual(got, want) {
			t.Errorf("the history has %+v", got)
		}
		if got := ada.mustTexts(t, "/comments/"+comment, uuid); !reflect.DeepEqual(got, []texts{said}) {
			t.Errorf("the history of the comment has %+v", got)
		}
		if list := ada.call(t, http.MethodGet, path+"/history", nil); len(list.Body) > 10_000 {
			t.Errorf("the list of changes has %d bytes: it contains the texts", len(list.Body))
		}
	})
}

func TestVersionsAreReadOnlyThroughTheirOwnTicket(t *testing.T) {
	each(t, func(t *testing.T, w *world) {
		ada, eve := w.mustBrowser(t, "ada"), w.mustBrowser(t, "eve")
		p := ada.mustProject(t, "Apollo").Project.UUID
		path, other := "/tickets/"+ada.mustTicket(t, p, "A", nil).UUID, "/tickets/"+ada.mustTicket(t, p, "B", nil).UUID
		must[ticket](t, ada, http.MethodPut, path, map[string]any{"title": "C"})
		changes := must[history](t, ada, http.MethodGet, path+"/history", nil).Changes
		version, created := fmt.Sprintf("/history/%d", changes[0].ID), fmt.Sprintf("/history/%d", changes[1].ID)
		refused(t, ada.call(t, http.MethodGet, other+version, nil), http.StatusNotFound, "not_found")
		refused(t, ada.call(t, http.MethodGet, path+created, nil), http.StatusNotFound, "not_found")
		refused(t, ada.call(t, http.MethodGet, path+"/history/x", nil), http.StatusNotFound, "not_found")
		refused(t, eve.call(t, http.MethodGet, path+version, nil), http.StatusForbidden, "forbidden")
	})
}

func TestTheVersionsOfACommentGoWithIt(t *testing.T) {
	each(t, func(t *testing.T, w *world) {
		ada := w.mustBrowser(t, "ada")
		p := ada.mustProject(t, "Apollo").Project.UUID
		uuid := ada.mustTicket(t, p, "A", nil).UUID
		path := "/tickets/" + uuid
		gone := must[thing](t, ada, http.MethodPost, path+"/comments", map[string]any{"content": "secret one"}).UUID
		must[thing](t, ada, http.MethodPut, "/comments/"+gone, map[string]any{"content": "secret two"})
		kept := must[thing](t, ada, http.MethodPost, path+"/comments", map[string]any{"content": "public one"}).UUID
		must[thing](t, ada, http.MethodPut, "/comments/"+kept, map[string]any{"content": "public two"})
		changed := must[history](t, ada, http.MethodGet, "/comments/"+gone+"/history", nil).Changes[0].ID
		must[struct{}](t, ada, http.MethodDelete, "/comments/"+gone, nil)
		refused(t, ada.call(t, http.MethodGet, fmt.Sprintf("%s/history/%d", path, changed), nil), http.StatusNotFound, "not_found")
		if got := ada.mustTexts(t, path, uuid); len(got) != 1 || got[0].UUID != kept {
			t.Errorf("the history has %+v", got)
		}
		if got := must[history](t, ada, http.MethodGet, path+"/history", nil).Changes; len(got) != 6 || got[0].What != domain.Deleted {
			t.Errorf("what happened is gone as well: %+v", got)
		}
		if n := w.mustCount(t, `SELECT COUNT(*) FROM changes WHERE from_value LIKE '%secret%' OR to_value LIKE '%secret%'`); n != 0 {
			t.Errorf("%d rows of the log still have the text", n)
		}
	})
}

func (w *world) mustCount(t *testing.T, text string) (n int64) {
	t.Helper()
	err := w.App.DB.Read(t.Context(), func(tx *db.Tx) error { return tx.One(t.Context(), text, nil, &n) })
	if err != nil {
		t.Fatal(err)
	}
	return n
}

// Every writer begins with the same version. Each one who is refused reads the other's text, adds a line to it and tries again.
func TestNoTextIsLostWhenManyEditStaleVersions(t *testing.T) {
	each(t, func(t *testing.T, w *world) {
		const writers = 64
		ada := w.mustBrowser(t, "ada")
		uuid := ada.mustTicket(t, ada.mustProject(t, "Apollo").Project.UUID, "A", nil).UUID
		item := shownItem{noun: "tickets", uuid: uuid, member: "description"}
		_, first := ada.mustShow(t, item)
		var all sync.WaitGroup
		var refusals, blind sync.Map
		for n := range writers {
			all.Go(func() {
				seen, version := "", first
				for try := 0; ; try++ {
					text := seen + fmt.Sprintf("line %d\n", n)
					a := ada.saveOver(t, http.MethodPut, "/tickets/"+uuid, version, map[string]any{"description": text})
					if a.Status == http.StatusOK {
						return
					}
					refused(t, a, http.StatusPreconditionFailed, "changed_meanwhile")
					refusals.Store([2]int{n, try}, true)
					before := seen
					if seen, version = ada.mustShow(t, item); seen == before || !strings.HasPrefix(seen, before) {
						blind.Store(n, seen)
					}
				}
			})
		}
		all.Wait()
		text, _ := ada.mustShow(t, item)
		for n := range writers {
			if strings.Count("\n"+text, fmt.Sprintf("\nline %d\n", n)) != 1 {
				t.Errorf("line %d is lost", n)
			}
		}
		blind.Range(func(n, seen any) bool { t.Errorf("refusal of %v showed %q", n, seen); return true })
		if count := refusalCount(&refusals); count < writers-1 {
			t.Errorf("only %d edits were refused", count)
		}
		if got := len(must[history](t, ada, http.MethodGet, "/tickets/"+uuid+"/history", nil).Changes); got != 50 {
			t.Errorf("the first page of the history has %d changes", got)
		}
	})
}

func refusalCount(m *sync.Map) (n int) {
	m.Range(func(any, any) bool { n++; return true })
	return n
}
