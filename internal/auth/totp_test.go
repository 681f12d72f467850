package auth_test

import (
	"net/url"
	"testing"
	"time"

	"earnest/internal/auth"
)

// The test vectors of RFC 6238, appendix B, for SHA-1; our codes are their last six digits.
func TestCodesAreThoseOfRFC6238(t *testing.T) {
	t.Parallel()
	secret := []byte("12345678901234567890")
	for at, want := range map[int64]string{
		59:            "94287082",
		1_111_111_109: "07081804",
		1_111_111_111: "14050471",
		1_234_567_890: "89005924",
		2_000_000_000: "69279037",
		20000000000:   "65353130",
	} {
		if got := auth.TOTPCode(secret, auth.TOTPStep(time.Unix(at, 0))); got != want[2:] {
			t.Errorf("at %d the code is %s, want %s", at, got, want[2:])
		}
	}
}

func TestACodeWorksOneStepAroundItsOwnAndOnce(t *testing.T) {
	t.Parallel()
	secret := auth.NewTOTPSecret()
	now := time.Unix(1_700_000_010, 0)
	step := auth.TOTPStep(now)
	for shift, want := range map[int64]bool{-2: false, -1: true, 0: true, 1: true, 2: false} {
		got, ok := auth.CheckTOTP(secret, auth.TOTPCode(secret, step+shift), now, 0)
		if ok != want || ok && got != step+shift {
			t.Errorf("the code of step %+d: %v at %d", shift, ok, got-step)
		}
	}
	if _, ok := auth.CheckTOTP(secret, auth.TOTPCode(secret, step), now, step); ok {
		t.Error("a code worked twice")
	}
	if _, ok := auth.CheckTOTP(secret, auth.TOTPCode(secret, step-1), now, step); ok {
		t.Error("an earlier code worked after a later one")
	}
	for _, bad := range []string{"", "12345", "1234567", auth.TOTPCode(secret, step) + " "} {
		if _, ok := auth.CheckTOTP(secret, bad, now, 0); ok {
			t.Errorf("%q worked", bad)
		}
	}
}

func TestTheAddressOfASecretIsReadByApps(t *testing.T) {
	t.Parallel()
	u, err := url.Parse(auth.TOTPURI([]byte("12345678901234567890"), "Earnest", "ada b@example.org"))
	if err != nil {
		t.Fatal(err)
	}
	if u.Scheme != "otpauth" || u.Host != "totp" || u.Path != "/Earnest:ada b@example.org" ||
		u.Query().Get("secret") != "GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ" || u.Query().Get("issuer") != "Earnest" {
		t.Errorf("%s", u)
	}
}
