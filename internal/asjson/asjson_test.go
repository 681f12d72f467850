package asjson_test

import (
	"bytes"
	"encoding/json"
	"math"
	"testing"

	"earnest/internal/asjson"
)

// want returns a value as encoding/json writes it without escaping <, > and &.
func want(t *testing.T, v any) string {
	t.Helper()
	var to bytes.Buffer
	e := json.NewEncoder(&to)
	e.SetEscapeHTML(false)
	if err := e.Encode(v); err != nil {
		t.Fatal(err)
	}
	return "before" + string(bytes.TrimSuffix(to.Bytes(), []byte("\n")))
}

func mustBe(t *testing.T, got []byte, v any) {
	t.Helper()
	if text := want(t, v); string(got) != text {
		t.Errorf("%#v is written as %s, not as %s", v, got, text)
	}
}

func before() []byte { return []byte("before") }

func TestTextIsWrittenAsTheEncoderWritesIt(t *testing.T) {
	t.Parallel()
	texts := []string{"", "plain", `a <b> & "c" \ é`, "l’été – 日本 😀", "a\u2028b", "\u2029", "\xff", "a\xe2\x80", "\xed\xa0\x80", "one\r\n\ttwo", "\ufffd"}
	for c := range rune(0x100) {
		texts = append(texts, "a"+string(c), string([]byte{byte(c), 'b'}))
	}
	for _, s := range texts {
		mustBe(t, asjson.Text(before(), s), s)
		mustBe(t, asjson.OrNull(before(), &s, asjson.Text), s)
	}
	mustBe(t, asjson.List(before(), texts, asjson.Text), texts)
	mustBe(t, asjson.List(before(), []string{}, asjson.Text), []string{})
	mustBe(t, asjson.List(before(), []string(nil), asjson.Text), []string(nil))
	mustBe(t, asjson.OrNull(before(), nil, asjson.Text), nil)
	mustBe(t, asjson.Plain(before(), "01a1ddb1-c0a2-7501-be10-b26d80209da1"), "01a1ddb1-c0a2-7501-be10-b26d80209da1")
}

func TestNumbersAreWrittenAsTheEncoderWritesThem(t *testing.T) {
	t.Parallel()
	for _, n := range []int64{0, 7, -42, math.MinInt64, math.MaxInt64} {
		mustBe(t, asjson.Int(before(), n), n)
	}
	for _, f := range []float64{
		0, math.Copysign(0, -1), 3, -3, 0.1, 0.5, 13.25, 1e-6, 9.99e-7, 1e-9, 1e20, 1e21, -1e21, 1e22, 123456789.5,
		math.MaxFloat64, math.SmallestNonzeroFloat64, math.Nextafter(1e21, 0), math.Nextafter(1e-6, 0),
	} {
		mustBe(t, asjson.Float(before(), f), f)
	}
}
