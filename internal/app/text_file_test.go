package app_test

import (
	"strings"
	"testing"

	"earnest/internal/db/dbtest"
	"earnest/internal/domain"
)

const textFile = `{"users": [{"email": "ada@example.org", "firstname": "Ada", "lastname": "L"}],
 "projects": [{"name": "P", "members": [{"user": "ada@example.org"}], "tickets": [{"ref": "t", "title": "First", "description": "Before",
  "comments": [{"author": "ada@example.org", "content": "One"}]}]}]}`

func TestAFileCarriesEveryVersionOfAText(t *testing.T) {
	t.Parallel()
	dbtest.Each(t, func(t *testing.T, url string) {
		t.Helper()
		a := instance(t, url)
		made := mustImport(t, a, textFile)
		caller, uuid := domain.Caller{UserID: made.Users["ada@example.org"]}, made.UUIDs["t"]
		for _, text := range []string{"Middle", "After"} {
			patch := domain.TicketPatch{Description: domain.Some(&text)}
			if _, err := a.Tickets.UpdateTicket(t.Context(), caller, uuid, domain.Given(patch)); err != nil {
				t.Fatal(err)
			}
		}
		file := mustExport(t, a)
		b := instance(t, dbtest.SQLite(t))
		mustImport(t, b, file)
		if again := mustExport(t, b); again != file {
			t.Errorf("the second export differs:\n%s\n%s", file, again)
		}
		h, err := b.ChangeLog.OfTicket(t.Context(), domain.Caller{UserID: 1}, uuid, 0)
		if err != nil || !h.Rows[0].HasText || !h.Rows[1].HasText {
			t.Fatalf("%+v, %v", h, err)
		}
		c, err := b.ChangeLog.TextChange(t.Context(), domain.Caller{UserID: 1}, uuid, h.Rows[1].ID)
		if err != nil || c.From[0] != "Before" || c.To[0] != "Middle" {
			t.Errorf("%+v, %v", c, err)
		}
		mustBeHealthy(t, b)
	})
}

func TestAFileBringsBackNoTextOfADeletedComment(t *testing.T) {
	t.Parallel()
	dbtest.Each(t, func(t *testing.T, url string) {
		t.Helper()
		const gone, log = `01890000-0000-7000-8000-00000000000c`, `, "changes": [
  {"revision": 1, "at": "2026-01-01", "noun": "comment", "uuid": "GONE", "what": "created", "to": "{\"ticket\":\"t\",\"author_id\":1,\"content\":\"secret\"}"},
  {"revision": 2, "at": "2026-01-01", "noun": "comment", "uuid": "GONE", "what": "content", "from": "\"secret\"", "to": "\"secrets\""},
  {"revision": 3, "at": "2026-01-01", "noun": "comment", "uuid": "GONE", "what": "deleted", "from": "{\"ticket\":\"t\",\"author_id\":1,\"content\":\"secrets\"}"}]}]}`
		a := instance(t, url)
		mustImport(t, a, strings.TrimSuffix(textFile, "}]}")+strings.ReplaceAll(log, "GONE", gone))
		file := mustExport(t, a)
		if strings.Contains(file, "secret") || strings.Count(file, gone) != 3 {
			t.Errorf("the file is %s", file)
		}
		mustBeHealthy(t, a)
	})
}
