package identity

import (
	"context"
	"slices"
	"time"

	"earnest/internal/admit"
	"earnest/internal/auth"
	"earnest/internal/db"
	"earnest/internal/domain"
	"earnest/internal/identity/store"
	"earnest/internal/work"
)

const (
	// invitationDays is how long an invitation link is valid, and resetTime is how long a reset link is valid.
	invitationDays = 14
	resetTime      = 24 * time.Hour
	// invitationPrefix is the prefix of the token in either kind of link.
	invitationPrefix = "inv_"
)

// InvitationPreview is what a one-time link shows to its holder.
type InvitationPreview struct {
	User      domain.User
	Purpose   domain.Purpose
	HasFactor bool // a second factor is active; using the link removes it
	Newcomer  bool // the user has never been able to sign in; using the link accepts their open invitations
	Waiting   []domain.WaitingInvitation
}

// Acceptance is the input of someone who uses a one-time link. The names are used only for a newcomer, and are required if
// nobody has set them before.
type Acceptance struct {
	Password string
	Names    NamePatch
	Accepts  domain.Opt[[]string] // the uuids of the invitations that they were shown; absent: all open ones
}

// checkNames refuses a newcomer who keeps their email as their name.
func (n Acceptance) checkNames(look InvitationPreview) error {
	if !look.Newcomer || !look.User.NamedByEmail() {
		return nil
	}
	if !n.Names.Firstname.Set {
		return domain.Invalidf("firstname is required").At("firstname")
	}
	if !n.Names.Lastname.Set {
		return domain.Invalidf("lastname is required").At("lastname")
	}
	return nil
}

func errLink() error {
	return domain.Errorf(domain.NotFound, "this link does not work: it was used, has expired or was replaced; ask an administrator for another")
}

// PreviewInvitation returns what a one-time link is for, without using it up.
func (a *Accounts) PreviewInvitation(ctx context.Context, text string) (InvitationPreview, error) {
	token, ok := auth.ParseToken(invitationPrefix, text)
	if !ok {
		return InvitationPreview{}, errLink()
	}
	hash := token.Hash()
	return db.Read(ctx, a.DB, func(tx *db.Tx) (InvitationPreview, error) {
		row, err := store.Invitation(ctx, tx, hash[:])
		if domain.KindOf(err) == domain.NotFound || err == nil && (row.UsedAt != nil || !a.Now().Before(row.ExpiresAt)) {
			return InvitationPreview{}, errLink()
		}
		if err != nil {
			return InvitationPreview{}, err
		}
		user, err := store.UserByID(ctx, tx, row.UserID)
		if err != nil {
			return InvitationPreview{}, err
		}
		return preview(ctx, tx, user, row.Purpose)
	})
}

func preview(ctx context.Context, tx *db.Tx, user domain.User, purpose domain.Purpose) (InvitationPreview, error) {
	look := InvitationPreview{User: user, Purpose: purpose}
	factor, err := factorInForce(ctx, tx, user.ID)
	if err != nil {
		return look, err
	}
	look.HasFactor = factor != nil
	known, err := store.CouldSignIn(ctx, tx, user.ID)
	if err != nil || known {
		return look, err
	}
	look.Newcomer = true
	look.Waiting, err = store.WaitingInvitations(ctx, tx, user.ID, mostWaiting)
	return look, err
}

// AcceptInvitation uses a one-time link: it sets the password and signs the user in. It ends all sessions, invalidates other
// links, and removes the second factor, whose secret only the forgotten password could open. A newcomer also sets their name
// and joins the projects whose invitations they were shown. Anyone else accepts invitations one by one, so a password reset
// accepts none.
func (a *Accounts) AcceptInvitation(ctx context.Context, text string, in Acceptance, v admit.Visit) (Session, error) {
	look, err := a.PreviewInvitation(ctx, text)
	if err != nil {
		return Session{}, err
	}
	if !look.User.Account.Active {
		return Session{}, errInactive()
	}
	if err := in.checkNames(look); err != nil {
		return Session{}, err
	}
	hash, err := a.hashPassword(ctx, in.Password)
	if err != nil {
		return Session{}, err
	}
	s, err := a.useLink(ctx, text, look, hash, in.Accepts, v)
	if err != nil || !look.Newcomer {
		return s, err
	}
	user, err := a.Rename(ctx, look.User.ID, in.Names)
	if err != nil { // they are signed in, and can set their name on their account page
		a.Log.WarnContext(ctx, "a newcomer's name could not be stored", "user", look.User.ID, "error", err)
		return s, nil
	}
	s.User = user
	return s, nil
}

// useLink uses up a one-time link and signs its user in.
func (a *base) useLink(ctx context.Context, text string, look InvitationPreview, hash string, accepts domain.Opt[[]string], v admit.Visit) (Session, error) {
	link, _ := auth.ParseToken(invitationPrefix, text)
	linkHash, token := link.Hash(), auth.NewToken(auth.SessionPrefix)
	return db.Write(ctx, a.DB, func(tx *db.Tx) (Session, error) {
		if look.Newcomer {
			if err := a.joinInvited(ctx, tx, look.User.ID, accepts); err != nil {
				return Session{}, err
			}
		}
		now := a.Now()
		userID, ok, err := store.UseInvitation(ctx, tx, linkHash[:], now)
		if err == nil && !ok {
			err = errLink()
		}
		if err != nil {
			return Session{}, err
		}
		if err := a.resetPassword(ctx, tx, look.User, hash, now); err != nil {
			return Session{}, err
		}
		return a.startSession(ctx, tx, userID, token, v)
	})
}

// resetPassword sets a password, ends the user's sessions, invalidates links and calendar addresses, and removes the second
// factor.
func (a *base) resetPassword(ctx context.Context, tx *db.Tx, user domain.User, hash string, now time.Time) error {
	for _, step := range []func() error{
		func() error { return store.SetPassword(ctx, tx, user.ID, hash, now) },
		func() error { return store.EndInvitations(ctx, tx, user.ID, now) },
		func() error { return revokeAccess(ctx, tx, user.ID) },
		func() error { return a.clearFactor(ctx, tx, domain.Caller{UserID: user.ID}, user) },
		func() error { return a.notePassword(ctx, tx, user) },
		func() error { return store.ClearTries(ctx, tx, AccountBucket(user.Email)) },
	} {
		if err := step(); err != nil {
			return err
		}
	}
	return nil
}

// hashPassword checks a new password and returns the hash to store.
func (a *base) hashPassword(ctx context.Context, password string) (string, error) {
	if err := auth.CheckPassword(password); err != nil {
		return "", domain.Wrap(domain.Invalid, err, "%s", err.Error()).At("password")
	}
	return a.passwords.Hash(ctx, password)
}

// joinInvited makes an invited user an active member of the projects whose invitations they accept, given by the uuids of their
// memberships. Any other invitation stays open. The projects are locked before any of the user's rows, as in every other write.
func (a *base) joinInvited(ctx context.Context, tx *db.Tx, userID int64, accepts domain.Opt[[]string]) error {
	waiting, err := store.InvitedMemberships(ctx, tx, userID)
	if err != nil {
		return err
	}
	for _, uuid := range accepts.Value {
		if !slices.ContainsFunc(waiting, func(m store.Membership) bool { return m.UUID == uuid }) {
			return domain.Invalidf("accepts must name invitations waiting for you; %q is not, or no longer, one of them", uuid).At("accepts")
		}
	}
	for _, m := range waiting {
		if accepts.Set && !slices.Contains(accepts.Value, m.UUID) {
			continue
		}
		c, err := work.Lock(ctx, a.Instance, tx, domain.Caller{UserID: userID}, m.Access)
		if err != nil {
			return err
		}
		if err := activate(ctx, c, m.ID, m.UUID); err != nil {
			return err
		}
	}
	return nil
}
