package cli

import (
	"fmt"
	"net/netip"
	"strings"
	"time"

	"earnest/internal/app"
	"earnest/internal/auth"
	"earnest/internal/config"
	"earnest/internal/domain"
	"earnest/internal/identity"
)

type keyAdd struct {
	config.Database
	config.KeyAdd
}

// Run creates the key and prints it. This is the only time that it can be seen.
func (c *keyAdd) Run(t *terminal) error {
	key, err := c.newKey()
	if err != nil {
		return err
	}
	if key.ExpiresAt != nil && !time.Now().Before(*key.ExpiresAt) {
		t.sayf("warning: %s is past, so the key is expired from the start", *c.Expires)
	}
	return t.withData(c.Database, func(a *app.App) error {
		secret, err := a.Keys.CreateKey(t.ctx, key)
		if err != nil {
			return aboutUser(err, c.User)
		}
		_, err = fmt.Fprintln(t.stdout, secret.Reveal())
		return err
	})
}

// newKey checks the flags and returns the key they describe.
func (c *keyAdd) newKey() (identity.NewKey, error) {
	key := identity.NewKey{UserEmail: c.User}
	var err error
	if key.Scopes, err = domain.ParseScopes(c.Scopes); err != nil {
		return key, usageError{err}
	}
	if c.Name != "" {
		if key.Name, err = checkText("--name", "label", c.Name); err != nil {
			return key, err
		}
	}
	if c.Expires != nil {
		end, err := parseEnd("--expires", *c.Expires)
		if err != nil {
			return key, err
		}
		key.ExpiresAt = &end
	}
	key.AllowIPs, err = parseNetworks("--allow-ip", c.AllowIP)
	return key, err
}

// parseNetworks parses addresses and ranges.
func parseNetworks(flag string, texts []string) ([]netip.Prefix, error) {
	networks := []netip.Prefix{}
	if len(texts) == 0 {
		return networks, nil
	}
	for text := range strings.SplitSeq(strings.Join(texts, ","), ",") {
		network, err := auth.ParseAllow(text)
		if err != nil {
			return nil, usagef("%s: %w", flag, err)
		}
		networks = append(networks, network)
	}
	return networks, nil
}

type keyRevoke struct {
	config.Database
	config.KeyRevoke
}

// Run revokes the key; an already revoked key stays revoked.
func (c *keyRevoke) Run(t *terminal) error {
	which := c.Key
	if which == standard {
		var err error
		if which, err = t.readLine(); err != nil {
			return err
		}
	}
	return t.withData(c.Database, func(a *app.App) error {
		key, err := a.Keys.RevokeKey(t.ctx, which)
		if err != nil {
			return err
		}
		t.sayf("revoked the key %d (%s…) of %s", key.ID, key.Prefix, key.UserEmail)
		return nil
	})
}
