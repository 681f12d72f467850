package domain

import (
	"net/netip"
	"strings"
	"time"
	"unicode"
)

// Plan is the subscription plan of an account.
type Plan string

// The plans, in ascending order.
const (
	Free     Plan = "free"
	Pro      Plan = "pro"
	Business Plan = "business"
)

func (p Plan) rank() int {
	switch p {
	case Free:
		return 1
	case Pro:
		return 2
	case Business:
		return 3
	default:
		return 0
	}
}

// PlanGrid determines which plans include the API and since when. Accounts that subscribed before then keep API access,
// whatever their plan.
type PlanGrid struct {
	APIFrom Plan
	Since   time.Time
}

// Account holds the details that decide whether a user's keys give access to the API.
type Account struct {
	ID           int64
	Plan         Plan
	Active       bool
	SubscribedAt time.Time
}

// OpensAPI reports whether the account may use the API under the grid.
func (g PlanGrid) OpensAPI(a Account) bool { return g.Includes(a.Plan) || g.Precedes(a) }

// Includes reports whether a plan includes the API.
func (g PlanGrid) Includes(p Plan) bool { return p.rank() >= g.APIFrom.rank() }

// Precedes reports whether an account subscribed before the grid took effect, and so keeps its access whatever its plan.
func (g PlanGrid) Precedes(a Account) bool { return a.SubscribedAt.Before(g.Since) }

// Plans lists the plans in ascending order.
func Plans() []Plan { return []Plan{Free, Pro, Business} }

// User is a person.
type User struct {
	ID           int64
	UUID         string
	Email        string
	Firstname    string
	Lastname     string
	PasswordHash *string
	IsAdmin      bool
	Account      Account
	CreatedAt    time.Time
	UpdatedAt    time.Time
}

// FullName returns a person's display name.
func FullName(firstname, lastname string) string {
	return strings.TrimSpace(firstname + " " + lastname)
}

// FoldEmail returns a form of an email address that is the same for addresses that differ only in case. A non-ASCII letter
// that Unicode lower-cases to an ASCII one (such as the Kelvin sign to k) stays as it is, since the address may be someone
// else's.
func FoldEmail(email string) string { return strings.Map(lowerApart, strings.TrimSpace(email)) }

func lowerApart(c rune) rune {
	if lower := unicode.ToLower(c); c <= unicode.MaxASCII || lower > unicode.MaxASCII {
		return lower
	}
	return c
}

// APIKey is an API key as stored. The secret itself is never stored, only its hash.
type APIKey struct {
	ID         int64
	UserID     int64
	UserEmail  string
	Name       string
	Prefix     string
	Scopes     Scopes
	AllowIPs   []netip.Prefix
	CreatedAt  time.Time
	ExpiresAt  *time.Time
	RevokedAt  *time.Time
	LastUsedAt *time.Time
	LastUsedIP *string
}
