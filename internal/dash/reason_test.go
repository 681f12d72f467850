package dash_test

import (
	"strings"
	"testing"
)

// refusedAt checks that a refusal names the field it is about, which pages need for translation.
func refusedAt(t testing.TB, a answer, status int, code, field string) {
	t.Helper()
	refused(t, a, status, code)
	if !strings.Contains(string(a.Body), `"field":"`+field+`"`) {
		t.Errorf("%s does not name %s", a.Body, field)
	}
}
