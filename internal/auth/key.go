package auth

import (
	"crypto/rand"
	"fmt"
	"hash/crc32"
	"io"
	"strings"
)

const (
	keyPrefix     = "ern_"
	checksumChars = 6 // 62^6 > 2^32
	keyBody       = len(keyPrefix) + entropyChars
	keyLength     = keyBody + checksumChars
	keyShown      = 12
)

// Key is an API key: "ern_", 43 base-62 characters for 256 random bits, and 6 for the CRC-32 of everything before them. The
// checksum lets secret scanners recognise a key and lets ParseKey refuse a mistyped one without a lookup; it adds no secrecy.
//
// Reveal returns the text; everything else that prints a Key shows its first 12 characters.
type Key struct{ secret }

// NewKey creates a key from the system's random source.
func NewKey() (Key, error) { return newKey(rand.Reader) }

func newKey(source io.Reader) (Key, error) {
	var number [entropyBytes]byte
	if _, err := io.ReadFull(source, number[:]); err != nil {
		return Key{}, fmt.Errorf("auth: no random bytes for a key: %w", err)
	}
	body := keyPrefix + encode62(number)
	sum := checksum(body)
	return Key{newSecret(body+string(sum[:]), keyShown)}, nil
}

// ParseKey parses a key and reports whether the text has the right form: prefix, length, alphabet and checksum. To find out
// whether the key was ever issued, look it up by its Hash.
func ParseKey(text string) (Key, bool) {
	if len(text) != keyLength || !strings.HasPrefix(text, keyPrefix) || !isBase62(text[len(keyPrefix):]) {
		return Key{}, false
	}
	if sum := checksum(text[:keyBody]); text[keyBody:] != string(sum[:]) {
		return Key{}, false
	}
	return Key{newSecret(text, keyShown)}, true
}

func checksum(body string) [checksumChars]byte {
	var text [checksumChars]byte
	rest := crc32.ChecksumIEEE([]byte(body))
	for i := len(text) - 1; i >= 0; i-- {
		text[i] = base62[rest%62]
		rest /= 62
	}
	return text
}
