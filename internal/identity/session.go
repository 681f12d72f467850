package identity

import (
	"context"
	"net/http"
	"strings"
	"time"
	"unicode"

	"earnest/internal/admit"
	"earnest/internal/auth"
	"earnest/internal/db"
	"earnest/internal/domain"
	"earnest/internal/identity/store"
	workstore "earnest/internal/work/store"
)

const (
	// sessionLife is the maximum lifetime of a session, and sessionIdle is how long an unused session lasts.
	sessionLife = 30 * 24 * time.Hour
	sessionIdle = 7 * 24 * time.Hour
	// sessionsShown is the maximum number of a user's sessions that are listed.
	sessionsShown = 200
	// longestAgent is the maximum number of characters kept from a User-Agent header.
	longestAgent = 200
)

// Session is a signed-in browser.
type Session struct {
	ID         int64
	User       domain.User
	Token      auth.Token // set only when the session was just created
	CreatedAt  time.Time
	LastSeenAt time.Time
	ExpiresAt  time.Time // the latest possible end; an unused session ends earlier
	HasFactor  bool      // the user has an active second factor
	APIAccess  bool      // the user's plan includes the API
}

// Session returns the session with the given token. It returns SignedOut if there is none or it has ended, and AccountInactive
// if the account has been deactivated. Every request queries the database, so that ending a session takes effect immediately, on
// every node.
func (a *Sessions) Session(ctx context.Context, text string) (s Session, err error) {
	out := domain.Errorf(domain.SignedOut, "sign in first")
	token, ok := auth.ParseToken(auth.SessionPrefix, text)
	if !ok {
		return Session{}, out
	}
	hash := token.Hash()
	defer func() { a.admission.RememberSession(hash, s.User.ID, err) }()
	row, err := db.Read(ctx, a.DB, func(tx *db.Tx) (store.SessionRow, error) {
		return store.SessionByHash(ctx, tx, hash[:])
	})
	switch {
	case domain.KindOf(err) == domain.NotFound:
		return Session{}, out
	case err != nil:
		return Session{}, err
	case !a.Now().Before(row.ExpiresAt):
		return Session{}, out
	case !row.User.Account.Active:
		return Session{}, errInactive()
	}
	return a.sessionOf(row), nil
}

func errInactive() error {
	return domain.Errorf(domain.AccountInactive, "this account is inactive; an administrator can activate it")
}

func (a *base) sessionOf(row store.SessionRow) Session {
	return Session{
		ID:         row.ID,
		User:       row.User,
		CreatedAt:  row.CreatedAt,
		LastSeenAt: row.LastSeenAt,
		ExpiresAt:  row.CreatedAt.Add(sessionLife),
		HasFactor:  row.HasFactor,
		APIAccess:  a.admission.Grid.OpensAPI(row.User.Account),
	}
}

// sessionEnd returns when a session will end if it is used now and not again.
func sessionEnd(created, now time.Time) time.Time {
	if life, idle := created.Add(sessionLife), now.Add(sessionIdle); idle.After(life) {
		return life
	}
	return now.Add(sessionIdle)
}

// startSession signs a user in on a browser and ends the session that the browser had before, so that no token survives a
// sign-in.
func (a *base) startSession(ctx context.Context, tx *db.Tx, userID int64, token auth.Token, v admit.Visit) (Session, error) {
	if err := endSession(ctx, tx, v.Token); err != nil {
		return Session{}, err
	}
	hash, now := token.Hash(), a.Now()
	_, err := store.InsertSession(ctx, tx, store.SessionRow{
		User:       domain.User{ID: userID},
		Address:    a.admission.Address(v).String(),
		Agent:      agentOf(v.Header),
		CreatedAt:  now,
		LastSeenAt: now,
		ExpiresAt:  sessionEnd(now, now),
	}, hash[:])
	if err != nil {
		return Session{}, err
	}
	if err := store.SetLastSeen(ctx, tx, userID, now); err != nil {
		return Session{}, err
	}
	row, err := store.SessionByHash(ctx, tx, hash[:])
	if err != nil {
		return Session{}, err
	}
	s := a.sessionOf(row)
	s.Token = token
	return s, a.noteSession(ctx, tx, row)
}

func agentOf(h http.Header) string {
	agent := []rune(strings.Map(printable, strings.ToValidUTF8(h.Get("User-Agent"), "")))
	return string(agent[:min(len(agent), longestAgent)])
}

func printable(c rune) rune {
	if unicode.IsControl(c) {
		return -1
	}
	return c
}

// SignOut ends the session with the given token, if there is one.
func (a *Sessions) SignOut(ctx context.Context, text string) error {
	if _, ok := auth.ParseToken(auth.SessionPrefix, text); !ok {
		return nil
	}
	return a.DB.Write(ctx, func(tx *db.Tx) error { return endSession(ctx, tx, text) })
}

func endSession(ctx context.Context, tx *db.Tx, text string) error {
	token, ok := auth.ParseToken(auth.SessionPrefix, text)
	if !ok {
		return nil
	}
	hash := token.Hash()
	return store.DeleteSession(ctx, tx, hash[:])
}

// Sessions lists where a user is signed in, most recently used first.
func (a *Sessions) Sessions(ctx context.Context, userID int64) ([]store.SessionInfo, error) {
	return db.Read(ctx, a.DB, func(tx *db.Tx) ([]store.SessionInfo, error) {
		return store.Sessions(ctx, tx, userID, a.Now(), sessionsShown)
	})
}

// EndSession ends one session of a user.
func (a *Sessions) EndSession(ctx context.Context, userID, id int64) error {
	return a.DB.Write(ctx, func(tx *db.Tx) error {
		ended, err := store.DeleteUserSession(ctx, tx, userID, id)
		if err == nil && !ended {
			err = domain.NoSuch("session")
		}
		return err
	})
}

// EndSessions signs a user out everywhere.
func (a *Sessions) EndSessions(ctx context.Context, userID int64) error {
	return a.DB.Write(ctx, func(tx *db.Tx) error { return revokeAccess(ctx, tx, userID) })
}

// revokeAccess ends a user's sessions and invalidates the private addresses of their calendars, so that anyone who has obtained
// either loses access.
func revokeAccess(ctx context.Context, tx *db.Tx, userID int64) error {
	if err := store.DeleteSessions(ctx, tx, userID); err != nil {
		return err
	}
	return workstore.EndCalendars(ctx, tx, userID)
}
