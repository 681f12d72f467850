package auth

import (
	"crypto/sha256"
	"strings"
	"testing"
)

func TestTokenKeepsItsPrefixAndParses(t *testing.T) {
	t.Parallel()
	seen := map[string]bool{}
	for range 500 {
		token := NewToken("inv_")
		text := token.Reveal()
		if len(text) != 4+43 || !strings.HasPrefix(text, "inv_") || seen[text] {
			t.Fatalf("bad or repeated token %s", text)
		}
		seen[text] = true
		parsed, ok := ParseToken("inv_", text)
		if !ok || parsed.Hash() != sha256.Sum256([]byte(text)) || parsed.Prefix() != text[:8] {
			t.Fatalf("%s does not parse back to itself", text)
		}
	}
}

func TestTextsThatAreNoToken(t *testing.T) {
	t.Parallel()
	text := NewToken("inv_").Reveal()
	for name, bad := range map[string]string{
		"empty": "", "prefix only": "inv_", "other prefix": "ses_" + text[4:], "short": text[:46],
		"long": text + "0", "alphabet": text[:46] + "-", "blank": text[:46] + " ",
	} {
		if token, ok := ParseToken("inv_", bad); ok || token.Reveal() != "" {
			t.Errorf("%s: %q parses", name, bad)
		}
	}
}
