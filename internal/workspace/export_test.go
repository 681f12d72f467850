package workspace

import "reflect"

// Unruled lists the members that hold values but have no rule.
func Unruled() []string {
	var names []string
	seen := map[reflect.Type]bool{}
	var visit func(reflect.Type)
	visit = func(t reflect.Type) {
		if seen[t] {
			return
		}
		seen[t] = true
		for _, m := range (shapes{}).of(t).members {
			field := t.FieldByIndex(m.index)
			if field.Type.Kind() == reflect.Slice && field.Type.Elem().Kind() == reflect.Struct {
				visit(field.Type.Elem())
			} else if field.Tag.Get("rule") == "" {
				names = append(names, t.Name()+"."+m.name)
			}
		}
	}
	visit(reflect.TypeFor[File]())
	return names
}
