package limits

import (
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"earnest/internal/domain"
	"earnest/internal/transfer"
	"earnest/internal/work"
)

func settingRows() map[string]row {
	return map[string]row{
		"GET /dash/projects/{uuid}/members":  {by: viewer, ask: below("/members", nil)},
		"POST /dash/projects/{uuid}/members": {by: admin, ask: newMember},
		"PUT /dash/members/{uuid}":           {by: admin, ask: aMember("", fields{"service": "R&D"})},
		"DELETE /dash/members/{uuid}":        {by: admin, ask: aMember("", nil)},
		"PUT /dash/members/{uuid}/rate":      {by: admin, ask: aMember("/rate", fields{"tjm": 777, "rewrite_past": true})},
		"DELETE /dash/members/{uuid}/rate":   {by: admin, ask: aMember("/rate", nil)},
		"POST /dash/projects/{uuid}/owner":   {by: owner, ask: newOwner},
		"DELETE /dash/projects/{uuid}/owner": {by: owner, ask: offered("large", "", false)},

		"POST /dash/projects/{uuid}/owner/accept":  {by: member, ask: offered("small", "/accept", true), once: true},
		"POST /dash/projects/{uuid}/owner/decline": {by: member, ask: offered("large", "/decline", true)},
		"GET /dash/invitations":                    {by: viewer},
		"POST /dash/invitations/{uuid}/accept":     {by: nobody, ask: guest("/dash/invitations/", "/accept")},
		"POST /dash/invitations/{uuid}/decline":    {by: nobody, ask: guest("/dash/invitations/", "/decline")},

		"GET /dash/projects/{uuid}/tags":      {by: viewer, ask: below("/tags", nil)},
		"POST /dash/projects/{uuid}/tags":     {by: admin, ask: newlyNamed("/tags")},
		"PUT /dash/tags/{uuid}":               {by: admin, ask: renamedTag},
		"POST /dash/tags/{uuid}/merge":        {by: admin, ask: mergedTag, once: true},
		"DELETE /dash/tags/{uuid}":            {by: admin, ask: named("/dash/tags/", "tag1", "", nil), once: true},
		"GET /dash/projects/{uuid}/statuses":  {by: viewer, ask: below("/statuses", nil)},
		"POST /dash/projects/{uuid}/statuses": {by: admin, ask: newStatus},

		"PUT /dash/projects/{uuid}/statuses/{key}":        {by: admin, ask: doneStatus},
		"DELETE /dash/projects/{uuid}/statuses/{key}":     {by: admin, ask: below("/statuses/status1", fields{"to": "todo"}), once: true},
		"GET /dash/projects/{uuid}/statuses/{key}/effect": {by: admin, ask: below("/statuses/status0/effect?to=done", nil)},

		"GET /dash/projects/{uuid}/types":       {by: viewer, ask: below("/types", nil)},
		"POST /dash/projects/{uuid}/types":      {by: admin, ask: newlyNamed("/types")},
		"PUT /dash/projects/{uuid}/types/order": {by: admin, ask: typeOrder},
		"PUT /dash/types/{uuid}":                {by: admin, ask: aType(fields{"is_default": true})},
		"DELETE /dash/types/{uuid}":             {by: admin, ask: aType(nil), once: true},
		"GET /dash/projects/{uuid}/budget":      {by: admin, ask: below("/budget?budget=5000", nil)},
		"PUT /dash/projects/{uuid}/budget":      {by: owner, ask: anotherBudget},
		"GET /dash/projects/{uuid}/budgets":     {by: viewer, ask: below("/budgets", nil)},

		"PUT /dash/projects/{uuid}/commentary": {by: admin, ask: below("/commentary", fields{"day": day(0), "content": "On track"})},

		"GET /dash/projects/{uuid}/calendar":    {by: viewer, ask: below("/calendar", nil)},
		"POST /dash/projects/{uuid}/calendar":   {by: viewer, ask: below("/calendar", nil)},
		"DELETE /dash/projects/{uuid}/calendar": {by: viewer, ask: below("/calendar", nil)},
		"GET /calendar/{token}":                 {by: nobody, ask: calendarFeed},
	}
}

// insightRows returns the rows for routes that only read.
func insightRows() map[string]row {
	return map[string]row{
		"GET /dash/projects/{uuid}/finance":             {by: viewer, later: earnedValue, ask: below("/finance", nil)},
		"GET /dash/projects/{uuid}/explain/{indicator}": {by: viewer, ask: below("/explain/cpi", nil)},
		"GET /dash/projects/{uuid}/what-if":             {by: viewer, later: earnedValue, ask: below("/what-if?scope=1.2x&velocity=0.9x&rates=-5%25&shift=10", nil)},
		"GET /dash/projects/{uuid}/flow":                {by: viewer, ask: below("/flow?from="+day(0)+"&to="+day(days()), nil)},
		"GET /dash/projects/{uuid}/cycle-time":          {by: viewer, ask: below("/cycle-time", nil)},
		"GET /dash/portfolio":                           {by: viewer},
		"GET /dash/projects/{uuid}/report":              {by: viewer, later: earnedValue, ask: below("/report", nil)},
		"GET /dash/projects/{uuid}/export/{file}":       {by: viewer, streams: true, ask: below("/export/time.csv", nil)},

		"GET /dash/projects/{uuid}/export/{file} | workbook":   {by: viewer, streams: true, ask: below("/export/tickets.xlsx", nil)},
		"GET /dash/projects/{uuid}/export/{file} | finance":    {by: viewer, streams: true, ask: below("/export/finance.xlsx", nil)},
		"GET /dash/projects/{uuid}/explain/{indicator} | path": {by: viewer, ask: below("/explain/ac?path=0&limit=200", nil)},
	}
}

func timeRows() map[string]row {
	return map[string]row{
		"GET /dash/time/week":                    {by: viewer, ask: sent("/dash/time/week", nil)},
		"GET /dash/time/week | by an admin":      {by: admin, ask: aWeek},
		"GET /dash/time/recent":                  {by: viewer},
		"GET /dash/time/totals":                  {by: viewer, ask: sent("/dash/time/totals?from=2017-01-01&to=2026-03-10", nil)},
		"GET /dash/time/totals | by an admin":    {by: admin, ask: sent("/dash/time/totals?from=2017-01-01&to=2026-03-10", nil)},
		"PUT /dash/time/entries/{uuid}":          {by: member, ask: anEntry("", fields{"duration_minutes": 45})},
		"DELETE /dash/time/entries/{uuid}":       {by: member, ask: anEntry("", nil)},
		"POST /dash/time/entries/{uuid}/restore": {by: member, ask: goneEntry},
	}
}

func roadmapRows() map[string]row {
	return map[string]row{
		"GET /dash/projects/{uuid}/roadmap":      {by: viewer, later: earnedValue, ask: below("/roadmap", nil)},
		"POST /dash/projects/{uuid}/links":       {by: admin, ask: newLink()},
		"PUT /dash/links/{uuid}":                 {by: admin, ask: aLink(200)},
		"DELETE /dash/links/{uuid}":              {by: admin, ask: aLink(100)},
		"POST /dash/projects/{uuid}/milestones":  {by: admin, ask: below("/milestones", fields{"name": "Beta", "date": "2026-05-01"})},
		"PUT /dash/milestones/{uuid}":            {by: admin, ask: aMilestone},
		"DELETE /dash/milestones/{uuid}":         {by: admin, ask: aMilestone},
		"POST /dash/projects/{uuid}/epics":       {by: member, ask: below("/epics", fields{"title": "New"})},
		"GET /dash/epics/{uuid}":                 {by: viewer, ask: named("/dash/epics/", "epic0", "", nil)},
		"PUT /dash/epics/{uuid}":                 {by: member, ask: retitled("/dash/epics/", "epic0")},
		"DELETE /dash/epics/{uuid}":              {by: member, ask: named("/dash/epics/", "epic2", "", nil), once: true},
		"POST /dash/projects/{uuid}/super-epics": {by: member, ask: below("/super-epics", fields{"title": "New"})},
		"GET /dash/super-epics/{uuid}":           {by: viewer, later: earnedValue, ask: named("/dash/super-epics/", "super0", "", nil)},
		"PUT /dash/super-epics/{uuid}":           {by: member, ask: retitled("/dash/super-epics/", "super0")},
		"DELETE /dash/super-epics/{uuid}":        {by: member, ask: named("/dash/super-epics/", "super1", "", nil), once: true},
	}
}

func adminRows() map[string]row {
	return map[string]row{
		"GET /dash/admin/users":             {by: administrator, ask: sent("/dash/admin/users?q=person", nil)},
		"POST /dash/admin/users":            {by: administrator, ask: newUser},
		"PUT /dash/admin/users/{id}":        {by: administrator, ask: aUser("", fields{"plan": "free", "active": false})},
		"POST /dash/admin/users/{id}/reset": {by: administrator, ask: aUser("/reset", fields{"clear_second_factor": true})},
		"GET /dash/admin/invitations":       {by: administrator},
		"GET /dash/admin/plans":             {by: administrator},
		"GET /dash/admin/currency":          {by: administrator},
		"PUT /dash/admin/currency":          {by: administrator, ask: sent("/dash/admin/currency", fields{"currency": "EUR"})},
		"GET /dash/admin/quotas":            {by: administrator},
		"GET /dash/admin/finance-keys":      {by: administrator},

		"POST /dash/admin/exchange-rates":          {by: administrator, ask: newExchangeRate},
		"DELETE /dash/admin/exchange-rates/{id}":   {by: administrator, ask: exchangeRate},
		"DELETE /dash/admin/users/{id}/invitation": {by: administrator, ask: unusedLink},
		"DELETE /dash/admin/invitations/{uuid}":    {by: administrator, ask: cancelled},

		"GET /dash/admin/changes":          {by: administrator},
		"GET /dash/admin/changes/choices":  {by: administrator},
		"GET /dash/admin/changes.csv":      {by: administrator, streams: true},
		"GET /dash/admin/health":           {by: administrator},
		"GET /dash/admin/backup":           {by: administrator},
		"POST /dash/admin/backup":          {by: administrator, streams: true, wait: awaitBackup},
		"GET /dash/admin/backup/{id}":      {by: administrator, ask: aBackup("")},
		"DELETE /dash/admin/backup/{id}":   {by: administrator, ask: aBackup("")},
		"GET /dash/admin/backup/{id}/file": {by: administrator, streams: true, ask: aBackup("/file")},
	}
}

func newMember(_ testing.TB, w *world) call {
	body := fields{"email": w.fresh("joins") + "@example.org", "firstname": "New", "lastname": "Person", "role": "member"}
	return call{path: "/dash/projects/" + w.uuids["large"] + "/members", body: body}
}

// team returns the memberships of the people with the most assigned tickets.
func (w *world) team(t testing.TB) []domain.Member {
	t.Helper()
	list, err := w.app.Projects.Members(t.Context(), domain.Caller{UserID: w.people[owner].id}, w.uuids["large"])
	if err != nil {
		t.Fatal(err)
	}
	var full []domain.Member
	for _, m := range list.Members {
		if i := m.UserID - w.users[email(memberNumber+10)]; i >= 0 && i < fat {
			full = append(full, m.Member)
		}
	}
	return full
}

func aMember(path string, body any) asking {
	return func(t testing.TB, w *world) call {
		t.Helper()
		return call{path: "/dash/members/" + w.team(t)[0].UUID + path, body: body}
	}
}

func newOwner(t testing.TB, w *world) call {
	t.Helper()
	return call{path: "/dash/projects/" + w.uuids["large"] + "/owner", body: fields{"member_uuid": w.team(t)[0].UUID}}
}

// offered makes an ownership offer and returns a request that concerns it: from the proposed owner or, if byHeir is false, from
// the current owner, who withdraws it.
func offered(project, path string, byHeir bool) asking {
	return func(t testing.TB, w *world) call {
		t.Helper()
		list, err := w.app.Projects.Members(t.Context(), domain.Caller{UserID: w.people[owner].id}, w.uuids[project])
		if err != nil {
			t.Fatal(err)
		}
		next := list.Members[slices.IndexFunc(list.Members, func(m work.TeamMember) bool { return m.UserID == w.people[member].id })]
		c := call{path: "/dash/projects/" + w.uuids[project] + "/owner" + path}
		must[any](t, w, call{method: "POST", path: "/dash/projects/" + w.uuids[project] + "/owner", by: w.people[owner], body: fields{"member_uuid": next.UUID}})
		if byHeir {
			c.by = person{id: next.UserID, email: next.Email, cookie: w.mustSession(t, next.UserID)}
		}
		return c
	}
}

// guest invites a new user to a project and returns a request for the invitation, from that user.
func guest(base, path string) asking {
	return func(t testing.TB, w *world) call {
		t.Helper()
		someone := w.mustUser(t)
		made := must[struct{ Member thing }](t, w, call{
			method: "POST", path: "/dash/projects/" + w.uuids["small"] + "/members", by: w.people[owner], body: fields{"email": someone.email, "role": "member"},
		})
		return call{path: base + made.Member.UUID + path, by: someone}
	}
}

func cancelled(t testing.TB, w *world) call {
	t.Helper()
	c := guest("/dash/admin/invitations/", "")(t, w)
	c.by = w.people[administrator]
	return c
}

// unusedLink creates an account and returns the request that cancels its unused invitation.
func unusedLink(t testing.TB, w *world) call {
	t.Helper()
	made := newUser(t, w)
	made.method, made.by = "POST", w.people[administrator]
	id := must[struct {
		User struct{ ID int64 } `json:"user"`
	}](t, w, made).User.ID
	return call{path: "/dash/admin/users/" + strconv.FormatInt(id, 10) + "/invitation"}
}

// newExchangeRate returns the request that adds an exchange rate, each for another day.
func newExchangeRate(_ testing.TB, w *world) call {
	w.last++
	day := domain.FirstDay.AddDays(w.last)
	return call{path: "/dash/admin/exchange-rates", body: fields{"from": "USD", "to": "EUR", "from_day": day, "rate": 0.9}}
}

// exchangeRate adds an exchange rate and returns the request that deletes it.
func exchangeRate(t testing.TB, w *world) call {
	t.Helper()
	made := newExchangeRate(t, w)
	made.method, made.by = "POST", w.people[administrator]
	rates := must[struct {
		Rates []struct{ ID int64 } `json:"rates"`
	}](t, w, made).Rates
	return call{path: "/dash/admin/exchange-rates/" + strconv.FormatInt(rates[0].ID, 10)}
}

func newlyNamed(path string) asking {
	return func(_ testing.TB, w *world) call {
		return call{path: "/dash/projects/" + w.uuids["large"] + path, body: fields{"name": w.fresh("new ")}}
	}
}

func anotherBudget(_ testing.TB, w *world) call {
	return call{path: "/dash/projects/" + w.uuids["large"] + "/budget", body: fields{"budget": 5000, "reason": w.fresh("reason ")}}
}

func renamedTag(_ testing.TB, w *world) call {
	return call{path: "/dash/tags/" + w.uuids["tag0"], body: fields{"name": w.fresh("renamed ")}}
}

func mergedTag(_ testing.TB, w *world) call {
	return call{path: "/dash/tags/" + w.uuids["tag2"] + "/merge", body: fields{"into": w.uuids["tag100"]}}
}

func newStatus(_ testing.TB, w *world) call {
	body := fields{"label": w.fresh("Checked "), "color": "#112233", "bg_color": "#ddeeff", "is_done": false}
	return call{path: "/dash/projects/" + w.uuids["large"] + "/statuses", body: body}
}

// doneStatus returns a request that toggles whether a status means done.
func doneStatus(_ testing.TB, w *world) call {
	w.last++
	return call{path: "/dash/projects/" + w.uuids["large"] + "/statuses/status2", body: fields{"is_done": w.last%2 == 0}}
}

func typeOrder(t testing.TB, w *world) call {
	t.Helper()
	var list []string
	for _, y := range w.types(t) {
		list = append(list, y.UUID)
	}
	slices.Reverse(list)
	return call{path: "/dash/projects/" + w.uuids["large"] + "/types/order", body: fields{"types": list}}
}

func (w *world) types(t testing.TB) []domain.UsedType {
	t.Helper()
	list, err := w.app.Categories.Types(t.Context(), domain.Caller{UserID: w.people[owner].id}, w.uuids["large"])
	if err != nil {
		t.Fatal(err)
	}
	return list
}

// aType returns a request for the most used type other than the default.
func aType(body any) asking {
	return func(t testing.TB, w *world) call {
		t.Helper()
		most := domain.UsedType{}
		for _, y := range w.types(t) {
			if !y.IsDefault && y.Tickets >= most.Tickets {
				most = y
			}
		}
		return call{path: "/dash/types/" + most.UUID, body: body}
	}
}

func calendarFeed(t testing.TB, w *world) call {
	t.Helper()
	made := must[struct {
		URL string `json:"url"`
	}](t, w, call{method: "POST", path: "/dash/projects/" + w.uuids["large"] + "/calendar", by: w.people[viewer]})
	_, path, _ := strings.Cut(made.URL, "earnest.example")
	return call{path: path}
}

func aWeek(_ testing.TB, w *world) call {
	return call{path: "/dash/time/week?day=2018-07-25&user=" + thing{ID: w.users[email(500)]}.id()}
}

func anEntry(path string, body any) asking {
	return func(t testing.TB, w *world) call {
		t.Helper()
		made := w.mustMake(t, "/tickets/"+w.uuids["ticket0"]+"/time", fields{"duration_minutes": 30})
		return call{path: "/dash/time/entries/" + made.UUID + path, body: body}
	}
}

func goneEntry(t testing.TB, w *world) call {
	t.Helper()
	c := anEntry("", nil)(t, w)
	must[any](t, w, call{method: "DELETE", path: c.path, by: w.people[member]})
	return call{path: c.path + "/restore"}
}

// newLink returns a request that links two unlinked epics, one from a large group and one from the dense network.
func newLink() asking {
	i := 0
	return func(_ testing.TB, w *world) call {
		i++
		return call{path: "/dash/projects/" + w.uuids["large"] + "/links", body: fields{
			"pred_type": "epic", "pred_uuid": w.uuids[name("epic", largeGroup+i)], "succ_type": "epic", "succ_uuid": w.uuids[name("epic", 2*largeGroup+i)],
		}}
	}
}

// aLink returns a request on a new link between two unlinked epics, starting after the given ones.
func aLink(after int) asking {
	i := after
	return func(t testing.TB, w *world) call {
		t.Helper()
		i++
		made := w.mustMake(t, "/projects/"+w.uuids["large"]+"/links", fields{
			"pred_type": "epic", "pred_uuid": w.uuids[name("epic", largeGroup+i)], "succ_type": "epic", "succ_uuid": w.uuids[name("epic", 2*largeGroup+i)],
		})
		return call{path: "/dash/links/" + made.UUID, body: fields{"type": "SS", "lag_days": 2}}
	}
}

func aMilestone(t testing.TB, w *world) call {
	t.Helper()
	made := w.mustMake(t, "/projects/"+w.uuids["large"]+"/milestones", fields{"name": "Beta", "date": "2026-05-01"})
	return call{path: "/dash/milestones/" + made.UUID, body: fields{"date": "2026-06-01"}}
}

func retitled(path, ref string) asking {
	return func(_ testing.TB, w *world) call {
		return call{path: path + w.uuids[ref], body: fields{"title": w.fresh("Other ")}}
	}
}

func newUser(_ testing.TB, w *world) call {
	body := fields{"email": w.fresh("added") + "@example.org", "firstname": "New", "lastname": "Person", "plan": "pro", "is_admin": false}
	return call{path: "/dash/admin/users", body: body}
}

func aUser(path string, body any) asking {
	return func(t testing.TB, w *world) call {
		t.Helper()
		return call{path: "/dash/admin/users/" + thing{ID: w.mustUser(t).id}.id() + path, body: body}
	}
}

// aBackup returns a request for a finished backup: the last one if it is ready, otherwise a new one.
func aBackup(path string) asking {
	return func(t testing.TB, w *world) call {
		t.Helper()
		job, _ := w.app.Transfer.LastBackup()
		if job.State != transfer.BackupReady {
			if _, err := w.app.Transfer.StartBackup(t.Context(), domain.Caller{}); err != nil {
				t.Fatal(err)
			}
			awaitBackup(t, w)
			job, _ = w.app.Transfer.LastBackup()
		}
		return call{path: "/dash/admin/backup/" + job.ID + path}
	}
}

func awaitBackup(t testing.TB, w *world) {
	t.Helper()
	for end := time.Now().Add(patience); ; time.Sleep(5 * time.Millisecond) {
		job, _ := w.app.Transfer.LastBackup()
		if job.State != transfer.BackupRunning {
			return
		}
		if time.Now().After(end) {
			t.Fatal("the backup does not end")
		}
	}
}
