package app_test

import (
	"encoding/json"
	"fmt"
	"strconv"
	"strings"
	"testing"

	"earnest/internal/db/dbtest"
	"earnest/internal/workspace"
)

// largeFile returns a workspace file with one project of many tickets, each with subtasks, comments and time entries.
func largeFile(tickets, entries int) string {
	points := 3.0
	p := workspace.Project{Ref: "p", Name: "Large", Budget: &points}
	f := workspace.File{}
	for i := range 10 {
		email := fmt.Sprintf("person%d@example.org", i)
		f.Users = append(f.Users, workspace.User{Email: email, Firstname: "P", Lastname: strconv.Itoa(i)})
		p.Members = append(p.Members, workspace.Member{User: email, TJM: &points, Rates: []workspace.Rate{{From: "2026-01-15", TJM: 500}}})
	}
	for i := range 26 {
		p.Sprints = append(p.Sprints, workspace.Sprint{Ref: fmt.Sprintf("s%d", i), Title: fmt.Sprintf("Sprint %d", i)})
		p.Epics = append(p.Epics, workspace.Epic{Ref: fmt.Sprintf("e%d", i), Title: fmt.Sprintf("Epic %d", i)})
	}
	for i := range tickets {
		t := workspace.Ticket{
			Ref: fmt.Sprintf("t%d", i), Title: fmt.Sprintf("Ticket %d", i), StoryPoints: &points, Status: "done",
			Sprint: fmt.Sprintf("s%d", i%26), Epic: fmt.Sprintf("e%d", i%25),
			Subtasks: []workspace.Subtask{{Title: "a"}, {Title: "b"}},
			Comments: []workspace.Comment{{Author: "person1@example.org", Content: "<p>Some <b>words</b> about it.</p>"}},
		}
		if i > 0 {
			t.Dependencies = []string{fmt.Sprintf("t%d", i/2)}
		}
		for j := range entries {
			t.TimeEntries = append(t.TimeEntries, workspace.TimeEntry{
				User: fmt.Sprintf("person%d@example.org", j%10), DurationMinutes: 30, LoggedAt: fmt.Sprintf("2026-%02d-%02d", 1+i%12, 1+j%28),
			})
		}
		p.Tickets = append(p.Tickets, t)
	}
	f.Projects = []workspace.Project{p}
	data, err := json.Marshal(f)
	if err != nil {
		panic(err)
	}
	return string(data)
}

func BenchmarkImport(b *testing.B) {
	for _, size := range []struct{ tickets, entries int }{{2_000, 10}, {5_000, 20}} {
		file := largeFile(size.tickets, size.entries)
		name := fmt.Sprintf("%dx%d", size.tickets, size.entries)
		for engine, database := range map[string]func(testing.TB) string{"sqlite": dbtest.SQLite, "postgres": dbtest.Postgres} {
			b.Run(name+"/"+engine, func(b *testing.B) {
				b.SetBytes(int64(len(file)))
				for b.Loop() {
					b.StopTimer()
					a := instance(b, database(b))
					b.StartTimer()
					if _, err := a.Transfer.Import(b.Context(), strings.NewReader(file)); err != nil {
						b.Fatal(err)
					}
				}
			})
		}
	}
}

func BenchmarkExport(b *testing.B) {
	file := largeFile(5_000, 20)
	for engine, database := range map[string]func(testing.TB) string{"sqlite": dbtest.SQLite, "postgres": dbtest.Postgres} {
		b.Run(engine, func(b *testing.B) {
			a := instance(b, database(b))
			mustImport(b, a, file)
			for b.Loop() {
				if err := a.Transfer.Export(b.Context(), discard{}, nil); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}

type discard struct{}

func (discard) Write(p []byte) (int, error) { return len(p), nil }
