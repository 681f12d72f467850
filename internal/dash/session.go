package dash

import (
	"strconv"

	"earnest/internal/dash/figures"
	"earnest/internal/domain"
	"earnest/internal/identity"
)

// session holds the signed-in user, if any, and the data that every page needs.
type session struct {
	SetupNeeded bool               `json:"setup_needed"`
	SignedIn    bool               `json:"signed_in"`
	OIDC        *oidc              `json:"oidc"`
	Version     string             `json:"version"`
	Today       string             `json:"today"`
	Thresholds  figures.Thresholds `json:"thresholds"`
	User        *user              `json:"user"`
}

// oidc is the identity provider that people may sign in with.
type oidc struct {
	Name string `json:"name"`
}

type signInBody struct {
	Email    domain.Opt[string] `json:"email" rule:"email" need:"yes"`
	Password domain.Opt[string] `json:"password" rule:"password" need:"yes"`
	Code     domain.Opt[string] `json:"code" rule:"code"`
}

// openSession is one of a user's own sessions.
type openSession struct {
	ID         int64  `json:"id"`
	CreatedAt  string `json:"created_at"`
	LastSeenAt string `json:"last_seen_at"`
	Address    string `json:"address"`
	Agent      string `json:"agent"`
	Current    bool   `json:"current"`
}

type sessionList struct {
	Sessions []openSession `json:"sessions"`
}

func (d *Dash) getSession(r *request) (any, error) { return d.sessionOf(r, r.session) }

func (d *Dash) sessionOf(r *request, s identity.Session) (session, error) {
	out := session{Version: d.opt.Version, Today: string(d.app.Today()), Thresholds: figures.Thresholds(d.app.Thresholds)}
	if name := d.app.Sessions.ProviderName(); name != "" {
		out.OIDC = &oidc{name}
	}
	if s.User.ID != 0 {
		u := me(s)
		out.SignedIn, out.User = true, &u
		return out, nil
	}
	var err error
	out.SetupNeeded, err = d.app.Accounts.IsEmpty(r.ctx)
	return out, err
}

// welcome starts a new session in the browser.
func (d *Dash) welcome(r *request, s identity.Session) (session, error) {
	d.setCookie(r.w, s)
	return d.sessionOf(r, s)
}

func (d *Dash) signIn(r *request) (any, error) {
	b, err := body[signInBody](r)
	if err != nil {
		return nil, err
	}
	s, err := d.app.Sessions.SignIn(r.ctx, identity.SignIn{
		Email:    b.Email.Value,
		Password: b.Password.Value,
		Code:     b.Code.Value,
		Visit:    d.visit(r),
	})
	if err != nil {
		return nil, err
	}
	return d.welcome(r, s)
}

func (d *Dash) signOut(r *request) (any, error) {
	d.dropCookie(r.w)
	return done{true}, d.app.Sessions.SignOut(r.ctx, d.token(r.Request))
}

func (d *Dash) listSessions(r *request) (any, error) {
	list, err := d.app.Sessions.Sessions(r.ctx, r.session.User.ID)
	out := make([]openSession, 0, len(list))
	for _, s := range list {
		out = append(out, openSession{
			ID:         s.ID,
			CreatedAt:  figures.Stamp(s.CreatedAt),
			LastSeenAt: figures.Stamp(s.LastSeenAt),
			Address:    s.Address,
			Agent:      s.Agent,
			Current:    s.ID == r.session.ID,
		})
	}
	return sessionList{out}, err
}

func (d *Dash) endSession(r *request) (any, error) {
	id, err := r.number("session")
	if err != nil {
		return nil, err
	}
	if err := d.app.Sessions.EndSession(r.ctx, r.session.User.ID, id); err != nil {
		return nil, err
	}
	if id == r.session.ID {
		d.dropCookie(r.w)
	}
	return done{true}, nil
}

func (d *Dash) endSessions(r *request) (any, error) {
	if err := d.app.Sessions.EndSessions(r.ctx, r.session.User.ID); err != nil {
		return nil, err
	}
	d.dropCookie(r.w)
	return done{true}, nil
}

// number returns the id in the path. A malformed id is treated like one that does not exist.
func (r *request) number(noun string) (int64, error) {
	id, err := strconv.ParseInt(r.PathValue("id"), 10, 64)
	if err != nil {
		return 0, domain.NoSuch(noun)
	}
	return id, nil
}
