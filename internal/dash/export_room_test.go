package dash

import (
	"strings"
	"testing"

	"earnest/internal/domain"
)

// A file goes where there is room; where there is none it is refused, and neither its place nor its turn stay taken.
func TestNoFileIsMadeOnAFullDisk(t *testing.T) {
	t.Parallel()
	full, roomy := t.TempDir(), t.TempDir()
	s := &spools{
		turns: make(chan struct{}, 1), places: newPlaces(20, 1, "too many"), folders: []string{full, roomy},
		room: func(folder string) bool { return folder != full },
	}
	file, err := s.open(t.Context(), 1)
	if err != nil || !strings.HasPrefix(file.Name(), roomy) {
		t.Fatalf("%v, %v", file, err)
	}
	if _, err := s.open(t.Context(), 1); domain.KindOf(err) != domain.Unavailable {
		t.Errorf("one more file of the same user: %v", err)
	}
	file.close()
	s.folders = []string{full}
	for range 2 {
		if _, err := s.open(t.Context(), 1); domain.KindOf(err) != domain.Unavailable || !strings.Contains(err.Error(), "too full") {
			t.Errorf("on a full disk: %v", err)
		}
	}
	if s.places.count() != 0 || len(s.turns) != 0 {
		t.Errorf("%d places and %d turns are taken", s.places.count(), len(s.turns))
	}
}
