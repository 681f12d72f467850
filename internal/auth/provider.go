package auth

import (
	"context"
	"crypto/subtle"
	"errors"
	"fmt"
	"net/http"
	"sync/atomic"
	"time"

	"github.com/coreos/go-oidc/v3/oidc"
	"golang.org/x/oauth2"
	"golang.org/x/sync/singleflight"
)

const (
	// providerTime limits the duration of one request to an identity provider.
	providerTime = 10 * time.Second
	// providerAnswer limits the size of a response.
	providerAnswer = 1 << 20
)

// ErrProviderUnavailable means that the identity provider could not be reached or failed.
var ErrProviderUnavailable = errors.New("the identity provider does not answer as it should")

// ErrProviderRefused means that the identity provider's response does not prove an identity.
var ErrProviderRefused = errors.New("the identity provider's answer was refused")

// ProviderConfig identifies an OpenID Connect provider, and this instance to the provider.
type ProviderConfig struct {
	Issuer       string
	ClientID     string
	ClientSecret string // empty for a public client
	Name         string // the display name
	Clock        func() time.Time
}

// Provider is an OpenID Connect provider. It is discovered when it is first needed, and discovery is retried until it succeeds,
// so that a server can start without it.
type Provider struct {
	config ProviderConfig
	client *http.Client
	lookup singleflight.Group
	found  atomic.Pointer[oidc.Provider]
}

// Identity is a person as known to a provider.
type Identity struct {
	Issuer    string
	Subject   string
	Email     string
	Verified  bool // the provider has verified the email
	Firstname string
	Lastname  string
}

// NewProvider returns a provider without contacting it.
func NewProvider(config ProviderConfig) *Provider {
	if config.Clock == nil {
		config.Clock = time.Now
	}
	return &Provider{config: config, client: &http.Client{Timeout: providerTime, Transport: boundedTransport{http.DefaultTransport}}}
}

// Name returns the provider's display name.
func (p *Provider) Name() string { return p.config.Name }

// AuthURL returns the URL where the user signs in; the provider then sends the browser back to redirect.
func (p *Provider) AuthURL(ctx context.Context, redirect string, l Login) (string, error) {
	found, err := p.discover(ctx)
	if err != nil {
		return "", err
	}
	return p.oauth(found, redirect).AuthCodeURL(l.State(), oidc.Nonce(l.Nonce()), oauth2.S256ChallengeOption(l.Verifier())), nil
}

// Redeem exchanges the code that the browser brought back for an identity. The ID token must be signed by the provider,
// currently valid, and issued to this instance for this very login.
func (p *Provider) Redeem(ctx context.Context, redirect, code string, l Login) (Identity, error) {
	found, err := p.discover(ctx)
	if err != nil {
		return Identity{}, err
	}
	ctx = oidc.ClientContext(ctx, p.client)
	token, err := p.oauth(found, redirect).Exchange(ctx, code, oauth2.VerifierOption(l.Verifier()))
	if err != nil {
		return Identity{}, exchangeError(err)
	}
	raw, _ := token.Extra("id_token").(string)
	id, err := found.Verifier(&oidc.Config{ClientID: p.config.ClientID, Now: p.config.Clock}).Verify(ctx, raw)
	if err != nil {
		return Identity{}, fmt.Errorf("%w: %w", ErrProviderRefused, err)
	}
	if subtle.ConstantTimeCompare([]byte(id.Nonce), []byte(l.Nonce())) != 1 {
		return Identity{}, fmt.Errorf("%w: the ID token was made for another sign-in", ErrProviderRefused)
	}
	return p.identity(ctx, found, id, token)
}

// exchangeError distinguishes a provider that refused the code from one that is broken or unreachable.
func exchangeError(err error) error {
	if said, ok := errors.AsType[*oauth2.RetrieveError](err); ok && said.Response.StatusCode < http.StatusInternalServerError {
		return fmt.Errorf("%w: %w", ErrProviderRefused, err)
	}
	return fmt.Errorf("%w: %w", ErrProviderUnavailable, err)
}

// claims holds the claims we read about a person.
type claims struct {
	Email         string    `json:"email"`
	EmailVerified truthText `json:"email_verified"`
	GivenName     string    `json:"given_name"`
	FamilyName    string    `json:"family_name"`
	Name          string    `json:"name"`
}

// truthText is a boolean that some providers encode as a string.
type truthText bool

// UnmarshalJSON accepts true and "true"; everything else is false.
func (t *truthText) UnmarshalJSON(data []byte) error {
	*t = string(data) == "true" || string(data) == `"true"`
	return nil
}

// identity reads the ID token, and queries the provider if the token does not contain the email.
func (p *Provider) identity(ctx context.Context, found *oidc.Provider, id *oidc.IDToken, token *oauth2.Token) (Identity, error) {
	var c claims
	if err := id.Claims(&c); err != nil {
		return Identity{}, fmt.Errorf("%w: %w", ErrProviderRefused, err)
	}
	if c.Email == "" && found.UserInfoEndpoint() != "" {
		info, err := found.UserInfo(ctx, oauth2.StaticTokenSource(token))
		if err != nil {
			return Identity{}, fmt.Errorf("%w: %w", ErrProviderUnavailable, err)
		}
		if err := info.Claims(&c); err != nil || info.Subject != id.Subject {
			return Identity{}, fmt.Errorf("%w: its user information is about someone else or unreadable", ErrProviderRefused)
		}
	}
	who := Identity{Issuer: id.Issuer, Subject: id.Subject, Email: c.Email, Verified: bool(c.EmailVerified)}
	who.Firstname, who.Lastname = names(c)
	return who, nil
}

// oauth returns our OAuth 2 client configuration.
func (p *Provider) oauth(found *oidc.Provider, redirect string) *oauth2.Config {
	return &oauth2.Config{
		ClientID:     p.config.ClientID,
		ClientSecret: p.config.ClientSecret,
		Endpoint:     found.Endpoint(),
		RedirectURL:  redirect,
		Scopes:       []string{oidc.ScopeOpenID, "email", "profile"},
	}
}

// discover performs discovery once for all waiting requests. It is not cancelled with the request that started it, because
// others may be waiting for it too.
func (p *Provider) discover(ctx context.Context) (*oidc.Provider, error) {
	if found := p.found.Load(); found != nil {
		return found, nil
	}
	result := p.lookup.DoChan("", func() (any, error) {
		found, err := oidc.NewProvider(oidc.ClientContext(context.WithoutCancel(ctx), p.client), p.config.Issuer)
		if err == nil {
			p.found.Store(found)
		}
		return found, err
	})
	select {
	case r := <-result:
		if r.Err != nil {
			return nil, fmt.Errorf("%w: %w", ErrProviderUnavailable, r.Err)
		}
		return p.found.Load(), nil
	case <-ctx.Done():
		return nil, fmt.Errorf("%w: %w", ErrProviderUnavailable, ctx.Err())
	}
}

// boundedTransport limits the size of responses.
type boundedTransport struct{ next http.RoundTripper }

// RoundTrip implements http.RoundTripper.
func (b boundedTransport) RoundTrip(r *http.Request) (*http.Response, error) {
	answer, err := b.next.RoundTrip(r)
	if err == nil {
		answer.Body = http.MaxBytesReader(nil, answer.Body, providerAnswer)
	}
	return answer, err
}
