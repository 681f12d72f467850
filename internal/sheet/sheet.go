// Package sheet writes tables for spreadsheets row by row: CSV and XLSX. Text stays text, whatever it begins with, so that no
// cell is ever taken for a formula.
package sheet

import (
	"math"
	"time"
)

// Table is one table in a file; an XLSX file can hold several, a CSV file only one.
type Table struct {
	Name    string
	Columns []Column
	Money   string // the number format of its amounts in an XLSX file; empty for numbers without a currency
}

// Column is a column of a table. Width is in characters.
type Column struct {
	Name  string
	Width int
}

// Writer writes a file. Begin each table in turn and write its rows; Close ends the file. After an error, every call returns
// that error.
type Writer interface {
	Begin() error
	Row(cells ...Cell) error
	Close() error
}

// Cell is one value of a row. The zero value is an empty cell.
type Cell struct {
	kind   kind
	text   string
	number float64
	at     time.Time
}

type kind int

const (
	emptyCell kind = iota
	textCell
	numberCell
	moneyCell
	ratioCell
	percentCell
	countCell
	dateCell
	momentCell
)

// Text returns a cell with text as it was typed.
func Text(s string) Cell {
	if s == "" {
		return Cell{}
	}
	return Cell{kind: textCell, text: s}
}

// TextOrNone returns a cell with optional text.
func TextOrNone(s *string) Cell {
	if s == nil {
		return Cell{}
	}
	return Text(*s)
}

// Number returns a cell with a number; NaN and infinities leave it empty.
func Number(x float64) Cell {
	if math.IsNaN(x) || math.IsInf(x, 0) {
		return Cell{}
	}
	return Cell{kind: numberCell, number: x}
}

// NumberOrNone returns a cell with an optional number.
func NumberOrNone(x *float64) Cell {
	if x == nil {
		return Cell{}
	}
	return Number(*x)
}

// Ratio returns a cell with an index or another number that is shown with two decimals; NaN and infinities leave it empty.
func Ratio(x float64) Cell { return numeric(ratioCell, x) }

// Percent returns a cell with a percentage, such as 12.5, which a spreadsheet reads as 12.5 %; NaN and infinities leave it empty.
func Percent(x float64) Cell { return numeric(percentCell, x) }

// Count returns a cell with a whole number of things.
func Count(n int64) Cell { return numeric(countCell, float64(n)) }

// numeric returns a cell of a kind with a number; NaN and infinities leave it empty.
func numeric(k kind, x float64) Cell {
	cell := Number(x)
	if cell.kind == numberCell {
		cell.kind = k
	}
	return cell
}

// Money returns a cell with an amount in the currency of its table; NaN and infinities leave it empty.
func Money(x float64) Cell { return numeric(moneyCell, x) }

// IsMoney reports whether the cell holds an amount.
func (c Cell) IsMoney() bool { return c.kind == moneyCell }

// MoneyOrNone returns a cell with an optional amount.
func MoneyOrNone(x *float64) Cell {
	if x == nil {
		return Cell{}
	}
	return Money(*x)
}

// Date returns a cell with a day written YYYY-MM-DD; anything else is kept as text.
func Date(day string) Cell {
	at, err := time.Parse(time.DateOnly, day)
	if err != nil {
		return Text(day)
	}
	return Cell{kind: dateCell, at: at}
}

// Moment returns a cell with a time in UTC.
func Moment(at time.Time) Cell { return Cell{kind: momentCell, at: at.UTC()} }

// MomentOrNone returns a cell with an optional time.
func MomentOrNone(at *time.Time) Cell {
	if at == nil {
		return Cell{}
	}
	return Moment(*at)
}
