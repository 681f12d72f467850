package dash_test

import (
	"net/http"
	"testing"

	"earnest/client"
	"earnest/internal/apitest"
	"earnest/internal/domain"
	"earnest/internal/work"
)

// settingAccess lists who may change the settings of a project.
func settingAccess() map[string]row {
	return map[string]row{
		"GET /projects/{uuid}/members":               {may: readers, call: inProject("/members", nil)},
		"POST /projects/{uuid}/members":              {may: managers, call: aNewMember},
		"PUT /members/{uuid}":                        {may: managers, call: aMember("", map[string]any{"service": "R&D"})},
		"DELETE /members/{uuid}":                     {may: managers, call: aMember("", nil)},
		"PUT /members/{uuid}/rate":                   {may: managers, call: aMember("/rate", map[string]any{"tjm": 500})},
		"DELETE /members/{uuid}/rate":                {may: managers, call: aMember("/rate", nil)},
		"POST /projects/{uuid}/owner":                {may: owners, call: anHeir},
		"DELETE /projects/{uuid}/owner":              {may: owners, call: anOffer},
		"POST /projects/{uuid}/owner/accept":         {may: "member", call: anOfferToTheMember("/accept")},
		"POST /projects/{uuid}/owner/decline":        {may: "member", call: anOfferToTheMember("/decline")},
		"GET /projects/{uuid}/tags":                  {may: readers, call: inProject("/tags", nil)},
		"POST /projects/{uuid}/tags":                 {may: managers, call: aNewTag},
		"PUT /tags/{uuid}":                           {may: managers, call: aTag},
		"POST /tags/{uuid}/merge":                    {may: managers, call: aMerge},
		"DELETE /tags/{uuid}":                        {may: managers, call: aTag},
		"GET /projects/{uuid}/statuses":              {may: readers, call: inProject("/statuses", nil)},
		"POST /projects/{uuid}/statuses":             {may: managers, call: inProject("/statuses", aStatusBody())},
		"PUT /projects/{uuid}/statuses/{key}":        {may: managers, call: aStatusOrTheOrder},
		"DELETE /projects/{uuid}/statuses/{key}":     {may: managers, call: aStatus("", map[string]any{"to": "todo"})},
		"GET /projects/{uuid}/statuses/{key}/effect": {may: managers, call: inProject("/statuses/todo/effect?to=done", nil)},
		"GET /projects/{uuid}/types":                 {may: readers, call: inProject("/types", nil)},
		"POST /projects/{uuid}/types":                {may: managers, call: aNewType},
		"PUT /projects/{uuid}/types/order":           {may: managers, call: theTypeOrder},
		"PUT /types/{uuid}":                          {may: managers, call: aType(map[string]any{"is_default": true})},
		"DELETE /types/{uuid}":                       {may: managers, call: aType(nil)},
		"GET /projects/{uuid}/budget":                {may: managers, call: inProject("/budget?budget=5000", nil)},
		"PUT /projects/{uuid}/budget":                {may: owners, call: inProject("/budget", map[string]any{"budget": 5000, "reason": "more scope"})},
		"GET /projects/{uuid}/budgets":               {may: readers, call: inProject("/budgets", nil)},
	}
}

// call prepares the call of a row.
type call = func(testing.TB, *cast, *browser) (path string, body any)

// inProject returns a call to a path below the project.
func inProject(path string, body any) call {
	return func(_ testing.TB, c *cast, _ *browser) (string, any) { return "/projects/" + c.Project + path, body }
}

// unique returns an unused name.
func unique(prefix string) string { return prefix + " " + apitest.NewUUID() }

func aNewMember(_ testing.TB, c *cast, _ *browser) (path string, body any) {
	return "/projects/" + c.Project + "/members", map[string]any{
		"email": apitest.NewUUID() + "@example.com", "firstname": "New", "lastname": "Test", "role": "member",
	}
}

// newMember adds a member and returns the membership.
func (c *cast) newMember(t testing.TB, role domain.Role) work.TeamMember {
	t.Helper()
	person := c.w.MustPerson(t, apitest.NewUUID())
	in := domain.Given(domain.NewMember{Email: person.Email, Role: role, ScrumRole: domain.DefaultScrumRole})
	return apitest.Must(c.w.App.Accounts.AddMember(t.Context(), c.owner(), c.Project, in))(t).Member
}

// owner returns the current owner of the project as a caller.
func (c *cast) owner() domain.Caller { return domain.Caller{UserID: c.Owner.ID} }

func aMember(path string, body any) call {
	return func(t testing.TB, c *cast, _ *browser) (string, any) {
		t.Helper()
		return "/members/" + c.newMember(t, domain.Worker).UUID + path, body
	}
}

// anHeir uses a separate project, so that the cast's project keeps its owner.
func anHeir(t testing.TB, c *cast, _ *browser) (path string, body any) {
	t.Helper()
	project := c.NewProject(t)
	team := apitest.Must(c.w.App.Projects.Members(t.Context(), c.owner(), project))(t)
	return "/projects/" + project + "/owner", map[string]any{"member_uuid": team.Members[1].UUID}
}

// anOffer offers a separate project to the member and returns a call to the path of the offer.
func anOffer(t testing.TB, c *cast, _ *browser) (path string, body any) {
	t.Helper()
	project := c.NewProject(t)
	c.mustOffer(t, project, c.Member.ID)
	return "/projects/" + project + "/owner", nil
}

// anOfferToTheMember returns a call to a path below an offer by someone outside the cast, so that the member does not gain control over
// others in the cast.
func anOfferToTheMember(path string) call {
	return func(t testing.TB, c *cast, _ *browser) (string, any) {
		t.Helper()
		owner := c.w.MustPerson(t, apitest.NewUUID())
		project := apitest.Must(owner.CreateProject(t.Context(), client.ProjectCreate{Name: "offered"}))(t).UUID
		c.w.MustJoin(t, project, c.Member.ID, domain.Worker)
		by := domain.Caller{UserID: owner.ID}
		team := apitest.Must(c.w.App.Projects.Members(t.Context(), by, project))(t)
		_ = apitest.Must(c.w.App.Accounts.OfferProject(t.Context(), by, project, domain.Given(team.Members[1].UUID)))(t)
		return "/projects/" + project + "/owner" + path, nil
	}
}

// mustOffer offers one of the owner's projects to another member.
func (c *cast) mustOffer(t testing.TB, project string, userID int64) {
	t.Helper()
	team := apitest.Must(c.w.App.Projects.Members(t.Context(), c.owner(), project))(t)
	for _, m := range team.Members {
		if m.UserID == userID {
			_ = apitest.Must(c.w.App.Accounts.OfferProject(t.Context(), c.owner(), project, domain.Given(m.UUID)))(t)
		}
	}
}

func aNewTag(_ testing.TB, c *cast, _ *browser) (path string, body any) {
	return "/projects/" + c.Project + "/tags", map[string]any{"name": unique("tag")}
}

func aTag(t testing.TB, c *cast, _ *browser) (path string, body any) {
	t.Helper()
	return "/tags/" + c.w.MustTag(t, c.Project, unique("tag")), map[string]any{"name": unique("tag")}
}

func aMerge(t testing.TB, c *cast, _ *browser) (path string, body any) {
	t.Helper()
	return "/tags/" + c.w.MustTag(t, c.Project, unique("tag")) + "/merge", map[string]any{"into": c.Tag}
}

func aStatusBody() map[string]any {
	return map[string]any{"label": "Checked", "color": "#112233", "bg_color": "#ddeeff", "is_done": false}
}

func (c *cast) newStatus(t testing.TB, label string, done bool) domain.Status {
	t.Helper()
	in := domain.Given(domain.NewStatus{Label: label, Color: "#112233", BgColor: "#ddeeff", IsDone: done})
	return apitest.Must(c.w.App.Categories.CreateStatus(t.Context(), c.owner(), c.Project, in))(t)
}

func aStatus(path string, body any) call {
	return func(t testing.TB, c *cast, _ *browser) (string, any) {
		t.Helper()
		return "/projects/" + c.Project + "/statuses/" + c.newStatus(t, "Checked", false).Key + path, body
	}
}

// aStatusOrTheOrder changes the order before it returns the call that changes one status, because both use the same route.
func aStatusOrTheOrder(t testing.TB, c *cast, who *browser) (path string, body any) {
	t.Helper()
	if path, body := theStatusOrder(t, c, who); who.ID == c.Owner.ID || who.ID == c.Admin.ID {
		must[any](t, who, "PUT", path, body)
	} else if a := who.call(t, "PUT", path, body); a.Status != http.StatusForbidden && a.Status != http.StatusUnauthorized {
		t.Errorf("PUT %s: %d %s", path, a.Status, a.Body)
	}
	return aStatus("", map[string]any{"label": "Other"})(t, c, who)
}

func theStatusOrder(t testing.TB, c *cast, _ *browser) (path string, body any) {
	t.Helper()
	keys := []string{}
	for _, s := range apitest.Must(c.w.App.Categories.UsedStatuses(t.Context(), c.owner(), c.Project))(t) {
		keys = append([]string{s.Key}, keys...)
	}
	return "/projects/" + c.Project + "/statuses/order", map[string]any{"keys": keys}
}

func aNewType(_ testing.TB, c *cast, _ *browser) (path string, body any) {
	return "/projects/" + c.Project + "/types", map[string]any{"name": unique("type")}
}

func aType(body any) call {
	return func(t testing.TB, c *cast, _ *browser) (string, any) {
		t.Helper()
		made := apitest.Must(c.w.App.Categories.CreateType(t.Context(), c.owner(), c.Project, domain.Given(unique("type"))))(t)
		return "/types/" + made.UUID, body
	}
}

func theTypeOrder(t testing.TB, c *cast, _ *browser) (path string, body any) {
	t.Helper()
	uuids := []string{}
	for _, y := range apitest.Must(c.w.App.Categories.Types(t.Context(), c.owner(), c.Project))(t) {
		uuids = append([]string{y.UUID}, uuids...)
	}
	return "/projects/" + c.Project + "/types/order", map[string]any{"types": uuids}
}
