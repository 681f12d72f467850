package dash

import (
	"earnest/internal/dash/figures"
	"earnest/internal/domain"
	"earnest/internal/front"
)

// waitingList lists everything that awaits the caller's consent.
type waitingList struct {
	Invitations []waiting `json:"invitations"`
	Offers      []offer   `json:"offers"`
}

// waiting is an invitation to a project. Its uuid is that of the membership.
type waiting struct {
	UUID      string      `json:"uuid"`
	Project   string      `json:"project"`
	Role      string      `json:"role" rule:"role"`
	By        *personName `json:"by"` // null: unknown
	InvitedAt string      `json:"invited_at"`
}

func waitingOf(w domain.WaitingInvitation) waiting {
	out := waiting{UUID: w.UUID, Project: w.Project, Role: string(w.Role), InvitedAt: figures.Stamp(w.At)}
	if w.By != nil {
		by := personNameOf(*w.By)
		out.By = &by
	}
	return out
}

func (d *Dash) listWaiting(r *request) (any, error) {
	w, err := d.app.Accounts.Waiting(r.ctx, r.caller())
	return waitingList{Invitations: front.Mapped(w.Invitations, waitingOf), Offers: front.Mapped(w.Offers, offerOf)}, err
}

func (d *Dash) acceptMembership(r *request) (any, error) {
	return done{true}, d.app.Accounts.AcceptMembership(r.ctx, r.caller(), r.UUID)
}

func (d *Dash) declineMembership(r *request) (any, error) {
	return done{true}, d.app.Accounts.DeclineMembership(r.ctx, r.caller(), r.UUID)
}
