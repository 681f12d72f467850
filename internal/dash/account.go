package dash

import (
	"earnest/internal/domain"
	"earnest/internal/identity"
)

type nameBody struct {
	Firstname domain.Opt[string] `json:"firstname" rule:"person name"`
	Lastname  domain.Opt[string] `json:"lastname" rule:"person name"`
}

type passwordBody struct {
	Current  domain.Opt[string] `json:"current" rule:"password" need:"yes"`
	Password domain.Opt[string] `json:"password" rule:"password" need:"yes"`
}

func (d *Dash) updateAccount(r *request) (any, error) {
	p, err := patch(r, func(b nameBody) identity.NamePatch { return identity.NamePatch(b) }).Get()
	if err != nil {
		return nil, err
	}
	u, err := d.app.Accounts.Rename(r.ctx, r.session.User.ID, p)
	return userOf(u, r.session.HasFactor, r.session.APIAccess), err
}

func (d *Dash) changePassword(r *request) (any, error) {
	b, err := body[passwordBody](r)
	if err != nil {
		return nil, err
	}
	s, err := d.app.Accounts.ChangePassword(r.ctx, r.session, identity.Proof{Password: b.Current.Value, Visit: d.visit(r)}, b.Password.Value)
	if err != nil {
		return nil, wrongIs("current", err)
	}
	d.setCookie(r.w, s)
	return done{true}, nil
}

// wrongIs adds the name of the field with the wrong password to the error.
func wrongIs(field string, err error) error {
	if domain.KindOf(err) == domain.Unknown {
		return domain.Wrap(domain.Unknown, err, "%s", err.Error()).At(field)
	}
	return err
}
