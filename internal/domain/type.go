package domain

// TicketType is a kind of ticket that a project knows. One of them is the default: what a new ticket is when nothing
// is said.
type TicketType struct {
	ID        int64
	UUID      string
	Name      string
	SortOrder int64
	IsDefault bool
}

// UsedType is a ticket type and how many tickets are of it.
type UsedType struct {
	TicketType

	Tickets int
}

// TypePatch is what may change of a ticket type.
type TypePatch struct {
	Name      Opt[string]
	IsDefault Opt[bool]
}
