package dash

import (
	"earnest/internal/dash/figures"
	"earnest/internal/domain"
	"earnest/internal/front"
)

// frame holds the data that every page of a project needs.
type frame struct {
	Project    frameProject     `json:"project"`
	Role       string           `json:"role" rule:"role"`
	May        frameMay         `json:"may"`
	SeesRates  bool             `json:"sees_rates"`
	Me         int64            `json:"me"`
	Revision   int64            `json:"revision"`
	Statuses   []frameStatus    `json:"statuses"`
	Types      []frameType      `json:"types"`
	Tags       []frameTag       `json:"tags"`
	Members    []frameMember    `json:"members"`
	Epics      []frameEpic      `json:"epics"`
	SuperEpics []frameSuperEpic `json:"super_epics"`
	Sprints    []sprint         `json:"sprints"`
}

type frameProject struct {
	UUID           string   `json:"uuid"`
	Key            string   `json:"key"`
	OldKeys        []string `json:"old_keys"` // which still work
	Name           string   `json:"name"`
	Description    *string  `json:"description"`
	Color          string   `json:"color"`
	DefaultDoD     []string `json:"default_dod"`
	ContingencyPct float64  `json:"contingency_pct"`
	Budget         *float64 `json:"budget"`
	Currency       *string  `json:"currency"`
	RatesFor       string   `json:"rates_for" rule:"rates for"`
	Workdays       []int64  `json:"workdays"` // 1 for Monday to 7 for Sunday
	Holidays       []string `json:"holidays"` // dates
	CreatedAt      string   `json:"created_at"`
	Version        string   `json:"version"` // to be sent in If-Match to change this version only
}

// frameMay lists what the reader may do, so that pages offer only what the server allows.
type frameMay struct {
	Write    bool `json:"write"`
	Moderate bool `json:"moderate"`
	Manage   bool `json:"manage"`
	Own      bool `json:"own"`
}

type frameStatus struct {
	Key       string `json:"key"`
	Label     string `json:"label"`
	Color     string `json:"color"`
	BgColor   string `json:"bg_color"`
	SortOrder int64  `json:"sort_order"`
	IsDone    bool   `json:"is_done"`
	IsDefault bool   `json:"is_default"`
}

type frameType struct {
	UUID      string `json:"uuid"`
	Name      string `json:"name"`
	SortOrder int64  `json:"sort_order"`
	IsDefault bool   `json:"is_default"`
}

type frameTag struct {
	UUID string `json:"uuid"`
	Name string `json:"name"`
}

type frameMember struct {
	UUID      string `json:"uuid"`
	UserID    int64  `json:"user_id"`
	Firstname string `json:"firstname"`
	Lastname  string `json:"lastname"`
	Name      string `json:"name"`
	Role      string `json:"role" rule:"role"`
	ScrumRole string `json:"scrum_role" rule:"scrum role"`
	Service   string `json:"service"`
	Status    string `json:"status" rule:"member status"`
}

type frameEpic struct {
	UUID          string  `json:"uuid"`
	Title         string  `json:"title"`
	Status        string  `json:"status" rule:"epic status"`
	SuperEpicUUID *string `json:"super_epic_uuid"`
}

type frameSuperEpic struct {
	UUID   string `json:"uuid"`
	Title  string `json:"title"`
	Status string `json:"status" rule:"super-epic status"`
}

func (d *Dash) getFrame(r *request) (any, error) {
	return d.frame(r, r.UUID)
}

// frame reads the frame of a project for the caller.
func (d *Dash) frame(r *request, project string) (frame, error) {
	f, err := d.app.Projects.Frame(r.ctx, r.caller(), project)
	if err != nil {
		return frame{}, err
	}
	return frameOf(f, r.caller()), nil
}

func frameOf(f domain.Frame, caller domain.Caller) frame {
	role := f.Access.Role
	return frame{
		Project: frameProjectOf(f.Project, f.OldKeys),
		Role:    string(role),
		May: frameMay{
			Write:    role.May(domain.WriteWork),
			Moderate: role.May(domain.ModerateComment),
			Manage:   role.May(domain.ManageProject),
			Own:      role.May(domain.OwnProject),
		},
		SeesRates:  role.SeesRates(f.Access.RatesFor),
		Me:         caller.UserID,
		Revision:   f.Project.Revision,
		Statuses:   front.Mapped(f.Statuses, func(s domain.Status) frameStatus { return frameStatus(s) }),
		Types:      front.Mapped(f.Types, frameTypeOf),
		Tags:       front.Mapped(f.Tags, func(t domain.Tag) frameTag { return frameTag{UUID: t.UUID, Name: t.Name} }),
		Members:    front.Mapped(f.Members, frameMemberOf),
		Epics:      front.Mapped(f.Epics, frameEpicOf),
		SuperEpics: front.Mapped(f.SuperEpics, frameSuperEpicOf),
		Sprints:    front.Mapped(f.Sprints, sprintOf),
	}
}

func frameProjectOf(p domain.Project, oldKeys []string) frameProject {
	return frameProject{
		UUID:           p.UUID,
		Key:            p.Key,
		OldKeys:        lines(oldKeys),
		Name:           p.Name,
		Description:    p.Description,
		Color:          p.Color,
		DefaultDoD:     lines(p.DefaultDoD),
		ContingencyPct: p.ContingencyPct,
		Budget:         p.Budget,
		Currency:       p.Currency,
		RatesFor:       string(p.RatesFor),
		Workdays:       p.Workdays,
		Holidays:       front.Mapped(p.Holidays, func(d domain.Date) string { return string(d) }),
		CreatedAt:      figures.Stamp(p.CreatedAt),
		Version:        front.Version(p.UpdatedAt),
	}
}

func frameTypeOf(t domain.TicketType) frameType {
	return frameType{UUID: t.UUID, Name: t.Name, SortOrder: t.SortOrder, IsDefault: t.IsDefault}
}

func frameMemberOf(m domain.Member) frameMember {
	return frameMember{
		UUID:      m.UUID,
		UserID:    m.UserID,
		Firstname: m.Firstname,
		Lastname:  m.Lastname,
		Name:      domain.FullName(m.Firstname, m.Lastname),
		Role:      string(m.Role),
		ScrumRole: m.ScrumRole,
		Service:   m.Service,
		Status:    string(m.Status),
	}
}

func frameEpicOf(e domain.Epic) frameEpic {
	return frameEpic{UUID: e.UUID, Title: e.Title, Status: e.Status, SuperEpicUUID: e.SuperEpicUUID}
}

func frameSuperEpicOf(s domain.SuperEpic) frameSuperEpic {
	return frameSuperEpic{UUID: s.UUID, Title: s.Title, Status: s.Status}
}

// lines returns the list, or an empty list if it is nil.
func lines(list []string) []string {
	if list == nil {
		return []string{}
	}
	return list
}
