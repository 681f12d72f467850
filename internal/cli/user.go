package cli

import (
	"context"
	"encoding/json"

	"earnest/internal/app"
	"earnest/internal/auth"
	"earnest/internal/config"
	"earnest/internal/domain"
	"earnest/internal/identity"
)

type userAdd struct {
	config.Database
	config.Links
	config.UserAdd
}

// addedUser is the output of the command user add.
type addedUser struct {
	UserID        int64  `json:"user_id"`
	Email         string `json:"email"`
	InvitationURL string `json:"invitation_url,omitempty"`
}

// Run adds the user, with an invitation if no password was given.
func (c *userAdd) Run(t *terminal) error {
	user, err := c.newUser()
	if err != nil {
		return err
	}
	base, err := baseURL(c.Links.BaseURL, defaultBase)
	if err != nil {
		return err
	}
	if user.PasswordHash, err = t.readPasswordHash(c.PasswordStdin); err != nil {
		return err
	}
	return t.withApp(c.Database, func(a *app.App) error { return t.addUser(a, user, base) })
}

func (t *terminal) addUser(a *app.App, user identity.NewUser, base string) error {
	added, err := addUser(t.ctx, a, user, base)
	if err != nil {
		return err
	}
	if added.InvitationURL != "" {
		t.sayf("no password was given: the user sets one at the invitation link, which works once")
	}
	return json.NewEncoder(t.stdout).Encode(added)
}

func addUser(ctx context.Context, a *app.App, user identity.NewUser, base string) (addedUser, error) {
	user.Invite = user.PasswordHash == nil
	id, token, err := a.Accounts.CreateUser(ctx, user)
	added := addedUser{UserID: id, Email: user.Email}
	if user.Invite {
		added.InvitationURL = base + "/invitation#" + token.Reveal() // a token after the # does not reach any server's log
	}
	return added, err
}

// newUser checks the flags and returns the user they describe.
func (c *userAdd) newUser() (identity.NewUser, error) {
	email, err := checkEmail(c.Email)
	if err != nil {
		return identity.NewUser{}, err
	}
	firstname, err := checkText("--firstname", "person name", c.Firstname)
	if err != nil {
		return identity.NewUser{}, err
	}
	lastname, err := checkText("--lastname", "person name", c.Lastname)
	if err != nil {
		return identity.NewUser{}, err
	}
	return identity.NewUser{
		Email:     email,
		Firstname: firstname,
		Lastname:  lastname,
		Plan:      domain.Plan(c.Plan),
		Admin:     c.Admin,
	}, nil
}

// checkText checks a flag against a rule and returns its value in stored form.
func checkText(flag, rule, value string) (string, error) {
	kept, ok := domain.Rules(rule).Text(value)
	if !ok {
		if flaw := domain.Rules(rule).Flaw(value); flaw != "" {
			return "", usagef("%s must %s", flag, flaw)
		}
		return "", usagef("%s must be %s, not %q", flag, domain.Rules(rule).Expect(), value)
	}
	return kept, nil
}

func checkEmail(value string) (string, error) {
	if _, err := checkText("--email", "email", value); err != nil {
		return "", err
	}
	email, ok := domain.CheckEmail(value)
	if !ok {
		return "", usagef("--email must be an email address such as ada@example.org, not %q", value)
	}
	return email, nil
}

// readPasswordHash returns the hash of the password on stdin, or nil if no password was given.
func (t *terminal) readPasswordHash(wait bool) (*string, error) {
	password, err := t.readPassword(wait)
	if err != nil || password == "" {
		return nil, err
	}
	return hashPassword(t.ctx, password)
}

func hashPassword(ctx context.Context, password string) (*string, error) {
	if err := auth.CheckPassword(password); err != nil {
		return nil, err
	}
	hash, err := auth.NewPasswords(1).Hash(ctx, password)
	return &hash, err
}
