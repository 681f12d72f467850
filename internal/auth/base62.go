package auth

// base62 lists the digits in the order that math/big uses, so that math/big can decode what encode62 returns.
const base62 = "0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"

const (
	entropyBytes = 32 // 256 bits cannot be guessed, so storing a plain SHA-256 is enough
	entropyChars = 43 // 62^43 > 2^256 > 62^42
)

// encode62 encodes 32 bytes as exactly 43 digits, most significant first.
func encode62(number [entropyBytes]byte) string {
	var text [entropyChars]byte
	for i := len(text) - 1; i >= 0; i-- {
		rest := 0
		for j, digit := range number {
			part := rest<<8 | int(digit)
			number[j], rest = byte(part/62), part%62 //nolint:gosec // below 256, because rest is below 62
		}
		text[i] = base62[rest]
	}
	return string(text[:])
}

func isBase62(s string) bool {
	for i := range len(s) {
		c := s[i]
		if (c < '0' || c > '9') && (c < 'a' || c > 'z') && (c < 'A' || c > 'Z') {
			return false
		}
	}
	return true
}
