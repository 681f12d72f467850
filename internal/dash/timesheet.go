package dash

import (
	"earnest/internal/dash/figures"
	"earnest/internal/domain"
	"earnest/internal/front"
	"earnest/internal/work"
)

// week holds a person's time from Monday to Sunday.
type week struct {
	Monday    string           `json:"monday"`
	Days      []string         `json:"days"`
	Today     string           `json:"today"`
	User      figures.Person   `json:"user"`
	Mine      bool             `json:"mine"`
	Rows      []weekRow        `json:"rows"`
	More      bool             `json:"more"`      // there are more rows than these
	Totals    []int64          `json:"totals"`    // for each day, including the time under elsewhere
	Elsewhere []int64          `json:"elsewhere"` // for each day, the reader's own time in projects they have left
	Missing   []string         `json:"missing"`
	Projects  []timeProject    `json:"projects"`
	People    []figures.Person `json:"people"` // people whose weeks the reader may see, themselves included
}

// weekRow is a ticket and the time logged on it each day.
type weekRow struct {
	Ticket  weekTicket    `json:"ticket"`
	Entries [][]weekEntry `json:"entries"`
}

type weekTicket struct {
	UUID        string `json:"uuid"`
	Key         string `json:"key"`
	Title       string `json:"title"`
	ProjectUUID string `json:"project_uuid"`
	Project     string `json:"project"`
	Color       string `json:"color"`
	Deleted     bool   `json:"deleted"`
}

type weekEntry struct {
	UUID    string  `json:"uuid"`
	Minutes int64   `json:"minutes"`
	Comment *string `json:"comment"`
	Version string  `json:"version"` // to be sent in If-Match to change this version only
}

// timeProject is one of the reader's projects. Whoever manages it may correct other people's time.
type timeProject struct {
	UUID   string `json:"uuid"`
	Name   string `json:"name"`
	Color  string `json:"color"`
	Write  bool   `json:"write"`
	Manage bool   `json:"manage"`
}

func timeProjectOf(p domain.Project) timeProject {
	return timeProject{
		UUID:   p.UUID,
		Name:   p.Name,
		Color:  p.Color,
		Write:  p.UserRole.May(domain.WriteWork),
		Manage: p.UserRole.May(domain.ManageProject),
	}
}

func (d *Dash) getWeek(r *request) (any, error) {
	p := r.params()
	day, user := p.DayOr("day", d.app.Today()), p.User("user", r.caller().UserID)
	if p.Err != nil {
		return nil, p.Err
	}
	w, err := d.app.Time.Week(r.ctx, r.caller(), user, day)
	if err != nil {
		return nil, err
	}
	return d.weekOf(w), nil
}

func (d *Dash) weekOf(w work.Week) week {
	out := week{
		Monday:   string(w.Monday),
		Today:    string(d.app.Today()),
		User:     figures.Person{UserID: w.Person.ID, Name: w.Person.Name},
		Mine:     w.Own,
		Rows:     weekRows(w),
		More:     w.More,
		Missing:  front.Mapped(w.Missing, func(day domain.Date) string { return string(day) }),
		Projects: front.Mapped(w.Projects, timeProjectOf),
		People:   []figures.Person{},
	}
	for _, p := range w.People {
		out.People = append(out.People, figures.Person{UserID: p.ID, Name: p.Name})
	}
	for _, day := range w.Days {
		out.Days = append(out.Days, string(day.Day))
		out.Totals = append(out.Totals, day.Visible+day.Elsewhere)
		out.Elsewhere = append(out.Elsewhere, day.Elsewhere)
	}
	return out
}

// weekRows groups the entries of a week by ticket, in order of appearance.
func weekRows(w work.Week) []weekRow {
	projects := map[int64]domain.Project{}
	for _, p := range w.Projects {
		projects[p.ID] = p
	}
	rows, place := []weekRow{}, map[string]int{}
	for _, e := range w.Entries {
		i, ok := place[e.TicketUUID]
		if !ok {
			i = len(rows)
			place[e.TicketUUID] = i
			rows = append(rows, weekRow{weekTicketOf(e, projects[e.ProjectID]), emptyWeek(len(w.Days))})
		}
		for day := range w.Days {
			if w.Days[day].Day == e.LoggedAt {
				rows[i].Entries[day] = append(rows[i].Entries[day], weekEntry{e.UUID, e.Minutes, e.Comment, versionOfTime(e.TimeEntry)})
			}
		}
	}
	return rows
}

func emptyWeek(days int) [][]weekEntry {
	list := make([][]weekEntry, days)
	for i := range list {
		list[i] = []weekEntry{}
	}
	return list
}

func weekTicketOf(e domain.WeekEntry, p domain.Project) weekTicket {
	return weekTicket{
		UUID:        e.TicketUUID,
		Key:         e.TicketKey,
		Title:       e.TicketTitle,
		ProjectUUID: p.UUID,
		Project:     p.Name,
		Color:       p.Color,
		Deleted:     e.TicketGone,
	}
}

// workTicket is a ticket that the reader may log time on.
type workTicket struct {
	UUID        string `json:"uuid"`
	Key         string `json:"key"`
	Title       string `json:"title"`
	Status      string `json:"status"`
	ProjectUUID string `json:"project_uuid"`
	Project     string `json:"project"`
	Color       string `json:"color"`
}

type recentWork struct {
	Tickets []workTicket `json:"tickets"`
}

func (d *Dash) getRecentWork(r *request) (any, error) {
	list, err := d.app.Time.RecentWork(r.ctx, r.caller())
	if err != nil {
		return nil, err
	}
	return recentWork{front.Mapped(list, func(t domain.WorkTicket) workTicket {
		return workTicket{
			UUID: t.UUID, Key: t.Key, Title: t.Title, Status: t.Status, ProjectUUID: t.ProjectUUID, Project: t.ProjectName, Color: t.ProjectColor,
		}
	})}, nil
}
