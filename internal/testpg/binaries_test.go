package testpg

import (
	"slices"
	"testing"
)

func TestNewestServerComesFirst(t *testing.T) {
	t.Parallel()
	got := newestFirst([]string{"/x/9.6/bin", "/x/15/bin", "/x/18/bin"})
	if want := []string{"/x/18/bin", "/x/15/bin", "/x/9.6/bin"}; !slices.Equal(got, want) {
		t.Errorf("got %v, want %v", got, want)
	}
}

func TestMajorVersion(t *testing.T) {
	t.Parallel()
	for version, want := range map[string]int{"15.18": 15, "16beta1": 16, "9.6.24": 9, "18": 18, "devel": 0, "": 0} {
		if got := majorOf(version); got != want {
			t.Errorf("majorOf(%q) = %d, want %d", version, got, want)
		}
	}
}

func TestICUIsTriedFirstAndOnlyWhereTheServerKnowsIt(t *testing.T) {
	t.Parallel()
	if first := attempts("", 15)[0].name; first != "en-US (ICU)" {
		t.Errorf("PostgreSQL 15 starts with %s", first)
	}
	for _, a := range append(attempts(ICU, 14), attempts(Bytes, 17)...) {
		if len(a.args) != 1 {
			t.Errorf("unexpected attempt %v", a)
		}
	}
}
