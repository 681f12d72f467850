package transfer

import (
	"context"
	"errors"
	"os"
	"slices"
	"strings"

	"earnest/internal/db"
	"earnest/internal/domain"
	operatestore "earnest/internal/operate/store"
	"earnest/internal/report"
	"earnest/internal/sheet"
	"earnest/internal/work"
	workstore "earnest/internal/work/store"
)

// SheetQuery describes the spreadsheet to write.
type SheetQuery struct {
	Project string
	Kind    string       // one of SheetKinds
	Table   string       // the only table wanted; empty: all of them
	AsOf    *domain.Date // for finance; nil: today

	Language report.Language // of words that are not names of fields
}

// SheetKinds returns the kinds of spreadsheet available for a project.
func SheetKinds() []string { return []string{"tickets", "time", "finance"} }

// Folders returns the directories in which a large file may be stored before it is sent, best first: next to the database, where
// there should be room for a copy of its data, then the system's temporary directory, then the working directory.
func (a *Service) Folders() []string {
	folders := []string{os.TempDir(), "."}
	if beside := a.DB.Folder(); beside != "" {
		return append([]string{beside}, folders...)
	}
	return folders
}

// minFreeSpace is the space in bytes that temporary files must leave free on the disk for the database.
const minFreeSpace = 256 << 20

// HasSpace reports whether a folder has room for a temporary file; it returns true if the system does not report the free space.
func HasSpace(folder string) bool {
	disk, known := operatestore.DiskOf(folder)
	return !known || disk.Free >= minFreeSpace
}

// sheetPart is one table with the function that fills it.
type sheetPart struct {
	sheet.Table

	amounts bool // some of its cells are amounts
	fill    func(row func(...sheet.Cell) error) error
}

// in gives a table with amounts a column with their currency, which is empty in rows without amounts. In an XLSX file, the format of amounts shows the
// currency as well. A table without amounts, or of a project without a currency, stays as it is.
func (p sheetPart) in(currency *string, l report.Language) sheetPart {
	if !p.amounts || currency == nil {
		return p
	}
	fill, code := p.fill, sheet.Text(*currency)
	p.Money = l.MoneyFormat(*currency)
	p.Columns = append(p.Columns, sheet.Column{Name: "currency", Width: 9})
	p.fill = func(row func(...sheet.Cell) error) error {
		return fill(func(cells ...sheet.Cell) error {
			if !slices.ContainsFunc(cells, sheet.Cell.IsMoney) {
				return row(append(cells, sheet.Cell{})...)
			}
			return row(append(cells, code)...)
		})
	}
	return p
}

// Sheet writes part of a project's data as tables, row by row as it is read from one consistent state, and returns the project's
// name. begin receives the tables once it is known that the caller may read them. The costs of people, epics and sprints are
// included only for callers who may see daily rates.
func (a *Service) Sheet(ctx context.Context, caller domain.Caller, q SheetQuery, begin func(tables []sheet.Table) sheet.Writer) (string, error) {
	return work.Read(ctx, a.DB, work.OfProject(caller, q.Project), func(tx *db.Tx, access domain.Access) (string, error) {
		project, err := workstore.Project(ctx, tx, q.Project, 0)
		if err != nil {
			return "", err
		}
		parts, err := a.sheetParts(ctx, tx, project, access.SeesCost(), q)
		if err != nil {
			return "", err
		}
		return project.Name, tooLong(writeSheets(parts, begin))
	})
}

func (a *Service) sheetParts(ctx context.Context, tx *db.Tx, p domain.Project, withRates bool, q SheetQuery) (parts []sheetPart, err error) {
	switch q.Kind {
	case "tickets":
		parts = []sheetPart{ticketSheet(ctx, tx, p.ID, q.Language)}
	case "time":
		parts, err = timeSheet(ctx, tx, p.ID, withRates)
	case "finance":
		parts, err = a.financeSheets(ctx, tx, p.ID, withRates, q)
	default:
		return nil, domain.NoSuch("export")
	}
	for i := range parts {
		parts[i] = parts[i].in(p.Currency, q.Language)
	}
	if err != nil || q.Table == "" {
		return parts, err
	}
	i := slices.IndexFunc(parts, func(part sheetPart) bool { return part.Name == q.Table })
	if i < 0 {
		return nil, domain.Invalidf("there is no table %q for you here; choose %s", q.Table, tableNames(parts)).At("table")
	}
	return parts[i : i+1], nil
}

func writeSheets(parts []sheetPart, begin func([]sheet.Table) sheet.Writer) error {
	tables := make([]sheet.Table, 0, len(parts))
	for _, p := range parts {
		tables = append(tables, p.Table)
	}
	w := begin(tables)
	for _, p := range parts {
		if err := w.Begin(); err != nil {
			return err
		}
		if err := p.fill(w.Row); err != nil {
			return err
		}
	}
	return w.Close()
}

// tooLong explains what to do if there are more rows than the format allows, and returns any other error unchanged.
func tooLong(err error) error {
	if errors.Is(err, sheet.ErrTooLong) {
		return domain.Wrap(domain.Invalid, err, "there are more rows than an XLSX file can hold; take the CSV file")
	}
	return err
}

func tableNames(parts []sheetPart) string {
	names := make([]string, 0, len(parts))
	for _, p := range parts {
		names = append(names, p.Name)
	}
	return strings.Join(names, ", ")
}
