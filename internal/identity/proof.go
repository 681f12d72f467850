package identity

import (
	"context"
	"errors"
	"time"

	"earnest/internal/admit"
	"earnest/internal/auth"
	"earnest/internal/db"
	"earnest/internal/domain"
	"earnest/internal/identity/store"
)

// proof is the result of checking someone's credentials outside any transaction, since hashing is slow. When the proof is used,
// confirm compares it with the stored credentials.
type proof struct {
	user     domain.User
	factor   *store.FactorRow // the active factor; nil: none
	step     int64            // the time step of an app's code; 0: no such code was given
	recovery []byte           // the hash of a recovery code; nil: none was given
}

func errPassword() error {
	return domain.Errorf(domain.Unknown, "the email or the password is not right")
}

func errCode() error {
	return domain.Errorf(domain.WrongCode, "this code is not right, or was used before").At("code")
}

// findPerson returns the user with the given email and their active second factor, both empty if there is no such user. It runs
// the same statements either way.
func (a *base) findPerson(ctx context.Context, email string) (proof, error) {
	return db.Read(ctx, a.DB, func(tx *db.Tx) (proof, error) {
		user, err := store.UserByEmail(ctx, tx, email)
		if err != nil && domain.KindOf(err) != domain.NotFound {
			return proof{}, err
		}
		factor, err := factorInForce(ctx, tx, user.ID)
		return proof{user: user, factor: factor}, err
	})
}

func factorInForce(ctx context.Context, tx *db.Tx, userID int64) (*store.FactorRow, error) {
	factor, err := store.Factor(ctx, tx, userID)
	if domain.KindOf(err) == domain.NotFound || err == nil && !factor.Confirmed {
		return nil, nil //nolint:nilnil // having none is not an error
	}
	return &factor, err
}

// checkPassword takes the same time whether the password is right or wrong, the account has no password, or there is no such
// account.
func (a *base) checkPassword(ctx context.Context, p proof, password string) error {
	if p.user.PasswordHash == nil {
		if err := a.passwords.CompareDummy(ctx, password); err != nil {
			return err
		}
		return errPassword()
	}
	ok, err := a.passwords.Compare(ctx, password, *p.user.PasswordHash)
	if err == nil && !ok {
		err = errPassword()
	}
	return err
}

// checkCode checks an app's code or a recovery code, if there is a second factor. The password, which has already been verified,
// unseals the secret.
func (a *base) checkCode(ctx context.Context, p proof, password, code string) (proof, error) {
	switch {
	case p.factor == nil:
		return p, nil
	case code == "":
		return p, errCodeNeeded()
	case !auth.IsTOTPCode(code):
		return a.checkRecovery(ctx, p, code)
	}
	secret, err := a.passwords.Open(ctx, password, p.factor.Sealed)
	if errors.Is(err, auth.ErrSealed) { // the password has been changed since the factor was read
		return p, errCode()
	}
	if err != nil {
		return p, err
	}
	step, ok := auth.CheckTOTP(secret, code, a.Now(), p.factor.LastStep)
	if !ok {
		return p, errCode()
	}
	p.step = step
	return p, nil
}

func (a *base) checkRecovery(ctx context.Context, p proof, code string) (proof, error) {
	p.recovery = auth.HashRecoveryCode(code)
	ok, err := db.Read(ctx, a.DB, func(tx *db.Tx) (bool, error) { return store.HasRecoveryCode(ctx, tx, p.user.ID, p.recovery) })
	if err == nil && !ok {
		err = errCode()
	}
	return p, err
}

func errCodeNeeded() error {
	return domain.Errorf(domain.CodeNeeded, "give the code of your authenticator app, or a recovery code").At("code")
}

// confirmPassword makes sure that the password is still the one that was checked.
func (p proof) confirmPassword(ctx context.Context, tx *db.Tx) error {
	same, err := store.ConfirmPassword(ctx, tx, p.user.ID, *p.user.PasswordHash)
	if err == nil && !same {
		err = errPassword()
	}
	return err
}

// confirm does what confirmPassword does and uses up the code. If no code was needed before, it makes sure that none is needed
// now.
func (p proof) confirm(ctx context.Context, tx *db.Tx, now time.Time) error {
	if err := p.confirmPassword(ctx, tx); err != nil {
		return err
	}
	var used bool
	var err error
	switch {
	case p.step != 0:
		used, err = store.UseStep(ctx, tx, p.user.ID, p.step)
	case p.recovery != nil:
		used, err = store.UseRecoveryCode(ctx, tx, p.user.ID, p.recovery, now)
	default:
		return confirmNoFactor(ctx, tx, p.user.ID)
	}
	if err == nil && !used {
		err = errCode()
	}
	return err
}

// confirmNoFactor requires a code if a second factor is active.
func confirmNoFactor(ctx context.Context, tx *db.Tx, userID int64) error {
	factor, err := factorInForce(ctx, tx, userID)
	if err == nil && factor != nil {
		err = errCodeNeeded()
	}
	return err
}

// Proof is what a signed-in user must provide again before a sensitive action.
type Proof struct {
	Password string
	Code     string
	Visit    admit.Visit
}

// prove checks the password of a signed-in user, and the code if required. Failures count like those at sign-in, so that a
// stolen session cannot be used to guess the password.
func (a *base) prove(ctx context.Context, s Session, in Proof, withCode bool) (proof, error) {
	if s.User.PasswordHash == nil {
		return proof{}, domain.Errorf(domain.Forbidden, "you have no password here; an administrator can give you a link to set one")
	}
	t, err := a.beginTry(ctx, s.User.Email, in.Visit)
	if err != nil {
		return proof{}, err
	}
	p, err := a.checkAgain(ctx, s, in, withCode)
	a.settle(ctx, t, err)
	return p, err
}

func (a *base) checkAgain(ctx context.Context, s Session, in Proof, withCode bool) (proof, error) {
	p, err := a.findPerson(ctx, s.User.Email)
	if err != nil {
		return p, err
	}
	err = a.checkPassword(ctx, p, in.Password)
	if domain.KindOf(err) == domain.Unknown {
		err = domain.Errorf(domain.Unknown, "the password is not right").At("password")
	}
	if err == nil && withCode {
		p, err = a.checkCode(ctx, p, in.Password, in.Code)
	}
	return p, err
}
