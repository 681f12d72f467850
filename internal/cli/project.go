package cli

import (
	"io"
	"iter"
	"strconv"
	"strings"

	"earnest/internal/app"
	"earnest/internal/config"
	"earnest/internal/domain"
	"earnest/internal/work"
)

type projects struct {
	List projectList `cmd:"" help:"List all projects."`
}

type projectList struct {
	config.Database
	config.Output
}

// shownProject is a project in the output of the command project list --json.
type shownProject struct {
	UUID      string  `json:"uuid"`
	Key       string  `json:"key"`
	Name      string  `json:"name"`
	Owner     string  `json:"owner"`
	Members   int     `json:"members"`
	Currency  *string `json:"currency"`
	CreatedAt string  `json:"created_at"`
	ChangedAt string  `json:"changed_at"`
}

// Run prints all projects as a table, or as JSON.
func (c *projectList) Run(t *terminal) error {
	return t.withData(c.Database, func(a *app.App) error {
		return buffered(t.stdout, func(w io.Writer) error {
			return a.Projects.All(t.ctx, func(items iter.Seq2[work.ProjectRow, error]) error {
				if c.JSON {
					return printJSON(w, items, showProject)
				}
				return printTable(w, items, []string{"UUID", "KEY", "NAME", "OWNER", "MEMBERS", "CREATED", "LAST CHANGE"}, projectCells)
			})
		})
	})
}

func showProject(p work.ProjectRow) shownProject {
	return shownProject{
		UUID:      p.UUID,
		Key:       p.Key,
		Name:      p.Name,
		Owner:     p.Owner,
		Members:   p.Members,
		Currency:  p.Currency,
		CreatedAt: domain.Stamp(p.CreatedAt),
		ChangedAt: domain.Stamp(p.ChangedAt),
	}
}

func projectCells(p work.ProjectRow) []string {
	return []string{
		p.UUID,
		p.Key,
		cell(p.Name),
		cell(p.Owner),
		strconv.Itoa(p.Members),
		domain.Stamp(p.CreatedAt),
		domain.Stamp(p.ChangedAt),
	}
}

// withProject is like withZone, for a command about the project that --project names.
func (t *terminal) withProject(at config.Database, in config.Zone, project string, f func(a *app.App, uuid string) error) error {
	return t.withZone(at, in, func(a *app.App) error {
		uuid, err := t.findProject(a, project)
		if err != nil {
			return err
		}
		return f(a, uuid)
	})
}

// findProject returns the uuid of a project that is given by its uuid or its key, in upper or lower case, or by its name. A uuid need not exist.
func (t *terminal) findProject(a *app.App, text string) (string, error) {
	if uuid, ok := domain.ParseUUID(text); ok {
		return uuid, nil
	}
	uuids, err := a.Projects.Named(t.ctx, text)
	switch {
	case err != nil:
		return "", err
	case len(uuids) == 0:
		return "", usagef("--project: no project has the key or the name %q; give a uuid, a key or a name from earnest project list", text)
	case len(uuids) > 1:
		return "", usagef("--project: several projects have the key or the name %q; give the uuid of one: %s", text, strings.Join(uuids, ", "))
	}
	return uuids[0], nil
}

// findProjects returns the uuids of several projects. Several uuids may also be given as one text, separated by commas; a name may itself
// contain commas.
func (t *terminal) findProjects(a *app.App, texts []string) ([]string, error) {
	var uuids []string
	for _, text := range texts {
		parts := strings.Split(text, ",")
		if _, ok := domain.ParseUUID(parts[0]); !ok {
			parts = []string{text}
		}
		for _, part := range parts {
			uuid, err := t.findProject(a, part)
			if err != nil {
				return nil, err
			}
			uuids = append(uuids, uuid)
		}
	}
	return uuids, nil
}
