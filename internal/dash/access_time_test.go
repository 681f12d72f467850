package dash_test

import (
	"fmt"
	"net/http"
	"testing"
)

// timeAccess lists who may see and correct whose time.
func timeAccess() map[string]row {
	return map[string]row{
		"GET /time/week":                    {may: managers, call: weekOfTheMember}, // everyone sees their own week; only managers see other people's
		"GET /time/recent":                  {may: signedIn, call: with("/time/recent", nil)},
		"GET /time/totals":                  {may: readers, call: totalsOfTheProject},
		"PUT /time/entries/{uuid}":          {may: managers, call: entryOfAnother(map[string]any{"duration_minutes": 45})},
		"DELETE /time/entries/{uuid}":       {may: managers, call: entryOfAnother(nil)},
		"POST /time/entries/{uuid}/restore": {may: managers, call: goneEntry},
	}
}

// weekOfTheMember returns a call that reads another team member's week.
func weekOfTheMember(t testing.TB, c *cast, who *browser) (path string, body any) {
	t.Helper()
	other := c.Member.ID
	if who.ID == other {
		other = c.Viewer.ID
	}
	return fmt.Sprint("/time/week?user=", other), nil
}

func totalsOfTheProject(_ testing.TB, c *cast, _ *browser) (path string, body any) {
	return "/time/totals?from=2026-03-01&to=2026-03-31&project=" + c.Project, nil
}

// anEntry returns a time entry logged by the member, or by the owner if the member is the caller.
func (c *cast) anEntry(t testing.TB, who *browser) string {
	t.Helper()
	author := "member"
	if who.ID == c.Member.ID {
		author = "owner"
	}
	return must[thing](t, c.browser(t, author), http.MethodPost, "/tickets/"+c.Ticket+"/time", map[string]any{"duration_minutes": 30}).UUID
}

func entryOfAnother(body any) call {
	return func(t testing.TB, c *cast, who *browser) (string, any) {
		t.Helper()
		return "/time/entries/" + c.anEntry(t, who), body
	}
}

func goneEntry(t testing.TB, c *cast, who *browser) (path string, body any) {
	t.Helper()
	uuid := c.anEntry(t, who)
	must[any](t, c.browser(t, "owner"), http.MethodDelete, "/time/entries/"+uuid, nil)
	return "/time/entries/" + uuid + "/restore", nil
}
