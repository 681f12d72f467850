package dash

import (
	"earnest/internal/dash/figures"
	"earnest/internal/domain"
	"earnest/internal/front"
	"earnest/internal/identity"
	"earnest/internal/input"
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
	Plan         string `json:"plan" rule:"plan"`
	APIAccess    bool   `json:"api_access"`
}

// userInfo is a person as administrators see them.
type userInfo struct {
	user

	Active        bool    `json:"active"`
	SignsIn       bool    `json:"signs_in"` // active, with a password or an identity from the provider
	CreatedAt     string  `json:"created_at"`
	LastSeenAt    *string `json:"last_seen_at"`
	SubscribedAt  string  `json:"subscribed_at"` // a day
	Early         bool    `json:"early"`         // subscribed before the plan grid took effect
	Grandfathered bool    `json:"grandfathered"` // has API access only for that reason
	Keys          int     `json:"keys"`          // the number of working keys
}

// userList is a page of the people who match a filter, sorted by name.
type userList struct {
	Users        []userInfo `json:"users"`
	Total        int        `json:"total"`
	Everybody    int        `json:"everybody"`
	ActiveAdmins int        `json:"active_admins"`
	Grid         planGrid   `json:"grid"`
}

// planGrid holds the lowest plan with API access, and a day: accounts that subscribed before it have access whatever their plan.
type planGrid struct {
	APIFrom string `json:"api_from" rule:"plan"`
	Since   string `json:"since"`
}

// userPatchBody holds what an administrator changes about a person. The subscription starts at midnight UTC on the given day.
type userPatchBody struct {
	Plan         domain.Opt[string]      `json:"plan" rule:"plan"`
	Active       domain.Opt[bool]        `json:"active" rule:"flag"`
	IsAdmin      domain.Opt[bool]        `json:"is_admin" rule:"flag"`
	SubscribedAt domain.Opt[domain.Date] `json:"subscribed_at" rule:"date"`
}

// invitedUser is a new user and the link for setting their password.
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

// inviteLink is a link for setting a password.
type inviteLink struct {
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

// me returns a session's user.
func me(s identity.Session) user { return userOf(s.User, s.HasFactor, s.APIAccess) }

func userInfoOf(u identity.UserInfo) userInfo {
	return userInfo{
		user:          userOf(u.User, u.HasFactor, u.APIAccess),
		Active:        u.Account.Active,
		SignsIn:       u.SignsIn,
		CreatedAt:     figures.Stamp(u.CreatedAt),
		LastSeenAt:    stampOrNil(u.LastSeenAt),
		SubscribedAt:  string(domain.DateOf(u.Account.SubscribedAt)),
		Early:         u.Early,
		Grandfathered: u.Kept,
		Keys:          u.Keys,
	}
}

func planGridOf(g domain.PlanGrid) planGrid {
	return planGrid{APIFrom: string(g.APIFrom), Since: string(domain.DateOf(g.Since))}
}

// mostUsers is the number of people on a page of the list.
const mostUsers = 200

func (d *Dash) listUsers(r *request) (any, error) {
	p := r.params()
	f := domain.UserFilter{
		Text:   p.Text("q", "search text"),
		Plan:   p.OneOf("plan", domain.Rules("plan").Enum...),
		State:  domain.UserState(p.OneOf("state", "active", "inactive", "invited", "admin", "grandfathered")),
		Offset: p.Offset("offset"),
		Limit:  p.Integer("limit", 1, mostUsers),
	}
	if p.Err != nil {
		return nil, p.Err
	}
	list, err := d.app.Accounts.Users(r.ctx, f)
	return userList{
		Users:        front.Mapped(list.Users, userInfoOf),
		Total:        list.Total,
		Everybody:    list.Everybody,
		ActiveAdmins: list.Admins,
		Grid:         planGridOf(list.Grid),
	}, err
}

func (d *Dash) updateUser(r *request) (any, error) {
	id, err := r.number("user")
	if err != nil {
		return nil, err
	}
	o, err := r.object()
	if err != nil {
		return nil, err
	}
	b, err := input.Patch[userPatchBody](o)
	if err != nil {
		return nil, err
	}
	patch := identity.UserPatch{IsAdmin: b.IsAdmin}
	patch.Active = b.Active
	if b.Plan.Set {
		patch.Plan = domain.Some(domain.Plan(b.Plan.Value))
	}
	if b.SubscribedAt.Set {
		patch.SubscribedAt = domain.Some(b.SubscribedAt.Value.Time())
	}
	u, err := d.app.Accounts.UpdateUser(r.ctx, r.caller(), id, patch)
	return userInfoOf(u), err
}

func (d *Dash) addUser(r *request) (any, error) {
	b, err := body[userBody](r)
	if err != nil {
		return nil, err
	}
	if err := checkEmail(b.Email.Value); err != nil {
		return nil, err
	}
	id, token, err := d.app.Accounts.CreateUser(r.ctx, identity.NewUser{
		By:        r.caller(),
		Email:     b.Email.Value,
		Firstname: b.Firstname.Value,
		Lastname:  b.Lastname.Value,
		Plan:      domain.Plan(b.Plan.Or(string(domain.Business))),
		Admin:     b.IsAdmin.Value,
		Invite:    true,
	})
	if err != nil {
		return nil, err
	}
	u, err := d.app.Accounts.User(r.ctx, id)
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
	reset, err := d.app.Accounts.ResetUser(r.ctx, r.caller(), id, b.ClearSecondFactor.Value)
	return inviteLink{d.invitationLink(reset.Token.Reveal())}, err
}

// invitationLink returns the address of a one-time link. The token follows the #, so it does not appear in server logs.
func (d *Dash) invitationLink(token string) string { return d.opt.BaseURL + "/invitation#" + token }
