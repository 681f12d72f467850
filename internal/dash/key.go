package dash

import (
	"net/netip"
	"time"

	"earnest/internal/admit"
	"earnest/internal/dash/figures"
	"earnest/internal/domain"
	"earnest/internal/front"
	"earnest/internal/identity"
)

// apiKey is an API key as its owner sees it.
type apiKey struct {
	ID         int64           `json:"id"`
	Name       string          `json:"name"`
	Prefix     string          `json:"prefix"`
	Scopes     []string        `json:"scopes"`
	AllowIPs   []string        `json:"allow_ips"`
	CreatedAt  string          `json:"created_at"`
	ExpiresAt  *string         `json:"expires_at"`
	RevokedAt  *string         `json:"revoked_at"`
	LastUsedAt *string         `json:"last_used_at"`
	LastUsedIP *string         `json:"last_used_ip"`
	State      domain.KeyState `json:"state"`
	Hour       keyUse          `json:"hour"`
	Month      keyUse          `json:"month"`
}

// keyUse shows how much of a quota window is used, and when the next window begins.
type keyUse struct {
	Used     int64  `json:"used"`
	Limit    int64  `json:"limit"`
	ResetsAt string `json:"resets_at"`
}

// keyList holds everything that the API keys page shows.
type keyList struct {
	Keys      []apiKey  `json:"keys"`
	Scopes    []string  `json:"scopes"`
	Limits    keyLimits `json:"limits"`
	Address   string    `json:"address"`
	BaseURL   string    `json:"base_url"`
	APIAccess bool      `json:"api_access"`
}

type keyLimits struct {
	Hour  int64 `json:"hour"`
	Month int64 `json:"month"`
}

// newKey is a key and its secret, which is shown only once.
type newKey struct {
	Key    apiKey  `json:"key"`
	Old    *apiKey `json:"old,omitempty"`
	Secret string  `json:"secret"`
}

type keyBody struct {
	Name      domain.Opt[string]   `json:"name" rule:"label" need:"yes"`
	Scopes    domain.Opt[[]string] `json:"scopes" rule:"scopes" need:"yes"`
	ExpiresAt domain.Opt[*string]  `json:"expires_at" rule:"end"`
	AllowIPs  domain.Opt[[]string] `json:"allow_ips" rule:"addresses"`
}

type rotateBody struct {
	OverlapHours domain.Opt[int64] `json:"overlap_hours" rule:"overlap" need:"yes"`
}

func keyOf(k identity.OwnKey) apiKey {
	u := k.Usage
	return apiKey{
		ID:         k.ID,
		Name:       k.Name,
		Prefix:     k.Prefix,
		Scopes:     k.Scopes.Names(),
		AllowIPs:   front.Mapped(k.AllowIPs, allowed),
		CreatedAt:  figures.Stamp(k.CreatedAt),
		ExpiresAt:  stampOrNil(k.ExpiresAt),
		RevokedAt:  stampOrNil(k.RevokedAt),
		LastUsedAt: stampOrNil(k.LastUsedAt),
		LastUsedIP: k.LastUsedIP,
		State:      k.State,
		Hour:       hourUse(u),
		Month:      monthUse(u),
	}
}

// allowed formats a prefix; a single address is written without the prefix length.
func allowed(p netip.Prefix) string {
	if p.IsSingleIP() {
		return p.Addr().String()
	}
	return p.String()
}

func (d *Dash) getKeys(r *request) (any, error) {
	own, err := d.app.Keys.OwnKeys(r.ctx, r.session.User)
	if err != nil {
		return nil, err
	}
	out := keyList{
		Keys:      front.Mapped(own.Keys, keyOf),
		Scopes:    front.Mapped(domain.AllScopes(), func(s domain.ScopeInfo) string { return string(s.Scope) }),
		Limits:    keyLimits(own.Limits),
		BaseURL:   d.opt.BaseURL + "/api/v1",
		APIAccess: own.Access,
	}
	if addr := d.app.Admission.Address(admit.Visit{Header: r.Header, RemoteAddr: r.RemoteAddr}); addr.IsValid() {
		out.Address = addr.Unmap().WithZone("").String()
	}
	return out, nil
}

func (d *Dash) createKey(r *request) (any, error) {
	key, secret, err := d.app.Keys.CreateOwnKey(r.ctx, r.caller(), create(r, func(b keyBody) identity.KeyText { return identity.KeyText(b) }))
	if err != nil {
		return nil, err
	}
	return made{newKey{Key: keyOf(key), Secret: secret.Reveal()}}, nil
}

func (d *Dash) updateKey(r *request) (any, error) {
	id, err := r.number("key")
	if err != nil {
		return nil, err
	}
	key, err := d.app.Keys.UpdateOwnKey(r.ctx, r.caller(), id, patch(r, func(b keyBody) identity.KeyText { return identity.KeyText(b) }))
	return keyOf(key), err
}

func (d *Dash) rotateKey(r *request) (any, error) {
	id, err := r.number("key")
	if err != nil {
		return nil, err
	}
	in := create(r, func(b rotateBody) time.Duration { return time.Duration(b.OverlapHours.Value) * time.Hour })
	rotated, err := d.app.Keys.RotateOwnKey(r.ctx, r.caller(), id, in)
	if err != nil {
		return nil, err
	}
	old := keyOf(rotated.Old)
	return made{newKey{Key: keyOf(rotated.Key), Old: &old, Secret: rotated.Secret.Reveal()}}, nil
}

func (d *Dash) revokeKey(r *request) (any, error) {
	id, err := r.number("key")
	if err != nil {
		return nil, err
	}
	key, err := d.app.Keys.RevokeOwnKey(r.ctx, r.caller(), id)
	return keyOf(key), err
}
