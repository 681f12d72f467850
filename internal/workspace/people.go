package workspace

import "iter"

// People gives every mention of a user by email, with its place, in the order of the file. The list of
// users itself is not among them.
func (f *File) People() iter.Seq2[string, Place] {
	return func(yield func(string, Place) bool) {
		for i := range f.Projects {
			if !f.Projects[i].people(Place{}.In("projects").At(i), yield) {
				return
			}
		}
	}
}

func (p *Project) people(at Place, yield func(string, Place) bool) bool {
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
	for i := range p.Tickets {
		if !p.Tickets[i].people(at.In("tickets").At(i), yield) {
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

func (t *Ticket) people(at Place, yield func(string, Place) bool) bool {
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
	for i, e := range t.TimeEntries {
		if !yield(e.User, at.In("time_entries").At(i).In("user")) {
			return false
		}
	}
	return true
}

func (c *Comment) people(at Place, yield func(string, Place) bool) bool {
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
