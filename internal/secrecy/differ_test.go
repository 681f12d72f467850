package secrecy_test

import (
	"archive/zip"
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"
)

// differences returns the parts in which two responses differ, each with an example.
func differences(a, b answer) map[string]string {
	found := map[string]string{}
	if a.status != b.status {
		found["status"] = fmt.Sprintf("%d %s, %d %s", a.status, clip(a.body), b.status, clip(b.body))
		return found
	}
	names := maps.Clone(a.header)
	maps.Copy(names, b.header)
	for name := range names {
		if !slices.Equal(a.header[name], b.header[name]) {
			found["header "+name] = fmt.Sprintf("%q, %q", a.header[name], b.header[name])
		}
	}
	if !bytes.Equal(a.body, b.body) {
		maps.Copy(found, bodies(a.header.Get("Content-Type"), a.body, b.body))
	}
	return found
}

// bodies returns the parts in which two bodies differ. The bodies are known to differ, so if no part is found, it returns the
// differing bytes.
func bodies(kind string, a, b []byte) map[string]string {
	found := map[string]string{}
	switch {
	case strings.HasPrefix(kind, "application/json"):
		var left, right any
		if json.Unmarshal(a, &left) == nil && json.Unmarshal(b, &right) == nil {
			members(found, "", left, right)
		}
	case strings.Contains(kind, "spreadsheetml"):
		left, right := unpacked(a), unpacked(b)
		for name := range left {
			if left[name] != right[name] {
				found[name] = window(left[name], right[name])
			}
		}
	case strings.HasPrefix(kind, "text/csv"):
		columns(found, string(a), string(b))
	}
	if len(found) == 0 {
		found["text"] = window(string(a), string(b))
	}
	return found
}

// members walks two JSON values and collects the paths at which they differ, without list indices.
func members(found map[string]string, path string, a, b any) {
	switch left := a.(type) {
	case map[string]any:
		right, ok := b.(map[string]any)
		if !ok {
			found[path] = fmt.Sprintf("%v, %v", clip(a), clip(b))
			return
		}
		names := maps.Clone(left)
		maps.Copy(names, right)
		for name := range names {
			members(found, strings.TrimPrefix(path+"."+name, "."), left[name], right[name])
		}
	case []any:
		right, ok := b.([]any)
		if !ok || len(left) != len(right) {
			found[path] = fmt.Sprintf("%v, %v", clip(a), clip(b))
			return
		}
		for i := range left {
			members(found, path+"[]", left[i], right[i])
		}
	default:
		if a != b {
			found[path] = fmt.Sprintf("%v, %v", clip(a), clip(b))
		}
	}
}

// columns collects the columns in which two CSV files differ. None of our cells contains a line break or a quoted separator.
func columns(found map[string]string, a, b string) {
	separator := ","
	if head, _, _ := strings.Cut(a, "\n"); strings.Contains(head, ";") {
		separator = ";"
	}
	left, right := strings.Split(a, "\r\n"), strings.Split(b, "\r\n")
	head := strings.Split(left[0], separator)
	for i := range min(len(left), len(right)) {
		x, y := strings.Split(left[i], separator), strings.Split(right[i], separator)
		if len(x) != len(y) || len(x) > len(head) {
			found["row"] = clip(left[i]) + " | " + clip(right[i])
			continue
		}
		for c := range x {
			if x[c] != y[c] {
				found["column "+head[c]] = x[0] + ": " + x[c] + ", " + y[c]
			}
		}
	}
	if len(left) != len(right) {
		found["rows"] = fmt.Sprintf("%d, %d", len(left), len(right))
	}
}

// unpacked returns the parts of a zip file; a broken one has none.
func unpacked(file []byte) map[string]string {
	parts := map[string]string{}
	r, err := zip.NewReader(bytes.NewReader(file), int64(len(file)))
	if err != nil {
		return parts
	}
	for _, f := range r.File {
		if in, err := f.Open(); err == nil {
			text, _ := io.ReadAll(in)
			parts[f.Name] = string(text)
		}
	}
	return parts
}

// window shows two strings around the position where they begin to differ.
func window(a, b string) string {
	i := 0
	for i < len(a) && i < len(b) && a[i] == b[i] {
		i++
	}
	cut := func(s string) string { return s[max(0, min(i-60, len(s))):min(len(s), i+40)] }
	return fmt.Sprintf("%q, %q", cut(a), cut(b))
}

func clip(v any) string {
	text := fmt.Sprint(v)
	if b, ok := v.([]byte); ok {
		text = string(b)
	}
	if len(text) > 80 {
		return text[:80] + "…"
	}
	return text
}
