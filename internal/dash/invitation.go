package dash

import (
	"earnest/internal/domain"
	"earnest/internal/front"
	"earnest/internal/identity"
)

// invitation holds what a one-time link shows to its holder.
type invitation struct {
	Email        string         `json:"email"`
	Firstname    string         `json:"firstname"` // empty until a name is given
	Lastname     string         `json:"lastname"`
	Purpose      domain.Purpose `json:"purpose"`
	SecondFactor bool           `json:"second_factor"` // the account has one; using the link turns it off
	Newcomer     bool           `json:"newcomer"`      // the user gives their name and joins the projects that invited them
	Invitations  []waiting      `json:"invitations"`
}

type lookBody struct {
	Token domain.Opt[string] `json:"token" rule:"token" need:"yes"`
}

type acceptBody struct {
	Token    domain.Opt[string] `json:"token" rule:"token" need:"yes"`
	Password domain.Opt[string] `json:"password" rule:"password" need:"yes"`

	Firstname domain.Opt[string] `json:"firstname" rule:"person name"`
	Lastname  domain.Opt[string] `json:"lastname" rule:"person name"`

	Accepts domain.Opt[[]string] `json:"accepts" rule:"accepted invitations"` // the invitations shown on the page; absent: all open ones
}

func invitationOf(look identity.InvitationPreview) invitation {
	out := invitation{
		Email:        look.User.Email,
		Firstname:    look.User.Firstname,
		Lastname:     look.User.Lastname,
		Purpose:      look.Purpose,
		SecondFactor: look.HasFactor,
		Newcomer:     look.Newcomer,
		Invitations:  front.Mapped(look.Waiting, waitingOf),
	}
	if look.User.NamedByEmail() {
		out.Firstname = ""
	}
	return out
}

func (d *Dash) lookAtInvitation(r *request) (any, error) {
	b, err := body[lookBody](r)
	if err != nil {
		return nil, err
	}
	look, err := d.app.Accounts.PreviewInvitation(r.ctx, b.Token.Value)
	return invitationOf(look), err
}

func (d *Dash) acceptInvitation(r *request) (any, error) {
	b, err := body[acceptBody](r)
	if err != nil {
		return nil, err
	}
	s, err := d.app.Accounts.AcceptInvitation(r.ctx, b.Token.Value, identity.Acceptance{
		Password: b.Password.Value,
		Names:    identity.NamePatch{Firstname: b.Firstname, Lastname: b.Lastname},
		Accepts:  b.Accepts,
	}, d.visit(r))
	if err != nil {
		return nil, err
	}
	return d.welcome(r, s)
}
