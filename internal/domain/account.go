package domain

import (
	"net/netip"
	"strings"
	"time"
	"unicode"
)

// Plan is what an account subscribed to.
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

// PlanGrid says which plans include the API and since when. Accounts that subscribed earlier keep their access whatever their
// plan.
type PlanGrid struct {
	APIFrom Plan
	Since   time.Time
}

// Account is what a user's keys depend on: the plan, and whether it is active.
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

// Precedes reports whether an account subscribed before the grid, and so keeps its access whatever its plan.
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

// FoldEmail returns the form in which two emails compare equal. A letter that only looks like one of a to z and that Unicode
// lowers to it (the Kelvin sign to k) stays different: such an address may be someone else's.
func FoldEmail(email string) string { return strings.Map(lowerApart, strings.TrimSpace(email)) }

func lowerApart(c rune) rune {
	if lower := unicode.ToLower(c); c <= unicode.MaxASCII || lower > unicode.MaxASCII {
		return lower
	}
	return c
}

// APIKey is a stored key: its hash, never its text.
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
