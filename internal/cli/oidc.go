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
	secret, err := secretOf("--oidc-client-secret-file", c.OIDCClientSecret, c.OIDCClientSecretFile)
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

// secretOf returns a secret that was given itself, or in a file.
func secretOf(flag, secret, file string) (string, error) {
	if file == "" {
		return secret, nil
	}
	text, err := os.ReadFile(file)
	if err != nil {
		return "", fmt.Errorf("%s: %w", flag, err)
	}
	return strings.TrimSpace(string(text)), nil
}
