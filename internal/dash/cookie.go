package dash

import (
	"net/http"
	"net/url"
	"strings"
	"time"

	"earnest/internal/identity"
)

// cookieName returns the name of the session cookie. Over https, its prefix makes browsers restrict it to this host and to https.
func (d *Dash) cookieName() string {
	if d.secure() {
		return "__Host-earnest"
	}
	return "earnest"
}

func (d *Dash) secure() bool { return strings.HasPrefix(d.opt.BaseURL, "https://") }

// token returns the session token that the browser sent.
func (d *Dash) token(r *http.Request) string {
	cookie, err := r.Cookie(d.cookieName())
	if err != nil {
		return ""
	}
	return cookie.Value
}

// setCookie sends the session cookie to the browser.
func (d *Dash) setCookie(w http.ResponseWriter, s identity.Session) {
	http.SetCookie(w, d.cookie(s.Token.Reveal(), s.ExpiresAt))
}

// dropCookie removes the session cookie.
func (d *Dash) dropCookie(w http.ResponseWriter) { http.SetCookie(w, d.cookie("", time.Unix(1, 0))) }

func (d *Dash) cookie(value string, expires time.Time) *http.Cookie {
	return &http.Cookie{ //nolint:gosec // Secure is set when the base URL is https
		Name:     d.cookieName(),
		Value:    value,
		Path:     "/",
		Expires:  expires,
		Secure:   d.secure(),
		HttpOnly: true,
		SameSite: http.SameSiteLaxMode,
	}
}

// newShield returns the protection against cross-site requests. It always trusts the base URL, even if a proxy forwards requests under
// another host name.
func newShield(base string) *http.CrossOriginProtection {
	shield := http.NewCrossOriginProtection()
	if u, err := url.Parse(base); err == nil && u.Host != "" {
		_ = shield.AddTrustedOrigin(u.Scheme + "://" + u.Host) // always a valid origin
	}
	return shield
}
