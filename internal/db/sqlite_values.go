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

func scanSQLite(stmt *sqlite.Stmt, i int, dest any) error {
	if s, ok := dest.(sql.Scanner); ok {
		return s.Scan(columnValue(stmt, i))
	}
	if stmt.ColumnType(i) == sqlite.TypeNull {
		return scanNull(dest)
	}
	switch d := dest.(type) {
	case *string:
		*d = stmt.ColumnText(i)
	case *int64:
		*d = stmt.ColumnInt64(i)
	case *int:
		*d = stmt.ColumnInt(i)
	case *float64:
		*d = stmt.ColumnFloat(i)
	case *bool:
		*d = stmt.ColumnBool(i)
	case *[]byte:
		*d = make([]byte, stmt.ColumnLen(i))
		stmt.ColumnBytes(i, *d)
	default:
		return scanReflect(stmt, i, reflect.ValueOf(dest))
	}
	return nil
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
