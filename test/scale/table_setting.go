package scale

import (
	"fmt"

	"earnest/internal/domain"
)

// settingTables returns the tables of what a project has from its beginning.
func settingTables() []table {
	one := func(*Project) int { return 1 }
	return []table{
		{
			"projects", "id uuid name description color default_dod contingency_pct budget rates_for revision changed_at created_at updated_at key",
			atFirst(one, projectRow),
		},
		{"budgets", "project_id from_date budget contingency_pct reason user_id created_at", atFirst(one, budgetRow)},
		{
			"members", "id uuid project_id user_id role scrum_role status service created_at updated_at",
			atFirst(func(p *Project) int { return p.has.members + 1 }, memberRow),
		},
		{"rates", "project_id user_id from_day tjm", atFirst(func(p *Project) int { return 2 * p.workers() }, rateRow)},
		{
			"statuses", "project_id key label color bg_color sort_order is_done is_default",
			atFirst(func(*Project) int { return len(domain.DefaultStatuses()) }, statusRow),
		},
		{"ticket_types", "id uuid project_id name sort_order is_default", atFirst(func(*Project) int { return 2 }, typeRow)},
		{"tags", "id uuid project_id name name_folded created_at updated_at", atFirst(func(p *Project) int { return p.has.tags }, tagRow)},
		{"milestones", "uuid project_id name date color created_at updated_at", atFirst(func(*Project) int { return 6 }, milestoneRow)},
	}
}

func (p *Project) budget() float64 { return float64(2_000 * p.Tickets) }

func projectRow(p *Project, _ int) []any {
	return []any{
		p.ID, p.UUID, p.name(), sentences(p.world.draw(ofProject, p.ID, 1), 3), "#3366cc", `["It is reviewed","It is tested"]`, 10.0, p.budget(),
		string(domain.RatesForEveryone), int64(1), p.world.end, p.created(), p.created(), fmt.Sprint("P", p.ID),
	}
}

// budgetRow returns the only budget that a project has ever had.
func budgetRow(p *Project, _ int) []any {
	return []any{p.ID, string(domain.FirstDay), p.budget(), 10.0, "", p.member(0), p.created()}
}

// memberRow returns the n-th member; the director comes last, as an admin.
func memberRow(p *Project, n int) []any {
	user, role := p.member(n), domain.Worker
	switch {
	case n == p.has.members:
		user, role = Director, domain.Admin
	case n < bosses:
		role = []domain.Role{domain.Owner, domain.Admin, domain.Viewer}[n]
	case n >= bosses+p.workers():
		role = domain.Viewer
	}
	return []any{
		int64(p.before.members+p.index+n) + 1, p.world.draw(ofMember, p.ID, int64(n)).newUUID(p.created()), p.ID, user, string(role),
		domain.DefaultScrumRole, string(domain.MemberActive), "", p.created(), p.created(),
	}
}

// workers returns the number of members who log time.
func (p *Project) workers() int { return min(p.has.teams*teamSize, p.has.members-bosses) }

// rateRow returns one of the two rates of each worker: the second one begins halfway through the project.
func rateRow(p *Project, n int) []any {
	from := p.world.begin(p.first - 1)
	if n%2 == 1 {
		from = p.world.begin((p.first + p.last) / 2)
	}
	return []any{p.ID, p.member(bosses + n/2), from.day(), float64(400 + 10*(n%40))}
}

func statusRow(p *Project, n int) []any {
	s := domain.DefaultStatuses()[n]
	return []any{p.ID, s.Key, s.Label, s.Color, s.BgColor, s.SortOrder, s.IsDone, s.IsDefault}
}

func typeRow(p *Project, n int) []any {
	return []any{p.typeID(n), p.world.draw(ofType, p.ID, int64(n)).newUUID(p.created()), p.ID, domain.DefaultTicketTypes()[n], int64(n + 1), n == 0}
}

func tagRow(p *Project, n int) []any {
	name := fmt.Sprintf("tag %d", n)
	return []any{p.tagID(n), p.tagUUID(n), p.ID, name, name, p.created(), p.created()}
}

func milestoneRow(p *Project, n int) []any {
	day := p.world.begin(p.first + (p.last-p.first+4)*(n+1)/6).day()
	return []any{
		p.world.draw(ofMilestone, p.ID, int64(n)).newUUID(p.created()), p.ID, fmt.Sprintf("Release %d", n+1), day, "#3366cc", p.created(), p.created(),
	}
}
