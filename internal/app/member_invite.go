package app

import (
	"context"

	"earnest/internal/auth"
	"earnest/internal/domain"
	"earnest/internal/store"
)

// mostMembers is how many people a project's team may hold.
const mostMembers = 1000

// Invitation is a new, invited member. Token lets them set a password; it is nil for an existing user, and for callers who do
// not administer the instance.
type Invitation struct {
	Member TeamMember
	Token  *auth.Token
}

// AddMember invites somebody to a project's team. They become an active member when they accept. An email that nobody has yet
// becomes a user on the free plan: user, link and membership, or nothing at all. Only administrators of the instance get the
// link and may name a new user: everybody may have a project, and whoever held the link of another person's email address could
// act as them.
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
		inviter, err := tx.UserByID(ctx, caller.UserID)
		if err != nil {
			return Invitation{}, err
		}
		return c.invite(ctx, a, inviter, n, token)
	})
}

// invite adds an invited member, and creates the user if nobody has that email yet.
func (c *change) invite(ctx context.Context, a *App, inviter domain.User, n domain.NewMember, token auth.Token) (Invitation, error) {
	var out Invitation
	userID, err := c.knownUser(ctx, n.Email)
	if domain.KindOf(err) == domain.NotFound {
		if inviter.IsAdmin {
			out.Token = &token
		}
		if userID, err = c.newUser(ctx, n, out.Token); err == nil {
			err = a.noteNewUser(ctx, c.tx, c.caller, userID)
		}
	}
	if err != nil {
		return Invitation{}, err
	}
	out.Member, err = c.join(ctx, n, userID, inviter, a.Today())
	return out, err
}

func (c *change) checkTeamSize(ctx context.Context) error {
	n, err := c.tx.CountMembers(ctx, c.project.ProjectID)
	if err == nil && n >= mostMembers {
		err = domain.Errorf(domain.Conflict, "this project has %d members, which is the most there can be", mostMembers)
	}
	return err
}

// knownUser finds an existing user. Even if they never signed in they get no second link: it would open their account to
// whoever adds them to a project.
func (c *change) knownUser(ctx context.Context, email string) (int64, error) {
	user, err := c.tx.UserByEmail(ctx, email)
	if err != nil {
		return 0, err
	}
	member, err := c.tx.IsMember(ctx, c.project.ProjectID, user.ID)
	if err != nil {
		return 0, err
	}
	if member {
		return 0, domain.Errorf(domain.Conflict, "%s is in this project already", email).At("email")
	}
	return user.ID, c.checkWaiting(ctx, user.ID)
}

// checkWaiting refuses to give a person more open invitations than they may have. It locks the user, after the project, so that
// two invitations at once are counted one after the other.
func (c *change) checkWaiting(ctx context.Context, userID int64) error {
	user, err := c.tx.LockUser(ctx, userID)
	if err != nil {
		return err
	}
	n, err := c.tx.CountWaiting(ctx, userID, c.project.ProjectID, c.now)
	if err == nil && n >= domain.MostInvitations {
		err = domain.Errorf(domain.Conflict, "%s has %d open invitations, which is the most a person can have", user.Email, domain.MostInvitations).
			At("limit_invitations")
	}
	return err
}

// newUser adds somebody who is not a user yet. With a token, which only administrators get, the caller must name them and they
// get a link; otherwise their email stands in for the name until they give it themselves.
func (c *change) newUser(ctx context.Context, n domain.NewMember, token *auth.Token) (int64, error) {
	if _, ok := domain.CheckEmail(n.Email); !ok {
		return 0, domain.Invalidf("email must be an email address such as ada@example.org, not %q", n.Email).At("email")
	}
	if token == nil {
		return addUser(ctx, c.tx, NewUser{Email: n.Email, Firstname: n.Email, Plan: domain.Free}, c.now)
	}
	if err := checkNames(n); err != nil {
		return 0, err
	}
	id, err := addUser(ctx, c.tx, NewUser{Email: n.Email, Firstname: n.Firstname.Value, Lastname: n.Lastname.Value, Plan: domain.Free}, c.now)
	if err != nil {
		return 0, err
	}
	hash := token.Hash()
	return id, c.tx.InsertInvitation(ctx, id, hash[:], c.now, c.now.AddDate(0, 0, invitationDays))
}

// checkNames refuses a new user whom an administrator did not name.
func checkNames(n domain.NewMember) error {
	const needed = "nobody here has this email yet: give a %s, and they will be invited"
	if !n.Firstname.Set {
		return domain.Invalidf(needed, "firstname").At("firstname")
	}
	if !n.Lastname.Set {
		return domain.Invalidf(needed, "lastname").At("lastname")
	}
	return nil
}

// join makes a user an invited member.
func (c *change) join(ctx context.Context, n domain.NewMember, userID int64, inviter domain.User, today domain.Date) (TeamMember, error) {
	m := domain.Member{
		UUID:      newUUID(),
		ProjectID: c.project.ProjectID,
		UserID:    userID,
		Role:      n.Role,
		ScrumRole: n.ScrumRole,
		Status:    domain.MemberInvited,
		Service:   n.Service,
		CreatedAt: c.now,
		UpdatedAt: c.now,
	}
	id, err := c.tx.InsertMember(ctx, m)
	if err != nil {
		return TeamMember{}, err
	}
	if err := c.tx.MarkInvited(ctx, id, inviter.ID, !inviter.IsAdmin); err != nil {
		return TeamMember{}, err
	}
	if err := c.created(ctx, "member", m.UUID, memberFacts(m)); err != nil {
		return TeamMember{}, err
	}
	return c.teamMember(ctx, m.UUID, today)
}
