package domain

import "time"

// Purpose is what a one-time link is for.
type Purpose string

// The purposes of a link: a new user sets their first password, or somebody who forgot theirs sets another.
const (
	ForInvitation Purpose = "invitation"
	ForReset      Purpose = "reset"
)

const (
	// MostInvitations is how many open invitations a person may have: projects to join and ownership offers together.
	MostInvitations = 50
	// OfferTime is how long an ownership offer stays open.
	OfferTime = 14 * 24 * time.Hour
)

// Person names a user.
type Person struct {
	Firstname string
	Lastname  string
	Email     string
}

// WaitingInvitation is a membership that waits for the invited person's consent.
type WaitingInvitation struct {
	UUID    string // of the membership
	Project string
	Role    Role
	By      *Person // nil: nobody knows who invited them
	At      time.Time
}

// OwnershipOffer is a project that its owner offers to another member.
type OwnershipOffer struct {
	ProjectID   int64
	ProjectUUID string
	Project     string
	MemberUUID  string // of the heir
	HeirID      int64
	Heir        Person
	OwnerID     int64 // who made the offer
	Owner       Person
	At          time.Time
	ExpiresAt   time.Time
}

// InvitedAccount is a link that a new user has not used yet.
type InvitedAccount struct {
	UserID    int64
	Person    Person
	CreatedAt time.Time
	ExpiresAt time.Time
}

// InvitedMember is a membership that waits for consent, as administrators see it.
type InvitedMember struct {
	UUID      string
	Project   string
	UserID    int64
	Person    Person
	HasComeIn bool
	By        string // the email of the person who invited them; empty if not known
	At        time.Time
}

// NamedByEmail tells whether a user still has the placeholder name of somebody who was invited by email alone.
func (u User) NamedByEmail() bool { return u.Lastname == "" && u.Firstname == u.Email }
