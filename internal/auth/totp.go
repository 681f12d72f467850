package auth

import (
	"crypto/rand"
	"crypto/subtle"
	"encoding/base32"
	"net/url"
	"time"

	"github.com/pquerna/otp/hotp"
)

// Second-factor codes follow RFC 6238 as every authenticator app implements it: HMAC-SHA-1, 30 seconds, 6 digits.
const (
	totpSecretBytes = 20
	totpPeriod      = 30 // seconds
	totpDigits      = 6
	totpSkew        = 1 // steps by which a clock may be fast or slow
)

// NewTOTPSecret creates the secret for a second factor.
func NewTOTPSecret() []byte {
	secret := make([]byte, totpSecretBytes)
	_, _ = rand.Read(secret) // never fails
	return secret
}

// TOTPStep returns the number of the time step at a given time.
func TOTPStep(at time.Time) int64 { return at.Unix() / totpPeriod }

// TOTPCode returns the code for a secret in a time step.
func TOTPCode(secret []byte, step int64) string {
	code, err := hotp.GenerateCode(TOTPText(secret), uint64(step)) //nolint:gosec // steps since 1970 are positive
	if err != nil {
		panic(err) // impossible, since TOTPText encodes any secret
	}
	return code
}

// CheckTOTP finds a time step close to the given time that has this code and is later than the last step used, so that a code
// works only once, and never out of order.
func CheckTOTP(secret []byte, code string, at time.Time, last int64) (step int64, ok bool) {
	now := TOTPStep(at)
	for s := now - totpSkew; s <= now+totpSkew; s++ {
		if subtle.ConstantTimeCompare([]byte(TOTPCode(secret, s)), []byte(code)) == 1 && s > last && !ok {
			step, ok = s, true
		}
	}
	return step, ok
}

// IsTOTPCode reports whether text has the form of a code.
func IsTOTPCode(text string) bool {
	if len(text) != totpDigits {
		return false
	}
	for i := range len(text) {
		if text[i] < '0' || text[i] > '9' {
			return false
		}
	}
	return true
}

// TOTPText returns a secret in the form that people type into an app.
func TOTPText(secret []byte) string {
	return base32.StdEncoding.WithPadding(base32.NoPadding).EncodeToString(secret)
}

// TOTPURI returns the URI that an app reads from a QR code.
func TOTPURI(secret []byte, issuer, account string) string {
	query := url.Values{"secret": {TOTPText(secret)}, "issuer": {issuer}}
	uri := url.URL{Scheme: "otpauth", Host: "totp", Path: "/" + issuer + ":" + account, RawQuery: query.Encode()}
	return uri.String()
}
