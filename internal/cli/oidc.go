package cli

import (
	"fmt"
	"net/url"
	"os"
	"strings"

	"earnest/internal/auth"
)

// provider returns the identity provider set by the flags, or nil. It is not contacted yet, so the server can start without it.
func (c *serve) provider() (*auth.Provider, error) {
	if c.OIDCIssuer == "" {
		if c.OIDCClientID != "" || c.OIDCClientSecret != "" || c.OIDCClientSecretFile != "" || c.OIDCCreateUsers {
			return nil, usagef("the --oidc-… flags need --oidc-issuer")
		}
		return nil, nil //nolint:nilnil // having none is not an error
	}
	u, err := url.Parse(c.OIDCIssuer)
	if err != nil || (u.Scheme != "https" && u.Scheme != "http") || u.Host == "" || u.RawQuery != "" || u.Fragment != "" {
		return nil, usagef("--oidc-issuer must be an address such as https://login.example.org, not %q", c.OIDCIssuer)
	}
	if c.OIDCClientID == "" {
		return nil, usagef("--oidc-issuer needs --oidc-client-id")
	}
	secret, err := c.oidcSecret()
	if err != nil {
		return nil, err
	}
	return auth.NewProvider(auth.ProviderConfig{
		Issuer:       c.OIDCIssuer,
		ClientID:     c.OIDCClientID,
		ClientSecret: secret,
		Name:         c.OIDCName,
	}), nil
}

func (c *serve) oidcSecret() (string, error) {
	if c.OIDCClientSecretFile == "" {
		return c.OIDCClientSecret, nil
	}
	text, err := os.ReadFile(c.OIDCClientSecretFile)
	if err != nil {
		return "", fmt.Errorf("--oidc-client-secret-file: %w", err)
	}
	return strings.TrimSpace(string(text)), nil
}
