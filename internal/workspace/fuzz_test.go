package workspace_test

import (
	"bytes"
	"testing"

	"earnest/internal/domain"
	"earnest/internal/workspace"
)

// FuzzImport passes arbitrary input to Parse, which must either accept it or return a proper error. An accepted file can be
// written, and the result must be accepted as well.
func FuzzImport(f *testing.F) {
	for _, r := range refusals() {
		f.Add([]byte(r.file))
	}
	f.Add([]byte(ticket(`,"dependencies":[],"story_points":-0.0`)))
	f.Add([]byte(project(`,"sprints":[{"title":"S","committed":{"t":1e3}}],"tickets":[{"ref":"t","title":"T"}]`)))
	f.Fuzz(func(t *testing.T, data []byte) {
		file, err := workspace.Parse(data)
		if err != nil {
			if domain.KindOf(err) != domain.Invalid {
				t.Fatalf("a refusal of the kind %v: %v", domain.KindOf(err), err)
			}
			return
		}
		first := rewrite(t, file)
		again, err := workspace.Parse(first)
		if err != nil {
			t.Fatalf("what was accepted is refused when written again: %v\n%s", err, first)
		}
		if second := rewrite(t, again); !bytes.Equal(first, second) {
			t.Fatalf("written twice, it differs:\n%s\n%s", first, second)
		}
	})
}

// rewrite writes a file as an export does.
func rewrite(t *testing.T, f *workspace.File) []byte {
	t.Helper()
	var b bytes.Buffer
	w := workspace.NewWriter(&b)
	for _, u := range f.Users {
		w.Item("users", u)
	}
	for _, p := range f.Projects {
		tickets := p.Tickets
		p.Tickets = nil
		w.Open("projects", p)
		for _, ticket := range tickets {
			w.Item("tickets", ticket)
		}
		w.End()
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}
