package dash_test

import (
	"fmt"
	"net/http"
	"strings"
	"sync"
	"testing"

	"earnest/client"
	"earnest/internal/apitest"
	"earnest/internal/domain"
)

// waitingBody is the response to GET /invitations.
type waitingBody struct {
	Invitations []struct {
		UUID    string `json:"uuid"`
		Project string `json:"project"`
		Role    string `json:"role"`
		By      *struct {
			Name  string `json:"name"`
			Email string `json:"email"`
		} `json:"by"`
	} `json:"invitations"`
	Offers []pending `json:"offers"`
}

func TestAPersonSeesTheirInvitationsAndAnswersEach(t *testing.T) {
	each(t, func(t *testing.T, w *world) {
		c := w.mustCast(t)
		owner, stranger := c.browser(t, "owner"), c.browser(t, "stranger")
		other := c.NewProject(t)
		var uuids []string
		for _, project := range []string{c.Project, other} {
			body := map[string]any{"email": c.Stranger.Email, "role": "viewer"}
			uuids = append(uuids, must[invitedMember](t, owner, "POST", "/projects/"+project+"/members", body).Member.UUID)
		}
		list := must[waitingBody](t, stranger, "GET", "/invitations", nil).Invitations
		if len(list) != 2 || list[0].UUID != uuids[0] || list[0].Project != "project" || list[0].Role != "viewer" || list[0].By == nil || list[0].By.Email != c.Owner.Email {
			t.Fatalf("%+v", list)
		}
		for _, answer := range []string{"/accept", "/decline"} {
			for _, who := range []string{"owner", "admin", "administrator"} {
				refused(t, c.browser(t, who).call(t, "POST", "/invitations/"+uuids[0]+answer, nil), http.StatusForbidden, "forbidden")
			}
			refused(t, stranger.call(t, "POST", "/invitations/"+apitest.NewUUID()+answer, nil), http.StatusNotFound, "not_found")
		}
		must[any](t, stranger, "POST", "/invitations/"+uuids[0]+"/accept", nil)
		must[any](t, stranger, "POST", "/invitations/"+uuids[1]+"/decline", nil)
		refused(t, stranger.call(t, "POST", "/invitations/"+uuids[0]+"/decline", nil), http.StatusForbidden, "forbidden")
		refused(t, stranger.call(t, "GET", "/projects/"+other+"/members", nil), http.StatusForbidden, "forbidden")
		if n := len(c.team(t, stranger)); n != 5 {
			t.Errorf("%d members", n)
		}
		if log := w.logged(t, "member", uuids[1]); len(log) != 2 || !strings.HasPrefix(log[1], "deleted ") {
			t.Errorf("log: %v", log)
		}
		if list := must[waitingBody](t, stranger, "GET", "/invitations", nil).Invitations; len(list) != 0 {
			t.Errorf("%+v", list)
		}
		w.mustBeHealthy(t)
	})
}

// An owner who could activate an invited member, directly or by making them inactive first, would bypass their consent.
func TestOnlyTheInvitedMemberCanAccept(t *testing.T) {
	each(t, func(t *testing.T, w *world) {
		c := w.mustCast(t)
		owner, uuid := c.browser(t, "owner"), c.newMember(t, domain.Worker).UUID
		for _, status := range []string{"active", "inactive"} {
			refused(t, owner.call(t, "PUT", "/members/"+uuid, map[string]any{"status": status}), http.StatusConflict, "conflict")
		}
		must[person](t, owner, "PUT", "/members/"+uuid, map[string]any{"status": "invited", "role": "viewer"})
		must[any](t, owner, "DELETE", "/members/"+uuid, nil)
	})
}

func TestAnInvitedMemberWhoIsKnownByEmailOnlyIsAssignedNothing(t *testing.T) {
	each(t, func(t *testing.T, w *world) {
		c := w.mustCast(t)
		m := c.newMember(t, domain.Worker)
		assign := func() int {
			return w.Call(t, c.Owner.Key, "PUT", "/tickets/"+c.Ticket, map[string]any{"assignee_id": m.UserID}).Status
		}
		if status := assign(); status != http.StatusUnprocessableEntity {
			t.Errorf("assigning an invited member gives %d", status)
		}
		must[any](t, w.mustSession(t, m.UserID, m.Email), "POST", "/invitations/"+m.UUID+"/accept", nil)
		if status := assign(); status != http.StatusOK {
			t.Errorf("assigning an active member gives %d", status)
		}
	})
}

// Anyone can own a project, so an owner must not choose the name of a new person, and an invitation must not reveal whose address it is.
func TestAnOwnerGivesOnlyAnEmailAndTheTeamShowsItUntilAcceptance(t *testing.T) {
	each(t, func(t *testing.T, w *world) {
		c := w.mustCast(t)
		owner, path := c.browser(t, "owner"), "/projects/"+c.Project+"/members"
		for _, email := range []string{"new@example.com", c.Stranger.Email} {
			body := map[string]any{"email": email, "role": "member", "firstname": "Mallory", "lastname": "Chosen"}
			if got := must[invitedMember](t, owner, "POST", path, body).Member; got.Name != email {
				t.Errorf("%s is called %s", email, got.Name)
			}
		}
		for _, m := range apitest.Must(c.Viewer.Team(t.Context(), c.Project))(t) {
			if m.Status == "invited" && (m.Firstname != m.Email || m.Lastname != "") {
				t.Errorf("the API tells %+v", m)
			}
		}
		if n := w.count(t, `SELECT COUNT(*) FROM users WHERE firstname = 'Mallory' OR lastname = 'Chosen'`); n != 0 {
			t.Error("an owner chose the name of a person")
		}
		stranger := c.browser(t, "stranger")
		uuid := must[waitingBody](t, stranger, "GET", "/invitations", nil).Invitations[0].UUID
		must[any](t, stranger, "POST", "/invitations/"+uuid+"/accept", nil)
		if got := c.team(t, owner)[c.Stranger.ID].Name; got != "stranger Test" {
			t.Errorf("after acceptance they are called %s", got)
		}
	})
}

func TestANewPersonGivesTheirOwnNameWithTheLink(t *testing.T) {
	each(t, func(t *testing.T, w *world) {
		c := w.mustCast(t)
		owner := c.browser(t, "owner")
		got := must[invitedMember](t, owner, "POST", "/projects/"+c.Project+"/members", map[string]any{"email": "new@example.com", "role": "member"})
		token := w.mustAdmin(t).mustReset(t, got.Member.UserID, nil)
		look := must[struct {
			Firstname   string `json:"firstname"`
			Lastname    string `json:"lastname"`
			Newcomer    bool   `json:"newcomer"`
			Invitations []struct {
				UUID    string `json:"uuid"`
				Project string `json:"project"`
			} `json:"invitations"`
		}](t, w.stranger(), "POST", "/invitation/look", map[string]any{"token": token})
		if look.Firstname != "" || look.Lastname != "" || !look.Newcomer || len(look.Invitations) != 1 || look.Invitations[0].Project != "project" {
			t.Errorf("%+v", look)
		}
		body := map[string]any{"token": token, "password": goodPassword}
		for _, field := range []string{"firstname", "lastname"} {
			a := w.stranger().call(t, "POST", "/invitation", body)
			refused(t, a, http.StatusUnprocessableEntity, "invalid")
			if !strings.Contains(string(a.Body), `"field":"`+field+`"`) {
				t.Errorf("%s: %s", field, a.Body)
			}
			body[field] = "My" + field
		}
		late := apitest.Must(c.Owner.CreateProject(t.Context(), client.ProjectCreate{Name: "late"}))(t).UUID
		must[any](t, owner, "POST", "/projects/"+late+"/members", map[string]any{"email": got.Member.Email, "role": "admin"})
		body["accepts"] = []string{look.Invitations[0].UUID}
		must[any](t, w.stranger(), "POST", "/invitation", body)
		if n := w.count(t, `SELECT COUNT(*) FROM members m JOIN projects p ON p.id = m.project_id WHERE p.uuid = $1 AND m.status = 'invited'`, late); n != 1 {
			t.Error("an invitation that the page did not show was accepted")
		}
		if m := c.team(t, owner)[got.Member.UserID]; m.Name != "Myfirstname Mylastname" || m.Status != "active" {
			t.Errorf("%+v", m)
		}
	})
}

// A reset is for someone who forgot their password, so it must not accept invitations for them.
func TestAResetLinkAcceptsNothingAndRenamesNobody(t *testing.T) {
	each(t, func(t *testing.T, w *world) {
		admin, ada := w.mustAdmin(t), w.mustPassworded(t)
		w.mustInvited(t, ada.Email)
		token := admin.mustReset(t, ada.ID, nil)
		body := map[string]any{"token": token, "password": goodPassword, "firstname": "Other", "lastname": "Name"}
		b := w.stranger()
		b.keep(b.call(t, "POST", "/invitation", body))
		if list := must[waitingBody](t, b, "GET", "/invitations", nil).Invitations; len(list) != 1 {
			t.Errorf("%+v", list)
		}
		if n := w.count(t, `SELECT COUNT(*) FROM users WHERE firstname = 'Other'`); n != 0 {
			t.Error("a reset renamed its user")
		}
	})
}

func TestAPersonHasAtMostFiftyOpenInvitations(t *testing.T) {
	each(t, func(t *testing.T, w *world) {
		c := w.mustCast(t)
		owner := w.MustPerson(t, "busy")
		invite := func(project string) answer {
			body := map[string]any{"email": c.Member.Email, "role": "member"}
			return w.mustSession(t, owner.ID, owner.Email).call(t, "POST", "/projects/"+project+"/members", body)
		}
		newProject := func() string {
			return apitest.Must(owner.CreateProject(t.Context(), client.ProjectCreate{Name: "asks"}))(t).UUID
		}
		c.mustOffer(t, c.Project, c.Member.ID)
		for i := range domain.MostInvitations - 1 {
			if a := invite(newProject()); a.Status != http.StatusCreated {
				t.Fatalf("invitation %d: %d %s", i, a.Status, a.Body)
			}
		}
		if message := refused(t, invite(newProject()), http.StatusConflict, "conflict"); !strings.Contains(message, "50") {
			t.Error(message)
		}
		other := c.NewProject(t)
		heir := apitest.Must(w.App.Projects.Members(t.Context(), c.owner(), other))(t).Members[2]
		path := "/projects/" + other + "/owner"
		refused(t, c.browser(t, "owner").call(t, "POST", path, map[string]any{"member_uuid": heir.UUID}), http.StatusConflict, "conflict")
		c.mustOffer(t, c.Project, c.Member.ID) // allowed, because it replaces the project's earlier offer
		must[any](t, c.browser(t, "member"), "POST", "/projects/"+c.Project+"/owner/decline", nil)
		if a := invite(newProject()); a.Status != http.StatusCreated {
			t.Errorf("with room again: %d %s", a.Status, a.Body)
		}
	})
}

func TestInvitationsAtOnceDoNotExceedTheLimit(t *testing.T) {
	each(t, func(t *testing.T, w *world) {
		owner, ada := w.MustPerson(t, "owner"), w.MustPerson(t, "ada")
		projects := []string{}
		for i := range domain.MostInvitations + 3 {
			p := apitest.Must(owner.CreateProject(t.Context(), client.ProjectCreate{Name: fmt.Sprint("asks ", i)}))(t)
			projects = append(projects, p.UUID)
		}
		for _, p := range projects[:domain.MostInvitations-1] {
			w.mustMember(t, p, ada.Email, domain.MemberInvited)
		}
		var wg sync.WaitGroup
		for _, p := range projects[domain.MostInvitations-1:] {
			wg.Go(func() {
				body := map[string]any{"email": ada.Email, "role": "member"}
				w.mustSession(t, owner.ID, owner.Email).call(t, "POST", "/projects/"+p+"/members", body)
			})
		}
		wg.Wait()
		if n := w.count(t, `SELECT COUNT(*) FROM members WHERE status = 'invited'`); n != domain.MostInvitations {
			t.Errorf("%d open invitations", n)
		}
	})
}

func TestConcurrentAcceptanceAndRemovalAreAtomic(t *testing.T) {
	each(t, func(t *testing.T, w *world) {
		c := w.mustCast(t)
		owner := c.browser(t, "owner")
		for range 5 {
			m := c.newMember(t, domain.Worker)
			guest := w.mustSession(t, m.UserID, m.Email)
			var wg sync.WaitGroup
			wg.Go(func() {
				if a := guest.call(t, "POST", "/invitations/"+m.UUID+"/accept", nil); a.Status != http.StatusOK && a.Status != http.StatusNotFound {
					t.Errorf("accept: %d %s", a.Status, a.Body)
				}
			})
			wg.Go(func() { must[any](t, owner, "DELETE", "/members/"+m.UUID, nil) })
			wg.Wait()
			if _, still := c.team(t, owner)[m.UserID]; still {
				t.Error("who was removed is in the team")
			}
		}
		w.mustBeHealthy(t)
	})
}
