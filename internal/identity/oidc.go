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

// RefusedLogin is the reason why a login through an identity provider was refused, as a code for the sign-in page.
type RefusedLogin struct {
	Code  string
	cause error
}

func (e *RefusedLogin) Error() string {
	if e.cause == nil {
		return e.Code
	}
	return e.Code + ": " + e.cause.Error()
}

func (e *RefusedLogin) Unwrap() error { return e.cause }

// The codes of a RefusedLogin.
const (
	LoginUnknown     = "oidc_unknown"     // the identity belongs to no user here
	LoginUnverified  = "oidc_unverified"  // the provider does not vouch for the email
	LoginFailed      = "oidc_failed"      // the response does not prove an identity
	LoginDenied      = "oidc_denied"      // the person or the provider refused
	LoginUnavailable = "oidc_unavailable" // the provider does not respond
)

// ProviderName returns the display name of the identity provider, or "" if there is none.
func (a *Sessions) ProviderName() string {
	if a.config.Provider == nil {
		return ""
	}
	return a.config.Provider.Name()
}

// StartLogin starts a sign-in at the identity provider. It returns the state for the browser to keep, and the URL to redirect it
// to.
func (a *Sessions) StartLogin(ctx context.Context, redirect string) (login, address string, err error) {
	if a.config.Provider == nil {
		return "", "", domain.NoSuch("identity provider")
	}
	l := auth.NewLogin()
	address, err = a.config.Provider.AuthURL(ctx, redirect, l)
	return l.Reveal(), address, providerError(err)
}

// LoginReturn holds the data that a browser brings back from the identity provider.
type LoginReturn struct {
	Login    string // the state that the browser kept
	State    string
	Code     string
	Error    string // the provider's error
	Redirect string
	Visit    admit.Visit
}

// EndLogin completes a sign-in at the identity provider. A user is identified by issuer and subject or, the first time, by an
// email that the provider vouches for. The second factor is left to the provider. Project invitations stay open until the user
// accepts them one by one.
func (a *Sessions) EndLogin(ctx context.Context, in LoginReturn) (Session, error) {
	if a.config.Provider == nil {
		return Session{}, domain.NoSuch("identity provider")
	}
	login, ok := auth.ParseLogin(in.Login)
	switch {
	case !ok, in.State != login.State():
		return Session{}, &RefusedLogin{Code: LoginFailed, cause: errors.New("this browser did not start this sign-in, or started it too long ago")}
	case in.Error != "":
		return Session{}, &RefusedLogin{Code: LoginDenied, cause: errors.New("the provider refused")}
	}
	who, err := a.config.Provider.Redeem(ctx, in.Redirect, in.Code, login)
	if err != nil {
		return Session{}, providerError(err)
	}
	s, err := a.admit(ctx, who, in.Visit)
	if maybeRaced(err) {
		s, err = a.admit(ctx, who, in.Visit)
	}
	if err == nil && s.User.NamedByEmail() {
		s.User = a.adoptNames(ctx, s.User, who)
	}
	return s, err
}

// adoptNames gives a user who was invited by email alone the names that the provider sends, if it sends both. If that fails, the
// user is signed in anyway, and the next sign-in tries again.
func (a *base) adoptNames(ctx context.Context, user domain.User, who auth.Identity) domain.User {
	first, last := providedNames(who)
	if first == "" || last == "" {
		return user
	}
	renamed, err := (&Accounts{a}).Rename(ctx, user.ID, NamePatch{Firstname: domain.Some(first), Lastname: domain.Some(last)})
	if err != nil {
		a.Log.WarnContext(ctx, "the names that the identity provider gives could not be stored", "user", user.ID, "error", err)
		return user
	}
	return renamed
}

// providedNames returns the names of an identity in stored form, or "" if the provider sends no valid ones.
func providedNames(who auth.Identity) (first, last string) {
	name := domain.Rules("person name")
	first, _ = name.Text(who.Firstname)
	last, _ = name.Text(who.Lastname)
	return first, last
}

// maybeRaced reports whether a refusal may be due to a concurrent first sign-in by the same person. If so, a second attempt
// finds them.
func maybeRaced(err error) bool {
	var refused *RefusedLogin
	return domain.KindOf(err) == domain.Conflict || errors.As(err, &refused)
}

// admit signs in the user to whom an identity belongs.
func (a *base) admit(ctx context.Context, who auth.Identity, v admit.Visit) (Session, error) {
	token := auth.NewToken(auth.SessionPrefix)
	return db.Write(ctx, a.DB, func(tx *db.Tx) (Session, error) {
		user, err := a.identify(ctx, tx, who)
		if err != nil {
			return Session{}, err
		}
		if !user.Account.Active {
			return Session{}, errInactive()
		}
		return a.startSession(ctx, tx, user.ID, token, v)
	})
}

func providerError(err error) error {
	switch {
	case errors.Is(err, auth.ErrProviderUnavailable):
		return &RefusedLogin{Code: LoginUnavailable, cause: err}
	case err != nil:
		return &RefusedLogin{Code: LoginFailed, cause: err}
	default:
		return nil
	}
}

// identify finds the user to whom an identity belongs, and links the two the first time.
func (a *base) identify(ctx context.Context, tx *db.Tx, who auth.Identity) (domain.User, error) {
	id, known, err := store.IdentityUser(ctx, tx, who.Issuer, who.Subject)
	if err != nil {
		return domain.User{}, err
	}
	if known {
		return store.UserByID(ctx, tx, id)
	}
	user, err := a.userToLink(ctx, tx, who)
	if err != nil {
		return user, err
	}
	if err := store.InsertIdentity(ctx, tx, who.Issuer, who.Subject, user.ID, a.Now()); err != nil {
		return user, err
	}
	// A concurrent request may have linked the same identity; if so, its link wins.
	id, _, err = store.IdentityUser(ctx, tx, who.Issuer, who.Subject)
	if err != nil {
		return user, err
	}
	return store.UserByID(ctx, tx, id)
}

// userToLink finds or creates the user for a new identity. A user whom the provider knows by another subject is not linked
// again, because the email address may have passed to someone else.
func (a *base) userToLink(ctx context.Context, tx *db.Tx, who auth.Identity) (domain.User, error) {
	if !who.Verified {
		return domain.User{}, &RefusedLogin{Code: LoginUnverified}
	}
	user, err := store.UserByEmail(ctx, tx, who.Email)
	if domain.KindOf(err) == domain.NotFound {
		return a.userOfIdentity(ctx, tx, who)
	}
	if err != nil {
		return user, err
	}
	other, err := store.HasIdentity(ctx, tx, user.ID, who.Issuer)
	if err == nil && other {
		err = &RefusedLogin{Code: LoginUnknown, cause: errors.New("the user of this email is another identity of the provider")}
	}
	return user, err
}

// userOfIdentity creates a user from an identity, if the instance allows it and is already set up.
func (a *base) userOfIdentity(ctx context.Context, tx *db.Tx, who auth.Identity) (domain.User, error) {
	email, ok := domain.CheckEmail(who.Email)
	some, err := store.HasUsers(ctx, tx)
	if err != nil {
		return domain.User{}, err
	}
	if !a.config.CreateUsers || !ok || !some {
		return domain.User{}, &RefusedLogin{Code: LoginUnknown}
	}
	first, last := providedNames(who)
	if first == "" || last == "" {
		first, last = email, email
	}
	id, err := a.selfRegister(ctx, tx, NewUser{Email: email, Firstname: first, Lastname: last, Plan: domain.Free})
	if err != nil {
		return domain.User{}, err
	}
	return store.UserByID(ctx, tx, id)
}
