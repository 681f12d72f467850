package dash

import (
	"net/http"
	"slices"
	"strings"
	"time"

	"earnest/internal/dash/download"
	"earnest/internal/domain"
	"earnest/internal/front"
	"earnest/internal/input"
	"earnest/internal/sheet"
	"earnest/internal/transfer"
)

// sheetTime is how long writing a file may take.
const sheetTime = 2 * time.Minute

// sheetTypes returns the media type of each file format.
func sheetTypes() map[string]string {
	return map[string]string{
		"csv":  "text/csv; charset=utf-8",
		"xlsx": "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
	}
}

// sheetRequest is a requested file.
type sheetRequest struct {
	transfer.SheetQuery

	format  string
	dialect sheet.Dialect
}

// sheetRequest reads which file is requested.
func (r *request) sheetRequest() (sheetRequest, error) {
	kind, format, _ := strings.Cut(r.PathValue("file"), ".")
	if !slices.Contains(transfer.SheetKinds(), kind) || sheetTypes()[format] == "" {
		return sheetRequest{}, domain.NoSuch("export")
	}
	p := r.params()
	q := sheetRequest{format: format, dialect: p.dialect("separator")}
	q.SheetQuery = transfer.SheetQuery{Project: r.UUID, Kind: kind, Table: p.Once("table"), AsOf: p.Day("as_of"), Language: p.language("lang")}
	if q.Table == "" && kind == "finance" && format == "csv" {
		q.Table = "indicators" // a CSV file holds one table
	}
	return q, p.Err
}

// getExport sends a part of a project's data as a file for spreadsheets. The file is complete before its first byte is sent, so that errors
// get a proper response and a slow client does not tie up the database.
func (d *Dash) getExport(r *request) (any, error) {
	q, err := r.sheetRequest()
	if err != nil {
		return nil, err
	}
	limit := front.NewDeadline(r.Context(), sheetTime)
	defer limit.End()
	if err := http.NewResponseController(r.w).SetWriteDeadline(time.Now().Add(sheetTime + download.PieceTime)); err != nil {
		return nil, err
	}
	file, err := d.spools.Open(limit, r.session.User.ID)
	if err != nil {
		return nil, err
	}
	defer file.Discard()
	name, err := d.app.Transfer.Sheet(limit, r.caller(), q.SheetQuery, func(tables []sheet.Table) sheet.Writer {
		if q.format == "csv" {
			return sheet.NewCSV(file, q.dialect, tables[0])
		}
		return sheet.NewXLSX(file, tables...)
	})
	if err != nil {
		return nil, limit.Late(err)
	}
	r.w.Header().Set("Content-Type", sheetTypes()[q.format])
	r.w.Header().Set("Content-Disposition", download.Attachment(name, fileSuffix(q.SheetQuery)+"-"+string(d.app.Today())+"."+q.format))
	r.Pass.Leave() // files being sent have their own limit
	return written{}, file.Send(r.w)
}

// fileSuffix describes a file's content: its kind, and the requested table and day.
func fileSuffix(q transfer.SheetQuery) string {
	suffix := q.Kind
	if q.Table != "" && q.Table != q.Kind {
		suffix += "-" + q.Table
	}
	if q.AsOf != nil {
		suffix += "-as-of-" + string(*q.AsOf)
	}
	return suffix
}

// dialect returns the CSV dialect that the reader's spreadsheet understands.
func (p *params) dialect(name string) sheet.Dialect {
	switch value := p.Once(name); value {
	case "", "comma":
		return sheet.Comma()
	case "semicolon":
		return sheet.Semicolon()
	default:
		p.Refuse(name, domain.Invalidf("%s must be comma or semicolon, not %q", name, input.Clip(value)))
		return sheet.Comma()
	}
}
