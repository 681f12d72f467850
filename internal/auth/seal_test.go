package auth_test

import (
	"bytes"
	"errors"
	"testing"

	"earnest/internal/auth"
)

func TestWhatAPasswordSealsOnlyThatPasswordOpens(t *testing.T) {
	t.Parallel()
	p, plain := auth.NewPasswords(1), []byte("the secret of a factor")
	sealed, err := p.Seal(t.Context(), "right password", plain)
	if err != nil {
		t.Fatal(err)
	}
	if bytes.Contains(sealed, plain[:6]) {
		t.Error("the secret is in clear")
	}
	if got, err := p.Open(t.Context(), "right password", sealed); err != nil || !bytes.Equal(got, plain) {
		t.Errorf("opened as %q, %v", got, err)
	}
	if _, err := p.Open(t.Context(), "wrong password", sealed); !errors.Is(err, auth.ErrSealed) {
		t.Errorf("a wrong password: %v", err)
	}
	again, err := p.Seal(t.Context(), "right password", plain)
	if err != nil || bytes.Equal(sealed, again) {
		t.Errorf("sealing twice gives the same: %v", err)
	}
	for _, damage := range [][]byte{nil, sealed[:10], sealed[:20], append(bytes.Clone(sealed[:len(sealed)-1]), sealed[len(sealed)-1]^1)} {
		if _, err := p.Open(t.Context(), "right password", damage); !errors.Is(err, auth.ErrSealed) {
			t.Errorf("%d bytes of damage: %v", len(damage), err)
		}
	}
}

func TestWhatATokenSealsOnlyThatTokenOpens(t *testing.T) {
	t.Parallel()
	token, plain := auth.NewToken("ses_"), []byte("the secret of a factor")
	sealed, err := token.Seal(plain)
	if err != nil {
		t.Fatal(err)
	}
	if got, err := token.Open(sealed); err != nil || !bytes.Equal(got, plain) {
		t.Errorf("opened as %q, %v", got, err)
	}
	if _, err := auth.NewToken("ses_").Open(sealed); !errors.Is(err, auth.ErrSealed) {
		t.Errorf("another token: %v", err)
	}
}
