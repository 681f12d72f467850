package app

import (
	"context"

	"earnest/internal/auth"
	"earnest/internal/domain"
	"earnest/internal/store"
)

// mostMembers is how many people a project's team may hold.
const mostMembers = 1000

// Invitation is a new member. Token lets them set a password; it is nil for who is a user already, and where only an
// administrator of the instance may give them their link.
type Invitation struct {
	Member TeamMember
	Token  *auth.Token
}

// AddMember puts somebody into a project's team. Who is no user yet becomes one, on the free plan, and is invited:
// user, invitation and membership, or nothing of it. The link goes to administrators of the instance only: everybody may
// have a project, and with the link of an email that is not theirs they would be whoever is added under it later.
func (a *App) AddMember(ctx context.Context, caller domain.Caller, project string, in domain.Input[domain.NewMember]) (Invitation, error) {
	token := auth.NewToken(invitationPrefix)
	return write(ctx, a, func(tx *store.Tx) (Invitation, error) {
		access, err := tx.ProjectAccess(ctx, project, caller.UserID)
		if err != nil {
			return Invitation{}, err
		}
		c, n, err := open(ctx, a, tx, caller, access, domain.ManageProject, in)
		if err != nil {
			return Invitation{}, err
		}
		if err := c.recheck(ctx, domain.ManageProject); err != nil {
			return Invitation{}, err
		}
		if err := c.checkTeamSize(ctx); err != nil {
			return Invitation{}, err
		}
		var out Invitation
		userID, status, err := c.knownUser(ctx, n.Email)
		if domain.KindOf(err) == domain.NotFound {
			out.Token, err = c.linkFor(ctx, token)
			if err == nil {
				userID, status, err = c.newUser(ctx, n, out.Token)
			}
			if err == nil {
				err = a.noteNewUser(ctx, tx, caller, userID)
			}
		}
		if err != nil {
			return Invitation{}, err
		}
		out.Member, err = c.join(ctx, n, userID, status, a.Today())
		return out, err
	})
}

func (c *change) checkTeamSize(ctx context.Context) error {
	n, err := c.tx.CountMembers(ctx, c.project.ProjectID)
	if err == nil && n >= mostMembers {
		err = domain.Errorf(domain.Conflict, "this project has %d members, which is the most there can be", mostMembers)
	}
	return err
}

// knownUser finds somebody who is a user already. Even if they never came in yet they get no second link: it would
// open their account to whoever adds them to a project.
func (c *change) knownUser(ctx context.Context, email string) (int64, domain.MemberStatus, error) {
	user, err := c.tx.UserByEmail(ctx, email)
	if err != nil {
		return 0, "", err
	}
	member, err := c.tx.IsMember(ctx, c.project.ProjectID, user.ID)
	if err == nil && member {
		err = domain.Errorf(domain.Conflict, "%s is in this project already", email).At("email")
	}
	return user.ID, domain.MemberActive, err
}

// linkFor gives the token to a caller who may have it.
func (c *change) linkFor(ctx context.Context, token auth.Token) (*auth.Token, error) {
	caller, err := c.tx.UserByID(ctx, c.caller.UserID)
	if err != nil || !caller.IsAdmin {
		return nil, err
	}
	return &token, nil
}

// newUser adds somebody who is no user yet, and the invitation with which they come in, if there is one.
func (c *change) newUser(ctx context.Context, n domain.NewMember, token *auth.Token) (int64, domain.MemberStatus, error) {
	if err := checkNewcomer(n); err != nil {
		return 0, "", err
	}
	id, err := addUser(ctx, c.tx, NewUser{Email: n.Email, Firstname: n.Firstname.Value, Lastname: n.Lastname.Value, Plan: domain.Free}, c.now)
	if err != nil || token == nil {
		return id, domain.MemberInvited, err
	}
	hash := token.Hash()
	return id, domain.MemberInvited, c.tx.InsertInvitation(ctx, id, hash[:], c.now, c.now.AddDate(0, 0, invitationDays))
}

// checkNewcomer refuses what would make no user.
func checkNewcomer(n domain.NewMember) error {
	if _, ok := domain.CheckEmail(n.Email); !ok {
		return domain.Invalidf("email must be an email address such as ada@example.org, not %q", n.Email).At("email")
	}
	const needed = "nobody here has this email yet: give a %s, and they will be invited"
	if !n.Firstname.Set {
		return domain.Invalidf(needed, "firstname").At("firstname")
	}
	if !n.Lastname.Set {
		return domain.Invalidf(needed, "lastname").At("lastname")
	}
	return nil
}

// join makes a user a member.
func (c *change) join(ctx context.Context, n domain.NewMember, userID int64, status domain.MemberStatus, today domain.Date) (TeamMember, error) {
	m := domain.Member{
		UUID:      newUUID(),
		ProjectID: c.project.ProjectID,
		UserID:    userID,
		Role:      n.Role,
		ScrumRole: n.ScrumRole,
		Status:    status,
		Service:   n.Service,
		CreatedAt: c.now,
		UpdatedAt: c.now,
	}
	if _, err := c.tx.InsertMember(ctx, m); err != nil {
		return TeamMember{}, err
	}
	if err := c.created(ctx, "member", m.UUID, memberFacts(m)); err != nil {
		return TeamMember{}, err
	}
	return c.teamMember(ctx, m.UUID, today)
}
