package apiv1_test

import (
	"bytes"
	"encoding/json"
	"net/http"
	"testing"

	"earnest/client"
	"earnest/internal/apitest"
)

// Sending an object back exactly as it was read changes nothing.
func TestAThingCanBeSentBackAsRead(t *testing.T) {
	t.Parallel()
	apitest.Each(t, func(t *testing.T, w *apitest.World) {
		c := w.MustCast(t, "")
		other := c.NewTicket(t)
		apitest.Must(c.Owner.UpdateTicket(t.Context(), c.Ticket, client.TicketUpdate{
			Tags: client.Set([]string{c.Tag}), Dependencies: client.Set([]string{other}), EpicUUID: client.Set(c.Epic),
		}))(t)
		apitest.Must(c.Owner.UpdateEpic(t.Context(), c.Epic, client.EpicUpdate{Tags: client.Set([]string{c.Tag})}))(t)
		for _, path := range []string{
			"/projects/" + c.Project, "/super-epics/" + c.SuperEpic, "/epics/" + c.Epic, "/sprints/" + c.Sprint,
			"/tickets/" + c.Ticket, "/comments/" + c.Comment,
		} {
			before := w.Call(t, c.Owner.Key, http.MethodGet, path, nil)
			var whole struct {
				Data json.RawMessage `json:"data"`
			}
			if err := json.Unmarshal(before.Body, &whole); err != nil {
				t.Fatal(err)
			}
			state := revisions(t, c)
			back := w.Call(t, c.Owner.Key, http.MethodPut, path, []byte(whole.Data))
			if back.Status != http.StatusOK || revisions(t, c) != state {
				t.Errorf("%s sent back: %d %s", path, back.Status, back.Body)
			}
			if after := w.Call(t, c.Owner.Key, http.MethodGet, path, nil); !bytes.Equal(after.Body, before.Body) {
				t.Errorf("%s changed from %s to %s", path, before.Body, after.Body)
			}
		}
	})
}
