package security

import (
	"encoding/base32"
	"fmt"
	"net/url"
	"regexp"
	"strings"
	"testing"
	"time"

	"earnest/internal/apitest"
	"earnest/internal/auth"
	"earnest/test/rig"
)

// story performs every action on a node that involves a secret, both correctly and incorrectly, and records each secret that it
// uses.
type story struct {
	node     *rig.Node
	provider *apitest.Provider
	secrets  map[string]string
	shown    strings.Builder // every error response
	links    []string        // the links that people receive
}

const (
	firstPassword  = "first correct horse battery"
	secondPassword = "second correct horse battery"
	wrongPassword  = "wrong correct horse battery"
)

// startStory starts a node on an empty database, with the most verbose log level and an identity provider.
func startStory(t *testing.T, start func(bin string, flags ...string) *rig.Node) *story {
	t.Helper()
	s := &story{provider: apitest.NewProvider(t), secrets: map[string]string{
		"the first password": firstPassword, "the second password": secondPassword, "a wrong password": wrongPassword,
		"the provider's client secret": apitest.ClientSecret,
	}}
	s.node = start(bin,
		"--log-level", "debug", "--oidc-issuer", s.provider.URL, "--oidc-client-id", apitest.ClientID, "--oidc-client-secret", apitest.ClientSecret)
	return s
}

// play runs the whole story.
func (s *story) play(t *testing.T) {
	t.Helper()
	ada := s.setUp(t)
	s.factor(t, ada)
	s.invite(t, ada)
	s.keys(t, ada)
	s.calendar(t, ada)
	s.signInElsewhere(t)
	s.misplace(t)
	must[any](t, ada, "GET", "/admin/health", nil)
	s.shown.WriteString(ada.shown.String())
}

// keep records a secret, except for its prefix and the first eight characters after it, which may be shown so that people can
// recognise it.
func (s *story) keep(name, secret string) string {
	if _, rest, ok := strings.Cut(secret, "_"); ok && len(rest) > 20 {
		s.secrets[name] = rest[8:]
	} else {
		s.secrets[name] = secret
	}
	return secret
}

// setUp creates the first administrator with the token that the server printed.
func (s *story) setUp(t *testing.T) *browser {
	t.Helper()
	token := s.keep("the set-up token", await(t, func() string { return regexp.MustCompile(`set_[0-9A-Za-z]+`).FindString(s.node.Log()) }))
	b := newBrowser(t, s.node.URL)
	person := map[string]any{"token": token, "email": "ada@example.com", "firstname": "Ada", "lastname": "King", "password": firstPassword}
	must[any](t, b, "POST", "/setup", person)
	b.call(t, "POST", "/dash/setup", person)
	s.keep("the session of the set-up", b.cookie(t))
	b.call(t, "POST", "/dash/session", map[string]any{"email": "ada@example.com", "password": wrongPassword})
	b.call(t, "POST", "/dash/session?password="+url.QueryEscape(wrongPassword), map[string]any{"email": firstPassword, "password": []string{firstPassword}})
	b.call(t, "POST", "/dash/session", map[string]any{"email": wrongPassword + "@example.com", "password": firstPassword})
	must[any](t, b, "POST", "/session", map[string]any{"email": "ada@example.com", "password": firstPassword})
	s.keep("the session of a sign-in", b.cookie(t))
	return b
}

// factor sets up a second factor and uses it.
func (s *story) factor(t *testing.T, b *browser) {
	t.Helper()
	offer := must[struct {
		Secret string `json:"secret"`
		URI    string `json:"uri"`
	}](t, b, "POST", "/account/second-factor", map[string]any{"password": firstPassword})
	s.keep("the secret of the second factor", offer.Secret)
	raw, err := base32.StdEncoding.WithPadding(base32.NoPadding).DecodeString(offer.Secret)
	if err != nil {
		t.Fatal(err)
	}
	s.keep("the raw secret of the second factor", string(raw))
	b.call(t, "PUT", "/dash/account/second-factor", map[string]any{"code": "000000"})
	given := must[struct {
		Codes []string `json:"recovery_codes"`
	}](t, b, "PUT", "/account/second-factor", map[string]any{"code": auth.TOTPCode(raw, auth.TOTPStep(time.Now()))})
	for i, code := range given.Codes {
		s.keep(fmt.Sprint("recovery code ", i), code)
	}
	b.call(t, "POST", "/dash/session", map[string]any{"email": "ada@example.com", "password": firstPassword, "code": "wrong-" + given.Codes[0]})
	must[any](t, b, "POST", "/session", map[string]any{"email": "ada@example.com", "password": firstPassword, "code": given.Codes[0]})
	s.keep("the session of a sign-in with a code", b.cookie(t))
}

// token records a link and returns the token that follows its #.
func (s *story) token(t *testing.T, link string) string {
	t.Helper()
	s.links = append(s.links, link)
	_, token, found := strings.Cut(link, "#")
	if !found {
		t.Fatalf("a link without a #: %s", link)
	}
	return token
}

// invite invites someone with a link, and resets their password with another.
func (s *story) invite(t *testing.T, ada *browser) {
	t.Helper()
	made := must[struct {
		User struct {
			ID int64 `json:"id"`
		} `json:"user"`
		Link string `json:"link"`
	}](t, ada, "POST", "/admin/users", map[string]any{"email": "new@example.com", "firstname": "New", "lastname": "Person", "plan": "pro"})
	invitation := s.keep("the token of an invitation", s.token(t, made.Link))
	b := newBrowser(t, s.node.URL)
	b.call(t, "POST", "/dash/invitation", map[string]any{"token": invitation, "password": "short"})
	must[any](t, b, "POST", "/invitation/look", map[string]any{"token": invitation})
	must[any](t, b, "POST", "/invitation", map[string]any{"token": invitation, "password": secondPassword})
	s.keep("the session of an invitation", b.cookie(t))
	b.call(t, "POST", "/dash/invitation", map[string]any{"token": invitation, "password": secondPassword})
	reset := must[struct {
		Link string `json:"link"`
	}](t, ada, "POST", fmt.Sprint("/admin/users/", made.User.ID, "/reset"), map[string]any{})
	unused := s.keep("the token of a reset", s.token(t, reset.Link))
	b.call(t, "POST", "/dash/invitation/look", map[string]any{"token": unused + "x"})
	s.shown.WriteString(b.shown.String())
}

// keys creates a key, rotates it, and uses both the old and the new key.
func (s *story) keys(t *testing.T, b *browser) {
	t.Helper()
	type created struct {
		Key struct {
			ID int64 `json:"id"`
		} `json:"key"`
		Secret string `json:"secret"`
	}
	one := must[created](t, b, "POST", "/keys", map[string]any{"name": "CI", "scopes": []string{"projects:read", "projects:write"}})
	s.keep("an API key", one.Secret)
	two := must[created](t, b, "POST", fmt.Sprint("/keys/", one.Key.ID, "/rotate"), map[string]any{"overlap_hours": 1})
	s.keep("a rotated API key", two.Secret)
	for _, key := range []string{one.Secret, two.Secret} {
		rig.NewCaller(s.node.URL, key).Must(t, 201, "POST", "/api/v1/projects", map[string]any{"name": "Of a key"})
	}
	must[any](t, b, "GET", "/keys", nil)
}

// calendar creates a calendar's private address and reads the calendar there.
func (s *story) calendar(t *testing.T, b *browser) {
	t.Helper()
	path := "/projects/" + firstProject(t, b)
	made := must[struct {
		URL string `json:"url"`
	}](t, b, "POST", path+"/calendar", nil)
	address, err := url.Parse(made.URL)
	if err != nil {
		t.Fatal(err)
	}
	s.keep("the private address of a calendar", strings.TrimSuffix(strings.TrimPrefix(address.Path, "/calendar/"), ".ics"))
	for _, target := range []string{address.Path, strings.Replace(address.Path, ".ics", "x.ics", 1), address.Path + "?token=" + address.Path} {
		b.call(t, "GET", target, nil)
	}
	must[any](t, b, "DELETE", path+"/calendar", nil)
	b.call(t, "GET", address.Path, nil)
}

// signInElsewhere signs in through the provider, once correctly and once with an invalid code.
func (s *story) signInElsewhere(t *testing.T) {
	t.Helper()
	for _, good := range []bool{true, false} {
		b := newBrowser(t, s.node.URL)
		to, err := url.Parse(b.call(t, "GET", "/dash/oidc/start?to=/projects", nil).Header.Get("Location"))
		if err != nil {
			t.Fatal(err)
		}
		asked := to.Query()
		for _, c := range b.http.Jar.Cookies(to) {
			s.keep("the cookie of a sign-in with the provider", c.Value)
		}
		code := "a code that is none"
		if good {
			code = s.provider.Allow(asked, nil)
		}
		s.keep(fmt.Sprint("the code of the provider, good: ", good), code)
		back := b.call(t, "GET", "/dash/oidc/callback?"+url.Values{"code": {code}, "state": {asked.Get("state")}}.Encode(), nil)
		s.links = append(s.links, back.Header.Get("Location"))
		if good {
			s.keep("the session of a sign-in with the provider", b.cookie(t))
		}
		s.shown.WriteString(b.shown.String())
	}
}

// misplace sends every kind of secret to places where it does not belong.
func (s *story) misplace(t *testing.T) {
	t.Helper()
	b := newBrowser(t, s.node.URL)
	for _, prefix := range []string{"ern_", "ses_", "inv_", "set_", "cal_", "oid_"} {
		secret := s.keep("a misplaced "+prefix, auth.NewToken(prefix).Reveal())
		for _, path := range []string{"/api/v1/projects", "/api/v1/tickets", "/dash/projects", "/docs", "/healthz", "/projects", "/calendar"} {
			b.call(t, "GET", path+"/"+secret, nil)
			b.call(t, "GET", path+"?key="+secret, nil)
			b.call(t, "POST", path, map[string]any{secret: secret})
			for _, header := range []string{"Authorization", "X-Api-Key", "X-Request-Id", "Cookie", "Referer", "User-Agent", "X-Forwarded-For", "Origin"} {
				value := map[string]string{"Authorization": "Bearer " + secret, "Cookie": "earnest=" + secret}[header]
				if value == "" {
					value = secret
				}
				b.call(t, "GET", path, nil, header, value)
			}
		}
		b.call(t, "DELETE", "/dash/sessions/"+secret, nil)
		b.call(t, secret, "/dash/session", nil)
	}
	s.shown.WriteString(b.shown.String())
}

// firstProject returns the uuid of the user's first project.
func firstProject(t testing.TB, b *browser) string {
	t.Helper()
	return must[struct {
		Projects []struct {
			UUID string `json:"uuid"`
		} `json:"projects"`
	}](t, b, "GET", "/projects", nil).Projects[0].UUID
}
