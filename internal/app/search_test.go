package app_test

import (
	"path/filepath"
	"slices"
	"testing"

	"earnest/internal/app"
	"earnest/internal/db/dbtest"
	"earnest/internal/domain"
)

// mustSearch returns the titles of the tickets that a user's search finds.
func mustSearch(t *testing.T, a *app.App, userID int64, text string) []string {
	t.Helper()
	found, err := a.Operations.Search(t.Context(), domain.Caller{UserID: userID}, text, nil)
	if err != nil {
		t.Fatal(err)
	}
	titles := []string{}
	for _, f := range found.Tickets {
		titles = append(titles, f.Title)
	}
	return titles
}

// An import and a restore, from either engine to either, fill the search index too.
func TestImportedAndRestoredTextsAreFound(t *testing.T) {
	t.Parallel()
	dbtest.EachEmpty(t, func(t *testing.T, from string) {
		t.Helper()
		a := app.New(dbtest.MustOpen(t, from), app.Config{})
		owner := mustImport(t, a, fullFile(t)).Users["Ada@example.org"]
		check := func(t *testing.T, a *app.App) {
			t.Helper()
			for query, want := range map[string][]string{
				"light": {"Light the engine"}, "carefully engine": {"Light the engine"}, "loud hot": {"Light the engine"}, "plain": {"Plain"},
				"the": {"Close the door", "Light the engine"}, "alert": {}, "never": {},
			} {
				if got := mustSearch(t, a, owner, query); !slices.Equal(got, want) {
					t.Errorf("%q finds %q, want %q", query, got, want)
				}
			}
			mustBeHealthy(t, a)
		}
		check(t, a)
		path := filepath.Join(t.TempDir(), "backup.db")
		if err := a.Transfer.Backup(t.Context(), path); err != nil {
			t.Fatal(err)
		}
		dbtest.EachEmpty(t, func(t *testing.T, into string) {
			t.Helper()
			b := app.New(dbtest.MustOpen(t, into), app.Config{})
			if err := b.Transfer.Restore(t.Context(), path); err != nil {
				t.Fatal(err)
			}
			check(t, b)
		})
	})
}
