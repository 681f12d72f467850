package dash

import "earnest/internal/domain"

// invitation is what a one-time link tells who holds it.
type invitation struct {
	Email        string `json:"email"`
	Firstname    string `json:"firstname"`
	Lastname     string `json:"lastname"`
	Purpose      string `json:"purpose"`
	SecondFactor bool   `json:"second_factor"` // there is one, and using the link ends it
}

type lookBody struct {
	Token domain.Opt[string] `json:"token" rule:"token" need:"yes"`
}

type acceptBody struct {
	Token    domain.Opt[string] `json:"token" rule:"token" need:"yes"`
	Password domain.Opt[string] `json:"password" rule:"password" need:"yes"`
}

func (d *Dash) lookAtInvitation(r *request) (any, error) {
	b, err := body[lookBody](r)
	if err != nil {
		return nil, err
	}
	look, err := d.app.LookAtInvitation(r.ctx, b.Token.Value)
	return invitation{
		Email:        look.User.Email,
		Firstname:    look.User.Firstname,
		Lastname:     look.User.Lastname,
		Purpose:      string(look.Purpose),
		SecondFactor: look.HasFactor,
	}, err
}

func (d *Dash) acceptInvitation(r *request) (any, error) {
	b, err := body[acceptBody](r)
	if err != nil {
		return nil, err
	}
	s, err := d.app.AcceptInvitation(r.ctx, b.Token.Value, b.Password.Value, d.visit(r))
	if err != nil {
		return nil, err
	}
	return d.welcome(r, s)
}
