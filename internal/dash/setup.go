package dash

import (
	"earnest/internal/domain"
	"earnest/internal/identity"
)

type setupBody struct {
	Token     domain.Opt[string] `json:"token" rule:"token" need:"yes"`
	Email     domain.Opt[string] `json:"email" rule:"email" need:"yes"`
	Firstname domain.Opt[string] `json:"firstname" rule:"person name" need:"yes"`
	Lastname  domain.Opt[string] `json:"lastname" rule:"person name" need:"yes"`
	Password  domain.Opt[string] `json:"password" rule:"password" need:"yes"`

	Currency domain.Opt[*string] `json:"currency" rule:"currency"` // of new projects
}

// setUp creates the first administrator and sets the currency of new projects.
func (d *Dash) setUp(r *request) (any, error) {
	b, err := body[setupBody](r)
	if err != nil {
		return nil, err
	}
	if err := checkEmail(b.Email.Value); err != nil {
		return nil, err
	}
	s, err := d.app.Accounts.SetUp(r.ctx, identity.Setup{
		Token:     b.Token.Value,
		Email:     b.Email.Value,
		Firstname: b.Firstname.Value,
		Lastname:  b.Lastname.Value,
		Password:  b.Password.Value,
		Currency:  b.Currency.Value,
		Visit:     d.visit(r),
	})
	if err != nil {
		return nil, err
	}
	out, err := d.welcome(r, s)
	return made{out}, err
}

func checkEmail(email string) error {
	if _, ok := domain.CheckEmail(email); !ok {
		return domain.Invalidf("email must be an email address such as ada@example.org").At("email")
	}
	return nil
}
