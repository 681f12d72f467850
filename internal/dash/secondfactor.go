package dash

import (
	"earnest/internal/domain"
	"earnest/internal/identity"
)

type offerBody struct {
	Password domain.Opt[string] `json:"password" rule:"password" need:"yes"`
}

type confirmBody struct {
	Code domain.Opt[string] `json:"code" rule:"code" need:"yes"`
}

type proofBody struct {
	Password domain.Opt[string] `json:"password" rule:"password" need:"yes"`
	Code     domain.Opt[string] `json:"code" rule:"code" need:"yes"`
}

type offeredFactor struct {
	Secret string `json:"secret"`
	URI    string `json:"uri"`
}

type recoveryCodes struct {
	Codes []string `json:"recovery_codes"`
}

func (d *Dash) offerFactor(r *request) (any, error) {
	b, err := body[offerBody](r)
	if err != nil {
		return nil, err
	}
	offered, err := d.app.Sessions.OfferFactor(r.ctx, r.session, identity.Proof{Password: b.Password.Value, Visit: d.visit(r)})
	return offeredFactor(offered), err
}

func (d *Dash) confirmFactor(r *request) (any, error) {
	b, err := body[confirmBody](r)
	if err != nil {
		return nil, err
	}
	codes, err := d.app.Sessions.ConfirmFactor(r.ctx, r.session, d.visit(r), b.Code.Value)
	return recoveryCodes{codes}, err
}

func (d *Dash) endFactor(r *request) (any, error) {
	in, err := d.proof(r)
	if err != nil {
		return nil, err
	}
	return done{true}, d.app.Sessions.EndFactor(r.ctx, r.session, in)
}

func (d *Dash) renewRecoveryCodes(r *request) (any, error) {
	in, err := d.proof(r)
	if err != nil {
		return nil, err
	}
	codes, err := d.app.Sessions.RenewRecoveryCodes(r.ctx, r.session, in)
	return recoveryCodes{codes}, err
}

// proof reads the password and the code that confirm an operation.
func (d *Dash) proof(r *request) (identity.Proof, error) {
	b, err := body[proofBody](r)
	return identity.Proof{Password: b.Password.Value, Code: b.Code.Value, Visit: d.visit(r)}, err
}
