package dash

import (
	"context"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"time"
	"unicode"

	"earnest/internal/domain"
	"earnest/internal/input"
	"earnest/internal/sheet"
	"earnest/internal/transfer"
)

// sheetTypes is the media type of each format of a file.
func sheetTypes() map[string]string {
	return map[string]string{
		"csv":  "text/csv; charset=utf-8",
		"xlsx": "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
	}
}

// sheetRequest is a file that somebody wants.
type sheetRequest struct {
	transfer.SheetQuery

	format  string
	dialect sheet.Dialect
}

// sheetRequest reads which file is wanted.
func (r *request) sheetRequest() (sheetRequest, error) {
	project, err := r.uuid("project")
	if err != nil {
		return sheetRequest{}, err
	}
	kind, format, _ := strings.Cut(r.PathValue("file"), ".")
	if !slices.Contains(transfer.SheetKinds(), kind) || sheetTypes()[format] == "" {
		return sheetRequest{}, domain.NoSuch("export")
	}
	p := r.params()
	q := sheetRequest{transfer.SheetQuery{Project: project, Kind: kind, Table: p.once("table"), AsOf: p.dayOrNil("as_of")}, format, p.dialect("separator")}
	if q.Table == "" && kind == "finance" && format == "csv" {
		q.Table = "indicators" // a CSV file holds one table
	}
	return q, p.err
}

// getExport sends a part of a project's data as a file for spreadsheets. The file is whole before its first byte is
// sent: a fault is told as an error, and how slowly somebody reads does not hold the database.
func (d *Dash) getExport(r *request) (any, error) {
	q, err := r.sheetRequest()
	if err != nil {
		return nil, err
	}
	ctx, cancel := context.WithTimeout(r.Context(), sheetTime)
	defer cancel()
	if err := http.NewResponseController(r.w).SetWriteDeadline(time.Now().Add(sheetTime + pieceTime)); err != nil {
		return nil, err
	}
	file, err := d.spools.open(ctx, r.session.User.ID)
	if err != nil {
		return nil, err
	}
	defer file.close()
	name, err := d.app.Transfer.Sheet(ctx, r.caller(), q.SheetQuery, func(tables []sheet.Table) sheet.Writer {
		if q.format == "csv" {
			return sheet.NewCSV(file, q.dialect, tables[0])
		}
		return sheet.NewXLSX(file, tables...)
	})
	if err != nil {
		return nil, late(ctx, err)
	}
	r.w.Header().Set("Content-Type", sheetTypes()[q.format])
	r.w.Header().Set("Content-Disposition", attachment(name, fileSuffix(q.SheetQuery)+"-"+string(d.app.Today())+"."+q.format))
	r.pass.Leave() // files on their way have a bound of their own
	return written{}, file.send(r.w)
}

// fileSuffix tells what is in a file: its kind, and the table and the day that were asked for.
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

// attachment names a file that a browser saves: the project's name and what is in the file. The first form is for those
// that know no other, the second is the name itself (RFC 6266).
func attachment(project, rest string) string {
	name := strings.Join(strings.FieldsFunc(project, func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsNumber(r) && !unicode.IsMark(r) }), "-")
	if letters := []rune(name); len(letters) > 60 {
		name = string(letters[:60])
	}
	whole := strings.TrimPrefix(name+"-"+rest, "-")
	plain := strings.Map(func(r rune) rune {
		if r > unicode.MaxASCII {
			return '_'
		}
		return r
	}, whole)
	return `attachment; filename="` + plain + `"; filename*=UTF-8''` + url.PathEscape(whole)
}

// dialect gives how the reader's spreadsheet reads CSV.
func (p *params) dialect(name string) sheet.Dialect {
	switch value := p.once(name); value {
	case "", "comma":
		return sheet.Comma()
	case "semicolon":
		return sheet.Semicolon()
	default:
		p.refuse(name, domain.Invalidf("%s must be comma or semicolon, not %q", name, input.Clip(value)))
		return sheet.Comma()
	}
}
