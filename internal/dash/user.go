package dash

import (
	"earnest/internal/app"
	"earnest/internal/domain"
)

// user is a person as they see themselves.
type user struct {
	ID           int64  `json:"id"`
	UUID         string `json:"uuid"`
	Email        string `json:"email"`
	Firstname    string `json:"firstname"`
	Lastname     string `json:"lastname"`
	IsAdmin      bool   `json:"is_admin"`
	HasPassword  bool   `json:"has_password"`
	SecondFactor bool   `json:"second_factor"`
	Plan         string `json:"plan"`
	APIAccess    bool   `json:"api_access"`
}

// userInfo is a person as administrators see them.
type userInfo struct {
	user

	Active     bool    `json:"active"`
	CreatedAt  string  `json:"created_at"`
	LastSeenAt *string `json:"last_seen_at"`
}

// invitedUser is a new user and the link with which they set a password.
type invitedUser struct {
	User userInfo `json:"user"`
	Link string   `json:"link"`
}

type userBody struct {
	Email     domain.Opt[string] `json:"email" rule:"email" need:"yes"`
	Firstname domain.Opt[string] `json:"firstname" rule:"person name" need:"yes"`
	Lastname  domain.Opt[string] `json:"lastname" rule:"person name" need:"yes"`
	Plan      domain.Opt[string] `json:"plan" rule:"plan"`
	IsAdmin   domain.Opt[bool]   `json:"is_admin" rule:"flag"`
}

type resetBody struct {
	ClearSecondFactor domain.Opt[bool] `json:"clear_second_factor" rule:"flag"`
}

type link struct {
	Link string `json:"link"`
}

func userOf(u domain.User, factor, api bool) user {
	return user{
		ID:           u.ID,
		UUID:         u.UUID,
		Email:        u.Email,
		Firstname:    u.Firstname,
		Lastname:     u.Lastname,
		IsAdmin:      u.IsAdmin,
		HasPassword:  u.PasswordHash != nil,
		SecondFactor: factor,
		Plan:         string(u.Account.Plan),
		APIAccess:    api,
	}
}

// me is the user of a session.
func me(s app.Session) user { return userOf(s.User, s.HasFactor, s.APIAccess) }

func userInfoOf(u app.UserInfo) userInfo {
	return userInfo{
		user:       userOf(u.User, u.HasFactor, u.APIAccess),
		Active:     u.Account.Active,
		CreatedAt:  stamp(u.CreatedAt),
		LastSeenAt: stampOrNil(u.LastSeenAt),
	}
}

func (d *Dash) listUsers(r *request) (any, error) {
	list, err := d.app.Users(r.ctx)
	return map[string]any{"users": mapped(list, userInfoOf)}, err
}

func (d *Dash) addUser(r *request) (any, error) {
	b, err := body[userBody](r)
	if err != nil {
		return nil, err
	}
	if err := checkEmail(b.Email.Value); err != nil {
		return nil, err
	}
	u, token, err := d.app.InvitedUser(r.ctx, app.NewUser{
		Email:     b.Email.Value,
		Firstname: b.Firstname.Value,
		Lastname:  b.Lastname.Value,
		Plan:      domain.Plan(b.Plan.Or(string(domain.Business))),
		Admin:     b.IsAdmin.Value,
	})
	if err != nil {
		return nil, err
	}
	return made{invitedUser{User: userInfoOf(u), Link: d.invitationLink(token.Reveal())}}, nil
}

func (d *Dash) resetUser(r *request) (any, error) {
	id, err := r.number("user")
	if err != nil {
		return nil, err
	}
	b, err := body[resetBody](r)
	if err != nil {
		return nil, err
	}
	reset, err := d.app.ResetUser(r.ctx, id, b.ClearSecondFactor.Value)
	return link{d.invitationLink(reset.Token.Reveal())}, err
}

// invitationLink is where a one-time link is used. After the # the token reaches no server's log.
func (d *Dash) invitationLink(token string) string { return d.opt.BaseURL + "/invitation#" + token }
