package dash_test

import (
	"net/http"
	"strings"
	"sync"
	"testing"

	"earnest/client"
	"earnest/internal/apitest"
	"earnest/internal/auth"
	"earnest/internal/dash"
	"earnest/internal/domain"
	"earnest/internal/store"
)

// person is what the pages read of a member.
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

type welcome struct {
	Member person  `json:"member"`
	Link   *string `json:"link"`
}

type rates struct {
	Rates []ratePerDay `json:"rates"`
}

// team reads the members as somebody, by user id.
func (c *cast) team(t testing.TB, b *browser) map[int64]person {
	t.Helper()
	all := map[int64]person{}
	for _, p := range must[people](t, b, "GET", "/projects/"+c.Project+"/members", nil).Members {
		all[p.UserID] = p
	}
	return all
}

// logged gives what the log tells of a thing, in its order, as what, from and to.
func (w *world) logged(t testing.TB, noun, uuid string) []string {
	t.Helper()
	var list []string
	err := w.Store.Read(t.Context(), func(tx *store.Tx) error {
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

// revision is how often the project was changed.
func (c *cast) revision(t testing.TB) (n int64) {
	t.Helper()
	err := c.w.Store.Read(t.Context(), func(tx *store.Tx) error {
		p, err := tx.Project(t.Context(), c.Project, 0)
		n = p.Revision
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return n
}

// mustBeHealthy asks the doctor.
func (w *world) mustBeHealthy(t testing.TB) {
	t.Helper()
	for _, f := range apitest.Must(w.App.Doctor(t.Context()))(t) {
		if f.Problem != "" {
			t.Errorf("doctor: %s", f.Problem)
		}
	}
}

func TestSomebodyWhoIsAUserJoinsAtOnce(t *testing.T) {
	each(t, func(t *testing.T, w *world) {
		c := w.mustCast(t)
		owner, before := c.browser(t, "owner"), c.revision(t)
		stranger := c.browser(t, "stranger")
		refused(t, stranger.call(t, "GET", "/projects/"+c.Project+"/members", nil), http.StatusForbidden, "forbidden")
		got := must[welcome](t, owner, "POST", "/projects/"+c.Project+"/members", map[string]any{
			"email": strings.ToUpper(c.Stranger.Email), "role": "viewer", "scrum_role": "stakeholder", "service": "Sales",
		})
		if got.Link != nil || got.Member.Status != "active" || got.Member.Role != "viewer" || got.Member.Service != "Sales" || got.Member.UserID != c.Stranger.ID {
			t.Errorf("%+v", got)
		}
		if n := len(c.team(t, stranger)); n != 5 {
			t.Errorf("%d members", n)
		}
		if c.revision(t) != before+1 || len(w.logged(t, "member", got.Member.UUID)) != 1 {
			t.Errorf("log: %v", w.logged(t, "member", got.Member.UUID))
		}
		message := refused(t, owner.call(t, "POST", "/projects/"+c.Project+"/members", map[string]any{"email": c.Stranger.Email, "role": "member"}),
			http.StatusConflict, "conflict")
		if !strings.Contains(message, "already") {
			t.Error(message)
		}
		w.mustBeHealthy(t)
	})
}

func TestSomebodyUnknownBecomesAUserWithAnInvitationOrNothingHappens(t *testing.T) {
	each(t, func(t *testing.T, w *world) {
		c := w.mustCast(t)
		admin, path := c.browser(t, "admin"), "/projects/"+c.Project+"/members"
		for name, bad := range map[string]struct {
			body  map[string]any
			field string
		}{
			"no names":      {map[string]any{"email": "new@example.com", "role": "member"}, "firstname"},
			"no lastname":   {map[string]any{"email": "new@example.com", "role": "member", "firstname": "N"}, "lastname"},
			"no address":    {map[string]any{"email": "new at example", "role": "member", "firstname": "N", "lastname": "N"}, "email"},
			"no role":       {map[string]any{"email": "new@example.com", "firstname": "N", "lastname": "N"}, "role"},
			"an owner":      {map[string]any{"email": "new@example.com", "role": "owner", "firstname": "N", "lastname": "N"}, "role"},
			"a wrong scrum": {map[string]any{"email": "new@example.com", "role": "member", "firstname": "N", "lastname": "N", "scrum_role": "boss"}, "scrum_role"},
		} {
			a := admin.call(t, "POST", path, bad.body)
			refused(t, a, http.StatusUnprocessableEntity, "invalid")
			if !strings.Contains(string(a.Body), `"field":"`+bad.field+`"`) {
				t.Errorf("%s: %s", name, a.Body)
			}
		}
		body := map[string]any{"email": "new@example.com", "role": "member", "firstname": "New", "lastname": "Comer"}
		got := must[welcome](t, admin, "POST", path, body)
		if got.Link == nil || got.Member.Status != "invited" || got.Member.Name != "New Comer" {
			t.Fatalf("%+v", got)
		}
		text, ok := strings.CutPrefix(*got.Link, "http://earnest.example/invitation#")
		token, isToken := auth.ParseToken("inv_", text)
		if !ok || !isToken || !w.holdsInvitation(t, token) {
			t.Errorf("the link is %s", *got.Link)
		}
		refused(t, w.mustSession(t, got.Member.UserID, "new@example.com").call(t, "GET", path, nil), http.StatusForbidden, "forbidden")

		other := c.NewProject(t) // a second project gives no second way into the same account
		again := must[welcome](t, admin, "POST", "/projects/"+other+"/members", body)
		if again.Link != nil || again.Member.Status != "active" || again.Member.UserID != got.Member.UserID {
			t.Errorf("%+v", again)
		}
		w.mustBeHealthy(t)
	})
}

func (w *world) holdsInvitation(t testing.TB, token auth.Token) bool {
	t.Helper()
	hash, n := token.Hash(), 0
	err := w.Store.Read(t.Context(), func(tx *store.Tx) error {
		return tx.One(t.Context(), `SELECT COUNT(*) FROM invitations WHERE token_hash = $1 AND used_at IS NULL`, []any{hash[:]}, &n)
	})
	if err != nil {
		t.Fatal(err)
	}
	return n == 1
}

func TestNobodyMakesAnOwnerNorUnmakesTheOwnerButByATransfer(t *testing.T) {
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

func TestARoleAndAStatusHoldFromTheNextRequestOn(t *testing.T) {
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

func TestWhoLeavesKeepsTheirNameOnWhatTheyDidAndTheirRateInTheCost(t *testing.T) {
	each(t, func(t *testing.T, w *world) {
		c := w.mustCast(t)
		owner, member, viewer := c.browser(t, "owner"), c.browser(t, "member"), c.browser(t, "viewer")
		team := c.team(t, owner)
		uuid := team[c.Member.ID].UUID
		must[rates](t, owner, "PUT", "/members/"+uuid+"/rate", map[string]any{"tjm": 480})
		_ = apitest.Must(c.Member.CreateTimeEntry(t.Context(), client.TimeEntryCreate{TicketUUID: c.Ticket, DurationMinutes: 480, LoggedAt: "2026-03-09"}))(t)
		_ = apitest.Must(c.Owner.UpdateTicket(t.Context(), c.Ticket, client.TicketUpdate{AssigneeID: client.Set(c.Member.ID)}))(t)
		refused(t, viewer.call(t, "DELETE", "/members/"+uuid, nil), http.StatusForbidden, "forbidden")
		must[any](t, member, "DELETE", "/members/"+uuid, nil) // of their own will
		refused(t, member.call(t, "GET", "/projects/"+c.Project+"/members", nil), http.StatusForbidden, "forbidden")
		refused(t, owner.call(t, "DELETE", "/members/"+uuid, nil), http.StatusNotFound, "not_found")
		if _, still := c.team(t, owner)[c.Member.ID]; still {
			t.Error("they are still in the team")
		}
		ticket := apitest.Must(c.Owner.Ticket(t.Context(), c.Ticket))(t)
		if ticket.AssigneeID == nil || *ticket.AssigneeID != c.Member.ID || ticket.Assignee == nil {
			t.Errorf("the ticket is assigned to %v", ticket.AssigneeID)
		}
		if f := apitest.Must(w.App.Finance(t.Context(), c.owner(), c.Project))(t); f.ACTotal != 480 {
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

func TestRatesAreDated(t *testing.T) {
	each(t, func(t *testing.T, w *world) {
		c := w.mustCast(t)
		owner := c.browser(t, "owner")
		uuid := c.team(t, owner)[c.Member.ID].UUID
		_ = apitest.Must(c.Member.CreateTimeEntry(t.Context(), client.TimeEntryCreate{TicketUUID: c.Ticket, DurationMinutes: 480, LoggedAt: "2026-02-01"}))(t)
		set := func(body map[string]any, want ...ratePerDay) {
			t.Helper()
			got := must[rates](t, owner, "PUT", "/members/"+uuid+"/rate", body).Rates
			if len(got) != len(want) {
				t.Fatalf("%v: %v, want %v", body, got, want)
			}
			for i := range want {
				if got[i] != want[i] {
					t.Errorf("%v: %v, want %v", body, got, want)
				}
			}
		}
		cost := func(want float64) {
			t.Helper()
			if f := apitest.Must(w.App.Finance(t.Context(), c.owner(), c.Project))(t); f.ACTotal != want {
				t.Errorf("the cost is %v, want %v", f.ACTotal, want)
			}
		}
		set(map[string]any{"tjm": 400}, ratePerDay{"2026-03-10", 400})
		cost(400)
		set(map[string]any{"tjm": 300.5, "from": "2026-01-01"}, ratePerDay{"0001-01-01", 400}, ratePerDay{"2026-01-01", 300.5}, ratePerDay{"2026-03-10", 400})
		cost(300.5)
		set(map[string]any{"tjm": 600, "from": "2026-05-01"},
			ratePerDay{"0001-01-01", 400}, ratePerDay{"2026-01-01", 300.5}, ratePerDay{"2026-03-10", 400}, ratePerDay{"2026-05-01", 600})
		set(map[string]any{"tjm": 500, "rewrite_past": true}, ratePerDay{"0001-01-01", 500}, ratePerDay{"2026-05-01", 600})
		cost(500)
		if got := c.team(t, owner)[c.Member.ID]; got.TJM == nil || *got.TJM != 500 || len(*got.Rates) != 2 {
			t.Errorf("%+v", got)
		}
		for name, body := range map[string]map[string]any{
			"nothing": {}, "negative": {"tjm": -1}, "text": {"tjm": "5"}, "too much": {"tjm": 1e13}, "no day": {"tjm": 5, "from": "2026-02-30"},
			"two starts": {"tjm": 5, "from": "2026-01-01", "rewrite_past": true},
		} {
			t.Log(name)
			refused(t, owner.call(t, "PUT", "/members/"+uuid+"/rate", body), http.StatusUnprocessableEntity, "invalid")
		}
		must[any](t, owner, "DELETE", "/members/"+uuid+"/rate", nil)
		cost(0)
		w.mustBeHealthy(t)
	})
}

// secretRate is a number that stands nowhere but in a rate.
const secretRate = 7531.25

// Every route that gives anything to a viewer is asked, so that one that comes later is asked too.
func TestRatesNeverReachABrowserThatTheSettingShutsOut(t *testing.T) {
	each(t, func(t *testing.T, w *world) {
		c := w.mustCast(t)
		owner := c.browser(t, "owner")
		for _, p := range c.team(t, owner) {
			must[rates](t, owner, "PUT", "/members/"+p.UUID+"/rate", map[string]any{"tjm": secretRate})
			must[rates](t, owner, "PUT", "/members/"+p.UUID+"/rate", map[string]any{"tjm": secretRate, "from": "2026-09-01"})
		}
		shows := func(who string) (routes []string) {
			t.Helper()
			table := whoMay()
			for _, r := range dash.Routes() {
				row := table[r.Method+" "+r.Path]
				if r.Method != http.MethodGet || r.Door == dash.Public || strings.HasSuffix(r.Path, "/events") {
					continue
				}
				b, path := c.browser(t, who), r.Path
				if row.call != nil {
					path, _ = row.call(t, c, b)
				}
				if a := b.call(t, r.Method, path, nil); strings.Contains(string(a.Body), "7531") {
					routes = append(routes, r.Path)
				}
			}
			return routes
		}
		c.setAudience(t, domain.RatesForEveryone)
		if got := shows("viewer"); len(got) != 1 || got[0] != "/projects/{uuid}/members" {
			t.Errorf("where all may see rates, a viewer sees them on %v", got)
		}
		c.setAudience(t, domain.RatesForAdmins)
		for _, who := range []string{"viewer", "member"} {
			if got := shows(who); len(got) > 0 {
				t.Errorf("%s sees rates on %v", who, got)
			}
			for _, p := range c.team(t, c.browser(t, who)) {
				if p.TJM != nil || p.Rates != nil {
					t.Errorf("%s sees %+v", who, p)
				}
			}
		}
		for _, who := range []string{"admin", "owner"} {
			if got := shows(who); len(got) != 1 {
				t.Errorf("%s sees rates on %v", who, got)
			}
		}
		if a := w.Call(t, c.Viewer.Key, "GET", "/team?project="+c.Project, nil); strings.Contains(string(a.Body), "7531") {
			t.Error("the API shows them to a viewer")
		}
	})
}

// setAudience says who sees rates.
func (c *cast) setAudience(t testing.TB, audience domain.RatesFor) {
	t.Helper()
	must[any](t, c.browser(t, "owner"), "PUT", "/projects/"+c.Project, map[string]any{"rates_for": audience})
}

func TestOwnershipMovesToAnotherActiveMemberInOneStep(t *testing.T) {
	each(t, func(t *testing.T, w *world) {
		c := w.mustCast(t)
		owner, member := c.browser(t, "owner"), c.browser(t, "member")
		team := c.team(t, owner)
		path := "/projects/" + c.Project + "/owner"
		give := func(uuid string) answer { return owner.call(t, "POST", path, map[string]any{"member_uuid": uuid}) }
		must[person](t, owner, "PUT", "/members/"+team[c.Viewer.ID].UUID, map[string]any{"status": "inactive"})
		refused(t, give(team[c.Viewer.ID].UUID), http.StatusUnprocessableEntity, "invalid")
		refused(t, give(apitest.NewUUID()), http.StatusUnprocessableEntity, "invalid")
		refused(t, give("x"), http.StatusUnprocessableEntity, "invalid")
		elsewhere := apitest.Must(w.App.Members(t.Context(), c.owner(), c.NewProject(t)))(t)
		refused(t, give(elsewhere.Members[1].UUID), http.StatusUnprocessableEntity, "invalid")
		before := c.revision(t)
		if a := give(team[c.Owner.ID].UUID); a.Status != http.StatusOK || c.revision(t) != before {
			t.Errorf("to oneself: %d %s", a.Status, a.Body)
		}
		frame := must[struct {
			Role string `json:"role"`
		}](t, owner, "POST", path, map[string]any{"member_uuid": team[c.Member.ID].UUID})
		if frame.Role != "admin" || c.revision(t) != before+1 {
			t.Errorf("the old owner is %s", frame.Role)
		}
		if now := c.team(t, member); now[c.Member.ID].Role != "owner" || now[c.Owner.ID].Role != "admin" {
			t.Errorf("%+v", now)
		}
		refused(t, give(team[c.Owner.ID].UUID), http.StatusForbidden, "forbidden")
		w.mustBeHealthy(t)
	})
}

func TestOfManyTransfersAtOnceOneHappens(t *testing.T) {
	each(t, func(t *testing.T, w *world) {
		c := w.mustCast(t)
		owner := c.browser(t, "owner")
		team := c.team(t, owner)
		heirs := []int64{c.Admin.ID, c.Member.ID, c.Viewer.ID}
		statuses := make([]int, len(heirs))
		var wg sync.WaitGroup
		for i, heir := range heirs {
			wg.Go(func() {
				statuses[i] = owner.call(t, "POST", "/projects/"+c.Project+"/owner", map[string]any{"member_uuid": team[heir].UUID}).Status
			})
		}
		wg.Wait()
		count := map[int]int{}
		for _, s := range statuses {
			count[s]++
		}
		if count[200] != 1 || count[403] != 2 {
			t.Errorf("answers: %v", statuses)
		}
		w.mustBeHealthy(t)
	})
}
