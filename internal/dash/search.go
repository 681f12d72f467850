package dash

import (
	"earnest/internal/operate"
)

// found is the result of a search.
type found struct {
	Tickets  []foundTicket  `json:"tickets"`
	Projects []foundProject `json:"projects"`
}

type foundTicket struct {
	UUID        string `json:"uuid"`
	Key         string `json:"key"`
	Title       string `json:"title"`
	ProjectUUID string `json:"project_uuid"`
	Status      string `json:"status"`
}

type foundProject struct {
	UUID string `json:"uuid"`
	Name string `json:"name"`
}

func foundOf(f operate.Found) found {
	out := found{Tickets: []foundTicket{}, Projects: []foundProject{}}
	for _, t := range f.Tickets {
		out.Tickets = append(out.Tickets, foundTicket{UUID: t.UUID, Key: t.Key, Title: t.Title, ProjectUUID: t.ProjectUUID, Status: t.Status})
	}
	for _, p := range f.Projects {
		out.Projects = append(out.Projects, foundProject{UUID: p.UUID, Name: p.Name})
	}
	return out
}

func (d *Dash) search(r *request) (any, error) {
	p := r.params()
	text := p.Text("q", "search text")
	var project *string
	if list := p.UUIDs("project", "project"); p.Once("project") != "" && p.Err == nil {
		project = &list[0]
	}
	if p.Err != nil {
		return nil, p.Err
	}
	f, err := d.app.Operations.Search(r.ctx, r.caller(), text, project)
	if err != nil {
		return nil, err
	}
	return foundOf(f), nil
}
