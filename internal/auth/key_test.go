package auth

import (
	"bytes"
	"crypto/sha256"
	"errors"
	"math/big"
	"strings"
	"testing"
	"testing/iotest"
)

// zeroKey is the key for 32 zero bytes, the published example of the format.
const zeroKey = "ern_0000000000000000000000000000000000000000000" + "4cl1oG"

func mustKey(t testing.TB) Key {
	t.Helper()
	key, err := NewKey()
	if err != nil {
		t.Fatal(err)
	}
	return key
}

func TestKeyFormatIsFixed(t *testing.T) {
	t.Parallel()
	key, err := newKey(bytes.NewReader(make([]byte, 32)))
	if err != nil {
		t.Fatal(err)
	}
	if key.Reveal() != zeroKey {
		t.Fatalf("key of zero bytes is %s, want %s", key.Reveal(), zeroKey)
	}
}

func TestEveryNewKeyParses(t *testing.T) {
	t.Parallel()
	seen := map[string]bool{}
	for range 2000 {
		key := mustKey(t)
		text := key.Reveal()
		parsed, ok := ParseKey(text)
		if !ok || parsed.Reveal() != text || parsed.Hash() != key.Hash() {
			t.Fatalf("%s does not parse back to itself", text)
		}
		if seen[text] {
			t.Fatalf("%s was made twice", text)
		}
		seen[text] = true
	}
}

// The test tries every other byte value at every position: 53 × 255 changed keys.
func TestNoOneCharacterChangeParses(t *testing.T) {
	t.Parallel()
	text := mustKey(t).Reveal()
	tried := 0
	for i := range len(text) {
		for c := range 256 {
			if text[i] == byte(c) {
				continue
			}
			tried++
			if changed := text[:i] + string([]byte{byte(c)}) + text[i+1:]; isKey(changed) {
				t.Fatalf("%s parses, changed from %s at %d", changed, text, i)
			}
		}
	}
	if tried != 53*255 {
		t.Fatalf("tried %d changes, want %d", tried, 53*255)
	}
}

func isKey(text string) bool {
	_, ok := ParseKey(text)
	return ok
}

func TestTextsThatAreNoKey(t *testing.T) {
	t.Parallel()
	dashed := keyPrefix + strings.Repeat("-", entropyChars)
	dashedSum := checksum(dashed)
	for name, text := range map[string]string{
		"empty":               "",
		"right sum of dashes": dashed + string(dashedSum[:]),
		"prefix only":         "ern_",
		"no prefix":           zeroKey[4:],
		"other prefix":        "ghp_" + zeroKey[4:],
		"prefix in capitals":  "ERN_" + zeroKey[4:],
		"one short":           zeroKey[:len(zeroKey)-1],
		"one long":            zeroKey + "0",
		"blank before":        " " + zeroKey,
		"blank after":         zeroKey + " ",
		"line end after":      zeroKey + "\n",
		"two keys":            zeroKey + "," + zeroKey,
		"not ASCII":           strings.Replace(zeroKey, "00", "é", 1),
		"swapped checksum":    zeroKey[:keyBody] + "4cl1Go",
	} {
		if isKey(text) {
			t.Errorf("%s: %q parses", name, text)
		}
	}
}

func TestKeyHashIsOfTheWholeText(t *testing.T) {
	t.Parallel()
	key, _ := ParseKey(zeroKey)
	if key.Hash() != sha256.Sum256([]byte(zeroKey)) {
		t.Fatal("hash is not the SHA-256 of the text")
	}
}

func TestKeyPrefixIsTwelveCharacters(t *testing.T) {
	t.Parallel()
	key := mustKey(t)
	if key.Prefix() != key.Reveal()[:12] {
		t.Fatalf("prefix of %s is %s", key.Reveal(), key.Prefix())
	}
	if got := (Key{}).Prefix(); got != "" {
		t.Fatalf("prefix of no key is %q", got)
	}
}

func TestNoKeyWithoutRandomBytes(t *testing.T) {
	t.Parallel()
	cause := errors.New("source is dry")
	key, err := newKey(iotest.ErrReader(cause))
	if !errors.Is(err, cause) || key.Reveal() != "" {
		t.Fatalf("got %q, %v", key.Reveal(), err)
	}
}

func TestBase62KeepsTheNumber(t *testing.T) {
	t.Parallel()
	numbers := [][entropyBytes]byte{{}, {31: 1}, {0: 1}, [entropyBytes]byte(bytes.Repeat([]byte{0xff}, entropyBytes))}
	for _, number := range numbers {
		text := encode62(number)
		back, ok := new(big.Int).SetString(text, 62)
		if len(text) != entropyChars || !ok || back.Cmp(new(big.Int).SetBytes(number[:])) != 0 {
			t.Errorf("%x became %s, which is %v", number, text, back)
		}
	}
}

func TestParsingAKeyAllocatesAtMostTwice(t *testing.T) {
	if n := testing.AllocsPerRun(100, func() { isKey(zeroKey) }); n > 2 {
		t.Fatalf("%v allocations", n)
	}
	if n := testing.AllocsPerRun(100, func() { isKey("ern_guess") }); n != 0 {
		t.Fatalf("%v allocations for a text of another length", n)
	}
}

func FuzzParseKey(f *testing.F) {
	f.Add(zeroKey)
	f.Add(mustKey(f).Reveal())
	f.Add("ern_")
	f.Add("Bearer " + zeroKey)
	f.Add(strings.Repeat("é", 27))
	f.Fuzz(func(t *testing.T, text string) {
		key, ok := ParseKey(text)
		if !ok {
			if key.Reveal() != "" {
				t.Fatal("a refused text is kept")
			}
			return
		}
		if key.Reveal() != text || len(text) != 53 || !strings.HasPrefix(text, "ern_") {
			t.Fatalf("%q was taken for a key", text)
		}
		if sum := checksum(text[:47]); text[47:] != string(sum[:]) {
			t.Fatalf("%q passed with a wrong checksum", text)
		}
	})
}
