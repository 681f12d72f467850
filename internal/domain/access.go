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

// The acts that differ between roles.
const (
	ReadProject     Act = iota // see anything in the project
	WriteWork                  // create, change and delete what the team works on
	ModerateComment            // change or delete someone else's comment
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

// RatesFor says who sees daily rates in a project.
type RatesFor string

// The two audiences of daily rates.
const (
	RatesForEveryone RatesFor = "everyone"
	RatesForAdmins   RatesFor = "admins"
)

// Caller is who runs a use case, and through which key (0: none).
type Caller struct {
	UserID   int64
	KeyID    int64
	Operator bool // the operator at the command line, who holds the database and may do everything
}

// Operator is the caller of the commands.
func Operator() Caller { return Caller{Operator: true} }

// Access is what a caller may do in one project.
type Access struct {
	ProjectID   int64
	ProjectUUID string
	Role        Role // empty for a stranger
	Member      bool // an active member
	RatesFor    RatesFor
	Operator    bool // the operator may do everything in every project
}

// Check refuses strangers, and members whose role does not allow the act.
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

// SeesCost reports whether the caller may see the daily rates of the project and every figure that depends on cost.
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

// CheckComment allows changing a comment only to its author (who must still be allowed to write) and to moderators.
func (a Access) CheckComment(caller Caller, authorID int64) error {
	if err := a.Check(WriteWork); err != nil {
		return err
	}
	if caller.UserID != authorID && !a.Role.May(ModerateComment) {
		return Errorf(Forbidden, "only its author, or the project's owner or an admin, may change a comment")
	}
	return nil
}
