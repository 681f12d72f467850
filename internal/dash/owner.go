package dash

import (
	"earnest/internal/dash/figures"
	"earnest/internal/domain"
)

// offer is a project that its owner has offered to another member.
type offer struct {
	ProjectUUID string     `json:"project_uuid"`
	Project     string     `json:"project"`
	MemberUUID  string     `json:"member_uuid"`
	Heir        personName `json:"heir"`
	By          personName `json:"by"`
	OfferedAt   string     `json:"offered_at"`
	ExpiresAt   string     `json:"expires_at"`
}

// personName identifies a person to someone else. People choose their own names, so the email is included.
type personName struct {
	Name  string `json:"name"`
	Email string `json:"email"`
}

type ownerBody struct {
	Member domain.Opt[string] `json:"member_uuid" rule:"member" need:"yes"`
}

func personNameOf(p domain.Person) personName {
	return personName{Name: domain.FullName(p.Firstname, p.Lastname), Email: p.Email}
}

func offerOf(o domain.OwnershipOffer) offer {
	return offer{
		ProjectUUID: o.ProjectUUID,
		Project:     o.Project,
		MemberUUID:  o.MemberUUID,
		Heir:        personNameOf(o.Recipient),
		By:          personNameOf(o.Owner),
		OfferedAt:   figures.Stamp(o.At),
		ExpiresAt:   figures.Stamp(o.ExpiresAt),
	}
}

func (d *Dash) offerProject(r *request) (any, error) {
	in := create(r, func(b ownerBody) string { return b.Member.Value })
	o, err := d.app.Accounts.OfferProject(r.ctx, r.caller(), r.UUID, in)
	return made{offerOf(o)}, err
}

func (d *Dash) withdrawOffer(r *request) (any, error) {
	return done{true}, d.app.Accounts.WithdrawOffer(r.ctx, r.caller(), r.UUID)
}

func (d *Dash) acceptOffer(r *request) (any, error) {
	return done{true}, d.app.Accounts.AcceptOffer(r.ctx, r.caller(), r.UUID)
}

func (d *Dash) declineOffer(r *request) (any, error) {
	return done{true}, d.app.Accounts.DeclineOffer(r.ctx, r.caller(), r.UUID)
}
