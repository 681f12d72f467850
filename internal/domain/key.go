package domain

import (
	"net/netip"
	"strings"
	"time"
)

// KeyState is what has become of a key.
type KeyState string

// The states of a key; only an active one opens the API.
const (
	KeyActive  KeyState = "active"
	KeyExpired KeyState = "expired"
	KeyRevoked KeyState = "revoked"
)

// StateAt tells the state of the key at a moment.
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

// KeyPatch is what its owner may change of a key, and what a new one may be given.
type KeyPatch struct {
	Name      Opt[string]
	Scopes    Opt[Scopes]
	ExpiresAt Opt[*time.Time]
	AllowIPs  Opt[[]netip.Prefix]
}

// Apply makes the change.
func (p KeyPatch) Apply(k *APIKey) {
	p.Name.Apply(&k.Name)
	p.Scopes.Apply(&k.Scopes)
	p.ExpiresAt.Apply(&k.ExpiresAt)
	p.AllowIPs.Apply(&k.AllowIPs)
}

// Successor is the key that takes the place of another from now on: the same name, scopes and addresses, and as
// long a life as the other had from the start.
func (k APIKey) Successor(prefix string, now time.Time) APIKey {
	next := APIKey{UserID: k.UserID, Name: k.Name, Prefix: prefix, Scopes: k.Scopes, AllowIPs: k.AllowIPs, CreatedAt: now}
	if k.ExpiresAt != nil {
		end := now.Add(k.ExpiresAt.Sub(k.CreatedAt))
		next.ExpiresAt = &end
	}
	return next
}

// ScopesOf reads a list of scopes.
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

// ParseEnd reads when something ends: a date means the end of that day in UTC, a time that moment. The last day
// there is ends with its last microsecond: what comes after it has no date.
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
