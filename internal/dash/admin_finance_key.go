package dash

import (
	"earnest/internal/domain"
	"earnest/internal/front"
	"earnest/internal/identity"
)

// barredKeys lists the keys that have the scope finance:read but may not read the finances of every project.
type barredKeys struct {
	Keys []barredKey `json:"keys"`
	More bool        `json:"more"` // the list was cut short
}

type barredKey struct {
	ID       int64         `json:"id"`
	Name     string        `json:"name"`
	Prefix   string        `json:"prefix"`
	Owner    keyOwner      `json:"owner"`
	Projects []projectName `json:"projects"` // projects whose finances the key may not read
}

type keyOwner struct {
	UserID int64  `json:"user_id"`
	Name   string `json:"name"`
	Email  string `json:"email"`
}

// projectName is a project's uuid and name.
type projectName struct {
	UUID string `json:"uuid"`
	Name string `json:"name"`
}

func (d *Dash) getBarredKeys(r *request) (any, error) {
	list, more, err := d.app.Keys.BarredKeys(r.ctx)
	return barredKeys{front.Mapped(list, barredKeyOf), more}, err
}

func barredKeyOf(k identity.BarredKey) barredKey {
	return barredKey{
		ID:       k.Key.ID,
		Name:     k.Key.Name,
		Prefix:   k.Key.Prefix,
		Owner:    keyOwner{k.Key.UserID, k.Owner, k.Key.UserEmail},
		Projects: front.Mapped(k.Projects, func(p domain.Project) projectName { return projectName{p.UUID, p.Name} }),
	}
}
