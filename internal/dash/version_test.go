package dash_test

import (
	"net/http"
	"testing"
)

func TestAPageDoesNotReplaceAVersionOfATicketThatItHasNotSeen(t *testing.T) {
	each(t, func(t *testing.T, w *world) {
		owner := w.mustBrowser(t, "ada")
		path := "/tickets/" + owner.mustTicket(t, owner.mustProject(t, "Apollo").Project.UUID, "A", nil).UUID
		type page struct {
			Description *string `json:"description"`
			Version     string  `json:"version"`
		}
		save := func(version, text string) answer {
			req := owner.mustRequest(t, http.MethodPut, path, map[string]any{"description": text})
			req.Header.Set("Cookie", owner.cookie)
			req.Header.Set("If-Match", `"`+version+`"`)
			return owner.send(t, req)
		}
		first := read[page](t, owner.call(t, http.MethodGet, path, nil))
		second := read[page](t, save(first.Version, "Mine"))
		if second.Version == first.Version || second.Description == nil || *second.Description != "Mine" {
			t.Errorf("saved over %+v: %+v", first, second)
		}
		refused(t, save(first.Version, "Older"), http.StatusPreconditionFailed, "changed_meanwhile")
		if now := read[page](t, owner.call(t, http.MethodGet, path, nil)); now.Version != second.Version || *now.Description != "Mine" {
			t.Errorf("a refused change left %+v", now)
		}
	})
}
