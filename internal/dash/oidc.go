package dash

import (
	"encoding/base64"
	"errors"
	"net/http"
	"net/url"
	"strings"
	"time"

	"earnest/internal/domain"
	"earnest/internal/front"
	"earnest/internal/identity"
)

// loginTime is how long a sign-in at the identity provider may take.
const loginTime = 10 * time.Minute

// startLogin sends the browser to the identity provider. A cookie proves that the same browser comes back, and holds the page that it
// requested.
func (d *Dash) startLogin(r *request) (any, error) {
	login, address, err := d.app.Sessions.StartLogin(r.ctx, d.loginReturn())
	if err != nil {
		return d.refuseLogin(r, err)
	}
	to := base64.RawURLEncoding.EncodeToString([]byte(localPath(r.URL.Query().Get("to"))))
	http.SetCookie(r.w, d.loginCookie(login+"."+to, int(loginTime.Seconds())))
	return d.redirect(r, address)
}

// endLogin handles the browser's return from the identity provider.
func (d *Dash) endLogin(r *request) (any, error) {
	login, to := d.login(r.Request)
	http.SetCookie(r.w, d.loginCookie("", -1))
	query := r.URL.Query()
	s, err := d.app.Sessions.EndLogin(r.ctx, identity.LoginReturn{
		Login:    login,
		State:    query.Get("state"),
		Code:     query.Get("code"),
		Error:    query.Get("error"),
		Redirect: d.loginReturn(),
		Visit:    d.visit(r),
	})
	if err != nil {
		return d.refuseLogin(r, err)
	}
	d.setCookie(r.w, s)
	return d.redirect(r, to)
}

// refuseLogin redirects to the sign-in page, which shows what went wrong; the log has the reason.
func (d *Dash) refuseLogin(r *request, err error) (any, error) {
	refused, ok := errors.AsType[*identity.RefusedLogin](err)
	switch {
	case ok:
		d.log.WarnContext(r.ctx, "sign-in at the identity provider failed", "error", err)
		return d.redirect(r, "/signin?error="+refused.Code)
	case domain.KindOf(err) == domain.NotFound:
		return nil, err
	}
	f := front.PageFailure(err)
	if f.Status >= http.StatusInternalServerError {
		d.log.ErrorContext(r.ctx, "sign-in at the identity provider failed", "error", err)
	}
	return d.redirect(r, "/signin?error="+f.Code)
}

func (d *Dash) redirect(r *request, to string) (any, error) {
	r.w.Header().Set("Location", to)
	r.w.WriteHeader(http.StatusFound)
	return written{}, nil
}

// loginReturn returns the address to which the identity provider sends the browser.
func (d *Dash) loginReturn() string { return d.opt.BaseURL + Base + "/oidc/callback" }

func (d *Dash) loginCookie(value string, seconds int) *http.Cookie {
	c := d.cookie(value, time.Time{}) //nolint:gosec // as in cookie
	c.Name += "-login"
	c.MaxAge = seconds
	return c
}

// login reads the sign-in state and the requested page from the browser's cookie.
func (d *Dash) login(r *http.Request) (login, to string) {
	cookie, err := r.Cookie(d.cookieName() + "-login")
	if err != nil {
		return "", "/"
	}
	login, encoded, _ := strings.Cut(cookie.Value, ".")
	path, err := base64.RawURLEncoding.DecodeString(encoded)
	if err != nil {
		return login, "/"
	}
	return login, localPath(string(path))
}

// longestPath is the maximum length of a path that is kept across a sign-in.
const longestPath = 1000

// localPath returns text if it is a path on this site, and the path of the first page otherwise, because a link to us must not redirect to
// another site.
func localPath(text string) string {
	u, err := url.Parse(text)
	if err != nil || u.Scheme != "" || u.Host != "" || u.User != nil || len(text) > longestPath ||
		!strings.HasPrefix(text, "/") || strings.HasPrefix(text, "//") || strings.ContainsFunc(text, strange) {
		return "/"
	}
	return text
}

// strange reports whether browsers treat a character as a slash or ignore it.
func strange(c rune) bool { return c == '\\' || c < ' ' || c == 0x7f }
