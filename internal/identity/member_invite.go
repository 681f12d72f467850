package identity

import (
	"context"

	"earnest/internal/auth"
	"earnest/internal/db"
	"earnest/internal/domain"
	"earnest/internal/identity/store"
	"earnest/internal/work"
	workstore "earnest/internal/work/store"
)

// mostMembers is the maximum size of a project's team.
const mostMembers = 1000

// Invitation is a new, invited member. Token lets them set a password; it is nil for an existing user, and for callers who do
// not administer the instance.
type Invitation struct {
	Member work.TeamMember
	Token  *auth.Token
}

// AddMember invites someone to a project's team. They become an active member when they accept. For an unknown email, a user on
// the free plan is created; the user, link and membership are created together or not at all. Only administrators of the
// instance get the link and may give a new user a name, because anyone can create a project, and whoever held the link for
// another person's email address could act as them.
func (a *Accounts) AddMember(ctx context.Context, caller domain.Caller, project string, in domain.Input[domain.NewMember]) (Invitation, error) {
	token := auth.NewToken(invitationPrefix)
	on := work.OfProject(caller, project)
	return work.Write(ctx, a.Instance, on, domain.ManageProject, in, func(c *work.Change, n domain.NewMember) (Invitation, error) {
		if err := c.Recheck(ctx, domain.ManageProject); err != nil {
			return Invitation{}, err
		}
		if err := checkTeamSize(ctx, c); err != nil {
			return Invitation{}, err
		}
		inviter, err := store.UserByID(ctx, c.Tx, caller.UserID)
		if err != nil {
			return Invitation{}, err
		}
		return invite(ctx, c, a, inviter, n, token)
	})
}

// invite adds an invited member, and creates the user if the email is unknown.
func invite(ctx context.Context, c *work.Change, a *Accounts, inviter domain.User, n domain.NewMember, token auth.Token) (Invitation, error) {
	var out Invitation
	userID, err := knownUser(ctx, c, n.Email)
	if domain.KindOf(err) == domain.NotFound {
		if inviter.IsAdmin {
			out.Token = &token
		}
		if userID, err = newUser(ctx, c, n, out.Token); err == nil {
			err = a.NoteNewUser(ctx, c.Tx, c.Caller, userID)
		}
	}
	if err != nil {
		return Invitation{}, err
	}
	out.Member, err = join(ctx, c, n, userID, inviter, a.Today())
	return out, err
}

func checkTeamSize(ctx context.Context, c *work.Change) error {
	n, err := workstore.CountMembers(ctx, c.Tx, c.Project.ProjectID)
	if err == nil && n >= mostMembers {
		err = domain.Errorf(domain.Conflict, "this project has %d members, which is the most there can be", mostMembers)
	}
	return err
}

// knownUser finds an existing user. Even if they have never signed in, they get no second link, because it would open their
// account to whoever adds them to a project.
func knownUser(ctx context.Context, c *work.Change, email string) (int64, error) {
	user, err := store.UserByEmail(ctx, c.Tx, email)
	if err != nil {
		return 0, err
	}
	member, err := workstore.IsMember(ctx, c.Tx, c.Project.ProjectID, user.ID)
	if err != nil {
		return 0, err
	}
	if member {
		return 0, domain.Errorf(domain.Conflict, "%s is in this project already", email).At("email")
	}
	return user.ID, checkWaiting(ctx, c, user.ID)
}

// checkWaiting refuses more open invitations than a person may have. It locks the user, after the project, so that concurrent
// invitations are counted one after the other.
func checkWaiting(ctx context.Context, c *work.Change, userID int64) error {
	user, err := store.LockUser(ctx, c.Tx, userID)
	if err != nil {
		return err
	}
	n, err := store.CountWaiting(ctx, c.Tx, userID, c.Project.ProjectID, c.Now)
	if err == nil && n >= domain.MostInvitations {
		err = domain.Errorf(domain.Conflict, "%s has %d open invitations, which is the most a person can have", user.Email, domain.MostInvitations).
			At("limit_invitations")
	}
	return err
}

// newUser adds someone who is not a user yet. If there is a token, which only administrators get, the caller must give the
// person's name, and the person gets a link; otherwise the email serves as a name until the person sets one.
func newUser(ctx context.Context, c *work.Change, n domain.NewMember, token *auth.Token) (int64, error) {
	if _, ok := domain.CheckEmail(n.Email); !ok {
		return 0, domain.Invalidf("email must be an email address such as ada@example.org, not %q", n.Email).At("email")
	}
	if token == nil {
		return addUser(ctx, c.Tx, NewUser{Email: n.Email, Firstname: n.Email, Plan: domain.Free}, c.Now)
	}
	if err := checkNames(n); err != nil {
		return 0, err
	}
	id, err := addUser(ctx, c.Tx, NewUser{Email: n.Email, Firstname: n.Firstname.Value, Lastname: n.Lastname.Value, Plan: domain.Free}, c.Now)
	if err != nil {
		return 0, err
	}
	hash := token.Hash()
	return id, store.InsertInvitation(ctx, c.Tx, id, hash[:], c.Now, c.Now.AddDate(0, 0, invitationDays))
}

// checkNames refuses a new user for whom the administrator gave no name.
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

// join adds a user as an invited member.
func join(ctx context.Context, c *work.Change, n domain.NewMember, userID int64, inviter domain.User, today domain.Date) (work.TeamMember, error) {
	m := domain.Member{
		UUID:      db.NewUUID(),
		ProjectID: c.Project.ProjectID,
		UserID:    userID,
		Role:      n.Role,
		ScrumRole: n.ScrumRole,
		Status:    domain.MemberInvited,
		Service:   n.Service,
		CreatedAt: c.Now,
		UpdatedAt: c.Now,
	}
	id, err := workstore.InsertMember(ctx, c.Tx, m)
	if err != nil {
		return work.TeamMember{}, err
	}
	if err := store.MarkInvited(ctx, c.Tx, id, inviter.ID, !inviter.IsAdmin); err != nil {
		return work.TeamMember{}, err
	}
	if err := c.Created(ctx, "member", m.UUID, work.MemberFacts(m)); err != nil {
		return work.TeamMember{}, err
	}
	return c.TeamMember(ctx, m.UUID, today)
}
