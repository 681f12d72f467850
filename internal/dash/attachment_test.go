package dash_test

import (
	"net/http"
	"strings"
	"testing"

	"earnest/internal/app"
	"earnest/internal/db/dbtest"
	"earnest/internal/domain"
)

func TestFilesAreAttachedShownAndDeleted(t *testing.T) {
	each(t, func(t *testing.T, w *world) {
		type file struct {
			UUID      string `json:"uuid"`
			Name      string `json:"name"`
			Size      int64  `json:"size"`
			Image     bool   `json:"image"`
			URL       string `json:"url"`
			Author    string `json:"author"`
			MayDelete bool   `json:"may_delete"`
		}
		type list struct {
			Attachments []file `json:"attachments"`
			Total       int    `json:"total"`
			Limit       int64  `json:"limit"`
		}
		ada, ben, eve := w.mustBrowser(t, "ada"), w.mustBrowser(t, "ben"), w.mustBrowser(t, "eve")
		p := ada.mustProject(t, "Apollo").Project.UUID
		w.MustJoin(t, p, ben.ID, domain.Worker)
		ticket := "/tickets/" + ada.mustTicket(t, p, "A", nil).UUID
		path := ticket + "/attachments"
		image := must[file](t, ada, http.MethodPost, path+"?name=photo.png", "\x89PNG\r\n\x1a\npixels")
		page := must[file](t, ben, http.MethodPost, path+"?name=page.html", "<script>alert(1)</script>")
		got := must[list](t, ben, http.MethodGet, path, nil)
		if len(got.Attachments) != 2 || got.Total != 2 || got.Limit != 25<<20 || !got.Attachments[0].Image || got.Attachments[0].MayDelete || !got.Attachments[1].MayDelete {
			t.Errorf("%+v", got)
		}
		if image.URL != "/dash/attachments/"+image.UUID || image.Author != "ada Test" || image.Size != 14 || page.Image {
			t.Errorf("%+v, %+v", image, page)
		}
		shown := ben.call(t, http.MethodGet, "/attachments/"+image.UUID, nil)
		if shown.Header.Get("Content-Type") != "image/png" || !strings.HasPrefix(shown.Header.Get("Content-Disposition"), "inline") || string(shown.Body) != "\x89PNG\r\n\x1a\npixels" {
			t.Errorf("%v %q", shown.Header, shown.Body)
		}
		saved := ada.call(t, http.MethodGet, "/attachments/"+page.UUID, nil)
		if saved.Header.Get("Content-Type") != "text/plain; charset=utf-8" || !strings.HasPrefix(saved.Header.Get("Content-Disposition"), "attachment") {
			t.Errorf("%v", saved.Header)
		}
		eve.mustProject(t, "Gemini")
		for _, call := range [][2]string{
			{http.MethodGet, "/attachments/" + image.UUID},
			{http.MethodGet, "/attachments/" + image.UUID + "/preview"},
			{http.MethodDelete, "/attachments/" + image.UUID},
			{http.MethodGet, path},
			{http.MethodPost, path + "?name=x"},
			{http.MethodGet, ticket + "/history"},
			{http.MethodGet, "/projects/" + p + "/export/tickets.xlsx"},
		} {
			refused(t, eve.call(t, call[0], call[1], nil), http.StatusForbidden, "forbidden")
		}
		refused(t, ben.call(t, http.MethodDelete, "/attachments/"+image.UUID, nil), http.StatusForbidden, "forbidden")
		refusedAt(t, ada.call(t, http.MethodPost, path+"?name=a%2Fb", "x"), http.StatusUnprocessableEntity, "invalid", "name")
		must[struct{}](t, ada, http.MethodDelete, "/attachments/"+page.UUID, nil)
		changes := must[history](t, ada, http.MethodGet, ticket+"/history", nil).Changes
		for i, want := range [][3]string{{"attachment", "deleted", "page.html"}, {"attachment", "created", "page.html"}, {"attachment", "created", "photo.png"}} {
			if c := changes[i]; c.Noun != want[0] || c.What != want[1] || c.Name != want[2] {
				t.Errorf("row %d of the history is %+v", i, c)
			}
		}
	})
}

// Deleting other files does not help then, so the refusal has a text of its own.
func TestFilesOfDeletedTicketsHaveALimit(t *testing.T) {
	t.Parallel()
	dbtest.Each(t, func(t *testing.T, url string) {
		t.Helper()
		w := newWorld(t, url, func(c *app.Config) { c.Files.Quota = 1000 })
		ada := w.mustBrowser(t, "ada")
		p := ada.mustProject(t, "Apollo").Project.UUID
		attach := func(name, content string) (ticket string, got answer) {
			ticket = "/tickets/" + ada.mustTicket(t, p, "A", nil).UUID
			return ticket, ada.call(t, http.MethodPost, ticket+"/attachments?name="+name, content)
		}
		for _, name := range []string{"a", "b"} {
			ticket, got := attach(name, strings.Repeat(name, 999))
			if got.Status != http.StatusCreated {
				t.Fatalf("%d %s", got.Status, got.Body)
			}
			must[struct{}](t, ada, http.MethodDelete, ticket, nil)
		}
		_, got := attach("c", "ccc")
		refusedAt(t, got, http.StatusRequestEntityTooLarge, "files_quota_exceeded", "deleted")
	})
}
