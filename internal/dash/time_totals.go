package dash

import (
	"earnest/internal/dash/figures"
	"earnest/internal/domain"
	"earnest/internal/front"
	"earnest/internal/work"
)

// timeTotals holds the logged time by person and project.
type timeTotals struct {
	From     string         `json:"from"`
	To       string         `json:"to"`
	People   []personTotal  `json:"people"`
	Projects []projectTotal `json:"projects"`
	Cells    []totalCell    `json:"cells"`
	Minutes  int64          `json:"minutes"`
}

type personTotal struct {
	figures.Person

	Minutes int64 `json:"minutes"`
	Days    int   `json:"days"` // the number of days with logged time
}

// projectTotal holds the total of one of the reader's projects. Unless everyone is set, it counts only the reader's own time.
type projectTotal struct {
	UUID     string `json:"uuid"`
	Name     string `json:"name"`
	Color    string `json:"color"`
	Minutes  int64  `json:"minutes"`
	Everyone bool   `json:"everyone"`
}

// totalCell is the time a person logged in a project.
type totalCell struct {
	UserID      int64  `json:"user_id"`
	ProjectUUID string `json:"project_uuid"`
	Minutes     int64  `json:"minutes"`
}

// getTimeTotals returns the totals for the current month up to today, unless other days are given.
func (d *Dash) getTimeTotals(r *request) (any, error) {
	p := r.params()
	to := p.DayOr("to", d.app.Today())
	q := work.TotalsQuery{From: p.DayOr("from", to[:8]+"01"), To: to}
	if p.Once("project") != "" {
		for _, uuid := range p.UUIDs("project", "project") {
			q.Project = &uuid
		}
	}
	t, err := d.app.Time.TimeTotals(r.ctx, r.caller(), domain.NewInput(q, p.Err))
	if err != nil {
		return nil, err
	}
	return timeTotalsOf(q, t), nil
}

func timeTotalsOf(q work.TotalsQuery, t work.Totals) timeTotals {
	uuids := map[int64]string{}
	for _, p := range t.Projects {
		uuids[p.ID] = p.UUID
	}
	out := timeTotals{
		From: string(q.From),
		To:   string(q.To),
		People: front.Mapped(t.People, func(p work.PersonTime) personTotal {
			return personTotal{figures.Person{UserID: p.UserID, Name: p.Name}, p.Minutes, p.Days}
		}),
		Projects: front.Mapped(t.Projects, func(p work.ProjectTime) projectTotal {
			return projectTotal{UUID: p.UUID, Name: p.Name, Color: p.Color, Minutes: p.Minutes, Everyone: p.All}
		}),
		Cells: front.Mapped(t.Cells, func(c domain.TimeTotal) totalCell {
			return totalCell{UserID: c.UserID, ProjectUUID: uuids[c.ProjectID], Minutes: c.Minutes}
		}),
	}
	for _, p := range out.People {
		out.Minutes += p.Minutes
	}
	return out
}
