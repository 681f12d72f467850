package apiv1_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"sync"
	"testing"
	"time"

	"earnest/client"
	"earnest/internal/apitest"
	"earnest/internal/db"
	"earnest/internal/domain"
	workstore "earnest/internal/work/store"
)

const epicMembers = "uuid project_id super_epic_id super_epic_uuid title description status created_at created_at_iso updated_at updated_at_iso tags"

func TestEpicMatchesTheContract(t *testing.T) {
	t.Parallel()
	eachPlanning(t, func(t *testing.T, p planning) {
		ctx := t.Context()
		made := p.World.Call(t, p.Member.Key, "POST", "/epics", map[string]any{"project_uuid": p.Project, "title": " Fly "})
		if made.Status != 201 {
			t.Fatalf("create gave %d %s", made.Status, made.Body)
		}
		var raw json.RawMessage
		made.Data(t, &raw)
		wantMembers(t, "a new epic", raw, epicMembers)
		var e client.Epic
		made.Data(t, &e)
		if e.Title != "Fly" || e.Status != "backlog" || e.Description != nil || e.SuperEpicID != nil || e.SuperEpicUUID != nil || e.Tags == nil {
			t.Errorf("a new epic has other defaults: %s", raw)
		}
		p.World.Clock.Advance(time.Minute)
		got := apitest.Must(p.Member.UpdateEpic(ctx, e.UUID, client.EpicUpdate{
			Title: client.Set("Soar"), Description: client.Set("high"), SuperEpicUUID: client.Set(p.SuperEpic), Status: client.Set("blocked"), Tags: client.Set([]string{p.Tag}),
		}))(t)
		if got.Title != "Soar" || *got.Description != "high" || got.Status != "blocked" || len(got.Tags) != 1 || got.Tags[0].Name != "tag" {
			t.Errorf("the update gave %+v", got)
		}
		if got.SuperEpicUUID == nil || *got.SuperEpicUUID != p.SuperEpic || got.SuperEpicID == nil || *got.SuperEpicID == 0 || !got.UpdatedAt.After(e.UpdatedAt.Time) {
			t.Errorf("the update gave %+v", got)
		}
		p.wantUntouched(t, "/epics/"+e.UUID)
		detached := apitest.Must(p.Member.UpdateEpic(ctx, e.UUID, client.EpicUpdate{SuperEpicUUID: client.Null[string](), Tags: client.Set([]string{})}))(t)
		if detached.SuperEpicID != nil || detached.SuperEpicUUID != nil || len(detached.Tags) != 0 || detached.Title != "Soar" {
			t.Errorf("detaching gave %+v", detached)
		}
		p.wantLast(t, e.UUID, fmt.Sprintf(`%d %d epic tags [%q] []`, p.revision(t), p.Member.ID, p.Tag))
		list := p.items(t, p.Viewer.Key, "/epics?project="+p.Project)
		if len(list) != 2 {
			t.Fatalf("the list has %d items", len(list))
		}
		wantMembers(t, "a listed epic", list[0], epicMembers)
		var first client.Epic
		_ = json.Unmarshal(list[0], &first)
		if first.UUID != p.Epic {
			t.Errorf("the list is not in creation order: %s", list)
		}
	})
}

func TestInvalidEpicsAreRefused(t *testing.T) {
	t.Parallel()
	eachPlanning(t, func(t *testing.T, p planning) {
		other := p.NewProject(t)
		foreignTag := p.World.MustTag(t, other, "elsewhere")
		foreign := apitest.Must(p.Owner.CreateSuperEpic(t.Context(), client.SuperEpicCreate{ProjectUUID: other, Title: "Far"}))(t).UUID
		create := func(member string) string { return `{"project_uuid":"` + p.Project + `",` + member + `}` }
		one := "/epics/" + p.Epic
		p.wantRefused(t, p.Member.Key, []refusal{
			{"POST", "/epics", create(`"description":"x"`), 422, "title is required"},
			{"POST", "/epics", create(`"title":"x","status":"doing"`), 422, "status must be one of backlog, todo, in_progress, in_review, done, blocked"},
			{"POST", "/epics", create(`"title":"x","super_epic_uuid":"` + foreign + `"`), 422, "super_epic_uuid"},
			{"POST", "/epics", create(`"title":"x","super_epic_uuid":"` + p.Epic + `"`), 422, "super_epic_uuid"},
			{"POST", "/epics", create(`"title":"x","super_epic_uuid":"7"`), 422, "super_epic_uuid must be the uuid of a super-epic, or null"},
			{"PUT", one, `{"super_epic_uuid":"` + foreign + `"}`, 422, "super_epic_uuid"},
			{"PUT", one, `{"super_epic_uuid":7}`, 422, "super_epic_uuid"},
			{"PUT", one, `{"tags":["` + p.Tag + `","` + foreignTag + `"]}`, 422, "tags"},
			{"PUT", one, `{"status":null}`, 422, "status"},
			{"PUT", "/epics/" + p.SuperEpic, `{}`, 404, "epic not found"},
			{"DELETE", "/epics/" + apitest.NewUUID(), nil, 404, "epic not found"},
		})
		for key, says := range map[string]string{p.Viewer.Key: "your role", p.Stranger.Key: "not a member"} {
			p.wantRefused(t, key, []refusal{
				{"POST", "/epics", create(`"title":7`), 403, says},
				{"PUT", one, `{"title":7}`, 403, says},
				{"DELETE", one, nil, 403, says},
			})
		}
	})
}

// mustLog logs time for a member on a ticket.
func (p planning) mustLog(t *testing.T, who apitest.Person, ticket string, day client.Date, minutes int) {
	t.Helper()
	apitest.Must(who.CreateTimeEntry(t.Context(), client.TimeEntryCreate{TicketUUID: ticket, LoggedAt: day, DurationMinutes: minutes}))(t)
}

// mustRates sets the daily rates of a user in the project.
func (p planning) mustRates(t *testing.T, userID int64, rates ...domain.Rate) {
	t.Helper()
	p.inStore(t, func(tx *db.Tx, project domain.Access) error {
		return workstore.SetRates(t.Context(), tx, project.ProjectID, userID, rates)
	})
}

// effort returns the minutes that effort_days records for each epic, by epic id.
func (p planning) effort(t *testing.T) map[int64]int64 {
	t.Helper()
	minutes := map[int64]int64{}
	p.inStore(t, func(tx *db.Tx, project domain.Access) error {
		rows, err := tx.Query(t.Context(), `SELECT epic_id, CAST(SUM(minutes) AS BIGINT) FROM effort_days WHERE project_id = $1 GROUP BY epic_id`, project.ProjectID)
		if err != nil {
			return err
		}
		defer rows.Close()
		for rows.Next() {
			var epic, n int64
			if err := rows.Scan(&epic, &n); err != nil {
				return err
			}
			minutes[epic] = n
		}
		return rows.Err()
	})
	return minutes
}

func TestDeletingAnEpicDetachesItsTicketsAndMovesTheirEffort(t *testing.T) {
	t.Parallel()
	eachPlanning(t, func(t *testing.T, p planning) {
		ctx := t.Context()
		ticket := func(epic, sprint string) *client.Ticket {
			return apitest.Must(p.Owner.CreateTicket(ctx, client.TicketCreate{ProjectUUID: p.Project, Title: "T", EpicUUID: epic, SprintUUID: sprint}))(t)
		}
		p.mustRates(t, p.Owner.ID, domain.Rate{From: domain.FirstDay, TJM: 400}, domain.Rate{From: "2026-02-01", TJM: 500})
		keep := p.NewEpic(t)
		inside, sprinting, unplanned, other := ticket(p.Epic, ""), ticket(p.Epic, p.Sprint), ticket("", ""), ticket(keep, p.Sprint)
		dead := ticket(p.Epic, "")
		for _, one := range []*client.Ticket{inside, sprinting, unplanned, other, dead} {
			p.mustLog(t, p.Owner, one.UUID, "2026-01-31", 30)
			p.mustLog(t, p.Owner, one.UUID, "2026-02-01", 60)
			p.mustLog(t, p.Member, one.UUID, "2026-02-01", 7)
		}
		if err := p.Owner.DeleteTicket(ctx, dead.UUID); err != nil {
			t.Fatal(err)
		}
		link := p.mustLink(t, domain.Node{Type: domain.EpicNode, UUID: p.Epic}, domain.Node{Type: domain.SuperEpicNode, UUID: p.SuperEpic})
		stays := p.mustLink(t, domain.Node{Type: domain.EpicNode, UUID: keep}, domain.Node{Type: domain.SuperEpicNode, UUID: p.SuperEpic})
		p.wantEffortExact(t)

		p.World.Clock.Advance(time.Hour)
		now := p.World.Clock.Now()
		if err := p.Member.DeleteEpic(ctx, p.Epic); err != nil {
			t.Fatal(err)
		}
		p.wantEffortExact(t)
		keptID := *apitest.Must(p.Owner.Ticket(ctx, other.UUID))(t).EpicID
		if got := p.effort(t); len(got) != 2 || got[0] != 4*97 || got[keptID] != 97 {
			t.Errorf("%v minutes are counted by epic", got)
		}
		changed := apitest.Must(p.Owner.Tickets(ctx, p.Project, client.TicketQuery{UpdatedSince: now}))(t)
		uuids := []string{}
		for _, c := range changed.Data {
			uuids = append(uuids, c.UUID)
			if c.EpicID != nil || c.EpicUUID != nil {
				t.Errorf("a detached ticket still has the epic %v", *c.EpicUUID)
			}
		}
		if !slices.Equal(uuids, []string{inside.UUID, sprinting.UUID}) {
			t.Errorf("modified since the delete: %v, not %v", uuids, []string{inside.UUID, sprinting.UUID})
		}
		revision := p.revision(t)
		for _, uuid := range uuids {
			p.wantLast(t, uuid, fmt.Sprintf("%d %d ticket epic %q null", revision, p.Member.ID, p.Epic))
		}
		if lines := p.log(t, unplanned.UUID); len(lines) != 1 {
			t.Errorf("the log of a ticket of no epic tells %q", lines)
		}
		if links := p.links(t); !slices.Equal(links, []string{stays}) {
			t.Errorf("links left: %v, without %s", links, link)
		}
		p.wantRefused(t, p.Owner.Key, []refusal{
			{"GET", "/epics/" + p.Epic, nil, 404, "epic not found"},
			{"GET", "/tickets?project=" + p.Project + "&epic=" + p.Epic, nil, 404, "epic"},
			{"PUT", "/tickets/" + inside.UUID, map[string]string{"epic_uuid": p.Epic}, 422, "epic_uuid"},
		})
	})
}

func TestDeletingAnEpicCostsTheSameForAnyNumberOfTickets(t *testing.T) {
	t.Parallel()
	eachPlanning(t, func(t *testing.T, p planning) {
		cost := func(tickets int) int64 {
			epic := p.NewEpic(t)
			for range tickets {
				apitest.Must(p.Owner.CreateTicket(t.Context(), client.TicketCreate{ProjectUUID: p.Project, Title: "T", EpicUUID: epic}))(t)
			}
			caller := domain.Caller{UserID: p.Owner.ID}
			before := p.World.Store.Statements()
			if err := p.World.App.Plan.DeleteEpic(t.Context(), caller, epic); err != nil {
				t.Fatal(err)
			}
			return p.World.Store.Statements() - before
		}
		// The minimum over several epics, since background work may interfere.
		if one, many := min(cost(1), cost(1), cost(1)), min(cost(30), cost(30), cost(30)); many > one+2 {
			t.Errorf("an epic of 1 ticket costs %d statements, one of 30 costs %d", one, many)
		}
	})
}

func TestAnEpicDeletedWhileTicketsMoveIntoItLeavesNothingBehind(t *testing.T) {
	t.Parallel()
	eachPlanning(t, func(t *testing.T, p planning) {
		ctx := t.Context()
		tickets := []string{}
		for range 6 {
			uuid := p.NewTicket(t)
			p.mustLog(t, p.Owner, uuid, "2026-03-02", 10)
			tickets = append(tickets, uuid)
		}
		var group sync.WaitGroup
		for i, uuid := range tickets {
			group.Go(func() {
				if i == 3 {
					if err := p.Owner.DeleteEpic(ctx, p.Epic); err != nil {
						t.Error(err)
					}
				}
				_, err := p.Owner.UpdateTicket(ctx, uuid, client.TicketUpdate{EpicUUID: client.Set(p.Epic)})
				if err != nil && !errors.Is(err, client.ValidationError) {
					t.Error(err)
				}
			})
		}
		group.Wait()
		for _, item := range apitest.Must(p.Owner.Tickets(ctx, p.Project, client.TicketQuery{}))(t).Data {
			if item.EpicID != nil {
				t.Errorf("a ticket is in the deleted epic: %+v", item)
			}
		}
		p.wantEffortExact(t)
	})
}
