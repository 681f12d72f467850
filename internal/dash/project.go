package dash

import (
	"earnest/evm"
	"earnest/internal/dash/figures"
	"earnest/internal/domain"
	"earnest/internal/front"
	"earnest/internal/money"
)

// overview is the list of the caller's projects.
type overview struct {
	Projects []overviewProject `json:"projects"`
}

// overviewProject is a project at a glance.
type overviewProject struct {
	UUID        string           `json:"uuid"`
	Key         string           `json:"key"`
	Name        string           `json:"name"`
	Description *string          `json:"description"`
	Color       string           `json:"color"`
	Role        string           `json:"role" rule:"role"`
	MemberCount int              `json:"member_count"`
	Favourite   bool             `json:"favourite"`
	Budget      *float64         `json:"budget"`
	Currency    *string          `json:"currency"`
	Progress    *float64         `json:"progress"` // relative to all points; null while there are none
	CPI         *float64         `json:"cpi"`
	SPI         *float64         `json:"spi"`
	CPIHealth   *figures.Health  `json:"cpi_health"`
	SPIHealth   *figures.Health  `json:"spi_health"`
	BAC         *float64         `json:"bac"`
	EAC         *float64         `json:"eac"`
	SeesRates   bool             `json:"sees_rates"` // false: CPI and EAC are withheld
	Sprint      *overviewSprint  `json:"sprint"`
	Members     []figures.Person `json:"members"`
	UpdatedAt   string           `json:"updated_at"` // the last change to anything in the project
}

type overviewSprint struct {
	UUID      string  `json:"uuid"`
	Title     string  `json:"title"`
	StartDate *string `json:"start_date"`
	EndDate   *string `json:"end_date"`
}

type projectBody struct {
	Name           domain.Opt[string]        `json:"name" rule:"project name" need:"yes"`
	Description    domain.Opt[*string]       `json:"description" rule:"description"`
	Color          domain.Opt[string]        `json:"color" rule:"color"`
	DefaultDoD     domain.Opt[[]string]      `json:"default_dod" rule:"lines" null:"yes"`
	ContingencyPct domain.Opt[float64]       `json:"contingency_pct" rule:"percent"`
	Budget         domain.Opt[*float64]      `json:"budget" rule:"money"`
	Currency       domain.Opt[*string]       `json:"currency" rule:"currency"`
	RatesFor       domain.Opt[string]        `json:"rates_for" rule:"rates for"`
	Workdays       domain.Opt[[]int64]       `json:"workdays" rule:"workdays"`
	Holidays       domain.Opt[[]domain.Date] `json:"holidays" rule:"holidays"`
	Key            domain.Opt[string]        `json:"key" rule:"project key"`
}

func (b projectBody) patch() domain.ProjectPatch { return domain.ProjectPatch(b) }

// typedName is the name that the caller types to confirm.
type typedName struct {
	Name domain.Opt[string] `json:"name" rule:"typed name" need:"yes"`
}

func (b typedName) name() domain.Opt[string] { return b.Name }

func (d *Dash) listProjects(r *request) (any, error) {
	list, err := d.app.Money.Overview(r.ctx, r.caller())
	if err != nil {
		return nil, err
	}
	bounds := d.app.Thresholds
	return long{overview{front.Mapped(list, func(p money.OverviewProject) overviewProject { return overviewProjectOf(p, bounds) })}}, nil
}

// projectKeys holds all keys, old ones included, of the caller's projects, with which the keys of tickets in texts begin.
type projectKeys struct {
	Keys []string `json:"keys"`
}

func (d *Dash) listProjectKeys(r *request) (any, error) {
	keys, err := d.app.Projects.ProjectKeys(r.ctx, r.caller())
	return projectKeys{lines(keys)}, err
}

func overviewProjectOf(p money.OverviewProject, bounds evm.Thresholds) overviewProject {
	i := p.Indicators
	out := overviewProject{
		UUID:        p.UUID,
		Key:         p.Key,
		Name:        p.Name,
		Description: p.Description,
		Color:       p.Color,
		Role:        string(p.UserRole),
		MemberCount: p.MemberCount,
		Favourite:   p.Favourite,
		Budget:      p.Budget,
		Currency:    p.Currency,
		CPI:         i.CPI.Ptr(),
		SPI:         i.SPI.Ptr(),
		CPIHealth:   figures.HealthOf(i.CPI, bounds),
		SPIHealth:   figures.HealthOf(i.SPI, bounds),
		BAC:         i.BAC.Ptr(),
		EAC:         i.EAC.Ptr(),
		SeesRates:   !i.CostWithheld,
		Members: front.Mapped(p.Members, func(m domain.Member) figures.Person {
			return figures.Person{UserID: m.UserID, Name: domain.FullName(m.Firstname, m.Lastname)}
		}),
		UpdatedAt: figures.Stamp(p.ChangedAt),
	}
	if i.TotalExact > 0 {
		out.Progress = new(i.ProgressPct / 100)
	}
	if s := p.Sprint; s != nil {
		out.Sprint = &overviewSprint{UUID: s.UUID, Title: s.Title, StartDate: (*string)(s.StartDate), EndDate: (*string)(s.EndDate)}
	}
	return out
}

func (d *Dash) createProject(r *request) (any, error) {
	b, err := body[projectBody](r)
	if err != nil {
		return nil, err
	}
	p, err := d.app.Projects.CreateProject(r.ctx, r.caller(), b.patch())
	if err != nil {
		return nil, err
	}
	f, err := d.frame(r, p.UUID)
	return made{f}, err
}

func (d *Dash) updateProject(r *request) (any, error) {
	caller := expecting(r, func(p domain.Project) string { return front.Version(p.UpdatedAt) })
	if _, err := d.app.Projects.UpdateProject(r.ctx, caller, r.UUID, patch(r, projectBody.patch)); err != nil {
		return nil, err
	}
	return d.frame(r, r.UUID)
}

func (d *Dash) deleteProject(r *request) (any, error) {
	return done{true}, d.app.Projects.DeleteProject(r.ctx, r.caller(), r.UUID, create(r, typedName.name))
}

func (d *Dash) addFavourite(r *request) (any, error) { return d.setFavourite(r, true) }

func (d *Dash) dropFavourite(r *request) (any, error) { return d.setFavourite(r, false) }

func (d *Dash) setFavourite(r *request, favourite bool) (any, error) {
	return done{true}, d.app.Projects.SetFavourite(r.ctx, r.caller(), r.UUID, favourite)
}
