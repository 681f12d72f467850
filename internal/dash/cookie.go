package dash

import (
	"net/http"
	"net/url"
	"strings"
	"time"

	"earnest/internal/identity"
)

// cookieName is the session's cookie; over https its prefix makes browsers keep it to this host and to https.
func (d *Dash) cookieName() string {
	if d.secure() {
		return "__Host-earnest"
	}
	return "earnest"
}

func (d *Dash) secure() bool { return strings.HasPrefix(d.opt.BaseURL, "https://") }

// token is what the browser shows of its session.
func (d *Dash) token(r *http.Request) string {
	cookie, err := r.Cookie(d.cookieName())
	if err != nil {
		return ""
	}
	return cookie.Value
}

// setCookie gives the browser its session.
func (d *Dash) setCookie(w http.ResponseWriter, s identity.Session) {
	http.SetCookie(w, d.cookie(s.Token.Reveal(), s.ExpiresAt))
}

// dropCookie takes it back.
func (d *Dash) dropCookie(w http.ResponseWriter) { http.SetCookie(w, d.cookie("", time.Unix(1, 0))) }

func (d *Dash) cookie(value string, expires time.Time) *http.Cookie {
	return &http.Cookie{ //nolint:gosec // Secure wherever people come by https
		Name:     d.cookieName(),
		Value:    value,
		Path:     "/",
		Expires:  expires,
		Secure:   d.secure(),
		HttpOnly: true,
		SameSite: http.SameSiteLaxMode,
	}
}

// newShield refuses what another site's page sends. Our own address is never another site, also where a proxy calls us
// by another name.
func newShield(base string) *http.CrossOriginProtection {
	shield := http.NewCrossOriginProtection()
	if u, err := url.Parse(base); err == nil && u.Host != "" {
		_ = shield.AddTrustedOrigin(u.Scheme + "://" + u.Host) // it has the form that is asked for
	}
	return shield
}
