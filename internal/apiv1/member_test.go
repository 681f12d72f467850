package apiv1_test

import (
	"fmt"
	"testing"
	"time"

	"earnest/client"
	"earnest/internal/apitest"
	"earnest/internal/db"
	"earnest/internal/domain"
	workstore "earnest/internal/work/store"
)

const teamMembers = "uuid user_id firstname lastname email scrum_role project_role status tjm service"

func TestTeamMatchesTheContractOnBothPaths(t *testing.T) {
	t.Parallel()
	eachPlanning(t, func(t *testing.T, p planning) {
		ctx := t.Context()
		now := p.World.Clock.Now()
		p.inStore(t, func(tx *db.Tx, project domain.Access) error {
			_, err := workstore.InsertMember(ctx, tx, domain.Member{
				UUID: apitest.NewUUID(), ProjectID: project.ProjectID, UserID: p.Stranger.ID, Role: domain.Viewer,
				ScrumRole: "stakeholder", Status: domain.MemberInvited, Service: "Finance", CreatedAt: now, UpdatedAt: now,
			})
			return err
		})
		list := p.items(t, p.Viewer.Key, "/team?project="+p.Project)
		wantMembers(t, "a team member", list[0], teamMembers)
		team := apitest.Must(p.Viewer.Team(ctx, p.Project))(t)
		roles := []string{}
		for _, m := range team {
			roles = append(roles, fmt.Sprint(m.UserID, m.ProjectRole, m.Status))
		}
		want := []string{
			fmt.Sprint(p.Owner.ID, "owner", "active"), fmt.Sprint(p.Admin.ID, "admin", "active"), fmt.Sprint(p.Member.ID, "member", "active"),
			fmt.Sprint(p.Viewer.ID, "viewer", "active"), fmt.Sprint(p.Stranger.ID, "viewer", "invited"),
		}
		if fmt.Sprint(roles) != fmt.Sprint(want) {
			t.Errorf("the team is %v, not %v", roles, want)
		}
		last := team[4]
		if last.ScrumRole != "stakeholder" || last.Service != "Finance" || last.Email != p.Stranger.Email || last.Firstname != "stranger" || last.Lastname != "Test" || last.TJM != nil {
			t.Errorf("the last member is %+v", last)
		}
		if team[0].ScrumRole != "developer" || team[0].Service != "" {
			t.Errorf("the owner is %+v", team[0])
		}
		one := p.World.Call(t, p.Viewer.Key, "GET", "/team?project="+p.Project, nil)
		two := p.World.Call(t, p.Viewer.Key, "GET", "/projects/"+p.Project+"/members", nil)
		if two.Status != 200 || string(one.Body) != string(two.Body) {
			t.Errorf("/team gives %s, /members %s", one.Body, two.Body)
		}
		p.wantRefused(t, p.Stranger.Key, []refusal{{"GET", "/projects/" + p.Project + "/members", nil, 403, "not a member"}})
		p.wantRefused(t, p.Owner.Key, []refusal{
			{"GET", "/projects/" + apitest.NewUUID() + "/members", nil, 404, "project not found"},
			{"GET", "/projects/x/members", nil, 404, "project not found"},
			{"POST", "/projects/" + p.Project + "/members", "{}", 405, "GET, HEAD"},
		})
	})
}

func TestTheScopeOfMembersIsThatOfTheTeam(t *testing.T) {
	t.Parallel()
	eachPlanning(t, func(t *testing.T, p planning) {
		for scope, want := range map[string]int{"team:read": 200, "projects:read": 403} {
			key := p.World.MustKey(t, p.Owner.Email, scope)
			if a := p.World.Call(t, key, "GET", "/projects/"+p.Project+"/members", nil); a.Status != want {
				t.Errorf("a key with %s gets %d %s", scope, a.Status, a.Body)
			}
		}
	})
}

// tjm returns a user's daily rate as another person sees it, or -1 if it is null.
func (p planning) tjm(t *testing.T, seenBy apitest.Person, userID int64) float64 {
	t.Helper()
	for _, m := range apitest.Must(seenBy.Team(t.Context(), p.Project))(t) {
		if m.UserID == userID && m.TJM != nil {
			return *m.TJM
		}
	}
	return -1
}

func TestTJMIsTheRateInForceToday(t *testing.T) {
	t.Parallel()
	eachPlanning(t, func(t *testing.T, p planning) {
		rates := []domain.Rate{{From: "2026-03-10", TJM: 300}, {From: "2026-03-11", TJM: 0}, {From: "2026-04-01", TJM: 512.25}}
		p.mustRates(t, p.Member.ID, rates...)
		for day, want := range map[string]float64{"2020-01-01": 300, "2026-03-10": 300, "2026-03-11": 0, "2026-03-31": 0, "2026-04-01": 512.25, "2030-01-01": 512.25} {
			moment, _ := time.Parse(time.DateOnly, day)
			p.World.Clock.Set(moment.Add(23*time.Hour + 59*time.Minute))
			if got := p.tjm(t, p.Viewer, p.Member.ID); got != want {
				t.Errorf("on %s the rate is %v, not %v", day, got, want)
			}
			rate, _ := domain.RateOn(rates, domain.Date(day))
			if rate.TJM != want {
				t.Errorf("domain.RateOn says %v on %s, not %v", rate.TJM, day, want)
			}
			if got := p.tjm(t, p.Viewer, p.Owner.ID); got != -1 {
				t.Errorf("the owner has a rate of %v, not none", got)
			}
		}
		p.mustRates(t, p.Member.ID)
		if got := p.tjm(t, p.Owner, p.Member.ID); got != -1 {
			t.Errorf("without rates the rate is %v", got)
		}
	})
}

func TestRatesForAdminsAreHiddenFromTheOthers(t *testing.T) {
	t.Parallel()
	eachPlanning(t, func(t *testing.T, p planning) {
		p.mustRates(t, p.Member.ID, domain.Rate{From: domain.FirstDay, TJM: 400})
		sees := func(audience domain.RatesFor, want map[*apitest.Person]float64) {
			t.Helper()
			p.mustAudience(t, audience)
			for person, tjm := range want {
				if got := p.tjm(t, *person, p.Member.ID); got != tjm {
					t.Errorf("rates for %s: %s sees %v, not %v", audience, person.Email, got, tjm)
				}
			}
		}
		sees(domain.RatesForEveryone, map[*apitest.Person]float64{&p.Owner: 400, &p.Admin: 400, &p.Member: 400, &p.Viewer: 400})
		sees(domain.RatesForAdmins, map[*apitest.Person]float64{&p.Owner: 400, &p.Admin: 400, &p.Member: -1, &p.Viewer: -1})
	})
}

// mustAudience sets who can see daily rates and cost.
func (p planning) mustAudience(t *testing.T, audience domain.RatesFor) {
	t.Helper()
	p.inStore(t, func(tx *db.Tx, _ domain.Access) error {
		project, err := workstore.Project(t.Context(), tx, p.Project, p.Owner.ID)
		if err != nil {
			return err
		}
		project.RatesFor = audience
		return workstore.UpdateProject(t.Context(), tx, project)
	})
}

func TestSettingRatesRecomputesCost(t *testing.T) {
	t.Parallel()
	eachPlanning(t, func(t *testing.T, p planning) {
		ctx := t.Context()
		sprinting := apitest.Must(p.Owner.CreateTicket(ctx, client.TicketCreate{ProjectUUID: p.Project, Title: "T", SprintUUID: p.Sprint, EpicUUID: p.Epic}))(t)
		for _, day := range []client.Date{"2025-12-31", "2026-01-01", "2026-02-15"} {
			for _, who := range []apitest.Person{p.Owner, p.Member} {
				p.mustLog(t, who, p.Ticket, day, 10)
				p.mustLog(t, who, sprinting.UUID, day, 20)
			}
		}
		p.mustRates(t, p.Owner.ID, domain.Rate{From: "2026-01-01", TJM: 1})
		for _, rates := range [][]domain.Rate{
			{{From: domain.FirstDay, TJM: 100}},
			{{From: "2026-01-01", TJM: 200}, {From: "2026-02-15", TJM: 300}},
			{{From: "2027-01-01", TJM: 200}},
			{},
		} {
			p.mustRates(t, p.Member.ID, rates...)
			p.wantEffortExact(t)
			wantPriced(t, p, rates)
		}
	})
}

// wantPriced checks that the member's time, 30 minutes on each of three days, is priced at the rates that domain.RateOn returns, and that
// the owner's time is unchanged.
func wantPriced(t *testing.T, p planning, rates []domain.Rate) {
	t.Helper()
	want := map[string]int64{fmt.Sprint(p.Owner.ID, "2026-01-01"): 90}
	for _, day := range []domain.Date{"2025-12-31", "2026-01-01", "2026-02-15"} {
		rate, _ := domain.RateOn(rates, day)
		want[fmt.Sprint(p.Member.ID, rate.From)] += 30
	}
	got := map[string]int64{}
	p.inStore(t, func(tx *db.Tx, _ domain.Access) error {
		rows, err := tx.Query(t.Context(), `SELECT user_id, rate_from, CAST(SUM(minutes) AS BIGINT) FROM effort_costs GROUP BY user_id, rate_from`)
		if err != nil {
			return err
		}
		defer rows.Close()
		for rows.Next() {
			var user, minutes int64
			var from string
			if err := rows.Scan(&user, &from, &minutes); err != nil {
				return err
			}
			got[fmt.Sprint(user, from)] = minutes
		}
		return rows.Err()
	})
	if fmt.Sprint(got) != fmt.Sprint(want) {
		t.Errorf("with the rates %v the minutes stand at %v, not %v", rates, got, want)
	}
}
