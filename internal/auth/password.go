package auth

import (
	"context"
	"crypto/rand"
	"encoding/base64"
	"errors"
	"fmt"
	"strings"
	"sync/atomic"
	"unicode/utf8"

	"github.com/alexedwards/argon2id"
)

// The length limits for a password, in code points.
const (
	PasswordMin = 10
	PasswordMax = 200
)

// CheckPassword returns an error if a new password breaks the rules. The error is a sentence for the person who chose the
// password, and never repeats it.
func CheckPassword(password string) error {
	switch length := utf8.RuneCountInString(password); {
	case !utf8.ValidString(password):
		return errors.New("password must be text in UTF-8: it could not be typed again")
	case length < PasswordMin:
		return fmt.Errorf("password must have at least %d characters, not %d", PasswordMin, length)
	case length > PasswordMax:
		return fmt.Errorf("password must have at most %d characters, not %d", PasswordMax, length)
	case strings.TrimSpace(password) == "":
		return errors.New("password must not be blank")
	default:
		return nil
	}
}

// Cost is the cost of one hash.
type Cost struct {
	MemoryKiB uint32
	Passes    uint32
}

// usualCost returns 19 MiB and two passes.
func usualCost() Cost { return Cost{MemoryKiB: 19 * 1024, Passes: 2} }

const (
	lanes      = 1
	saltBytes  = 16
	hashBytes  = 32
	maxMemory  = 256 * 1024 // KiB; a stored hash that requires more is damaged
	maxPasses  = 16
	hashFormat = "$argon2id$v=19$m=%d,t=%d,p=%d$%s$%s"
)

// Passwords hashes and compares passwords with argon2id. Only a fixed number of hashes run concurrently, so that a burst of
// sign-ins can take neither all memory nor all cores; the others wait for their turn or until their context is done.
type Passwords struct {
	cost     Cost
	turns    chan struct{}
	dummy    string
	compared atomic.Int64
}

// NewPasswords returns Passwords that run at most that many hashes concurrently; a number below one counts as one.
func NewPasswords(concurrent int) *Passwords { return NewPasswordsOf(usualCost(), concurrent) }

// NewPasswordsOf is like NewPasswords, but with the given cost. Tests have nothing to protect, so they use a low cost.
func NewPasswordsOf(cost Cost, concurrent int) *Passwords {
	return &Passwords{cost: cost, turns: make(chan struct{}, max(concurrent, 1)), dummy: dummyHash(cost)}
}

// dummyHash returns a well-formed hash of random bytes that matches no password.
func dummyHash(cost Cost) string {
	var random [saltBytes + hashBytes]byte
	_, _ = rand.Read(random[:]) // never fails
	encode := base64.RawStdEncoding.EncodeToString
	return fmt.Sprintf(hashFormat, cost.MemoryKiB, cost.Passes, lanes, encode(random[:saltBytes]), encode(random[saltBytes:]))
}

// Hash returns the text to store. It fails only if the context is done before its turn comes or the random source fails.
func (p *Passwords) Hash(ctx context.Context, password string) (string, error) {
	if err := p.enter(ctx); err != nil {
		return "", err
	}
	defer p.leave()
	return argon2id.CreateHash(password, &argon2id.Params{
		Memory:      p.cost.MemoryKiB,
		Iterations:  p.cost.Passes,
		Parallelism: lanes,
		SaltLength:  saltBytes,
		KeyLength:   hashBytes,
	})
}

// Compare reports whether the password matches the stored hash. An error means that the comparison was not possible: the context
// was done, or the hash is damaged.
func (p *Passwords) Compare(ctx context.Context, password, hash string) (bool, error) {
	if err := checkHash(hash); err != nil {
		return false, err
	}
	if err := p.enter(ctx); err != nil {
		return false, err
	}
	defer p.leave()
	p.compared.Add(1)
	return argon2id.ComparePasswordAndHash(password, hash)
}

// CompareDummy takes as long as Compare and matches nothing. Call it when there is no such account, so that the response time
// does not reveal which accounts exist.
func (p *Passwords) CompareDummy(ctx context.Context, password string) error {
	_, err := p.Compare(ctx, password, p.dummy)
	return err
}

// Compared counts the comparisons, including dummy ones. Tests use it to prove that an unknown account costs the same work as a
// wrong password.
func (p *Passwords) Compared() int64 { return p.compared.Load() }

// checkHash refuses a hash that would make argon2 panic, exhaust the machine, or match everything because its key is empty.
func checkHash(hash string) error {
	params, salt, key, err := argon2id.DecodeHash(hash)
	if err != nil {
		return fmt.Errorf("auth: stored password hash is damaged: %w", err)
	}
	if params.Memory > maxMemory || params.Iterations < 1 || params.Iterations > maxPasses ||
		params.Parallelism < 1 || len(salt) < saltBytes || len(key) < hashBytes {
		return errors.New("auth: stored password hash is damaged: its parameters are out of range")
	}
	return nil
}

func (p *Passwords) enter(ctx context.Context) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	select {
	case p.turns <- struct{}{}:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}

func (p *Passwords) leave() { <-p.turns }
