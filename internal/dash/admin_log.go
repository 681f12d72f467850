package dash

import (
	"earnest/internal/changelog"
	"earnest/internal/domain"
	"earnest/internal/front"
	"earnest/internal/input"
)

// logPage is the number of changes on a page of the log.
const logPage = 50

// logList is a page of the whole log, latest first.
type logList struct {
	Changes []logChange `json:"changes"`
	More    bool        `json:"more"`
}

// logChange is a change as administrators of the instance see it. If hidden is set, from and to are withheld.
type logChange struct {
	ID      int64       `json:"id"`
	At      string      `json:"at"`
	User    *logPerson  `json:"user"` // null: changed from the command line or by an import
	KeyName *string     `json:"key_name"`
	Project *logProject `json:"project"` // null: the change does not belong to a project
	Noun    string      `json:"noun"`
	UUID    string      `json:"uuid"`
	Name    string      `json:"name"`
	What    string      `json:"what"`
	From    any         `json:"from"`
	To      any         `json:"to"`
	Hidden  bool        `json:"hidden"`
}

// logPerson is a person's id and name.
type logPerson struct {
	ID   int64  `json:"id"`
	Name string `json:"name"`
}

// logProject is the project of a change; uuid and name are null if it has been deleted.
type logProject struct {
	UUID *string `json:"uuid"`
	Name *string `json:"name"`
}

// logChoices lists the values by which the log can be filtered.
type logChoices struct {
	Projects []projectName `json:"projects"`
	Users    []logPerson   `json:"users"`
	Nouns    []string      `json:"nouns"`
}

// logNouns lists the nouns in the log.
func logNouns() []string {
	return []string{
		"account", "session", "key", "backup", "instance", "exchange_rate", "user", "project", "member", "rate", "status", "type", "tag",
		"super-epic", "epic", "sprint", "ticket", "subtask", "comment", "attachment", "time_entry", "milestone", "link", "commentary",
	}
}

func logChangeOf(c changelog.LogRow) logChange {
	out := logChange{
		ID:      c.ID,
		At:      exact(c.At),
		KeyName: c.KeyName,
		Noun:    c.Noun,
		UUID:    c.NounUUID,
		Name:    c.Name,
		What:    c.What,
		From:    c.From,
		To:      c.To,
		Hidden:  c.Hidden,
	}
	if c.UserID != nil {
		out.User = &logPerson{*c.UserID, c.User}
	}
	if c.ProjectID != 0 {
		out.Project = &logProject{c.ProjectUUID, c.ProjectName}
	}
	return out
}

// logFilter reads the filter of the log.
func (p *params) logFilter() changelog.LogFilter {
	return changelog.LogFilter{
		Project: p.logProject(),
		UserID:  p.User("user", 0),
		Noun:    p.OneOf("noun", logNouns()...),
		From:    p.Day("from"),
		To:      p.Day("to"),
	}
}

// logProject reads the project by which the log is filtered.
func (p *params) logProject() string {
	project := p.Once("project")
	if project == "" || project == changelog.InstanceProject {
		return project
	}
	uuid, ok := domain.ParseUUID(project)
	if !ok {
		p.Refuse("project", domain.Invalidf("project must be the uuid of a project or none, not %q", input.Clip(project)))
	}
	return uuid
}

func (d *Dash) listLog(r *request) (any, error) {
	p := r.params()
	before, filter := p.RowID("before"), p.logFilter()
	if p.Err != nil {
		return nil, p.Err
	}
	log, err := d.app.ChangeLog.OfInstance(r.ctx, filter, before, logPage)
	if err != nil {
		return nil, err
	}
	return logList{front.Mapped(log.Rows, logChangeOf), log.More}, nil
}

func (d *Dash) getLogChoices(r *request) (any, error) {
	p := r.params()
	query := changelog.LogChoiceQuery{
		ProjectText: p.Text("project_text", "search text"), UserText: p.Text("user_text", "search text"),
		Project: p.logProject(), UserID: p.User("user", 0),
	}
	if p.Err != nil {
		return nil, p.Err
	}
	choices, err := d.app.ChangeLog.Choices(r.ctx, query)
	out := logChoices{Projects: []projectName{}, Users: []logPerson{}, Nouns: logNouns()}
	for _, p := range choices.Projects {
		out.Projects = append(out.Projects, projectName{p[0], p[1]})
	}
	for _, u := range choices.Users {
		out.Users = append(out.Users, logPerson{u.ID, u.Name})
	}
	return out, err
}
