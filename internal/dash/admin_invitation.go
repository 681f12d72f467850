package dash

import (
	"earnest/internal/dash/figures"
	"earnest/internal/domain"
	"earnest/internal/front"
)

// invitationList lists every open invitation: links for new users, and memberships that await consent.
type invitationList struct {
	Accounts []invitedAccount `json:"accounts"`
	Members  []invitedMember  `json:"members"`
}

type invitedAccount struct {
	UserID    int64      `json:"user_id"`
	Person    personName `json:"person"`
	CreatedAt string     `json:"created_at"`
	ExpiresAt string     `json:"expires_at"`
}

// invitedMember is a membership that awaits consent. A newcomer has never signed in, so a link can be created for them.
type invitedMember struct {
	UUID      string     `json:"uuid"`
	Project   string     `json:"project"`
	UserID    int64      `json:"user_id"`
	Person    personName `json:"person"`
	Newcomer  bool       `json:"newcomer"`
	By        string     `json:"by"`
	InvitedAt string     `json:"invited_at"`
}

func invitedAccountOf(a domain.InvitedAccount) invitedAccount {
	return invitedAccount{UserID: a.UserID, Person: personNameOf(a.Person), CreatedAt: figures.Stamp(a.CreatedAt), ExpiresAt: figures.Stamp(a.ExpiresAt)}
}

func invitedMemberOf(m domain.InvitedMember) invitedMember {
	return invitedMember{
		UUID:      m.UUID,
		Project:   m.Project,
		UserID:    m.UserID,
		Person:    personNameOf(m.Person),
		Newcomer:  !m.CouldSignIn,
		By:        m.By,
		InvitedAt: figures.Stamp(m.At),
	}
}

func (d *Dash) listInvitations(r *request) (any, error) {
	open, err := d.app.Accounts.OpenInvitations(r.ctx)
	return invitationList{Accounts: front.Mapped(open.Accounts, invitedAccountOf), Members: front.Mapped(open.Members, invitedMemberOf)}, err
}

func (d *Dash) cancelLink(r *request) (any, error) {
	id, err := r.number("user")
	if err != nil {
		return nil, err
	}
	return done{true}, d.app.Accounts.CancelLink(r.ctx, r.caller(), id)
}

func (d *Dash) cancelMembership(r *request) (any, error) {
	return done{true}, d.app.Accounts.CancelMembership(r.ctx, r.caller(), r.UUID)
}
