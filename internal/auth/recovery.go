package auth

import (
	"crypto/rand"
	"crypto/sha256"
	"strings"
)

// A recovery code is four groups of four letters and digits without look-alikes: 80 random bits, which cannot be guessed even
// from their hash.
const (
	recoveryCodes = 10
	recoveryChars = 16
	recoveryGroup = 4
)

// NewRecoveryCodes creates the codes that replace a lost second factor.
func NewRecoveryCodes() []string {
	codes := make([]string, 0, recoveryCodes)
	for range recoveryCodes {
		text := strings.ToLower(rand.Text()[:recoveryChars])
		groups := []string{}
		for i := 0; i < recoveryChars; i += recoveryGroup {
			groups = append(groups, text[i:i+recoveryGroup])
		}
		codes = append(codes, strings.Join(groups, "-"))
	}
	return codes
}

// HashRecoveryCode returns the hash that is stored for a recovery code. Case, spaces and hyphens do not matter.
func HashRecoveryCode(code string) []byte {
	plain := strings.Map(func(c rune) rune {
		if c == '-' || c == ' ' {
			return -1
		}
		return c
	}, strings.ToLower(code))
	hash := sha256.Sum256([]byte("recovery " + plain))
	return hash[:]
}
