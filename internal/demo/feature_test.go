package demo_test

import (
	"slices"
	"strings"
	"testing"

	"earnest/internal/domain"
	"earnest/internal/workspace"
)

// someProject and the functions below report whether a file contains something that a page needs to show.
func someProject(f workspace.File, has func(workspace.Project) bool) bool {
	return slices.ContainsFunc(f.Projects, has)
}

func someMember(f workspace.File, has func(workspace.Member) bool) bool {
	return someProject(f, func(p workspace.Project) bool { return slices.ContainsFunc(p.Members, has) })
}

func someTicket(f workspace.File, has func(workspace.Ticket) bool) bool {
	return someProject(f, func(p workspace.Project) bool { return slices.ContainsFunc(p.Tickets, has) })
}

func someLink(f workspace.File, has func(workspace.Link) bool) bool {
	return someProject(f, func(p workspace.Project) bool { return slices.ContainsFunc(p.Dependencies, has) })
}

func someComment(f workspace.File, has func(workspace.Comment) bool) bool {
	return someTicket(f, func(k workspace.Ticket) bool { return slices.ContainsFunc(k.Comments, has) })
}

func someSprint(f workspace.File, has func(workspace.Project, workspace.Sprint) bool) bool {
	return someProject(f, func(p workspace.Project) bool {
		return slices.ContainsFunc(p.Sprints, func(s workspace.Sprint) bool { return has(p, s) })
	})
}

func find(p workspace.Project, ref string) workspace.Ticket {
	return p.Tickets[slices.IndexFunc(p.Tickets, func(k workspace.Ticket) bool { return k.Ref == ref })]
}

func features(today domain.Date) map[string]func(workspace.File) bool {
	all := map[string]func(workspace.File) bool{
		"points in an undated sprint": func(f workspace.File) bool {
			return someProject(f, func(p workspace.Project) bool { return evaluate(p, today).undated > 0 })
		},
		"time outside sprints": func(f workspace.File) bool {
			return someProject(f, func(p workspace.Project) bool { return evaluate(p, today).noSprint > 0 })
		},
		"unrated minutes": func(f workspace.File) bool {
			return someProject(f, func(p workspace.Project) bool { return evaluate(p, today).unrated > 0 })
		},
		"a project without a budget": func(f workspace.File) bool {
			return someProject(f, func(p workspace.Project) bool { return p.Budget == nil })
		},
		"a raised budget": func(f workspace.File) bool {
			return someProject(f, func(p workspace.Project) bool { return len(p.Budgets) > 1 && *p.Budgets[0].Budget < *p.Budget })
		},
		"rates for admins only, where the demo's owner is neither": func(f workspace.File) bool {
			return someProject(f, func(p workspace.Project) bool {
				return p.RatesFor == "admins" && slices.ContainsFunc(p.Members, func(m workspace.Member) bool {
					return m.User == f.Users[0].Email && m.ProjectRole == "member"
				})
			})
		},
		"a raise": func(f workspace.File) bool {
			return someMember(f, func(m workspace.Member) bool { return len(m.Rates) > 0 })
		},
		"an invited member": func(f workspace.File) bool {
			return someMember(f, func(m workspace.Member) bool { return m.Status == "invited" })
		},
		"an inactive member": func(f workspace.File) bool {
			return someMember(f, func(m workspace.Member) bool { return m.Status == "inactive" })
		},
		"a viewer": func(f workspace.File) bool {
			return someMember(f, func(m workspace.Member) bool { return m.ProjectRole == "viewer" })
		},
		"a closed account": func(f workspace.File) bool {
			return slices.ContainsFunc(f.Users, func(u workspace.User) bool { return u.Active != nil && !*u.Active })
		},
		"a custom done status in use": func(f workspace.File) bool {
			return someProject(f, func(p workspace.Project) bool {
				return slices.ContainsFunc(p.Tickets, func(k workspace.Ticket) bool { return k.Status != "done" && doneStatus(p, k.Status) })
			})
		},
		"work carried over": func(f workspace.File) bool {
			return someSprint(f, func(p workspace.Project, s workspace.Sprint) bool {
				for ref := range s.Committed {
					if now := find(p, ref).Sprint; now > s.Ref && s.Status == "completed" {
						return true
					}
				}
				return false
			})
		},
		"scope added to the active sprint": func(f workspace.File) bool {
			return someSprint(f, func(p workspace.Project, s workspace.Sprint) bool {
				return s.Status == "active" && s.StartDate != nil && slices.ContainsFunc(p.Tickets, func(k workspace.Ticket) bool {
					_, committed := s.Committed[k.Ref]
					return k.Sprint == s.Ref && !committed && k.CreatedAt > s.CommittedAt
				})
			})
		},
		"a re-estimate": func(f workspace.File) bool {
			return someSprint(f, func(p workspace.Project, s workspace.Sprint) bool {
				for ref, points := range s.Committed {
					if *find(p, ref).StoryPoints != points {
						return true
					}
				}
				return false
			})
		},
		"a lively active sprint": func(f workspace.File) bool {
			return someSprint(f, func(p workspace.Project, s workspace.Sprint) bool {
				seen := map[string]int{}
				for _, k := range p.Tickets {
					if k.Sprint == s.Ref && s.Status == "active" {
						seen[k.Status]++
					}
				}
				return seen["done"] > 0 && seen["in_review"] > 0 && seen["in_progress"] > 0 && seen["blocked"] > 0 && seen["todo"] > 0
			})
		},
		"unestimated tickets": func(f workspace.File) bool {
			return someTicket(f, func(k workspace.Ticket) bool { return *k.StoryPoints == 0 })
		},
		"links of every type, some with a lag and some with an overlap": func(f workspace.File) bool {
			for _, kind := range []string{"FS", "SS", "FF", "SF"} {
				if !someLink(f, func(l workspace.Link) bool { return l.Type == kind }) {
					return false
				}
			}
			return someLink(f, func(l workspace.Link) bool { return l.LagDays > 0 }) && someLink(f, func(l workspace.Link) bool { return l.LagDays < 0 })
		},
		"a commentary of today after an earlier one": func(f workspace.File) bool {
			return someProject(f, func(p workspace.Project) bool {
				return len(p.Commentaries) == 2 && p.Commentaries[0].Day < string(today) && p.Commentaries[1].Day == string(today)
			})
		},
		"an unfinished ticket with dates": func(f workspace.File) bool {
			return someTicket(f, func(k workspace.Ticket) bool { return k.StartDate != nil && k.DueDate != nil && k.DoneAt == "" })
		},
		"ticket dependencies": func(f workspace.File) bool {
			return someTicket(f, func(k workspace.Ticket) bool { return len(k.Dependencies) > 0 })
		},
		"acceptance criteria": func(f workspace.File) bool {
			return someTicket(f, func(k workspace.Ticket) bool { return len(k.AcceptanceCriteria) > 1 })
		},
		"comments that mention": func(f workspace.File) bool {
			return someComment(f, func(c workspace.Comment) bool { return len(c.Mentions) > 0 })
		},
		"comments with lists": func(f workspace.File) bool {
			return someComment(f, func(c workspace.Comment) bool { return strings.Contains(c.Content, "<ul>") })
		},
		"time of the demo's owner this week": func(f workspace.File) bool {
			return someTicket(f, func(k workspace.Ticket) bool {
				return slices.ContainsFunc(k.TimeEntries, func(e workspace.TimeEntry) bool {
					return e.User == f.Users[0].Email && e.LoggedAt > string(today.AddDays(-7))
				})
			})
		},
		"milestones past and future": func(f workspace.File) bool {
			return someProject(f, func(p workspace.Project) bool {
				return p.Milestones[0].Date < string(today) && p.Milestones[len(p.Milestones)-1].Date > string(today)
			})
		},
		"a critical path of three epics beside one with slack": func(f workspace.File) bool {
			return someProject(f, func(p workspace.Project) bool {
				critical, slack := criticalPath(p)
				return critical >= 3 && slack > 0
			})
		},
		"no deleted ticket": func(f workspace.File) bool {
			return !someTicket(f, func(k workspace.Ticket) bool { return k.DeletedAt != "" })
		},
		"a finished project": func(f workspace.File) bool {
			return someProject(f, func(p workspace.Project) bool {
				v := evaluate(p, today)
				return v.earned == v.total
			})
		},
	}
	for _, status := range []string{"backlog", "todo", "in_progress", "in_review", "done", "blocked", "livre", "released", "recette", "surveillance"} {
		all["a ticket in "+status] = func(f workspace.File) bool {
			return someTicket(f, func(k workspace.Ticket) bool { return k.Status == status })
		}
	}
	for _, priority := range []string{"critique", "haute", "normale", "faible"} {
		all["priority "+priority] = func(f workspace.File) bool {
			return someTicket(f, func(k workspace.Ticket) bool { return k.Priority == priority })
		}
	}
	for _, status := range []string{"todo", "in_progress", "done"} {
		all["a subtask in "+status] = func(f workspace.File) bool {
			return someTicket(f, func(k workspace.Ticket) bool {
				return slices.ContainsFunc(k.Subtasks, func(s workspace.Subtask) bool { return s.Status == status })
			})
		}
	}
	return all
}

func TestEveryScreenHasSomethingToShow(t *testing.T) {
	t.Parallel()
	eachDay(t, func(t *testing.T, today domain.Date, file workspace.File) {
		t.Helper()
		for name, there := range features(today) {
			if !there(file) {
				t.Errorf("missing: %s", name)
			}
		}
	})
}

func TestAMissingFeatureIsNoticed(t *testing.T) {
	t.Parallel()
	for name, there := range features("2026-03-11") {
		if name != "no deleted ticket" && there(workspace.File{}) {
			t.Errorf("an empty file has %s", name)
		}
	}
}

// criticalPath counts the epics on the longest path of the roadmap and those with slack; an epic lasts as long as the span of
// its dated sprints.
func criticalPath(p workspace.Project) (critical, slack int) {
	length := map[string]float64{}
	for _, e := range p.Epics {
		length[e.Ref] = span(p, e.Ref)
	}
	var before, after func(ref string) float64 // longest path to an epic, and from it
	before = func(ref string) float64 {
		best := 0.0
		for _, l := range p.Dependencies {
			if l.Succ == ref {
				best = max(best, before(l.Pred)+length[l.Pred])
			}
		}
		return best
	}
	after = func(ref string) float64 {
		best := 0.0
		for _, l := range p.Dependencies {
			if l.Pred == ref {
				best = max(best, length[l.Succ]+after(l.Succ))
			}
		}
		return best
	}
	whole := 0.0
	for ref, n := range length {
		whole = max(whole, before(ref)+n+after(ref))
	}
	for ref, n := range length {
		if before(ref)+n+after(ref) == whole {
			critical++
		} else {
			slack++
		}
	}
	return critical, slack
}

func span(p workspace.Project, epic string) float64 {
	first, last := domain.Date("9999-12-31"), domain.FirstDay
	for _, s := range p.Sprints {
		for _, k := range p.Tickets {
			if k.Epic == epic && k.Sprint == s.Ref && s.StartDate != nil {
				first, last = min(first, domain.Date(*s.StartDate)), max(last, domain.Date(*s.EndDate))
			}
		}
	}
	return days(first, last) + 1
}
