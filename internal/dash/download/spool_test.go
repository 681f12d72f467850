package download

import (
	"strings"
	"testing"

	"earnest/internal/domain"
	"earnest/internal/gate"
)

// A file is created in a folder that has room. If there is none, the file is refused and does not count towards the limit.
func TestNoFileIsMadeOnAFullDisk(t *testing.T) {
	t.Parallel()
	full, roomy := t.TempDir(), t.TempDir()
	s := &Spools{
		turns: make(chan struct{}, 1), limit: gate.NewLimit(20, 1), folders: []string{full, roomy},
		room: func(folder string) bool { return folder != full },
	}
	file, err := s.Open(t.Context(), 1)
	if err != nil || !strings.HasPrefix(file.Name(), roomy) {
		t.Fatalf("%v, %v", file, err)
	}
	if _, err := s.Open(t.Context(), 1); domain.KindOf(err) != domain.Unavailable {
		t.Errorf("one more file of the same user: %v", err)
	}
	file.Discard()
	s.folders = []string{full}
	for range 2 {
		if _, err := s.Open(t.Context(), 1); domain.KindOf(err) != domain.Unavailable || !strings.Contains(err.Error(), "too full") {
			t.Errorf("on a full disk: %v", err)
		}
	}
	if s.limit.Taken() != 0 || len(s.turns) != 0 {
		t.Errorf("%d files and %d turns are taken", s.limit.Taken(), len(s.turns))
	}
}
