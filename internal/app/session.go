package app

import (
	"context"
	"net/http"
	"net/netip"
	"strings"
	"time"
	"unicode"

	"earnest/internal/auth"
	"earnest/internal/domain"
	"earnest/internal/store"
)

const (
	// sessionLife is how long a session lasts at most, and sessionIdle how long it lasts unused.
	sessionLife = 30 * 24 * time.Hour
	sessionIdle = 7 * 24 * time.Hour
	// sessionsShown is how many sessions of a user are listed.
	sessionsShown = 200
	// longestAgent is how much is kept of what a browser calls itself.
	longestAgent = 200
	// sessionPrefix begins the token of a session.
	sessionPrefix = "ses_"
)

// Session is somebody who signed in.
type Session struct {
	ID         int64
	User       domain.User
	Token      auth.Token // set only when the session was made just now
	CreatedAt  time.Time
	LastSeenAt time.Time
	ExpiresAt  time.Time // the latest it can last; unused it ends earlier
	HasFactor  bool      // the user has a second factor in force
	APIAccess  bool      // the user's plan opens the API
}

// Session gives the session of a token: SignedOut when there is none or it is over, AccountInactive when the account
// was shut. Every request asks the database, so that an ended session is over at once, on every node.
func (a *App) Session(ctx context.Context, text string) (s Session, err error) {
	out := domain.Errorf(domain.SignedOut, "sign in first")
	token, ok := auth.ParseToken(sessionPrefix, text)
	if !ok {
		return Session{}, out
	}
	hash := token.Hash()
	defer func() { a.rememberSession(hash, s.User.ID, err) }()
	row, err := read(ctx, a, func(tx *store.Tx) (store.SessionRow, error) { return tx.SessionByHash(ctx, hash[:]) })
	switch {
	case domain.KindOf(err) == domain.NotFound:
		return Session{}, out
	case err != nil:
		return Session{}, err
	case !a.clock().Before(row.ExpiresAt):
		return Session{}, out
	case !row.User.Account.Active:
		return Session{}, errInactive()
	}
	return a.sessionOf(row), nil
}

func errInactive() error {
	return domain.Errorf(domain.AccountInactive, "this account is inactive; an administrator can activate it")
}

func (a *App) sessionOf(row store.SessionRow) Session {
	return Session{
		ID:         row.ID,
		User:       row.User,
		CreatedAt:  row.CreatedAt,
		LastSeenAt: row.LastSeenAt,
		ExpiresAt:  row.CreatedAt.Add(sessionLife),
		HasFactor:  row.HasFactor,
		APIAccess:  a.config.Grid.OpensAPI(row.User.Account),
	}
}

// sessionEnd is when a session ends that was used now and not again.
func sessionEnd(created, now time.Time) time.Time {
	if life, idle := created.Add(sessionLife), now.Add(sessionIdle); idle.After(life) {
		return life
	}
	return now.Add(sessionIdle)
}

// startSession signs a user in on a browser and ends the session that the browser had before: a token never lives
// through a sign-in.
func (a *App) startSession(ctx context.Context, tx *store.Tx, userID int64, token auth.Token, v Visit) (Session, error) {
	if err := endSession(ctx, tx, v.Token); err != nil {
		return Session{}, err
	}
	hash, now := token.Hash(), a.clock()
	_, err := tx.InsertSession(ctx, store.SessionRow{
		User:       domain.User{ID: userID},
		Address:    a.addressOf(v).String(),
		Agent:      agentOf(v.Header),
		CreatedAt:  now,
		LastSeenAt: now,
		ExpiresAt:  sessionEnd(now, now),
	}, hash[:])
	if err != nil {
		return Session{}, err
	}
	if err := tx.SeeUser(ctx, userID, now); err != nil {
		return Session{}, err
	}
	row, err := tx.SessionByHash(ctx, hash[:])
	if err != nil {
		return Session{}, err
	}
	s := a.sessionOf(row)
	s.Token = token
	return s, a.noteSession(ctx, tx, row)
}

// addressOf is the network address of a visitor.
func (a *App) addressOf(v Visit) netip.Addr {
	return a.config.Proxies.ClientAddr(v.RemoteAddr, v.Header)
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

// SignOut ends the session of a token, if there is one.
func (a *App) SignOut(ctx context.Context, text string) error {
	if _, ok := auth.ParseToken(sessionPrefix, text); !ok {
		return nil
	}
	return a.store.Write(ctx, func(tx *store.Tx) error { return endSession(ctx, tx, text) })
}

func endSession(ctx context.Context, tx *store.Tx, text string) error {
	token, ok := auth.ParseToken(sessionPrefix, text)
	if !ok {
		return nil
	}
	hash := token.Hash()
	return tx.DeleteSession(ctx, hash[:])
}

// Sessions lists where a user is signed in, the last used first.
func (a *App) Sessions(ctx context.Context, userID int64) ([]store.SessionInfo, error) {
	return read(ctx, a, func(tx *store.Tx) ([]store.SessionInfo, error) {
		return tx.Sessions(ctx, userID, a.clock(), sessionsShown)
	})
}

// EndSession ends one session of a user.
func (a *App) EndSession(ctx context.Context, userID, id int64) error {
	return a.store.Write(ctx, func(tx *store.Tx) error {
		ended, err := tx.DeleteUserSession(ctx, userID, id)
		if err == nil && !ended {
			err = domain.NoSuch("session")
		}
		return err
	})
}

// EndSessions signs a user out everywhere.
func (a *App) EndSessions(ctx context.Context, userID int64) error {
	return a.store.Write(ctx, func(tx *store.Tx) error { return shutOut(ctx, tx, userID) })
}

// shutOut ends the sessions of a user and the private addresses of their calendars: whoever got hold of either is out.
func shutOut(ctx context.Context, tx *store.Tx, userID int64) error {
	if err := tx.DeleteSessions(ctx, userID); err != nil {
		return err
	}
	return tx.EndCalendars(ctx, userID)
}
