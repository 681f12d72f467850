package domain

import "time"

// MemberStatus is the status of a membership.
type MemberStatus string

// The statuses of a member; only active members have access.
const (
	MemberActive   MemberStatus = "active"
	MemberInvited  MemberStatus = "invited"
	MemberInactive MemberStatus = "inactive"
)

// The default values for a new member.
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
	TJM       *float64 // the current daily rate; nil: none
	CreatedAt time.Time
	UpdatedAt time.Time
}

// Position returns the position of a member in a list: lists are sorted by id.
func (m Member) Position() Position { return Position{ID: m.ID} }

// NewMember is an invitation to a project's team. Only administrators of the instance may set the names, and only for someone
// who is not a user yet.
type NewMember struct {
	Email     string
	Firstname Opt[string]
	Lastname  Opt[string]
	Role      Role
	ScrumRole string
	Service   string
}

// MemberPatch holds the fields of a member that can change.
type MemberPatch struct {
	Role      Opt[string]
	ScrumRole Opt[string]
	Service   Opt[string]
	Status    Opt[string]
}

// Apply applies the patch. Ownership changes only through a transfer, so that a project always has exactly one owner, who has
// access.
func (p MemberPatch) Apply(m *Member) error {
	if m.Role == Owner && p.Role.Set && Role(p.Role.Value) != Owner {
		return Errorf(Conflict, "the owner's role changes only when the ownership is transferred to another member").At("role")
	}
	if m.Role != Owner && p.Role.Set && Role(p.Role.Value) == Owner {
		return Invalidf("role must be admin, member or viewer; to make somebody the owner, transfer the ownership").At("role")
	}
	if m.Role == Owner && p.Status.Set && MemberStatus(p.Status.Value) != MemberActive {
		return Errorf(Conflict, "the owner stays active; transfer the ownership first").At("status")
	}
	if err := p.checkStatus(m.Status); err != nil {
		return err
	}
	if p.Role.Set {
		m.Role = Role(p.Role.Value)
	}
	if p.Status.Set {
		m.Status = MemberStatus(p.Status.Value)
	}
	p.ScrumRole.Apply(&m.ScrumRole)
	p.Service.Apply(&m.Service)
	return nil
}

// checkStatus refuses to invite a member again, and to change the status of someone who has not accepted yet, since nobody
// joins a project without their own consent.
func (p MemberPatch) checkStatus(from MemberStatus) error {
	to := MemberStatus(p.Status.Value)
	switch {
	case !p.Status.Set || to == from:
		return nil
	case to == MemberInvited:
		return Invalidf("status must be active or inactive; only somebody who has not accepted yet is invited").At("status")
	case from == MemberInvited:
		return Errorf(Conflict, "an invited member becomes active by accepting the invitation; remove them to withdraw it").At("status")
	default:
		return nil
	}
}

// CheckMember allows only those who manage the project to change a member, and only the owner to change the owner's membership.
func (a Access) CheckMember(m Member) error {
	if err := a.Check(ManageProject); err != nil {
		return err
	}
	if m.Role == Owner && a.Role != Owner {
		return Errorf(Forbidden, "only the owner may change the owner's membership")
	}
	return nil
}

// CheckLeave allows only those who manage the project, and the members themselves, to remove a member. The owner cannot leave.
func (a Access) CheckLeave(caller Caller, m Member) error {
	act := ManageProject
	if caller.UserID == m.UserID {
		act = ReadProject
	}
	if err := a.Check(act); err != nil {
		return err
	}
	if m.Role != Owner {
		return nil
	}
	if a.Role != Owner {
		return Errorf(Forbidden, "only the owner may change the owner's membership")
	}
	return Errorf(Conflict, "the owner cannot leave the project; transfer the ownership first")
}

// Rate is a daily rate and the first day it applies to.
type Rate struct {
	From Date
	TJM  float64
}

// RateOn returns the rate in force on a day; rates must be sorted by day. The first rate also applies to every earlier day. ok
// is false if there are no rates.
func RateOn(rates []Rate, day Date) (rate Rate, ok bool) {
	for i, r := range rates {
		if i == 0 || r.From <= day {
			rate, ok = r, true
		}
	}
	return rate, ok
}
