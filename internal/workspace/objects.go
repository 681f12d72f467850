package workspace

import "iter"

// Kind is the kind of an object in the file.
type Kind string

// The kinds of object.
const (
	UserKind      Kind = "user"
	ProjectKind   Kind = "project"
	MemberKind    Kind = "member"
	TagKind       Kind = "tag"
	SuperEpicKind Kind = "super-epic"
	EpicKind      Kind = "epic"
	SprintKind    Kind = "sprint"
	TicketKind    Kind = "ticket"
	SubtaskKind   Kind = "subtask"
	CommentKind   Kind = "comment"
	FileKind      Kind = "file"
	EntryKind     Kind = "time entry"
	MilestoneKind Kind = "milestone"
	LinkKind      Kind = "dependency"
)

// withArticle returns the kind with its article: a ticket, an epic.
func (k Kind) withArticle() string {
	if k == EpicKind {
		return "an " + string(k)
	}
	return "a " + string(k)
}

// Object is anything in the file that has an identity.
type Object struct {
	Kind    Kind
	Path    Path
	Project int    // its index; -1 for a user
	Ref     string // empty: none
	Stamps  *Stamps
}

// Objects returns every object of the file in order.
func (f *File) Objects() iter.Seq[Object] {
	return func(yield func(Object) bool) {
		for i := range f.Users {
			if !yield(Object{UserKind, Path{}.In("users").At(i), -1, "", &f.Users[i].Stamps}) {
				return
			}
		}
		for i := range f.Projects {
			if !f.Projects[i].objects(Path{}.In("projects").At(i), i, yield) {
				return
			}
		}
	}
}

func (p *Project) objects(at Path, project int, yield func(Object) bool) bool {
	ok := yield(Object{ProjectKind, at, project, p.Ref, &p.Stamps})
	each := func(kind Kind, list string, n int, get func(int) (string, *Stamps)) {
		for i := 0; ok && i < n; i++ {
			ref, stamps := get(i)
			ok = yield(Object{kind, at.In(list).At(i), project, ref, stamps})
		}
	}
	each(MemberKind, "members", len(p.Members), func(i int) (string, *Stamps) { return "", &p.Members[i].Stamps })
	each(TagKind, "tags", len(p.Tags), func(i int) (string, *Stamps) { return p.Tags[i].Ref, &p.Tags[i].Stamps })
	each(SuperEpicKind, "super_epics", len(p.SuperEpics), func(i int) (string, *Stamps) { return p.SuperEpics[i].Ref, &p.SuperEpics[i].Stamps })
	each(EpicKind, "epics", len(p.Epics), func(i int) (string, *Stamps) { return p.Epics[i].Ref, &p.Epics[i].Stamps })
	each(SprintKind, "sprints", len(p.Sprints), func(i int) (string, *Stamps) { return p.Sprints[i].Ref, &p.Sprints[i].Stamps })
	for i := 0; ok && i < len(p.Tickets); i++ {
		ok = p.Tickets[i].objects(at.In("tickets").At(i), project, yield)
	}
	each(MilestoneKind, "milestones", len(p.Milestones), func(i int) (string, *Stamps) { return p.Milestones[i].Ref, &p.Milestones[i].Stamps })
	each(LinkKind, "dependencies", len(p.Dependencies), func(i int) (string, *Stamps) { return p.Dependencies[i].Ref, &p.Dependencies[i].Stamps })
	return ok
}

func (t *Ticket) objects(at Path, project int, yield func(Object) bool) bool {
	ok := yield(Object{TicketKind, at, project, t.Ref, &t.Stamps})
	for i := 0; ok && i < len(t.Subtasks); i++ {
		ok = yield(Object{SubtaskKind, at.In("subtasks").At(i), project, "", &t.Subtasks[i].Stamps})
	}
	for i := 0; ok && i < len(t.Comments); i++ {
		ok = yield(Object{CommentKind, at.In("comments").At(i), project, "", &t.Comments[i].Stamps})
	}
	for i := 0; ok && i < len(t.Attachments); i++ {
		ok = yield(Object{FileKind, at.In("attachments").At(i), project, "", &t.Attachments[i].Stamps})
	}
	for i := 0; ok && i < len(t.TimeEntries); i++ {
		ok = yield(Object{EntryKind, at.In("time_entries").At(i), project, "", &t.TimeEntries[i].Stamps})
	}
	return ok
}
