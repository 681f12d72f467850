package auth_test

import (
	"bytes"
	"regexp"
	"strings"
	"testing"

	"earnest/internal/auth"
)

func TestRecoveryCodesAreTenAndKnownHoweverTheyAreWritten(t *testing.T) {
	t.Parallel()
	form, seen := regexp.MustCompile(`^([a-z2-7]{4}-){3}[a-z2-7]{4}$`), map[string]bool{}
	for _, code := range auth.NewRecoveryCodes() {
		seen[code] = true
		if !form.MatchString(code) {
			t.Errorf("code %q", code)
		}
		for _, same := range []string{strings.ToUpper(code), strings.ReplaceAll(code, "-", ""), " " + strings.ReplaceAll(code, "-", " ")} {
			if !bytes.Equal(auth.HashRecoveryCode(same), auth.HashRecoveryCode(code)) {
				t.Errorf("%q is not taken for %q", same, code)
			}
		}
		if auth.IsTOTPCode(code) {
			t.Errorf("%q looks like a code of an app", code)
		}
	}
	if len(seen) != 10 {
		t.Errorf("%d different codes", len(seen))
	}
}
