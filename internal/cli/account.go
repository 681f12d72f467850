package cli

import (
	"encoding/json"

	"earnest/internal/app"
	"earnest/internal/config"
	"earnest/internal/domain"
	"earnest/internal/identity"
)

type accountSet struct {
	config.Database
	config.AccountSet
}

// shownAccount is the output of the command account set.
type shownAccount struct {
	User         string      `json:"user"`
	Plan         domain.Plan `json:"plan"`
	Active       bool        `json:"active"`
	SubscribedAt string      `json:"subscribed_at"`
}

// Run changes the account and prints the result.
func (c *accountSet) Run(t *terminal) error {
	patch, err := c.patch()
	if err != nil {
		return err
	}
	return t.withData(c.Database, func(a *app.App) error {
		account, err := a.Accounts.UpdateAccount(t.ctx, c.User, patch)
		if err != nil {
			return aboutUser(err, c.User)
		}
		return json.NewEncoder(t.stdout).Encode(shownAccount{
			User:         c.User,
			Plan:         account.Plan,
			Active:       account.Active,
			SubscribedAt: domain.Stamp(account.SubscribedAt),
		})
	})
}

func (c *accountSet) patch() (identity.AccountPatch, error) {
	var patch identity.AccountPatch
	if c.Plan != "" {
		plan, err := checkText("--plan", "plan", c.Plan)
		if err != nil {
			return patch, err
		}
		patch.Plan = domain.Some(domain.Plan(plan))
	}
	if c.Active != nil {
		patch.Active = domain.Some(*c.Active)
	}
	if c.SubscribedAt != nil {
		at, err := parseStart("--subscribed-at", *c.SubscribedAt)
		if err != nil {
			return patch, err
		}
		patch.SubscribedAt = domain.Some(at)
	}
	if patch == (identity.AccountPatch{}) {
		return patch, usagef("nothing to set: give --plan, --active or --subscribed-at")
	}
	return patch, nil
}

// aboutUser adds the user's email to a NotFound error.
func aboutUser(err error, email string) error {
	if email != "" && domain.KindOf(err) == domain.NotFound {
		return domain.Wrap(domain.NotFound, err, "no user has the email %s", email)
	}
	return err
}
