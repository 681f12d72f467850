package auth

import (
	"crypto/sha256"
	"encoding/json"
	"fmt"
	"log/slog"
)

// secret holds text that must not reach a log, an error or a response by accident. Every way of printing it shows the first
// characters and an ellipsis; only Reveal returns it.
//
// The text is behind a pointer because fmt calls no methods for a verb such as %d, nor on unexported fields of a caller's
// struct, and would print a plain string there. As a result, two secrets cannot be compared with ==; compare their hashes.
type secret struct {
	_     [0]func()
	text  *string
	shown int
}

func newSecret(text string, shown int) secret {
	return secret{text: &text, shown: shown}
}

// Reveal returns the whole text. It is meant for the one place that shows the secret to its owner.
func (s secret) Reveal() string {
	if s.text == nil {
		return ""
	}
	return *s.text
}

// Hash returns the SHA-256 of the whole text: the stored form, by which a secret is looked up. A lookup by hash needs no
// constant-time comparison, because its duration depends only on the hash, and someone who does not know the secret cannot steer
// the hash towards a stored one.
func (s secret) Hash() [sha256.Size]byte {
	return sha256.Sum256([]byte(s.Reveal()))
}

// Prefix returns the part that may be shown, to distinguish secrets in a list.
func (s secret) Prefix() string {
	return s.Reveal()[:min(s.shown, len(s.Reveal()))]
}

// String shows the prefix only.
func (s secret) String() string { return s.Prefix() + "…" }

// GoString shows the prefix only.
func (s secret) GoString() string { return fmt.Sprintf("auth.secret(%q)", s.String()) }

// LogValue shows the prefix only.
func (s secret) LogValue() slog.Value { return slog.StringValue(s.String()) }

// MarshalJSON shows the prefix only.
func (s secret) MarshalJSON() ([]byte, error) { return json.Marshal(s.String()) }

// MarshalText shows the prefix only.
func (s secret) MarshalText() ([]byte, error) { return []byte(s.String()), nil }
