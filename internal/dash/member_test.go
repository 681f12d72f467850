package dash_test

import (
	"net/http"
	"strings"
	"testing"

	"earnest/client"
	"earnest/internal/apitest"
	"earnest/internal/auth"
	"earnest/internal/db"
	workstore "earnest/internal/work/store"
)

// person is a member as the pages read them.
type person struct {
	UUID      string        `json:"uuid"`
	UserID    int64         `json:"user_id"`
	Name      string        `json:"name"`
	Email     string        `json:"email"`
	Role      string        `json:"role"`
	ScrumRole string        `json:"scrum_role"`
	Service   string        `json:"service"`
	Status    string        `json:"status"`
	JoinedAt  string        `json:"joined_at"`
	TJM       *float64      `json:"tjm"`
	Rates     *[]ratePerDay `json:"rates"`
}

type ratePerDay struct {
	From string  `json:"from"`
	TJM  float64 `json:"tjm"`
}

type people struct {
	Members   []person `json:"members"`
	SeesRates bool     `json:"sees_rates"`
}

type invitedMember struct {
	Member person  `json:"member"`
	Link   *string `json:"link"`
}

type rates struct {
	Rates []ratePerDay `json:"rates"`
}

// team reads the members as b sees them, by user id.
func (c *cast) team(t testing.TB, b *browser) map[int64]person {
	t.Helper()
	all := map[int64]person{}
	for _, p := range must[people](t, b, "GET", "/projects/"+c.Project+"/members", nil).Members {
		all[p.UserID] = p
	}
	return all
}

// logged returns the rows of an object's log in order, each as "what from to".
func (w *world) logged(t testing.TB, noun, uuid string) []string {
	t.Helper()
	var list []string
	err := w.Store.Read(t.Context(), func(tx *db.Tx) error {
		rows, err := tx.Query(t.Context(), `
SELECT what || ' ' || COALESCE(from_value, '-') || ' ' || COALESCE(to_value, '-') FROM changes WHERE noun = $1 AND noun_uuid = $2 ORDER BY id`, noun, uuid)
		if err != nil {
			return err
		}
		defer rows.Close()
		for rows.Next() {
			var line string
			if err := rows.Scan(&line); err != nil {
				return err
			}
			list = append(list, line)
		}
		return rows.Err()
	})
	if err != nil {
		t.Fatal(err)
	}
	return list
}

// revision returns the project's revision.
func (c *cast) revision(t testing.TB) (n int64) {
	t.Helper()
	err := c.w.Store.Read(t.Context(), func(tx *db.Tx) error {
		p, err := workstore.Project(t.Context(), tx, c.Project, 0)
		n = p.Revision
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return n
}

// mustBeHealthy fails if the doctor finds a problem.
func (w *world) mustBeHealthy(t testing.TB) {
	t.Helper()
	for _, f := range apitest.Must(w.App.Transfer.Doctor(t.Context()))(t) {
		if f.Problem != "" {
			t.Errorf("doctor: %s", f.Problem)
		}
	}
}

func TestAnExistingUserHasNoAccessUntilTheyAccept(t *testing.T) {
	each(t, func(t *testing.T, w *world) {
		c := w.mustCast(t)
		owner, before := c.browser(t, "owner"), c.revision(t)
		stranger := c.browser(t, "stranger")
		path := "/projects/" + c.Project + "/members"
		got := must[invitedMember](t, owner, "POST", path, map[string]any{
			"email": strings.ToUpper(c.Stranger.Email), "role": "viewer", "scrum_role": "stakeholder", "service": "Sales",
		})
		if got.Link != nil || got.Member.Status != "invited" || got.Member.Role != "viewer" || got.Member.Service != "Sales" || got.Member.UserID != c.Stranger.ID {
			t.Errorf("%+v", got)
		}
		refused(t, stranger.call(t, "GET", path, nil), http.StatusForbidden, "forbidden")
		if a := w.Call(t, c.Stranger.Key, "GET", "/projects/"+c.Project, nil); a.Status != http.StatusForbidden {
			t.Errorf("the API answers %d", a.Status)
		}
		must[any](t, stranger, "POST", "/invitations/"+got.Member.UUID+"/accept", nil)
		if n := len(c.team(t, stranger)); n != 5 {
			t.Errorf("%d members", n)
		}
		want := `status "invited" "active"`
		if log := w.logged(t, "member", got.Member.UUID); c.revision(t) != before+2 || len(log) != 2 || log[1] != want {
			t.Errorf("log: %v", log)
		}
		message := refused(t, owner.call(t, "POST", path, map[string]any{"email": c.Stranger.Email, "role": "member"}), http.StatusConflict, "conflict")
		if !strings.Contains(message, "already") {
			t.Error(message)
		}
		w.mustBeHealthy(t)
	})
}

func TestInvitingAnUnknownEmailCreatesAnInvitedUserOrNothing(t *testing.T) {
	each(t, func(t *testing.T, w *world) {
		c := w.mustCast(t)
		admin, path := c.browser(t, "admin"), "/projects/"+c.Project+"/members"
		w.mustPromote(t, admin.ID)
		for name, bad := range map[string]struct {
			body  map[string]any
			field string
		}{
			"no names":              {map[string]any{"email": "new@example.com", "role": "member"}, "firstname"},
			"no lastname":           {map[string]any{"email": "new@example.com", "role": "member", "firstname": "N"}, "lastname"},
			"an invalid email":      {map[string]any{"email": "new at example", "role": "member", "firstname": "N", "lastname": "N"}, "email"},
			"no role":               {map[string]any{"email": "new@example.com", "firstname": "N", "lastname": "N"}, "role"},
			"an owner":              {map[string]any{"email": "new@example.com", "role": "owner", "firstname": "N", "lastname": "N"}, "role"},
			"an unknown Scrum role": {map[string]any{"email": "new@example.com", "role": "member", "firstname": "N", "lastname": "N", "scrum_role": "boss"}, "scrum_role"},
		} {
			a := admin.call(t, "POST", path, bad.body)
			refused(t, a, http.StatusUnprocessableEntity, "invalid")
			if !strings.Contains(string(a.Body), `"field":"`+bad.field+`"`) {
				t.Errorf("%s: %s", name, a.Body)
			}
		}
		body := map[string]any{"email": "new@example.com", "role": "member", "firstname": "New", "lastname": "Comer"}
		got := must[invitedMember](t, admin, "POST", path, body)
		if got.Link == nil || got.Member.Status != "invited" || got.Member.Name != "New Comer" {
			t.Fatalf("%+v", got)
		}
		text, ok := strings.CutPrefix(*got.Link, "http://earnest.example/invitation#")
		token, isToken := auth.ParseToken("inv_", text)
		if !ok || !isToken || !w.holdsInvitation(t, token) {
			t.Errorf("the link is %s", *got.Link)
		}
		refused(t, w.mustSession(t, got.Member.UserID, "new@example.com").call(t, "GET", path, nil), http.StatusForbidden, "forbidden")

		other := c.NewProject(t) // inviting the same person to a second project creates no second link
		again := must[invitedMember](t, admin, "POST", "/projects/"+other+"/members", body)
		if again.Link != nil || again.Member.Status != "invited" || again.Member.UserID != got.Member.UserID {
			t.Errorf("%+v", again)
		}
		w.mustBeHealthy(t)
	})
}

// Anyone can own a project. If an owner got the link for someone else's email, they could take over that account.
func TestOnlyAnAdministratorOfTheInstanceGetsTheLinkOfANewUser(t *testing.T) {
	each(t, func(t *testing.T, w *world) {
		owner := w.mustBrowser(t, "owner")
		project := must[struct {
			Project struct {
				UUID string `json:"uuid"`
			} `json:"project"`
		}](t, owner, "POST", "/projects", map[string]any{"name": "Mine"}).Project.UUID
		body := map[string]any{"email": "chief@example.com", "role": "admin", "firstname": "The", "lastname": "Chief"}
		got := must[invitedMember](t, owner, "POST", "/projects/"+project+"/members", body)
		if got.Link != nil || got.Member.Status != "invited" {
			t.Fatalf("%+v", got)
		}
		link := w.mustAdmin(t).mustReset(t, got.Member.UserID, nil)
		chief := w.stranger()
		must[any](t, chief, "POST", "/invitation", map[string]any{"token": link, "password": goodPassword, "firstname": "The", "lastname": "Chief"})
		team := must[struct {
			Members []struct {
				UserID int64  `json:"user_id"`
				Status string `json:"status"`
			} `json:"members"`
		}](t, owner, "GET", "/projects/"+project+"/members", nil)
		for _, m := range team.Members {
			if m.Status != "active" {
				t.Errorf("%+v has come in", m)
			}
		}
	})
}

// mustPromote makes a user an administrator of the instance.
func (w *world) mustPromote(t testing.TB, userID int64) {
	t.Helper()
	err := w.Store.Write(t.Context(), func(tx *db.Tx) error {
		_, err := tx.Exec(t.Context(), `UPDATE users SET is_admin = TRUE WHERE id = $1`, userID)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
}

func (w *world) holdsInvitation(t testing.TB, token auth.Token) bool {
	t.Helper()
	hash, n := token.Hash(), 0
	err := w.Store.Read(t.Context(), func(tx *db.Tx) error {
		return tx.One(t.Context(), `SELECT COUNT(*) FROM invitations WHERE token_hash = $1 AND used_at IS NULL`, []any{hash[:]}, &n)
	})
	if err != nil {
		t.Fatal(err)
	}
	return n == 1
}

func TestOwnershipChangesOnlyByATransfer(t *testing.T) {
	each(t, func(t *testing.T, w *world) {
		c := w.mustCast(t)
		owner, admin := c.browser(t, "owner"), c.browser(t, "admin")
		team := c.team(t, owner)
		boss, second, worker := "/members/"+team[c.Owner.ID].UUID, "/members/"+team[c.Admin.ID].UUID, "/members/"+team[c.Member.ID].UUID
		for name, b := range map[string]*browser{"owner": owner, "admin": admin} {
			t.Log(name)
			refused(t, b.call(t, "PUT", worker, map[string]any{"role": "owner"}), http.StatusUnprocessableEntity, "invalid")
			refused(t, b.call(t, "PUT", second, map[string]any{"role": "owner"}), http.StatusUnprocessableEntity, "invalid")
			refused(t, b.call(t, "PUT", worker, map[string]any{"status": "invited"}), http.StatusUnprocessableEntity, "invalid")
		}
		for _, body := range []map[string]any{{"role": "viewer"}, {"status": "inactive"}} {
			refused(t, owner.call(t, "PUT", boss, body), http.StatusConflict, "conflict")
		}
		for _, body := range []map[string]any{{"role": "viewer"}, {"status": "inactive"}, {"service": "mine"}} {
			refused(t, admin.call(t, "PUT", boss, body), http.StatusForbidden, "forbidden")
		}
		refused(t, owner.call(t, "DELETE", boss, nil), http.StatusConflict, "conflict")
		refused(t, admin.call(t, "DELETE", boss, nil), http.StatusForbidden, "forbidden")
		must[person](t, owner, "PUT", boss, map[string]any{"service": "Board", "role": "owner", "status": "active"})
		if got := c.team(t, owner)[c.Owner.ID]; got.Role != "owner" || got.Status != "active" || got.Service != "Board" {
			t.Errorf("%+v", got)
		}
		w.mustBeHealthy(t)
	})
}

func TestARoleOrStatusChangeAppliesFromTheNextRequest(t *testing.T) {
	each(t, func(t *testing.T, w *world) {
		c := w.mustCast(t)
		owner, member := c.browser(t, "owner"), c.browser(t, "member")
		uuid := c.team(t, owner)[c.Member.ID].UUID
		newTag := func() answer {
			return member.call(t, "POST", "/projects/"+c.Project+"/tags", map[string]any{"name": unique("tag")})
		}
		refused(t, newTag(), http.StatusForbidden, "forbidden")
		must[person](t, owner, "PUT", "/members/"+uuid, map[string]any{"role": "admin", "scrum_role": "tester"})
		if a := newTag(); a.Status != http.StatusCreated {
			t.Errorf("%d %s", a.Status, a.Body)
		}
		must[person](t, owner, "PUT", "/members/"+uuid, map[string]any{"status": "inactive"})
		refused(t, newTag(), http.StatusForbidden, "forbidden")
		refused(t, member.call(t, "GET", "/projects/"+c.Project+"/members", nil), http.StatusForbidden, "forbidden")
		if a := w.Call(t, c.Member.Key, "GET", "/projects/"+c.Project, nil); a.Status != http.StatusForbidden {
			t.Errorf("the API answers %d", a.Status)
		}
		before := c.revision(t)
		must[person](t, owner, "PUT", "/members/"+uuid, map[string]any{"status": "inactive", "scrum_role": "tester"})
		if c.revision(t) != before {
			t.Error("a change that changes nothing left a trace")
		}
		want := []string{`role "member" "admin"`, `scrum_role "developer" "tester"`, `status "active" "inactive"`}
		if got := w.logged(t, "member", uuid); strings.Join(got, "|") != strings.Join(want, "|") {
			t.Errorf("log: %v", got)
		}
	})
}

func TestAMemberWhoLeftKeepsTheirNameAndTheirRateInTheCost(t *testing.T) {
	each(t, func(t *testing.T, w *world) {
		c := w.mustCast(t)
		owner, member, viewer := c.browser(t, "owner"), c.browser(t, "member"), c.browser(t, "viewer")
		team := c.team(t, owner)
		uuid := team[c.Member.ID].UUID
		must[rates](t, owner, "PUT", "/members/"+uuid+"/rate", map[string]any{"tjm": 480})
		_ = apitest.Must(c.Member.CreateTimeEntry(t.Context(), client.TimeEntryCreate{TicketUUID: c.Ticket, DurationMinutes: 480, LoggedAt: "2026-03-09"}))(t)
		_ = apitest.Must(c.Owner.UpdateTicket(t.Context(), c.Ticket, client.TicketUpdate{AssigneeID: client.Set(c.Member.ID)}))(t)
		refused(t, viewer.call(t, "DELETE", "/members/"+uuid, nil), http.StatusForbidden, "forbidden")
		must[any](t, member, "DELETE", "/members/"+uuid, nil) // leaving voluntarily
		refused(t, member.call(t, "GET", "/projects/"+c.Project+"/members", nil), http.StatusForbidden, "forbidden")
		refused(t, owner.call(t, "DELETE", "/members/"+uuid, nil), http.StatusNotFound, "not_found")
		if _, still := c.team(t, owner)[c.Member.ID]; still {
			t.Error("they are still in the team")
		}
		ticket := apitest.Must(c.Owner.Ticket(t.Context(), c.Ticket))(t)
		if ticket.AssigneeID == nil || *ticket.AssigneeID != c.Member.ID || ticket.Assignee == nil {
			t.Errorf("the ticket is assigned to %v", ticket.AssigneeID)
		}
		if f := apitest.Must(w.App.Money.Finance(t.Context(), c.owner(), c.Project))(t); f.ACTotal != 480 {
			t.Errorf("the cost is %v", f.ACTotal)
		}
		other := c.NewTicket(t)
		a := w.Call(t, c.Owner.Key, "PUT", "/tickets/"+other, map[string]any{"assignee_id": c.Member.ID})
		if a.Status != http.StatusUnprocessableEntity {
			t.Errorf("they can be assigned something new: %d %s", a.Status, a.Body)
		}
		must[any](t, viewer, "DELETE", "/members/"+team[c.Viewer.ID].UUID, nil)
		w.mustBeHealthy(t)
	})
}
