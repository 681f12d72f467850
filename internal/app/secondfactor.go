package app

import (
	"context"
	"errors"

	"earnest/internal/auth"
	"earnest/internal/domain"
	"earnest/internal/store"
)

// factorIssuer is how authenticator apps call us.
const factorIssuer = "Earnest"

// OfferedFactor is a second factor that waits for its first code.
type OfferedFactor struct {
	Secret string // for typing
	URI    string // for a QR code
}

// OfferFactor makes the secret of a second factor for somebody who knows their password. It is in force once
// ConfirmFactor has seen a code of it in the same session, which is why the secret is sealed with the session's token
// as well until then.
func (a *App) OfferFactor(ctx context.Context, s Session, in Proof) (OfferedFactor, error) {
	p, err := a.prove(ctx, s, in, false)
	if err != nil {
		return OfferedFactor{}, err
	}
	secret := auth.NewTOTPSecret()
	row := store.FactorRow{UserID: p.user.ID, CreatedAt: a.clock()}
	if row.Sealed, err = a.passwords.Seal(ctx, in.Password, secret); err != nil {
		return OfferedFactor{}, err
	}
	token, _ := auth.ParseToken(sessionPrefix, in.Visit.Token)
	if row.Pending, err = token.Seal(secret); err != nil {
		return OfferedFactor{}, err
	}
	err = a.store.Write(ctx, func(tx *store.Tx) error {
		if err := p.confirmPassword(ctx, tx); err != nil {
			return err
		}
		offered, err := tx.OfferFactor(ctx, row)
		if err == nil && !offered {
			err = domain.Errorf(domain.Conflict, "you have a second factor already; turn it off before you set up another")
		}
		return err
	})
	return OfferedFactor{Secret: auth.TOTPText(secret), URI: auth.TOTPURI(secret, factorIssuer, p.user.Email)}, err
}

// ConfirmFactor puts the offered factor in force for who shows a code of it, and gives the recovery codes: the only
// time they can be seen.
func (a *App) ConfirmFactor(ctx context.Context, s Session, v Visit, code string) ([]string, error) {
	again := domain.Errorf(domain.Conflict, "there is no second factor to confirm in this session; begin again")
	factor, err := read(ctx, a, func(tx *store.Tx) (store.FactorRow, error) { return tx.Factor(ctx, s.User.ID) })
	if domain.KindOf(err) == domain.NotFound || err == nil && factor.Confirmed {
		return nil, again
	}
	if err != nil {
		return nil, err
	}
	token, _ := auth.ParseToken(sessionPrefix, v.Token)
	secret, err := token.Open(factor.Pending)
	if errors.Is(err, auth.ErrSealed) {
		return nil, again
	}
	if err != nil {
		return nil, err
	}
	step, ok := auth.CheckTOTP(secret, code, a.clock(), 0)
	if !ok {
		return nil, errCode()
	}
	return a.confirmFactor(ctx, s, factor, step, again)
}

func (a *App) confirmFactor(ctx context.Context, s Session, factor store.FactorRow, step int64, again error) ([]string, error) {
	codes := auth.NewRecoveryCodes()
	return codes, a.store.Write(ctx, func(tx *store.Tx) error {
		if err := (proof{user: s.User}).confirmPassword(ctx, tx); err != nil {
			return err
		}
		confirmed, err := tx.ConfirmFactor(ctx, factor, step)
		if err == nil && !confirmed {
			err = again
		}
		if err != nil {
			return err
		}
		if err := a.noteFactor(ctx, tx, domain.Caller{UserID: s.User.ID}, s.User, true); err != nil {
			return err
		}
		return tx.SetRecoveryCodes(ctx, s.User.ID, hashesOf(codes))
	})
}

func hashesOf(codes []string) [][]byte {
	hashes := make([][]byte, 0, len(codes))
	for _, code := range codes {
		hashes = append(hashes, auth.HashRecoveryCode(code))
	}
	return hashes
}

// EndFactor turns the second factor off for who shows the password and a code.
func (a *App) EndFactor(ctx context.Context, s Session, in Proof) error {
	return a.withFactor(ctx, s, in, func(tx *store.Tx) error {
		return a.clearFactor(ctx, tx, domain.Caller{UserID: s.User.ID}, s.User)
	})
}

// RenewRecoveryCodes gives new recovery codes in place of those before to who shows the password and a code.
func (a *App) RenewRecoveryCodes(ctx context.Context, s Session, in Proof) ([]string, error) {
	codes := auth.NewRecoveryCodes()
	return codes, a.withFactor(ctx, s, in, func(tx *store.Tx) error {
		return tx.SetRecoveryCodes(ctx, s.User.ID, hashesOf(codes))
	})
}

// withFactor runs f for who has a second factor in force and shows a code of it.
func (a *App) withFactor(ctx context.Context, s Session, in Proof, f func(*store.Tx) error) error {
	if !s.HasFactor {
		return domain.Errorf(domain.Conflict, "you have no second factor")
	}
	p, err := a.prove(ctx, s, in, true)
	if err != nil {
		return err
	}
	return a.store.Write(ctx, func(tx *store.Tx) error {
		if err := p.confirm(ctx, tx, a.clock()); err != nil {
			return err
		}
		return f(tx)
	})
}
