package app_test

import (
	"log/slog"
	"strings"
	"testing"
	"time"

	"earnest/internal/app"
	"earnest/internal/db/dbtest"
)

// lines receives the log, line by line.
type lines chan string

func (l lines) Write(p []byte) (int, error) {
	l <- string(p)
	return len(p), nil
}

func TestTheAppsOwnLogIsToldWhenCountsCannotBeSaved(t *testing.T) {
	t.Parallel()
	s := dbtest.MustOpen(t, dbtest.SQLite(t))
	said := make(lines, 10)
	a := app.New(s, app.Config{Log: slog.New(slog.NewTextHandler(said, nil))})
	a.Start()
	s.Close() // every flush fails from now on
	t.Cleanup(func() { _ = a.Stop(t.Context()) })
	select {
	case line := <-said:
		if !strings.Contains(line, "quota counts cannot be saved") {
			t.Error(line)
		}
	case <-time.After(10 * time.Second):
		t.Error("nobody was told")
	}
}
