package auth

import (
	"context"
	"crypto/aes"
	"crypto/cipher"
	"crypto/hkdf"
	"crypto/rand"
	"crypto/sha256"
	"errors"
	"slices"

	"golang.org/x/crypto/argon2"
)

// ErrSealed means that sealed data cannot be opened, because the password or token is wrong or the data are damaged.
var ErrSealed = errors.New("auth: wrong key or damaged data")

// sealKeyBytes selects AES-256.
const sealKeyBytes = 32

// Seal encrypts a secret so that only the password can open it again. It uses a new salt each time. Like Hash, it waits for its
// turn.
func (p *Passwords) Seal(ctx context.Context, password string, plain []byte) ([]byte, error) {
	salt := make([]byte, saltBytes)
	_, _ = rand.Read(salt) // never fails
	key, err := p.key(ctx, password, salt)
	if err != nil {
		return nil, err
	}
	sealed, err := seal(key, plain)
	return slices.Concat(salt, sealed), err
}

// Open decrypts what Seal encrypted. It returns ErrSealed if the password is wrong.
func (p *Passwords) Open(ctx context.Context, password string, sealed []byte) ([]byte, error) {
	if len(sealed) < saltBytes {
		return nil, ErrSealed
	}
	key, err := p.key(ctx, password, sealed[:saltBytes])
	if err != nil {
		return nil, err
	}
	return open(key, sealed[saltBytes:])
}

// key derives a key from a password, which takes as much memory and time as hashing it.
func (p *Passwords) key(ctx context.Context, password string, salt []byte) ([]byte, error) {
	if err := p.enter(ctx); err != nil {
		return nil, err
	}
	defer p.leave()
	return argon2.IDKey([]byte(password), salt, p.cost.Passes, p.cost.MemoryKiB, lanes, sealKeyBytes), nil
}

// Seal encrypts a secret so that only the holder of the token can open it again.
func (t Token) Seal(plain []byte) ([]byte, error) {
	key, err := t.key()
	if err != nil {
		return nil, err
	}
	return seal(key, plain)
}

// Open decrypts what Seal encrypted. It returns ErrSealed if the token is wrong.
func (t Token) Open(sealed []byte) ([]byte, error) {
	key, err := t.key()
	if err != nil {
		return nil, err
	}
	return open(key, sealed)
}

// key needs no slow hash, because a token has 256 random bits. The key reveals nothing about the hash by which the token is
// looked up.
func (t Token) key() ([]byte, error) {
	return hkdf.Key(sha256.New, []byte(t.Reveal()), nil, "earnest seal", sealKeyBytes)
}

// seal returns the nonce and the ciphertext.
func seal(key, plain []byte) ([]byte, error) {
	box, err := newBox(key)
	if err != nil {
		return nil, err
	}
	return box.Seal(nil, nil, plain, nil), nil //nolint:gosec // the AEAD chooses the nonce
}

func open(key, sealed []byte) ([]byte, error) {
	box, err := newBox(key)
	if err != nil {
		return nil, err
	}
	plain, err := box.Open(nil, nil, sealed, nil)
	if err != nil {
		return nil, ErrSealed
	}
	return plain, nil
}

// newBox returns an AEAD that chooses random nonces and prepends them.
func newBox(key []byte) (cipher.AEAD, error) {
	block, err := aes.NewCipher(key)
	if err != nil {
		return nil, err
	}
	return cipher.NewGCMWithRandomNonce(block)
}
