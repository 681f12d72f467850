package workspace

import "iter"

// People returns every email that refers to a user, with its path, in the order of the file. It leaves out the user list itself.
func (f *File) People() iter.Seq2[string, Path] {
	return func(yield func(string, Path) bool) {
		for i := range f.Projects {
			if !f.Projects[i].people(Path{}.In("projects").At(i), yield) {
				return
			}
		}
	}
}

func (p *Project) people(at Path, yield func(string, Path) bool) bool {
	for i, m := range p.Members {
		if !yield(m.User, at.In("members").At(i).In("user")) {
			return false
		}
	}
	for i, u := range p.FormerRates {
		if !yield(u.User, at.In("former_rates").At(i).In("user")) {
			return false
		}
	}
	for i, b := range p.Budgets {
		if b.Author != "" && !yield(b.Author, at.In("budgets").At(i).In("author")) {
			return false
		}
	}
	for i := range p.Tickets {
		if !p.Tickets[i].people(at.In("tickets").At(i), yield) {
			return false
		}
	}
	for i, c := range p.Commentaries {
		if !yield(c.Author, at.In("commentaries").At(i).In("author")) {
			return false
		}
	}
	for i, c := range p.Changes {
		if c.User != "" && !yield(c.User, at.In("changes").At(i).In("user")) {
			return false
		}
	}
	return true
}

func (t *Ticket) people(at Path, yield func(string, Path) bool) bool {
	if t.Assignee != "" && !yield(t.Assignee, at.In("assignee")) {
		return false
	}
	for i, s := range t.Subtasks {
		if s.Assignee != "" && !yield(s.Assignee, at.In("subtasks").At(i).In("assignee")) {
			return false
		}
	}
	for i, c := range t.Comments {
		if !c.people(at.In("comments").At(i), yield) {
			return false
		}
	}
	for i, a := range t.Attachments {
		if !yield(a.Author, at.In("attachments").At(i).In("author")) {
			return false
		}
	}
	for i, e := range t.TimeEntries {
		if !yield(e.User, at.In("time_entries").At(i).In("user")) {
			return false
		}
	}
	return true
}

func (c *Comment) people(at Path, yield func(string, Path) bool) bool {
	if !yield(c.Author, at.In("author")) {
		return false
	}
	for i, email := range c.Mentions {
		if !yield(email, at.In("mentions").At(i)) {
			return false
		}
	}
	return true
}
