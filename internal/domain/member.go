package domain

import "time"

// MemberStatus tells whether a member takes part.
type MemberStatus string

// The statuses of a member; only an active one has access.
const (
	MemberActive   MemberStatus = "active"
	MemberInvited  MemberStatus = "invited"
	MemberInactive MemberStatus = "inactive"
)

// The defaults of a new member.
const (
	DefaultScrumRole = "developer"
	DefaultRole      = Worker
)

// Member is a user in a project's team.
type Member struct {
	ID        int64
	UUID      string
	ProjectID int64
	UserID    int64
	Firstname string
	Lastname  string
	Email     string
	Role      Role
	ScrumRole string
	Status    MemberStatus
	Service   string
	TJM       *float64 // the daily rate in force today; nil: none
	CreatedAt time.Time
	UpdatedAt time.Time
}

// Rate is a daily rate and the first day it holds.
type Rate struct {
	From Date
	TJM  float64
}

// RateOn gives the rate in force on a day; rates are in the order of their days. The first one also
// holds for every earlier day. ok is false where there is none at all.
func RateOn(rates []Rate, day Date) (rate Rate, ok bool) {
	for i, r := range rates {
		if i == 0 || r.From <= day {
			rate, ok = r, true
		}
	}
	return rate, ok
}
