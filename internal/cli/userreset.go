package cli

import (
	"encoding/json"

	"earnest/internal/app"
	"earnest/internal/config"
)

type userReset struct {
	config.Database
	config.Links
	config.UserReset
}

// resetUser is the output of the command user reset.
type resetUser struct {
	UserID   int64  `json:"user_id"`
	Email    string `json:"email"`
	ResetURL string `json:"reset_url"`
}

// Run signs the user out everywhere and prints a link for setting a new password.
func (c *userReset) Run(t *terminal) error {
	base, err := baseURL(c.BaseURL, defaultBase)
	if err != nil {
		return err
	}
	return t.withData(c.Database, func(a *app.App) error {
		reset, err := a.Accounts.ResetUserByEmail(t.ctx, c.Email, c.ClearSecondFactor)
		if err != nil {
			return aboutUser(err, c.Email)
		}
		t.sayf("the user is signed out everywhere; the link works once and for 24 hours, and using it ends their second factor if they have one")
		return json.NewEncoder(t.stdout).Encode(resetUser{
			UserID:   reset.User.ID,
			Email:    reset.User.Email,
			ResetURL: base + "/invitation#" + reset.Token.Reveal(),
		})
	})
}
