package store

import (
	"regexp"
	"strconv"
	"strings"
	"testing"

	"earnest/internal/db"
	"earnest/internal/db/dbtest"
	"earnest/internal/domain"
)

// pagesOf returns the first page of a list and a later one, which begins after the given position.
func pagesOf(after domain.Position) map[string]domain.Page {
	return map[string]domain.Page{"first page": {PerPage: 20, After: &domain.Position{}}, "later page": {PerPage: 20, After: &after}}
}

// orders has, for each order of a list of tickets, its index and a position.
var orders = map[domain.TicketSort]struct {
	index    string
	position domain.Position
}{
	domain.TicketsByID:      {"tickets_project", domain.Position{ID: 3_100}},
	domain.TicketsByCreated: {"tickets_created", domain.Position{Key: int64(3_100), ID: 3_100}},
	domain.TicketsByUpdated: {"tickets_updated", domain.Position{Key: int64(3_100), ID: 3_100}},
	domain.TicketsByRank:    {"tickets_rank", domain.Position{Key: "J", ID: 3_100}},
	domain.TicketsByPoints:  {"tickets_points", domain.Position{Key: 2.0, ID: 3_100}},
}

// The cost of a page depends on its length, not on the number of tickets before or after it.
func TestEverySortOfTicketsFollowsItsIndex(t *testing.T) {
	t.Parallel()
	dbtest.Each(t, func(t *testing.T, url string) {
		t.Helper()
		s := dbtest.MustOpen(t, url)
		if s.Engine() == db.Postgres {
			mustFillTickets(t, s)
		}
		for sort, order := range orders {
			for name, page := range pagesOf(order.position) {
				plan := dbtest.MustPlan(t, s, ticketList(nil, domain.TicketFilter{ProjectID: 7, Sort: sort, Page: page}))
				if !strings.Contains(plan, order.index) || strings.Contains(plan, "Sort Key: t.") || strings.Contains(plan, "TEMP B-TREE FOR ORDER BY") {
					t.Errorf("the %s by %q does not follow %s:\n%s", name, sort, order.index, plan)
				}
			}
		}
	})
}

// mustFillTickets adds twenty projects with five hundred tickets each, for PostgreSQL's statistics.
func mustFillTickets(t *testing.T, s *db.DB) {
	t.Helper()
	projects := db.Columns[int]{
		Name:    "projects",
		Columns: "id uuid name color contingency_pct rates_for revision changed_at created_at updated_at",
		Values: func(n int) []any {
			return []any{int64(n), "p" + strconv.Itoa(n), "P", "", 0.0, "everyone", int64(1), int64(0), int64(0), int64(0)}
		},
	}
	ranks := domain.RanksBetween("", "", 10_000)
	tickets := db.Columns[int]{
		Name:    "tickets",
		Columns: "id uuid project_id title priority status story_points acceptance_criteria rank renamed_at created_at updated_at number",
		Values: func(n int) []any {
			at := int64(n)
			return []any{at, "t" + strconv.Itoa(n), (at-1)/500 + 1, "T", "normale", "todo", float64(n % 8), "[]", ranks[n-1], at, at, at, at}
		},
	}
	dbtest.MustFill(t, s, []dbtest.Table{{Columns: projects, Rows: 20}, {Columns: tickets, Rows: 10_000}})
}

// Filters do not keep a list from following the index of its order, so its rows need not be collected and sorted. SQLite's planner has no statistics.
func TestFilteredListsOfTicketsFollowTheIndexOfTheirOrder(t *testing.T) {
	t.Parallel()
	s, id, status := dbtest.MustOpen(t, dbtest.SQLite(t)), int64(3), "todo"
	for name, f := range map[string]domain.TicketFilter{
		"status":   {Status: &status},
		"assignee": {AssigneeID: &id},
		"type":     {TypeID: &id},
		"tag":      {TagID: &id},
	} {
		for sort, order := range orders {
			for page := range pagesOf(order.position) {
				f.ProjectID, f.Sort, f.Page = 7, sort, pagesOf(order.position)[page]
				plan := dbtest.MustPlan(t, s, ticketList(nil, f))
				index := order.index
				if name == "status" && sort == domain.TicketsByRank {
					index = "tickets_cards" // has the same order for each status
				}
				if !strings.Contains(plan, "SEARCH t USING INDEX "+index+" (project_id=?") || strings.Contains(plan, "TEMP B-TREE FOR ORDER BY") {
					t.Errorf("the %s of the list by %s, sorted by %q:\n%s", page, name, sort, plan)
				}
			}
		}
	}
	plan := dbtest.MustPlan(t, s, ticketCount(nil, domain.TicketFilter{Status: &status}))
	if !strings.Contains(plan, "COVERING INDEX tickets_cards (project_id=? AND status=?)") {
		t.Errorf("tickets with a status are not counted from an index:\n%s", plan)
	}
}

// A text is searched for in the statement that reads the list, and not once for each ticket. SQLite then follows the index of the order, and PostgreSQL looks up what it has found.
func TestATextSearchOfTicketsIsPartOfTheirList(t *testing.T) {
	t.Parallel()
	dbtest.Each(t, func(t *testing.T, url string) {
		t.Helper()
		s := dbtest.MustOpen(t, url)
		mustFillTickets(t, s)
		check := func(name, want string, build func(*db.Tx, domain.TicketFilter) db.Query, f domain.TicketFilter) {
			f.ProjectID, f.Text = 7, "t"
			q, err := db.Read(t.Context(), s, func(tx *db.Tx) (db.Query, error) { return build(tx, f), nil })
			if err != nil {
				t.Fatal(err)
			}
			if s.Engine() == db.Postgres {
				want, q.Text = `Index Cond: .*\(id = ANY \(`, `(ANALYZE, COSTS OFF, TIMING OFF) `+q.Text
			}
			plan := dbtest.MustPlan(t, s, q)
			if strings.Count(plan, "TEMP B-TREE FOR ORDER BY") > 2 || !regexp.MustCompile(want).MatchString(plan) { // the search sorts its two halves
				t.Errorf("%s has no %q:\n%s", name, want, plan)
			}
			for line := range strings.Lines(plan) {
				if strings.Contains(line, "_words") && strings.Contains(line, "loops=") && !strings.Contains(line, "loops=1)") {
					t.Errorf("%s searches more than once: %s", name, line)
				}
			}
		}
		check("the count", `SEARCH t USING COVERING INDEX tickets_project \(project_id=`, ticketCount, domain.TicketFilter{})
		for sort, order := range orders {
			for name, page := range pagesOf(order.position) {
				check("the "+name+" by "+string(sort), "SEARCH t USING INDEX "+order.index+` \(project_id=`, ticketList, domain.TicketFilter{Sort: sort, Page: page})
			}
		}
	})
}

// No page of any other list reads a whole table. Members, links, and the projects of a user are few: they are collected and then sorted.
func TestPagesOfEveryListFollowAnIndex(t *testing.T) {
	t.Parallel()
	byID, byDay := domain.Position{ID: 7}, domain.Position{Key: domain.Date("2026-03-09"), ID: 7}
	s, ticket := dbtest.MustOpen(t, dbtest.SQLite(t)), int64(3)
	for name, c := range map[string]struct {
		build func(domain.Page) db.Query
		after domain.Position
		want  string
		sorts bool
	}{
		"projects": {func(p domain.Page) db.Query { return projectList(1, p) }, byID, "members_user (user_id=?)", true},
		"members":  {func(p domain.Page) db.Query { return memberList(1, "2026-03-09", p) }, byID, "SEARCH m USING", true},
		"super-epics": {
			func(p domain.Page) db.Query { return superEpicList(1, p) }, byID, "super_epics_project (project_id=?", false,
		},
		"epics":    {func(p domain.Page) db.Query { return epicList(1, p) }, byID, "epics_project (project_id=?", false},
		"sprints":  {func(p domain.Page) db.Query { return sprintList(1, p) }, byID, "sprints_project (project_id=?", false},
		"comments": {func(p domain.Page) db.Query { return commentList(1, p) }, byID, "comments_ticket (ticket_id=?", false},
		"subtasks": {
			func(p domain.Page) db.Query { return subtaskList(1, p) }, domain.Position{Key: int64(2), ID: 7}, "subtasks_ticket (ticket_id=?", false,
		},
		"links":      {func(p domain.Page) db.Query { return linkList(1, p) }, byID, "SEARCH links USING INDEX", true},
		"milestones": {func(p domain.Page) db.Query { return milestoneList(1, p) }, byDay, "milestones_project (project_id=?", false},
		"time entries": {
			func(p domain.Page) db.Query { return timeEntryList(domain.TimeFilter{ProjectID: 1, Page: p}) }, byDay, "time_entries_project (project_id=?", false,
		},
		"time entries of a ticket": {
			func(p domain.Page) db.Query { return timeEntryList(domain.TimeFilter{TicketID: &ticket, Page: p}) }, byDay, "time_entries_ticket (ticket_id=?", false,
		},
	} {
		for which, page := range pagesOf(c.after) {
			plan := strings.ReplaceAll(dbtest.MustPlan(t, s, c.build(page)), "SCAN list", "") // the packed tags of one row
			if !strings.Contains(plan, c.want) || strings.Contains(plan, "SCAN") || !c.sorts && strings.Contains(plan, "TEMP B-TREE FOR ORDER BY") {
				t.Errorf("the %s of %s:\n%s", which, name, plan)
			}
		}
	}
}
