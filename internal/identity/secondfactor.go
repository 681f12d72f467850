package identity

import (
	"context"
	"errors"

	"earnest/internal/admit"
	"earnest/internal/auth"
	"earnest/internal/db"
	"earnest/internal/domain"
	"earnest/internal/identity/store"
)

// factorIssuer is the name that authenticator apps show for this product.
const factorIssuer = "Earnest"

// OfferedFactor is a second factor that has not been confirmed by a code.
type OfferedFactor struct {
	Secret string // to be typed into an app
	URI    string // to be shown as a QR code
}

// OfferFactor creates a second-factor secret for a user who knows their password. The factor becomes active once ConfirmFactor
// has accepted a code in the same session; until then the secret is sealed with the session's token as well.
func (a *Sessions) OfferFactor(ctx context.Context, s Session, in Proof) (OfferedFactor, error) {
	p, err := a.prove(ctx, s, in, false)
	if err != nil {
		return OfferedFactor{}, err
	}
	secret := auth.NewTOTPSecret()
	row := store.FactorRow{UserID: p.user.ID, CreatedAt: a.Now()}
	if row.Sealed, err = a.passwords.Seal(ctx, in.Password, secret); err != nil {
		return OfferedFactor{}, err
	}
	token, _ := auth.ParseToken(auth.SessionPrefix, in.Visit.Token)
	if row.Pending, err = token.Seal(secret); err != nil {
		return OfferedFactor{}, err
	}
	err = a.DB.Write(ctx, func(tx *db.Tx) error {
		if err := p.confirmPassword(ctx, tx); err != nil {
			return err
		}
		offered, err := store.OfferFactor(ctx, tx, row)
		if err == nil && !offered {
			err = domain.Errorf(domain.Conflict, "you have a second factor already; turn it off before you set up another")
		}
		return err
	})
	return OfferedFactor{Secret: auth.TOTPText(secret), URI: auth.TOTPURI(secret, factorIssuer, p.user.Email)}, err
}

// ConfirmFactor activates the offered factor for a user who enters a code, and returns the recovery codes, which are never shown
// again.
func (a *Sessions) ConfirmFactor(ctx context.Context, s Session, v admit.Visit, code string) ([]string, error) {
	again := domain.Errorf(domain.Conflict, "there is no second factor to confirm in this session; begin again")
	factor, err := db.Read(ctx, a.DB, func(tx *db.Tx) (store.FactorRow, error) { return store.Factor(ctx, tx, s.User.ID) })
	if domain.KindOf(err) == domain.NotFound || err == nil && factor.Confirmed {
		return nil, again
	}
	if err != nil {
		return nil, err
	}
	token, _ := auth.ParseToken(auth.SessionPrefix, v.Token)
	secret, err := token.Open(factor.Pending)
	if errors.Is(err, auth.ErrSealed) {
		return nil, again
	}
	if err != nil {
		return nil, err
	}
	step, ok := auth.CheckTOTP(secret, code, a.Now(), 0)
	if !ok {
		return nil, errCode()
	}
	return a.confirmFactor(ctx, s, factor, step, again)
}

func (a *base) confirmFactor(ctx context.Context, s Session, factor store.FactorRow, step int64, again error) ([]string, error) {
	codes := auth.NewRecoveryCodes()
	return codes, a.DB.Write(ctx, func(tx *db.Tx) error {
		if err := (proof{user: s.User}).confirmPassword(ctx, tx); err != nil {
			return err
		}
		confirmed, err := store.ConfirmFactor(ctx, tx, factor, step)
		if err == nil && !confirmed {
			err = again
		}
		if err != nil {
			return err
		}
		if err := a.noteFactor(ctx, tx, domain.Caller{UserID: s.User.ID}, s.User, true); err != nil {
			return err
		}
		return store.SetRecoveryCodes(ctx, tx, s.User.ID, hashesOf(codes))
	})
}

func hashesOf(codes []string) [][]byte {
	hashes := make([][]byte, 0, len(codes))
	for _, code := range codes {
		hashes = append(hashes, auth.HashRecoveryCode(code))
	}
	return hashes
}

// EndFactor turns the second factor off for a user who enters the password and a code.
func (a *Sessions) EndFactor(ctx context.Context, s Session, in Proof) error {
	return a.withFactor(ctx, s, in, func(tx *db.Tx) error {
		return a.clearFactor(ctx, tx, domain.Caller{UserID: s.User.ID}, s.User)
	})
}

// RenewRecoveryCodes replaces the recovery codes of a user who enters the password and a code.
func (a *Sessions) RenewRecoveryCodes(ctx context.Context, s Session, in Proof) ([]string, error) {
	codes := auth.NewRecoveryCodes()
	return codes, a.withFactor(ctx, s, in, func(tx *db.Tx) error {
		return store.SetRecoveryCodes(ctx, tx, s.User.ID, hashesOf(codes))
	})
}

// withFactor runs f for a user who has an active second factor and enters its code.
func (a *base) withFactor(ctx context.Context, s Session, in Proof, f func(*db.Tx) error) error {
	if !s.HasFactor {
		return domain.Errorf(domain.Conflict, "you have no second factor")
	}
	p, err := a.prove(ctx, s, in, true)
	if err != nil {
		return err
	}
	return a.DB.Write(ctx, func(tx *db.Tx) error {
		if err := p.confirm(ctx, tx, a.Now()); err != nil {
			return err
		}
		return f(tx)
	})
}
