package testpg_test

import (
	"path/filepath"
	"testing"

	"earnest/internal/testpg"
)

func TestAServerStartsWithTheDataThatAnotherHasSaved(t *testing.T) {
	t.Parallel()
	folder := filepath.Join(t.TempDir(), "data")
	first := mustStart(t, testpg.Config{})
	mustExec(t, first.URL(), "CREATE TABLE note (text text)", "INSERT INTO note VALUES ('saved')")
	if err := first.Save(t.Context(), folder); err != nil {
		t.Fatal(err)
	}
	mustExec(t, first.URL(), "UPDATE note SET text = 'changed later'")
	second := mustStart(t, testpg.Config{From: folder})
	if got := mustAsk(t, second.URL(), "SELECT text FROM note"); got != "saved" {
		t.Errorf("the second server has %q", got)
	}
}
