package domain

// TicketType is a type of ticket in a project. One of them is the default for new tickets.
type TicketType struct {
	ID        int64
	UUID      string
	Name      string
	SortOrder int64
	IsDefault bool
}

// UsedType is a ticket type and the number of tickets that have it.
type UsedType struct {
	TicketType

	Tickets int
}

// TypePatch holds the fields of a ticket type that can change.
type TypePatch struct {
	Name      Opt[string]
	IsDefault Opt[bool]
}
