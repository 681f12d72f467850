package domain

// Purpose is what a one-time link is for.
type Purpose string

// The purposes of a link: a new user sets their first password, or somebody who forgot theirs sets another.
const (
	ForInvitation Purpose = "invitation"
	ForReset      Purpose = "reset"
)
