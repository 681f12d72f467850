package dash_test

import (
	"net/http"
	"strings"
	"testing"
)

type commentedPage struct {
	Commentary *struct {
		Content   string `json:"content"`
		Author    string `json:"author"`
		UpdatedAt string `json:"updated_at"`
	} `json:"commentary"`
	Earlier *string `json:"earlier_commentary"`
}

func TestACommentaryIsKeptForItsDayAndShownInTheReportOfThatDay(t *testing.T) {
	each(t, func(t *testing.T, w *world) {
		c := w.mustCast(t)
		admin, viewer := c.browser(t, "admin"), c.browser(t, "viewer")
		at := "/projects/" + c.Project
		page := func(query string) commentedPage {
			return must[commentedPage](t, viewer, "GET", at+"/finance"+query, nil)
		}
		report := func(query string) string { return string(viewer.call(t, "GET", at+"/report"+query, nil).Body) }
		must[any](t, admin, "PUT", at+"/commentary", aCommentary("  The <b>supplier</b> is late.\nWe wait.  "))
		on := page("?as_of=2026-03-09")
		if on.Commentary == nil || on.Commentary.Content != "The <b>supplier</b> is late.\nWe wait." || on.Commentary.Author == "" || on.Earlier != nil {
			t.Errorf("%+v", on)
		}
		if after := page(""); after.Commentary != nil || after.Earlier == nil || *after.Earlier != "2026-03-09" {
			t.Errorf("the day after: %+v", after)
		}
		if text := report("?as_of=2026-03-09"); !strings.Contains(text, "The &lt;b&gt;supplier&lt;/b&gt; is late.\nWe wait.") || !strings.Contains(text, on.Commentary.Author) {
			t.Errorf("%.3000s", text)
		}
		if strings.Contains(report(""), "supplier") {
			t.Error("the report of another day has the commentary")
		}
		must[any](t, admin, "PUT", at+"/commentary", aCommentary("It is here."))
		if on := page("?as_of=2026-03-09"); on.Commentary == nil || on.Commentary.Content != "It is here." {
			t.Errorf("after the change: %+v", on)
		}
		must[any](t, admin, "PUT", at+"/commentary", aCommentary(" "))
		if on := page("?as_of=2026-03-09"); on.Commentary != nil {
			t.Errorf("after the deletion: %+v", on)
		}
	})
}

func TestACommentaryIsNeverAboutTheFuture(t *testing.T) {
	each(t, func(t *testing.T, w *world) {
		c := w.mustCast(t)
		body := aCommentary("It will be fine.")
		body["day"] = "2026-03-11"
		refused(t, c.browser(t, "owner").call(t, "PUT", "/projects/"+c.Project+"/commentary", body), http.StatusUnprocessableEntity, "invalid")
	})
}

func TestTheSameCommentaryTwiceChangesNothing(t *testing.T) {
	each(t, func(t *testing.T, w *world) {
		c := w.mustCast(t)
		owner, at := c.browser(t, "owner"), "/projects/"+c.Project+"/commentary"
		must[any](t, owner, "PUT", at, aCommentary("Steady"))
		before := w.MustDump(t, c.Project)
		must[any](t, c.browser(t, "admin"), "PUT", at, aCommentary("Steady"))
		if w.MustDump(t, c.Project) != before {
			t.Error("something was written")
		}
	})
}

func TestTheReportShowsByHowMuchAMilestoneSlipped(t *testing.T) {
	each(t, func(t *testing.T, w *world) {
		c := w.mustCast(t)
		path, _ := aMilestone(t, c, nil) // on 1 May
		admin := c.browser(t, "admin")
		page := func() string { return string(admin.call(t, "GET", "/projects/"+c.Project+"/report", nil).Body) }
		if text := page(); !strings.Contains(text, "1 May 2026") || !strings.Contains(text, "as first planned") {
			t.Errorf("%.3000s", text)
		}
		for _, day := range []string{"2026-05-10", "2026-05-15"} {
			must[any](t, admin, "PUT", path, map[string]any{"date": day})
		}
		if text := page(); !strings.Contains(text, "1 May 2026") || !strings.Contains(text, "15 May 2026") || !strings.Contains(text, "14 days later") {
			t.Errorf("%.3000s", text)
		}
	})
}
