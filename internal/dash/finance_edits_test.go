package dash_test

import (
	"net/http"
	"slices"
	"strings"
	"testing"
	"time"

	"earnest/client"
	"earnest/internal/apitest"
	"earnest/internal/domain"
)

type toldEdit struct {
	Code    string  `json:"code"`
	Amount  float64 `json:"amount"`
	Tickets []thing `json:"tickets"`
	Sprints []thing `json:"sprints"`
	Edited  *struct {
		Since *string `json:"since"`
		Rises []struct {
			Index    string
			From, To float64
		} `json:"rises"`
		By []struct {
			Name *string `json:"name"`
			At   string  `json:"at"`
		} `json:"by"`
	} `json:"edited"`
}

// toldEdits returns the warnings about edits at a path.
func toldEdits(t testing.TB, b *browser, path string) map[string]toldEdit {
	t.Helper()
	told := map[string]toldEdit{}
	for _, w := range must[struct {
		Warnings []toldEdit `json:"warnings"`
	}](t, b, "GET", path, nil).Warnings {
		if w.Edited != nil {
			told[w.Code] = w
		}
	}
	return told
}

func codesOf(told map[string]toldEdit) string {
	codes := []string{}
	for code := range told {
		codes = append(codes, code)
	}
	slices.Sort(codes)
	return strings.Join(codes, " ")
}

func TestAnIndexThatRoseWithoutWorkIsExposedWithAmountAuthorAndTime(t *testing.T) {
	each(t, func(t *testing.T, w *world) {
		c := w.mustCast(t)
		done := c.rich(t)
		open := c.begun(t)
		owner := c.browser(t, "owner")
		base := "/projects/" + c.Project
		must[any](t, owner, "PUT", "/tickets/"+open, map[string]any{"story_points": 7}) // before the report, and not done
		reported := must[moneyPage](t, owner, "GET", base+"/finance", nil)
		w.Clock.Set(time.Date(2026, 3, 11, 0, 30, 0, 0, time.UTC))
		_ = apitest.Must(w.App.Money.StoreDays(t.Context(), "node"))(t)
		if told := toldEdits(t, owner, base+"/finance"); len(told) > 0 {
			t.Errorf("nothing was changed without work, but %+v", told)
		}
		w.Clock.Set(time.Date(2026, 3, 11, 10, 0, 0, 0, time.UTC))
		must[any](t, owner, "PUT", "/tickets/"+open, map[string]any{"sprint_uuid": nil})
		now := must[moneyPage](t, owner, "GET", base+"/finance", nil)
		told := toldEdits(t, owner, base+"/finance")
		left := told["cost_left_sprints"]
		if len(told) != 1 || left.Amount != 7531 || left.Edited.Since != nil || len(left.Tickets) != 1 || left.Tickets[0].UUID != open {
			t.Fatalf("%+v", told)
		}
		if r := left.Edited.Rises; len(r) != 1 || r[0].Index != "cpi" || r[0].From != reported.Finance["cpi"] || r[0].To != now.Finance["cpi"] {
			t.Errorf("%+v; cpi was %v and is %v", r, reported.Finance["cpi"], now.Finance["cpi"])
		}
		if by := left.Edited.By; len(by) != 1 || by[0].Name == nil || *by[0].Name == "" || !strings.HasPrefix(by[0].At, "2026-03-11T10:0") {
			t.Errorf("%+v", by)
		}
		if got := codesOf(toldEdits(t, owner, base+"/explain/cpi")); got != "cost_left_sprints" {
			t.Errorf("the explanation tells %q", got)
		}
		if got := codesOf(toldEdits(t, owner, base+"/explain/spi")); got != "" {
			t.Errorf("the explanation of spi tells %q", got)
		}
		page := string(owner.call(t, "GET", base+"/report?lang=fr", nil).Body)
		if !strings.Contains(page, "a quitté les sprints avec des tickets non terminés") || !strings.Contains(page, "11 mars 2026, 10:0") {
			t.Error("the report does not tell")
		}
		c.editsOfPoints(t, owner, done)
		told = toldEdits(t, owner, base+"/finance")
		if got := codesOf(told); got != "committed_again cost_left_sprints points_reestimated sprints_redated" || told["points_reestimated"].Amount != 4 {
			t.Errorf("%s: %+v", got, told)
		}
		c.setAudience(t, domain.RatesForAdmins)
		for code, hidden := range toldEdits(t, c.browser(t, "member"), base+"/finance") {
			if code == "cost_left_sprints" || len(hidden.Edited.Rises) != 1 || hidden.Edited.Rises[0].Index != "spi" {
				t.Errorf("a member hears of %+v", hidden)
			}
		}
		c.afterTheReport(t, w)
	})
}

// afterTheReport checks that edits are told until the next report, which is that of the end of a month, or of a day with a commentary.
func (c *cast) afterTheReport(t testing.TB, w *world) {
	t.Helper()
	const all = "committed_again cost_left_sprints points_reestimated sprints_redated"
	finance := "/projects/" + c.Project + "/finance"
	for _, on := range []struct {
		day  time.Time
		told string
	}{
		{time.Date(2026, 3, 12, 0, 30, 0, 0, time.UTC), all},
		{time.Date(2026, 3, 13, 0, 30, 0, 0, time.UTC), ""},
		{time.Date(2026, 4, 1, 0, 30, 0, 0, time.UTC), ""},
	} {
		w.Clock.Set(on.day)
		_ = apitest.Must(w.App.Money.StoreDays(t.Context(), "node"))(t)
		owner := c.browser(t, "owner")
		if got := codesOf(toldEdits(t, owner, finance)); got != on.told {
			t.Errorf("on %s, the page tells %q, not %q", on.day.Format(time.DateOnly), got, on.told)
		}
		must[any](t, owner, "PUT", "/projects/"+c.Project+"/commentary", map[string]any{"day": "2026-03-12", "content": "On track"})
	}
	if got := codesOf(toldEdits(t, c.browser(t, "owner"), finance+"?as_of=2026-03-12")); got != all {
		t.Errorf("as of the day before the report, it is %q", got)
	}
}

func TestEditsAreToldUntilTheEndOfTheMonth(t *testing.T) {
	each(t, func(t *testing.T, w *world) {
		c := w.mustCast(t)
		_ = c.rich(t)
		open := c.begun(t)
		finance := "/projects/" + c.Project + "/finance"
		must[any](t, c.browser(t, "owner"), "PUT", "/tickets/"+open, map[string]any{"sprint_uuid": nil})
		for _, on := range []struct {
			day  time.Time
			told string
		}{
			{time.Date(2026, 3, 31, 12, 0, 0, 0, time.UTC), "cost_left_sprints"},
			{time.Date(2026, 4, 1, 0, 30, 0, 0, time.UTC), ""},
		} {
			w.Clock.Set(on.day)
			_ = apitest.Must(w.App.Money.StoreDays(t.Context(), "node"))(t)
			if got := codesOf(toldEdits(t, c.browser(t, "owner"), finance)); got != on.told {
				t.Errorf("on %s, the page tells %q, not %q", on.day.Format(time.DateOnly), got, on.told)
			}
		}
	})
}

func TestEditsMadeAfterAPastDayAreToldWithItsRestatedFigures(t *testing.T) {
	each(t, func(t *testing.T, w *world) {
		c := w.mustCast(t)
		_ = c.rich(t)
		open := c.begun(t)
		w.Clock.Set(time.Date(2026, 4, 2, 10, 0, 0, 0, time.UTC))
		_ = apitest.Must(w.App.Money.StoreDays(t.Context(), "node"))(t)
		w.Clock.Set(time.Date(2026, 4, 2, 11, 0, 0, 0, time.UTC))
		owner, finance := c.browser(t, "owner"), "/projects/"+c.Project+"/finance"
		must[any](t, owner, "PUT", "/tickets/"+open, map[string]any{"sprint_uuid": nil})
		must[any](t, owner, "PUT", "/projects/"+c.Project+"/budget", map[string]any{"budget": 1_000_000, "from": "2026-03-20", "reason": "A larger order"})
		for _, path := range []string{finance, finance + "?as_of=2026-03-31"} {
			told := toldEdits(t, owner, path)
			raised := told["budget_raised"]
			if codesOf(told) != "budget_raised cost_left_sprints" || len(raised.Edited.By) != 1 || len(raised.Edited.Rises) != 1 || raised.Edited.Rises[0].Index != "cpi" {
				t.Errorf("%s: %+v", path, told)
			}
		}
		if got := codesOf(toldEdits(t, owner, finance+"?as_of=2026-03-15")); got != "cost_left_sprints" {
			t.Errorf("before the new budget begins, it is %q", got)
		}
		must[any](t, owner, "PUT", "/projects/"+c.Project+"/budget", map[string]any{"budget": 500_000, "from": "0001-01-01", "reason": "All along"})
		if got := codesOf(toldEdits(t, owner, finance+"?as_of=2026-03-15")); got != "budget_raised cost_left_sprints" {
			t.Errorf("after the first budget was replaced, it is %q", got)
		}
	})
}

// begun returns an unfinished ticket in the sprint with a day of work on it.
func (c *cast) begun(t testing.TB) string {
	t.Helper()
	ticket := c.ticketIn(t, "todo", 8)
	entry := client.TimeEntryCreate{TicketUUID: ticket, DurationMinutes: 480, LoggedAt: "2026-03-10"}
	_ = apitest.Must(c.Member.CreateTimeEntry(t.Context(), entry))(t)
	return ticket
}

// editsOfPoints re-estimates a done ticket, takes a smaller commitment, and moves the end of the sprint.
func (c *cast) editsOfPoints(t testing.TB, b *browser, done string) {
	t.Helper()
	must[any](t, b, "PUT", "/tickets/"+done, map[string]any{"story_points": 6})
	for _, card := range apitest.Must(c.Owner.Tickets(t.Context(), c.Project, client.TicketQuery{}))(t).Data {
		if card.Status != "done" && card.SprintUUID != nil {
			must[any](t, b, "PUT", "/tickets/"+card.UUID, map[string]any{"sprint_uuid": nil})
		}
	}
	for _, status := range []string{"planning", "active"} {
		_ = apitest.Must(c.Owner.UpdateSprint(t.Context(), c.Sprint, client.SprintUpdate{Status: client.Set(status)}))(t)
	}
	_ = apitest.Must(c.Owner.UpdateSprint(t.Context(), c.Sprint, client.SprintUpdate{EndDate: client.Set(client.Date("2026-05-20"))}))(t)
}

func TestADayHas24HoursOnThePagesInAllProjectsTogether(t *testing.T) {
	each(t, func(t *testing.T, w *world) {
		ada := w.mustBrowser(t, "ada")
		one, other := ada.mustProject(t, "One").Project.UUID, ada.mustProject(t, "Other").Project.UUID
		here, there := ada.mustTicket(t, one, "A", nil).UUID, ada.mustTicket(t, other, "B", nil).UUID
		log := func(ticket string, minutes int, day string) answer {
			return ada.call(t, "POST", "/tickets/"+ticket+"/time", map[string]any{"duration_minutes": minutes, "logged_at": day})
		}
		first := read[thing](t, log(here, 1200, "2026-03-09")).UUID
		full := log(there, 241, "2026-03-09")
		refusedAt(t, full, http.StatusUnprocessableEntity, "invalid", "hours")
		if strings.Contains(string(full.Body), "1200") || strings.Contains(string(full.Body), "One") {
			t.Errorf("the refusal reveals the other time: %s", full.Body)
		}
		second := read[thing](t, log(there, 240, "2026-03-09")).UUID
		third := read[thing](t, log(there, 300, "2026-03-08")).UUID
		refusedAt(t, log(here, 100_000, "2026-03-07"), http.StatusUnprocessableEntity, "invalid", "hours")
		change := func(uuid string, body map[string]any) answer { return ada.call(t, "PUT", "/time/entries/"+uuid, body) }
		refusedAt(t, change(first, map[string]any{"duration_minutes": 1201}), http.StatusUnprocessableEntity, "invalid", "hours")
		refusedAt(t, change(third, map[string]any{"logged_at": "2026-03-09"}), http.StatusUnprocessableEntity, "invalid", "hours")
		must[any](t, ada, "PUT", "/time/entries/"+first, map[string]any{"comment": "a long day"})
		must[any](t, ada, "DELETE", "/time/entries/"+second, nil)
		must[any](t, ada, "PUT", "/time/entries/"+first, map[string]any{"duration_minutes": 1440})
		refusedAt(t, ada.call(t, "POST", "/time/entries/"+second+"/restore", nil), http.StatusUnprocessableEntity, "invalid", "hours")
	})
}

// The world's clock is set to 2026-03-10, and the first sprint starts on 2026-03-01, 90 days after 2025-12-01.
func TestThePagesRefuseTimeAfterTodayAndLongBeforeTheFirstSprint(t *testing.T) {
	each(t, func(t *testing.T, w *world) {
		c := w.mustCast(t)
		member := c.browser(t, "member")
		log := func(day string) answer {
			return member.call(t, "POST", "/tickets/"+c.Ticket+"/time", map[string]any{"duration_minutes": 10, "logged_at": day})
		}
		early := read[thing](t, log("2025-11-01")).UUID // no sprint is dated yet
		_ = c.rich(t)
		refusedAt(t, log("2026-03-11"), http.StatusUnprocessableEntity, "invalid", "future")
		refusedAt(t, log("2025-11-30"), http.StatusUnprocessableEntity, "invalid", "early")
		_ = read[thing](t, log("2025-12-01"))
		last := "/time/entries/" + read[thing](t, log("2026-03-10")).UUID
		refusedAt(t, member.call(t, "PUT", last, map[string]any{"logged_at": "2026-03-11"}), http.StatusUnprocessableEntity, "invalid", "future")
		refusedAt(t, member.call(t, "PUT", last, map[string]any{"logged_at": "2025-11-30"}), http.StatusUnprocessableEntity, "invalid", "early")
		must[any](t, member, "PUT", "/time/entries/"+early, map[string]any{"duration_minutes": 5, "comment": "shorter, on the same day"})
	})
}

func TestStrangeTimeFromTheAPIIsAcceptedWarnedOfAndDoesNotStretchTheCurve(t *testing.T) {
	each(t, func(t *testing.T, w *world) {
		c := w.mustCast(t)
		done := c.rich(t)
		for _, e := range []struct {
			minutes int
			day     client.Date
		}{{480, "2001-01-01"}, {30, "2031-01-01"}, {1500, "2026-03-08"}} {
			entry := client.TimeEntryCreate{TicketUUID: done, DurationMinutes: e.minutes, LoggedAt: e.day}
			_ = apitest.Must(c.Member.CreateTimeEntry(t.Context(), entry))(t)
		}
		page := must[moneyPage](t, c.browser(t, "owner"), "GET", "/projects/"+c.Project+"/finance", nil)
		got := map[any]any{}
		for _, warned := range page.Warnings {
			got[warned["code"]] = warned["amount"]
		}
		if got["early_minutes"] != 480.0 || got["future_minutes"] != 30.0 || got["overbooked_minutes"] != 60.0 {
			t.Errorf("%v", got)
		}
		first, last := page.Curve[0], page.Curve[len(page.Curve)-1]
		if first["date"] != "2026-03-01" || last["date"] != "2026-03-20" || first["ac_total"] != 7531.0 {
			t.Errorf("the curve runs from %v to %v", first, last)
		}
	})
}
