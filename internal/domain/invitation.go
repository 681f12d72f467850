package domain

import "time"

// Purpose is the purpose of a one-time link.
type Purpose string

// The purposes of a link: setting a new user's first password, or resetting a forgotten one.
const (
	ForInvitation Purpose = "invitation"
	ForReset      Purpose = "reset"
)

const (
	// MostInvitations is the maximum number of open invitations per person, counting project invitations and ownership offers.
	MostInvitations = 50
	// OfferTime is how long an ownership offer stays open.
	OfferTime = 14 * 24 * time.Hour
)

// Person identifies a user.
type Person struct {
	Firstname string
	Lastname  string
	Email     string
}

// WaitingInvitation is a membership that the invited person has not accepted yet.
type WaitingInvitation struct {
	UUID    string // of the membership
	Project string
	Role    Role
	By      *Person // who invited the person; nil if unknown
	At      time.Time
}

// OwnershipOffer is an owner's offer to transfer a project to another member.
type OwnershipOffer struct {
	ProjectID   int64
	ProjectUUID string
	Project     string
	MemberUUID  string // of the member it is offered to
	RecipientID int64
	Recipient   Person
	OwnerID     int64 // the owner who made the offer
	Owner       Person
	At          time.Time
	ExpiresAt   time.Time
}

// InvitedAccount is a new user who has not used their invitation link yet.
type InvitedAccount struct {
	UserID    int64
	Person    Person
	CreatedAt time.Time
	ExpiresAt time.Time
}

// InvitedMember is a membership that has not been accepted yet, as administrators see it.
type InvitedMember struct {
	UUID        string
	Project     string
	UserID      int64
	Person      Person
	CouldSignIn bool
	By          string // the email of the person who invited them; empty if unknown
	At          time.Time
}

// NamedByEmail reports whether a user was invited by email alone and still has the address as a placeholder name.
func (u User) NamedByEmail() bool { return u.Lastname == "" && u.Firstname == u.Email }
