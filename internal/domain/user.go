package domain

// UserState restricts an administrator's search to people in one state.
type UserState string

// The user states; the empty string matches everyone.
const (
	ActiveUser   UserState = "active"
	InactiveUser UserState = "inactive"
	InvitedUser  UserState = "invited" // without a password yet
	AdminUser    UserState = "admin"
	KeptUser     UserState = "grandfathered" // has API access only because of their start date
)

// UserFilter selects the people that an administrator searches for.
type UserFilter struct {
	Text   string // to be found in the name or the email
	Plan   string
	State  UserState
	Offset int
	Limit  int
}

// Everyone reports whether the filter matches everyone.
func (f UserFilter) Everyone() bool { return Fold(f.Text) == "" && f.Plan == "" && f.State == "" }
