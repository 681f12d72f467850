package work

import (
	"encoding/json"
	"math"
	"testing"

	"earnest/internal/domain"
)

// Logged values are compared with those written by earlier versions, and searched at fixed positions, so the encoding must match that of
// json.Marshal byte for byte.
func TestAFactIsWrittenAsJSONWritesIt(t *testing.T) {
	t.Parallel()
	text, number := "a <b> & \"c\" \\ é \u2028 \x00 \xff ~", int64(-42)
	values := []any{
		nil, "", "plain", text, &text, (*string)(nil), number, &number, (*int64)(nil), int64(math.MinInt64), true,
		0.0, math.Copysign(0, -1), 3.0, -3.0, 0.1, 1e-7, 999999999999999.0, 1e15, 1e21, -1e15, 123456789.5, math.MaxFloat64, math.SmallestNonzeroFloat64,
		[]string{}, []string(nil), []string{text, "x"}, 7, map[string]any{"a": 1}, domain.Date("2026-11-16"),
	}
	for c := range rune(0x100) {
		values = append(values, string(c), string([]byte{byte(c)}))
	}
	for _, v := range values {
		want, err := json.Marshal(v)
		if err != nil {
			t.Fatal(err)
		}
		if got := Encode(v); string(got) != string(want) {
			t.Errorf("%#v is written as %s, not as %s", v, got, want)
		}
	}
	if got := Object([]Fact{{"a", 1.0}, {"b", nil}}); got != `{"a":1,"b":null}` {
		t.Errorf("facts are written as %s", got)
	}
}
