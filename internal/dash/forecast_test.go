package dash_test

import (
	"math"
	"net/http"
	"testing"
	"time"

	"earnest/client"
	"earnest/internal/apitest"
)

// foreseen is a forecast as tests read it.
type foreseen struct {
	State        string             `json:"state"`
	Remaining    float64            `json:"remaining_sp"`
	Finish       map[string]*string `json:"finish"`
	Distribution []struct {
		Finish string  `json:"finish"`
		Share  float64 `json:"share"`
	} `json:"distribution"`
	TooFar float64  `json:"too_far"`
	Rhythm *float64 `json:"rhythm"`
	Growth *float64 `json:"growth_sp"`
}

// mustAddUp checks that the shares are in order, add up to 1, and agree with the quantiles.
func (f foreseen) mustAddUp(t *testing.T) {
	t.Helper()
	sum, last := 0.0, ""
	for _, s := range f.Distribution {
		for name, share := range map[string]float64{"p50": 0.5, "p80": 0.8, "p95": 0.95} {
			if sum < share-1e-9 && sum+s.Share >= share-1e-9 && (*f.Finish[name] <= last || *f.Finish[name] > s.Finish) {
				t.Errorf("%s is %s, but the distribution reaches it after %s and by %s", name, *f.Finish[name], last, s.Finish)
			}
		}
		if s.Finish <= last || s.Share <= 0 {
			t.Errorf("%s follows %s with a share of %v", s.Finish, last, s.Share)
		}
		sum, last = sum+s.Share, s.Finish
	}
	if math.Abs(sum+f.TooFar-1) > 1e-9 || len(f.Distribution) == 0 || len(f.Distribution) > 400 {
		t.Errorf("%d shares add up to %v; %v are too far away", len(f.Distribution), sum, f.TooFar)
	}
}

// growingProject returns a project with three past sprints of two weeks, each of which finished 10 points. Since its first day, its
// scope has grown by 9 points: 6 of a new ticket, and 3 of a higher estimate. A ticket of 2 points came and went.
func growingProject(t *testing.T, w *world, by apitest.Person) string {
	t.Helper()
	ctx := t.Context()
	at := func(day string) { w.Clock.Set(apitest.Must(time.Parse(time.DateOnly, day))(t).Add(9 * time.Hour)) }
	at("2026-04-06")
	project := apitest.Must(by.CreateProject(ctx, client.ProjectCreate{Name: "Growing"}))(t).UUID
	ticket := func(points float64, sprint string) string {
		return apitest.Must(by.CreateTicket(ctx, client.TicketCreate{ProjectUUID: project, Title: "Ticket", StoryPoints: points, SprintUUID: sprint}))(t).UUID
	}
	rest := ticket(40, "")
	var planned []string
	for _, dates := range [][2]client.Date{{"2026-04-06", "2026-04-17"}, {"2026-04-20", "2026-05-01"}, {"2026-05-04", "2026-05-15"}} {
		sprint := client.SprintCreate{ProjectUUID: project, Title: "Sprint", StartDate: dates[0], EndDate: dates[1]}
		planned = append(planned, ticket(10, apitest.Must(by.CreateSprint(ctx, sprint))(t).UUID))
	}
	finish := func(n int) {
		_ = apitest.Must(by.UpdateTicket(ctx, planned[n], client.TicketUpdate{Status: client.Set("done")}))(t)
	}
	at("2026-04-08")
	gone := ticket(2, "")
	at("2026-04-15")
	finish(0)
	at("2026-04-22")
	ticket(6, "")
	at("2026-04-29")
	finish(1)
	at("2026-05-05")
	_ = apitest.Must(by.UpdateTicket(ctx, rest, client.TicketUpdate{StoryPoints: client.Set(43.0)}))(t)
	if err := by.DeleteTicket(ctx, gone); err != nil {
		t.Fatal(err)
	}
	at("2026-05-14")
	finish(2)
	at("2026-05-16")
	return project
}

func TestAForecastHasARhythmAndADistribution(t *testing.T) {
	each(t, func(t *testing.T, w *world) {
		owner := w.MustPerson(t, "planner")
		project := growingProject(t, w, owner)
		b := w.mustSession(t, owner.ID, owner.Email)
		page := must[struct {
			Forecast foreseen `json:"forecast"`
		}](t, b, "GET", "/projects/"+project+"/finance", nil)
		f := page.Forecast
		if f.State != "forecast" || f.Remaining != 49 || f.Rhythm == nil || *f.Rhythm != 14 || f.Growth != nil {
			t.Errorf("%+v", f)
		}
		f.mustAddUp(t)
	})
}

func TestAForecastMayExpectTheScopeToGrowAsItHas(t *testing.T) {
	each(t, func(t *testing.T, w *world) {
		owner := w.MustPerson(t, "planner")
		project := growingProject(t, w, owner)
		b := w.mustSession(t, owner.ID, owner.Email)
		type answer struct {
			Question numbers `json:"question"`
			Now      struct {
				Forecast foreseen `json:"forecast"`
			} `json:"now"`
			Then struct {
				Forecast foreseen `json:"forecast"`
			} `json:"then"`
		}
		ask := func(query string) answer {
			return must[answer](t, b, "GET", "/projects/"+project+"/what-if"+query, nil)
		}
		grown := ask("?growth=true")
		now, then := grown.Now.Forecast, grown.Then.Forecast
		if grown.Question["growth"] != true || now.Growth != nil || then.Growth == nil || *then.Growth != 3 || then.Remaining != 49 {
			t.Errorf("%v: now %+v, then %+v", grown.Question, now.Growth, then.Growth)
		}
		if *then.Finish["p50"] <= *now.Finish["p50"] {
			t.Errorf("it ends on %s while the scope grows, and on %s if it does not", *then.Finish["p50"], *now.Finish["p50"])
		}
		then.mustAddUp(t)
		if not := ask("?growth=false"); not.Question["growth"] != false || not.Then.Forecast.Growth != nil {
			t.Errorf("%+v", not.Question)
		}
		refusedAt(t, b.call(t, "GET", "/projects/"+project+"/what-if?growth=much", nil), http.StatusUnprocessableEntity, "invalid", "growth")
	})
}
