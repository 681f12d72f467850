package dash

import (
	"earnest/internal/app"
	"earnest/internal/domain"
)

// barredKeys is the keys that hold finance:read and still may not read every project's finances.
type barredKeys struct {
	Keys []barredKey `json:"keys"`
	More bool        `json:"more"` // the list was cut
}

type barredKey struct {
	ID       int64         `json:"id"`
	Name     string        `json:"name"`
	Prefix   string        `json:"prefix"`
	Owner    keyOwner      `json:"owner"`
	Projects []projectName `json:"projects"` // those whose finances it may not read
}

type keyOwner struct {
	UserID int64  `json:"user_id"`
	Name   string `json:"name"`
	Email  string `json:"email"`
}

// projectName is a project by its name.
type projectName struct {
	UUID string `json:"uuid"`
	Name string `json:"name"`
}

func (d *Dash) getBarredKeys(r *request) (any, error) {
	list, more, err := d.app.BarredKeys(r.ctx)
	return barredKeys{mapped(list, barredKeyOf), more}, err
}

func barredKeyOf(k app.BarredKey) barredKey {
	return barredKey{
		ID:       k.Key.ID,
		Name:     k.Key.Name,
		Prefix:   k.Key.Prefix,
		Owner:    keyOwner{k.Key.UserID, k.Owner, k.Key.UserEmail},
		Projects: mapped(k.Projects, func(p domain.Project) projectName { return projectName{p.UUID, p.Name} }),
	}
}
