package demo_test

import (
	"encoding/json"
	"testing"

	"earnest/internal/demo"
	"earnest/internal/domain"
	"earnest/internal/workspace"
)

// eachDay runs f for many days: the ends of months and years, leap days, every day of a week, and a sample of a year's days.
func eachDay(t *testing.T, f func(t *testing.T, today domain.Date, file workspace.File)) {
	t.Helper()
	list := []domain.Date{
		"2024-02-28", "2024-02-29", "2024-03-01", "2025-12-31", "2026-01-01", "2026-01-31", "2026-02-28", "2026-03-01",
		"2026-03-29", "2026-05-01", "2026-06-30", "2026-07-14", "2026-10-25", "2026-12-24", "2026-12-25", "2026-12-31",
		"2027-01-01", "2028-02-29",
	}
	for i := range 7 {
		list = append(list, domain.Date("2026-08-03").AddDays(i))
	}
	for i := range 15 {
		list = append(list, domain.Date("2026-01-05").AddDays(24*i))
	}
	for _, today := range list {
		t.Run(string(today), func(t *testing.T) {
			t.Parallel()
			f(t, today, demo.File(today))
		})
	}
}

func TestTheSameDayGivesTheSameFile(t *testing.T) {
	t.Parallel()
	first, err := json.Marshal(demo.File("2026-03-11"))
	if err != nil {
		t.Fatal(err)
	}
	for range 3 {
		again, _ := json.Marshal(demo.File("2026-03-11"))
		if string(again) != string(first) {
			t.Fatal("two files of one day differ")
		}
	}
	if other, _ := json.Marshal(demo.File("2026-03-12")); string(other) == string(first) {
		t.Error("the file does not follow the day")
	}
}

func TestTheOwnerIsTheAdministratorAndInEveryProject(t *testing.T) {
	t.Parallel()
	file := demo.File("2026-03-11")
	u := file.Users[0]
	if u.Email != demo.OwnerEmail || u.Firstname != demo.OwnerFirstname || u.Lastname != demo.OwnerLastname || !u.Admin {
		t.Errorf("the first user is %+v", u)
	}
	for _, p := range file.Projects {
		if _, ok := memberOf(p, demo.OwnerEmail); !ok {
			t.Errorf("%s: the owner of the demo is no member", p.Name)
		}
	}
}

func memberOf(p workspace.Project, email string) (workspace.Member, bool) {
	for _, m := range p.Members {
		if m.User == email {
			return m, true
		}
	}
	return workspace.Member{}, false
}

func TestTheFileIsOfTheSizeOfARealWorkspace(t *testing.T) {
	t.Parallel()
	eachDay(t, func(t *testing.T, _ domain.Date, file workspace.File) {
		t.Helper()
		titles := map[string]bool{}
		var tickets, described, entries, comments, subtasks int
		for _, p := range file.Projects {
			for _, k := range p.Tickets {
				tickets++
				titles[k.Title] = true
				entries += len(k.TimeEntries)
				comments += len(k.Comments)
				subtasks += len(k.Subtasks)
				if k.Description != nil {
					described++
				}
			}
		}
		t.Logf("%d projects, %d tickets (%d titles, %d described), %d entries, %d comments, %d subtasks",
			len(file.Projects), tickets, len(titles), described, entries, comments, subtasks)
		for _, b := range []struct {
			what           string
			n, least, most int
		}{
			{"projects", len(file.Projects), 6, 8}, {"tickets", tickets, 350, 600}, {"titles", len(titles), 350, 600},
			{"entries", entries, 3000, 6000}, {"comments", comments, 150, 600}, {"subtasks", subtasks, 150, 600},
			{"descriptions", described, 100, 600},
		} {
			if b.n < b.least || b.n > b.most {
				t.Errorf("%d %s, want %d to %d", b.n, b.what, b.least, b.most)
			}
		}
	})
}
