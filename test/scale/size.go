package scale

// Size is how much data a world has. Tickets and projects are exact, and the other numbers are what the random numbers aim at.
type Size struct {
	Tickets  int `json:"tickets"`
	Comments int `json:"comments"`
	Entries  int `json:"time_entries"`
	Users    int `json:"users"`
	Projects int `json:"projects"`
}

// T1 is the size of a large team's instance on SQLite.
func T1() Size {
	return Size{Tickets: 150_000, Comments: 300_000, Entries: 1_500_000, Users: 5_000, Projects: 200}
}

// T2 is the size of a large organisation's instance on PostgreSQL.
func T2() Size {
	return Size{Tickets: 2_000_000, Comments: 4_000_000, Entries: 10_000_000, Users: 100_000, Projects: 2_500}
}

// Small is the size that the others are compared with.
func Small() Size {
	return Size{Tickets: 4_000, Comments: 8_000, Entries: 40_000, Users: 200, Projects: leastProjects}
}

// The fewest projects and users that a world can have.
const (
	leastProjects = 10
	leastUsers    = 200
)

// Times returns a size that is smaller or larger by a factor.
func (s Size) Times(factor float64) Size {
	times := func(n, least int) int { return max(least, int(factor*float64(n)+0.5)) }
	return Size{
		Tickets: times(s.Tickets, 10*leastProjects), Comments: times(s.Comments, 1), Entries: times(s.Entries, 1),
		Users: times(s.Users, leastUsers), Projects: times(s.Projects, leastProjects),
	}
}

// largest returns the number of tickets in the largest project: every twentieth ticket, or more if there are few projects.
func (s Size) largest() int { return max(s.Tickets/20, 5*s.Tickets/(2*s.Projects)) }
