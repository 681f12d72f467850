package store

import (
	"context"
	"encoding/json"
	"fmt"

	"earnest/internal/db"
	"earnest/internal/domain"
)

// IndexDay holds the CPI and SPI that were reported for a project at the end of a day; nil if undefined.
type IndexDay struct {
	ProjectID int64
	Day       domain.Date
	CPI, SPI  *float64
}

// IndexDays returns the indices of several projects on chosen days, by project and day, in one statement. Days without a row are left out.
func IndexDays(ctx context.Context, tx *db.Tx, projectIDs []int64, days []domain.Date) ([]IndexDay, error) {
	object := `d.indicators` // SQLite reads any text as JSON
	if tx.Engine() == db.Postgres {
		object = `CAST(d.indicators AS JSON)`
	}
	rows, err := tx.Query(ctx, `
SELECT d.project_id, d.day, CAST(`+object+` -> 'cpi' AS TEXT), CAST(`+object+` -> 'spi' AS TEXT)
FROM indicator_days d
WHERE d.project_id`+tx.In(1)+` AND d.day`+tx.In(2)+`
ORDER BY d.project_id, d.day`, db.List(tx, projectIDs), db.List(tx, texts(days)))
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	list := []IndexDay{}
	for rows.Next() {
		var d IndexDay
		if err := rows.Scan(&d.ProjectID, &d.Day, jsonNumber{&d.CPI}, jsonNumber{&d.SPI}); err != nil {
			return nil, err
		}
		list = append(list, d)
	}
	return list, rows.Err()
}

// FirstIndicatorDay returns the first day for which a project has a row, or "" if there is none.
func FirstIndicatorDay(ctx context.Context, tx *db.Tx, projectID int64) (domain.Date, error) {
	var day domain.Date
	err := tx.One(ctx, `SELECT COALESCE(MIN(day), '') FROM indicator_days WHERE project_id = $1`, []any{projectID}, &day)
	return day, err
}

func texts(days []domain.Date) []string {
	list := make([]string, 0, len(days))
	for _, d := range days {
		list = append(list, string(d))
	}
	return list
}

// jsonNumber scans a number from a JSON object in full precision; null and missing values become nil.
type jsonNumber struct{ to **float64 }

func (j jsonNumber) Scan(src any) error {
	*j.to = nil
	switch v := src.(type) {
	case nil:
		return nil
	case string:
		return json.Unmarshal([]byte(v), j.to)
	default:
		return fmt.Errorf("a number of a JSON object is text, not a %T", src)
	}
}
