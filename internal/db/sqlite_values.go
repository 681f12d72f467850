package db

import (
	"database/sql"
	"fmt"
	"reflect"

	"zombiezen.com/go/sqlite"
)

// bindSQLite binds one argument. Named types are bound as their underlying type, and a nil pointer as NULL.
func bindSQLite(stmt *sqlite.Stmt, i int, arg any) error {
	switch v := arg.(type) {
	case nil:
		stmt.BindNull(i)
	case string:
		stmt.BindText(i, v)
	case int64:
		stmt.BindInt64(i, v)
	case int:
		stmt.BindInt64(i, int64(v))
	case float64:
		stmt.BindFloat(i, v)
	case bool:
		stmt.BindBool(i, v)
	case []byte:
		stmt.BindBytes(i, v)
	default:
		return bindReflect(stmt, i, reflect.ValueOf(arg))
	}
	return nil
}

func bindReflect(stmt *sqlite.Stmt, i int, v reflect.Value) error {
	switch v.Kind() {
	case reflect.Pointer:
		if v.IsNil() {
			stmt.BindNull(i)
			return nil
		}
		return bindSQLite(stmt, i, v.Elem().Interface())
	case reflect.String:
		stmt.BindText(i, v.String())
	case reflect.Int, reflect.Int8, reflect.Int16, reflect.Int32, reflect.Int64:
		stmt.BindInt64(i, v.Int())
	case reflect.Float32, reflect.Float64:
		stmt.BindFloat(i, v.Float())
	case reflect.Bool:
		stmt.BindBool(i, v.Bool())
	default:
		return fmt.Errorf("cannot bind a %s", v.Type())
	}
	return nil
}

// Scan copies the current row into dest. Each element must be a sql.Scanner or a pointer to a string, int, int64, float64, bool
// or []byte, to a type based on one of these, or to a pointer to any of them (NULL becomes nil).
func (r *sqliteRows) Scan(dest ...any) error {
	if n := r.stmt.ColumnCount(); n != len(dest) {
		return fmt.Errorf("row has %d columns, not %d", n, len(dest))
	}
	for i, d := range dest {
		if err := scanSQLite(r.stmt.Stmt, i, d); err != nil {
			return fmt.Errorf("column %s: %w", r.stmt.ColumnName(i), err)
		}
	}
	return nil
}

// scanSQLite copies a column into dest. SQLite returns the zero value for NULL, so only zero values have to be told apart from it.
func scanSQLite(stmt *sqlite.Stmt, i int, dest any) error {
	var zero bool
	switch d := dest.(type) {
	case *string:
		*d = stmt.ColumnText(i)
		zero = *d == ""
	case *int64:
		*d = stmt.ColumnInt64(i)
		zero = *d == 0
	case *int:
		*d = stmt.ColumnInt(i)
		zero = *d == 0
	case *float64:
		*d = stmt.ColumnFloat(i)
		zero = *d == 0
	case *bool:
		*d = stmt.ColumnBool(i)
		zero = !*d
	case **string:
		return scanOptional(stmt, i, d)
	case **int64:
		return scanOptional(stmt, i, d)
	case **float64:
		return scanOptional(stmt, i, d)
	case sql.Scanner:
		return d.Scan(columnValue(stmt, i))
	default:
		return scanOther(stmt, i, dest)
	}
	if zero && stmt.ColumnIsNull(i) {
		return scanNull(dest)
	}
	return nil
}

func scanOptional[T any](stmt *sqlite.Stmt, i int, dest **T) error {
	if stmt.ColumnIsNull(i) {
		*dest = nil
		return nil
	}
	*dest = new(T)
	return scanSQLite(stmt, i, *dest)
}

func scanOther(stmt *sqlite.Stmt, i int, dest any) error {
	if stmt.ColumnIsNull(i) {
		return scanNull(dest)
	}
	if d, ok := dest.(*[]byte); ok {
		*d = make([]byte, stmt.ColumnLen(i))
		stmt.ColumnBytes(i, *d)
		return nil
	}
	return scanReflect(stmt, i, reflect.ValueOf(dest))
}

func scanReflect(stmt *sqlite.Stmt, i int, p reflect.Value) error {
	if p.Kind() != reflect.Pointer || p.IsNil() {
		return fmt.Errorf("cannot scan into a %s", p.Type())
	}
	v := p.Elem()
	switch v.Kind() {
	case reflect.Pointer:
		v.Set(reflect.New(v.Type().Elem()))
		return scanSQLite(stmt, i, v.Interface())
	case reflect.String:
		v.SetString(stmt.ColumnText(i))
	case reflect.Int, reflect.Int8, reflect.Int16, reflect.Int32, reflect.Int64:
		v.SetInt(stmt.ColumnInt64(i))
	case reflect.Float32, reflect.Float64:
		v.SetFloat(stmt.ColumnFloat(i))
	case reflect.Bool:
		v.SetBool(stmt.ColumnBool(i))
	default:
		return fmt.Errorf("cannot scan into a %s", p.Type())
	}
	return nil
}

func scanNull(dest any) error {
	if b, ok := dest.(*[]byte); ok {
		*b = nil
		return nil
	}
	v := reflect.ValueOf(dest)
	if v.Kind() != reflect.Pointer || v.Elem().Kind() != reflect.Pointer {
		return fmt.Errorf("NULL does not fit into a %T", dest)
	}
	v.Elem().SetZero()
	return nil
}

// columnValue returns a column as a sql.Scanner expects it.
func columnValue(stmt *sqlite.Stmt, i int) any {
	switch stmt.ColumnType(i) {
	case sqlite.TypeInteger:
		return stmt.ColumnInt64(i)
	case sqlite.TypeFloat:
		return stmt.ColumnFloat(i)
	case sqlite.TypeText:
		return stmt.ColumnText(i)
	case sqlite.TypeBlob:
		b := make([]byte, stmt.ColumnLen(i))
		stmt.ColumnBytes(i, b)
		return b
	default:
		return nil
	}
}
