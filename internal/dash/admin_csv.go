package dash

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"strings"

	"earnest/internal/changelog"
	"earnest/internal/dash/download"
	"earnest/internal/report"
	"earnest/internal/sheet"
	"earnest/internal/work"
)

// logBatch is the number of changes read at a time for a file.
const logBatch = 500

// hiddenCell replaces values that administrators may not see.
const hiddenCell = "(hidden)"

// sendLog sends the log as a file for spreadsheets. It reads one batch at a time, so that neither a long log nor a slow client ties up the
// database. The log only grows, so no row is missed or sent twice.
func (d *Dash) sendLog(r *request) (any, error) {
	p := r.params()
	filter, dialect, language := p.logFilter(), p.dialect("separator"), p.language("lang")
	if p.Err != nil {
		return nil, p.Err
	}
	part, err := d.app.ChangeLog.OfInstance(r.ctx, filter, 0, logBatch) // read before the file begins, so that an error can still be reported
	if err != nil {
		return nil, err
	}
	h := r.w.Header()
	h.Set("Content-Type", sheetTypes()["csv"])
	h.Set("Content-Disposition", download.Attachment("earnest", "changes-"+string(d.app.Today())+".csv"))
	if r.Method == http.MethodHead {
		return written{}, nil
	}
	r.Pass.Leave() // the download may take as long as the client needs
	file := sheet.NewCSV(download.NewPieces(r.w), dialect, logTable())
	if err := d.writeLog(r.Context(), file, filter, language, part); err != nil {
		if r.Context().Err() == nil {
			d.log.WarnContext(r.Context(), "the file of the log broke off", "error", err)
		}
		panic(http.ErrAbortHandler) // the client must not mistake a truncated file for a complete one
	}
	return written{}, nil
}

func (d *Dash) writeLog(ctx context.Context, file sheet.Writer, filter changelog.LogFilter, language report.Language, part changelog.Log) error {
	if err := file.Begin(); err != nil {
		return err
	}
	for {
		for _, c := range part.Rows {
			if err := file.Row(logCells(c, language)...); err != nil {
				return err
			}
		}
		if !part.More {
			return file.Close()
		}
		var err error
		if part, err = d.nextLog(ctx, filter, part.Rows[len(part.Rows)-1].ID); err != nil {
			return err
		}
	}
}

func (d *Dash) nextLog(ctx context.Context, filter changelog.LogFilter, before int64) (changelog.Log, error) {
	ctx, cancel := context.WithTimeout(ctx, d.opt.Timeout)
	defer cancel()
	return d.app.ChangeLog.OfInstance(ctx, filter, before, logBatch)
}

func logTable() sheet.Table {
	t := sheet.Table{Name: "changes"}
	for name := range strings.FieldsSeq("id at user email key project project_uuid noun noun_uuid name what from to") {
		t.Columns = append(t.Columns, sheet.Column{Name: name})
	}
	return t
}

func logCells(c changelog.LogRow, language report.Language) []sheet.Cell {
	from, to := logText(c.From), logText(c.To)
	switch {
	case c.Hidden:
		from, to = hiddenCell, hiddenCell
	case work.IsTimeEvent(c.Noun, c.What):
		from, to = minutesText(from), minutesText(to)
	case c.Noun == work.TicketNoun && c.What == "priority":
		from, to = language.Priority(from), language.Priority(to)
	}
	return []sheet.Cell{
		sheet.Number(float64(c.ID)),
		sheet.Moment(c.At),
		sheet.Text(c.User),
		sheet.Text(c.UserEmail),
		sheet.TextOrNone(c.KeyName),
		sheet.TextOrNone(c.ProjectName),
		sheet.TextOrNone(c.ProjectUUID),
		sheet.Text(c.Noun),
		sheet.Text(c.NounUUID),
		sheet.Text(c.Name),
		sheet.Text(c.What),
		sheet.Text(from),
		sheet.Text(to),
	}
}

// minutesText adds the unit to the minutes of a time entry, since the row does not name the field.
func minutesText(minutes string) string {
	if minutes == "" {
		return ""
	}
	return minutes + " min"
}

// logText formats a value of the log for a cell.
func logText(value any) string {
	switch v := value.(type) {
	case nil:
		return ""
	case []string:
		return strings.Join(v, ", ")
	case string:
		return v
	default:
		text, err := json.Marshal(v)
		if err != nil {
			return fmt.Sprint(v)
		}
		return string(text)
	}
}
