package domain

// Role determines what a member may do in a project.
type Role string

// The roles, in descending order. A project has exactly one owner.
const (
	Owner  Role = "owner"
	Admin  Role = "admin"
	Worker Role = "member"
	Viewer Role = "viewer"
)

// Act is something a member may want to do in a project.
type Act int

// The acts that a role may allow.
const (
	ReadProject     Act = iota // see anything in the project
	WriteWork                  // create, change and delete work items, such as tickets, sprints and time entries
	ModerateComment            // change or delete someone else's comment, or delete a file that they attached
	ManageProject              // members, rates, tags, statuses, types, milestones, links
	OwnProject                 // change or delete the project itself
)

// May reports whether a role allows an act.
func (r Role) May(act Act) bool {
	switch act {
	case ReadProject:
		return r == Owner || r == Admin || r == Worker || r == Viewer
	case WriteWork:
		return r == Owner || r == Admin || r == Worker
	case ModerateComment, ManageProject:
		return r == Owner || r == Admin
	case OwnProject:
		return r == Owner
	default:
		return false
	}
}

// SeesRates reports whether a role sees the members' daily rates under the project's setting.
func (r Role) SeesRates(audience RatesFor) bool {
	return audience == RatesForEveryone || r.May(ManageProject)
}

// RatesFor determines who sees daily rates in a project.
type RatesFor string

// The possible audiences for daily rates.
const (
	RatesForEveryone RatesFor = "everyone"
	RatesForAdmins   RatesFor = "admins"
)

// Caller identifies the user who runs a use case and the API key used, if any (0 means none).
type Caller struct {
	UserID   int64
	KeyID    int64
	Operator bool // the operator at the command line, who has direct access to the database and may do anything

	Receipt *Receipt                // of a write that must not be repeated; nil if the caller did not ask for one
	Match   func(current any) error // refuses to change or delete an object that is not as the caller expects; nil if they expect nothing
}

// Operator returns the caller on whose behalf command-line commands run.
func Operator() Caller { return Caller{Operator: true} }

// Access describes what a caller may do in one project.
type Access struct {
	ProjectID   int64
	ProjectUUID string
	Role        Role // empty if the caller is not in the project's team
	Member      bool // whether the caller is an active member
	RatesFor    RatesFor
	Operator    bool // the operator may do everything in every project
}

// Check refuses callers who are not active members, and members whose role does not allow the act.
func (a Access) Check(act Act) error {
	if a.Operator {
		return nil
	}
	if !a.Member {
		return Errorf(Forbidden, "you are not a member of this project")
	}
	if !a.Role.May(act) {
		return Errorf(Forbidden, "your role in this project (%s) does not allow this", a.Role)
	}
	return nil
}

// SeesCost reports whether the caller may see the project's daily rates and every figure that depends on cost.
func (a Access) SeesCost() bool { return a.Operator || a.Role.SeesRates(a.RatesFor) }

// CheckCost refuses members who may not see the project's cost.
func (a Access) CheckCost() error {
	if err := a.Check(ReadProject); err != nil {
		return err
	}
	if !a.SeesCost() {
		return Errorf(Forbidden, "this project shows daily rates and cost to its owner and admins only")
	}
	return nil
}

// CheckAttachment allows only whoever attached a file (who must still be allowed to write) and moderators to delete the attachment.
func (a Access) CheckAttachment(caller Caller, authorID int64) error {
	if err := a.Check(WriteWork); err != nil {
		return err
	}
	if caller.UserID != authorID && !a.Operator && !a.Role.May(ModerateComment) {
		return Errorf(Forbidden, "only the person who attached it, or the project's owner or an admin, may delete a file")
	}
	return nil
}

// CheckComment allows only a comment's author (who must still be allowed to write) and moderators to change the comment.
func (a Access) CheckComment(caller Caller, authorID int64) error {
	if err := a.Check(WriteWork); err != nil {
		return err
	}
	if caller.UserID != authorID && !a.Operator && !a.Role.May(ModerateComment) {
		return Errorf(Forbidden, "only its author, or the project's owner or an admin, may change a comment")
	}
	return nil
}
