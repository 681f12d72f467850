package workspace

import (
	"slices"
	"strings"

	"github.com/go-json-experiment/json/jsontext"

	"earnest/internal/domain"
)

func (c *checker) project(at Path, i int, p *Project) error {
	for _, check := range []func() error{
		func() error { return checkKeys(at, p) },
		func() error { return checkTeam(at, p) },
		func() error { return checkBudgets(at, p) },
		func() error { return checkStatuses(at, p) },
		func() error { return checkTypes(at, p) },
		func() error { return checkTags(at.In("tags"), p.Tags) },
		func() error { return c.superEpics(at.In("super_epics"), i, p.SuperEpics) },
		func() error { return c.epics(at.In("epics"), i, p.Epics) },
		func() error { return c.sprints(at.In("sprints"), i, p.Sprints) },
		func() error { return c.tickets(at.In("tickets"), i, p) },
		func() error { return checkNumbers(at, p) },
		func() error { return checkCycle(at.In("tickets"), p.Tickets) },
		func() error { return c.links(at.In("dependencies"), i, p.Dependencies) },
		func() error { return checkChanges(at.In("changes"), p.Changes) },
		func() error {
			return checkDays(at.In("indicator_days"), p.IndicatorDays, func(d IndicatorDay) string { return d.Day })
		},
		func() error {
			return checkDays(at.In("commentaries"), p.Commentaries, func(c Commentary) string { return c.Day })
		},
	} {
		if err := check(); err != nil {
			return err
		}
	}
	return nil
}

// Owner returns the index of the member who owns the project: the one marked as owner or else the first one without a role. It
// returns -1 if there is neither.
func (p *Project) Owner() int {
	with := func(role string) int {
		return slices.IndexFunc(p.Members, func(m Member) bool { return m.ProjectRole == role })
	}
	if i := with(string(domain.Owner)); i >= 0 {
		return i
	}
	return with("")
}

func checkTeam(at Path, p *Project) error {
	if p.Owner() < 0 {
		return at.In("members").Errorf("one member must be the owner of the project")
	}
	seen := map[string]Path{}
	for i, m := range p.Members {
		at := at.In("members").At(i)
		if m.ProjectRole == string(domain.Owner) && i != p.Owner() {
			return at.In("project_role").Errorf("a project has exactly one owner, and members[%d] is already the owner", p.Owner())
		}
		if err := checkPerson(at, m.User, m.Rates, seen); err != nil {
			return err
		}
	}
	for i, u := range p.FormerRates {
		if err := checkPerson(at.In("former_rates").At(i), u.User, u.Rates, seen); err != nil {
			return err
		}
	}
	return nil
}

// maxBudgets is the maximum number of budgets of a project, enough for a new one on every day of many years.
const maxBudgets = 10_000

// checkBudgets rejects two budgets that start on the same day, and a latest budget that is not the project's.
func checkBudgets(at Path, p *Project) error {
	if len(p.Budgets) > maxBudgets {
		return at.In("budgets").Errorf("a project can have at most %d budgets, not %d", maxBudgets, len(p.Budgets))
	}
	days, last := map[string]bool{}, -1
	for i, b := range p.Budgets {
		if days[b.From] {
			return at.In("budgets").At(i).In("from").Errorf("there is another budget from %s", b.From)
		}
		days[b.From] = true
		if last < 0 || b.From > p.Budgets[last].From {
			last = i
		}
	}
	if last < 0 {
		return nil
	}
	if b := p.Budgets[last].Budget; p.Budget != nil && (b == nil || *b != *p.Budget) {
		return at.In("budget").Errorf("must be the budget of the latest of budgets, budgets[%d], or be left out", last)
	}
	if pct := p.Budgets[last].ContingencyPct; p.ContingencyPct != nil && pct != nil && *pct != *p.ContingencyPct {
		return at.In("contingency_pct").Errorf("must be the contingency_pct of the latest of budgets, budgets[%d], or be left out", last)
	}
	return nil
}

// checkPerson rejects someone who is already in the team, and two rates that start on the same day.
func checkPerson(at Path, user string, rates []Rate, seen map[string]Path) error {
	email := domain.FoldEmail(user)
	if other, twice := seen[email]; twice {
		return at.In("user").Errorf("%q is already %s", user, other)
	}
	seen[email] = at
	days := map[string]bool{}
	for i, r := range rates {
		if days[r.From] {
			return at.In("rates").At(i).In("from").Errorf("there is another rate from %s", r.From)
		}
		days[r.From] = true
	}
	return nil
}

func checkTags(at Path, tags []Tag) error {
	seen := map[string]bool{}
	for i, t := range tags {
		name := strings.ToLower(t.Name)
		if seen[name] {
			return at.At(i).In("name").Errorf("the project already has a tag %q", t.Name)
		}
		seen[name] = true
	}
	return nil
}

func (c *checker) superEpics(at Path, project int, list []SuperEpic) error {
	for i, s := range list {
		if err := c.referAll(at.At(i).In("tags"), project, s.Tags, TagKind); err != nil {
			return err
		}
	}
	return nil
}

func (c *checker) epics(at Path, project int, list []Epic) error {
	for i, e := range list {
		if e.StartDate != nil && e.TargetDate != nil && *e.TargetDate < *e.StartDate {
			return at.At(i).In("target_date").Errorf("must not be before start_date: the epic would run from %s to %s", *e.StartDate, *e.TargetDate)
		}
		if e.SuperEpic != "" {
			if err := c.refer(at.At(i).In("super_epic"), project, e.SuperEpic, SuperEpicKind); err != nil {
				return err
			}
		}
		if err := c.referAll(at.At(i).In("tags"), project, e.Tags, TagKind); err != nil {
			return err
		}
	}
	return nil
}

func (c *checker) links(at Path, project int, list []Link) error {
	seen := map[Link]bool{}
	for i, l := range list {
		if err := c.refer(at.At(i).In("pred"), project, l.Pred, EpicKind, SuperEpicKind); err != nil {
			return err
		}
		if err := c.refer(at.At(i).In("succ"), project, l.Succ, EpicKind, SuperEpicKind); err != nil {
			return err
		}
		if l.Pred == l.Succ {
			return at.At(i).In("succ").Errorf("nothing can follow itself: pred and succ are both %q", l.Pred)
		}
		if super := c.refs[l.Pred].kind == SuperEpicKind || c.refs[l.Succ].kind == SuperEpicKind; super && l.Type != "" && l.Type != string(domain.FinishToStart) {
			return at.At(i).In("type").Errorf("must be FS, not %s: a link on a super-epic is finish-to-start", l.Type)
		}
		pair := Link{Pred: l.Pred, Succ: l.Succ}
		if seen[pair] {
			return at.At(i).Errorf("%q already follows %q", l.Succ, l.Pred)
		}
		seen[pair] = true
	}
	return nil
}

func checkChanges(at Path, changes []Change) error {
	for i, c := range changes {
		if c.From != "" && !jsontext.Value(c.From).IsValid() {
			return at.At(i).In("from").Errorf("must be text that is JSON, not %q", clip(c.From))
		}
		if c.To != "" && !jsontext.Value(c.To).IsValid() {
			return at.At(i).In("to").Errorf("must be text that is JSON, not %q", clip(c.To))
		}
	}
	return nil
}

// checkDays rejects two rows of the same day.
func checkDays[Row any](at Path, rows []Row, dayOf func(Row) string) error {
	seen := map[string]bool{}
	for i, row := range rows {
		day := dayOf(row)
		if seen[day] {
			return at.At(i).In("day").Errorf("there is another row of %s", day)
		}
		seen[day] = true
	}
	return nil
}
