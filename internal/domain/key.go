package domain

import (
	"net/netip"
	"strings"
	"time"
)

// KeyState is the state of a key.
type KeyState string

// The states of a key; only an active one gives access to the API.
const (
	KeyActive  KeyState = "active"
	KeyExpired KeyState = "expired"
	KeyRevoked KeyState = "revoked"
)

// StateAt returns the state of the key at a given time.
func (k APIKey) StateAt(now time.Time) KeyState {
	switch {
	case k.RevokedAt != nil:
		return KeyRevoked
	case k.ExpiresAt != nil && !now.Before(*k.ExpiresAt):
		return KeyExpired
	default:
		return KeyActive
	}
}

// KeyPatch holds the fields of a key that its owner may set.
type KeyPatch struct {
	Name      Opt[string]
	Scopes    Opt[Scopes]
	ExpiresAt Opt[*time.Time]
	AllowIPs  Opt[[]netip.Prefix]
}

// Apply applies the patch.
func (p KeyPatch) Apply(k *APIKey) {
	p.Name.Apply(&k.Name)
	p.Scopes.Apply(&k.Scopes)
	p.ExpiresAt.Apply(&k.ExpiresAt)
	p.AllowIPs.Apply(&k.AllowIPs)
}

// Successor returns a key that replaces k from now on, with the same name, scopes, addresses and lifetime.
func (k APIKey) Successor(prefix string, now time.Time) APIKey {
	next := APIKey{UserID: k.UserID, Name: k.Name, Prefix: prefix, Scopes: k.Scopes, AllowIPs: k.AllowIPs, CreatedAt: now}
	if k.ExpiresAt != nil {
		end := now.Add(k.ExpiresAt.Sub(k.CreatedAt))
		next.ExpiresAt = &end
	}
	return next
}

// ScopesOf parses a list of scope names.
func ScopesOf(names []string) (Scopes, error) {
	var set Scopes
	for _, name := range names {
		one := Scope(name).Set()
		if one == 0 {
			return 0, Invalidf("%q is not a scope; use some of: %s", name, strings.Join(Scopes(^uint64(0)).Names(), ", "))
		}
		set |= one
	}
	return set, nil
}

// ParseEnd parses an expiry: a date means the end of that day in UTC, and a date with a time means that exact moment. The last
// day of the year 9999 ends with its last microsecond, since the following midnight cannot be represented.
func ParseEnd(s string) (time.Time, bool) {
	day, ok := ParseDate(s)
	if !ok {
		return ParseMoment(s)
	}
	end := day.Time().AddDate(0, 0, 1)
	if end.Year() > 9999 {
		end = end.Add(-time.Microsecond)
	}
	return end, true
}
