package app_test

import (
	"bytes"
	"io"
	"runtime"
	"testing"
	"time"

	"earnest/internal/apitest"
	"earnest/internal/db"
	"earnest/internal/db/dbtest"
	"earnest/internal/domain"
	"earnest/internal/sheet"
	"earnest/internal/transfer"
)

// largeSheet is how many rows the test's files have, and sheetGrowth is how much more memory may be in use after the last row than after
// the first thousand.
const (
	largeSheet  = 20_000
	sheetGrowth = 2 << 20
)

// watched counts rows, and measures the memory in use after the first thousand and after every five thousand.
type watched struct {
	sheet.Writer

	rows        int
	first, most uint64
}

func (w *watched) Row(cells ...sheet.Cell) error {
	if w.rows++; w.rows == 1000 {
		w.first = inUse()
	} else if w.rows%5000 == 0 {
		w.most = max(w.most, inUse())
	}
	return w.Writer.Row(cells...)
}

func inUse() uint64 {
	runtime.GC()
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	return m.HeapAlloc
}

// mustFillTime logs n time entries on the cast's ticket and creates n tickets.
func mustFillTime(t testing.TB, c *apitest.Cast, n int) {
	t.Helper()
	c.MustFill(t, n)
	err := c.World.Store.Write(t.Context(), func(tx *db.Tx) error {
		_, err := tx.Exec(t.Context(), `
WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < $1)
INSERT INTO time_entries (uuid, project_id, ticket_id, user_id, duration_minutes, comment, logged_at, created_at, updated_at)
SELECT '00000000-0000-7000-9000-' || substr('000000000000' || i, length('000000000000' || i) - 11), t.project_id, t.id, $3, 30,
       'A comment of some length', '2026-02-' || (10 + i % 18), 0, 0
FROM n, tickets t WHERE t.uuid = $2`, n, c.Ticket, c.Owner.ID)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
}

//nolint:paralleltest // it measures the memory of the whole process
func TestALargeFileTakesNoMoreMemoryThanASmallOne(t *testing.T) {
	for engine, url := range map[string]string{"SQLite": dbtest.SQLite(t), "PostgreSQL": dbtest.Postgres(t)} {
		w := apitest.New(t, url, nil)
		c := w.MustCast(t, "")
		mustFillTime(t, c, largeSheet)
		for _, kind := range []string{"tickets", "time"} {
			for format, begin := range map[string]func(io.Writer, []sheet.Table) sheet.Writer{
				"CSV": func(out io.Writer, tables []sheet.Table) sheet.Writer {
					return sheet.NewCSV(out, sheet.Comma(), tables[0])
				},
				"XLSX": func(out io.Writer, tables []sheet.Table) sheet.Writer { return sheet.NewXLSX(out, tables...) },
			} {
				seen, size, began := &watched{}, &counted{}, time.Now()
				_, err := w.App.Transfer.Sheet(t.Context(), domain.Caller{UserID: c.Owner.ID}, transfer.SheetQuery{Project: c.Project, Kind: kind},
					func(tables []sheet.Table) sheet.Writer {
						seen.Writer = begin(size, tables)
						return seen
					})
				growth := int64(seen.most) - int64(seen.first)
				t.Logf("%s, %s as %s: %d rows, %d KiB in %v, %d KiB more in use", engine, kind, format, seen.rows, size.bytes>>10,
					time.Since(began).Round(time.Millisecond), growth>>10)
				if err != nil || seen.rows < largeSheet || growth > sheetGrowth {
					t.Errorf("%s, %s as %s: %v, %d rows, %d bytes more in use", engine, kind, format, err, seen.rows, growth)
				}
			}
		}
	}
}

// counted counts the bytes that are written.
type counted struct{ bytes int }

func (c *counted) Write(p []byte) (int, error) {
	c.bytes += len(p)
	return len(p), nil
}

// A file is a snapshot, so it does not include anything that is written while it is being created.
func TestAFileIsOfOneStateOfTheData(t *testing.T) {
	t.Parallel()
	dbtest.Each(t, func(t *testing.T, url string) {
		w := apitest.New(t, url, nil)
		c := w.MustCast(t, "")
		c.MustFill(t, 500)
		var out bytes.Buffer
		_, err := w.App.Transfer.Sheet(t.Context(), domain.Caller{UserID: c.Owner.ID}, transfer.SheetQuery{Project: c.Project, Kind: "tickets"},
			func(tables []sheet.Table) sheet.Writer {
				c.NewTicket(t)
				return sheet.NewCSV(&out, sheet.Comma(), tables[0])
			})
		if rows := bytes.Count(out.Bytes(), []byte("\r\n")); err != nil || rows != 502 { // 500, the header and the cast's ticket
			t.Errorf("%v, %d rows", err, rows)
		}
	})
}
