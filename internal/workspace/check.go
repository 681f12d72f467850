package workspace

import (
	"net/mail"
	"strings"

	"earnest/internal/domain"
)

// checker records the object to which each ref in the file refers.
type checker struct {
	refs map[string]named
}

type named struct {
	kind    Kind
	project int
	deleted bool
}

// check checks the file against every rule that concerns more than a single value.
func check(f *File) error {
	if err := checkUsers(f.Users); err != nil {
		return err
	}
	c := &checker{refs: map[string]named{}}
	if err := c.collect(f); err != nil {
		return err
	}
	for i := range f.Projects {
		if err := c.project(Path{}.In("projects").At(i), i, &f.Projects[i]); err != nil {
			return err
		}
	}
	return nil
}

func checkUsers(users []User) error {
	seen := map[string]int{}
	for i, u := range users {
		email := domain.FoldEmail(u.Email)
		if parsed, err := mail.ParseAddress(u.Email); err != nil || parsed.Address != u.Email {
			return Path{}.In("users").At(i).In("email").Errorf("must be an email address such as ada@example.org, not %q", u.Email)
		}
		if first, ok := seen[email]; ok {
			return Path{}.In("users").At(i).In("email").Errorf("%q is already users[%d]", u.Email, first)
		}
		seen[email] = i
	}
	return nil
}

// collect records every ref and rejects duplicate refs and uuids.
func (c *checker) collect(f *File) error {
	uuids := map[string]struct{}{}
	for o := range f.Objects() {
		if _, twice := uuids[o.Stamps.UUID]; twice {
			return o.Path.In("uuid").Errorf("%q is the uuid of another object in the file", o.Stamps.UUID)
		}
		if o.Stamps.UUID != "" {
			uuids[o.Stamps.UUID] = struct{}{}
		}
		if o.Ref == "" {
			continue
		}
		if other, twice := c.refs[o.Ref]; twice {
			return o.Path.In("ref").Errorf("%q is the ref of another object in the file (%s)", o.Ref, other.kind.withArticle())
		}
		c.refs[o.Ref] = named{kind: o.Kind, project: o.Project}
	}
	for i := range f.Projects {
		for _, t := range f.Projects[i].Tickets {
			if t.Ref != "" && t.DeletedAt != "" {
				c.refs[t.Ref] = named{kind: TicketKind, project: i, deleted: true}
			}
		}
	}
	return nil
}

// refer rejects a ref that does not refer to an object of one of the given kinds in the project.
func (c *checker) refer(at Path, project int, ref string, kinds ...Kind) error {
	target, ok := c.refs[ref]
	words := kindWords(kinds)
	if !ok {
		return at.Errorf("no %s has the ref %q", words, ref)
	}
	for _, kind := range kinds {
		if target.kind == kind && target.project == project {
			return nil
		}
		if target.kind == kind {
			return at.Errorf("the %s with the ref %q is in another project", kind, ref)
		}
	}
	return at.Errorf("no %s has the ref %q; it is the ref of %s", words, ref, target.kind.withArticle())
}

func (c *checker) referAll(at Path, project int, refs []string, kind Kind) error {
	for i, ref := range refs {
		if err := c.refer(at.At(i), project, ref, kind); err != nil {
			return err
		}
	}
	return nil
}

func kindWords(kinds []Kind) string {
	words := make([]string, 0, len(kinds))
	for _, k := range kinds {
		words = append(words, string(k))
	}
	return strings.Join(words, " or ")
}
