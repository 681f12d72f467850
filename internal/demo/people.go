package demo

import (
	"strings"

	"earnest/internal/domain"
	"earnest/internal/workspace"
)

// person is an entry in the catalogue of people.
type person struct {
	nick, email, first, last string
	away                     bool // the account is closed
}

func readPeople() map[string]person {
	people := map[string]person{}
	for i, line := range lines("people.txt") {
		part := columns(line, 5)
		people[part[0]] = person{nick: part[0], email: part[1], first: part[2], last: part[3], away: part[4] == "away"}
		if part[1] == "" {
			malformed("people.txt", i, line)
		}
	}
	return people
}

// users returns the accounts, all of which were created before the first project began.
func users(people map[string]person, today domain.Date) []workspace.User {
	var list []workspace.User
	opened := domain.Stamp(today.AddDays(-420).Time())
	for _, line := range lines("people.txt") {
		p := people[columns(line, 5)[0]]
		user := workspace.User{
			Email:        p.email,
			Firstname:    p.first,
			Lastname:     p.last,
			Plan:         "pro",
			SubscribedAt: opened,
			Admin:        p.email == OwnerEmail,
			Stamps:       workspace.Stamps{CreatedAt: opened, UpdatedAt: opened},
		}
		if user.Admin {
			user.Plan = "business"
		}
		if p.away {
			user.Active = new(false)
		}
		list = append(list, user)
	}
	return list
}

// columns splits a line at its bars into at least n trimmed parts; missing parts are empty.
func columns(line string, n int) []string {
	parts := strings.Split(line, "|")
	for len(parts) < n {
		parts = append(parts, "")
	}
	for i := range parts {
		parts[i] = strings.TrimSpace(parts[i])
	}
	return parts
}
