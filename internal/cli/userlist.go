package cli

import (
	"io"
	"iter"
	"strconv"

	"earnest/internal/app"
	"earnest/internal/config"
	"earnest/internal/domain"
	"earnest/internal/identity"
)

type userList struct {
	config.Database
	config.Output
}

// shownUser is a user in the output of the command user list --json.
type shownUser struct {
	ID           int64       `json:"id"`
	UUID         string      `json:"uuid"`
	Email        string      `json:"email"`
	Firstname    string      `json:"firstname"`
	Lastname     string      `json:"lastname"`
	Admin        bool        `json:"admin"`
	Plan         domain.Plan `json:"plan"`
	Active       bool        `json:"active"`
	SubscribedAt string      `json:"subscribed_at"`
	CreatedAt    string      `json:"created_at"`
	LastSeenAt   *string     `json:"last_seen_at"`
}

// Run prints all users as a table, or as JSON.
func (c *userList) Run(t *terminal) error {
	return t.withData(c.Database, func(a *app.App) error {
		return buffered(t.stdout, func(w io.Writer) error {
			return a.Accounts.All(t.ctx, func(items iter.Seq2[identity.ListedUser, error]) error {
				if c.JSON {
					return printJSON(w, items, showUser)
				}
				return printTable(w, items, []string{"ID", "EMAIL", "NAME", "PLAN", "STATE", "ADMIN", "LAST SEEN"}, userCells)
			})
		})
	})
}

func showUser(u identity.ListedUser) shownUser {
	return shownUser{
		ID:           u.ID,
		UUID:         u.UUID,
		Email:        u.Email,
		Firstname:    u.Firstname,
		Lastname:     u.Lastname,
		Admin:        u.IsAdmin,
		Plan:         u.Account.Plan,
		Active:       u.Account.Active,
		SubscribedAt: domain.Stamp(u.Account.SubscribedAt),
		CreatedAt:    domain.Stamp(u.CreatedAt),
		LastSeenAt:   stampOrNull(u.LastSeenAt),
	}
}

func userCells(u identity.ListedUser) []string {
	state, admin := "active", "no"
	if !u.Account.Active {
		state = "inactive"
	}
	if u.IsAdmin {
		admin = "yes"
	}
	return []string{
		strconv.FormatInt(u.ID, 10),
		cell(u.Email),
		cell(domain.FullName(u.Firstname, u.Lastname)),
		string(u.Account.Plan),
		state,
		admin,
		stampOr(u.LastSeenAt, "never"),
	}
}
