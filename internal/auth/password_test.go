package auth

import (
	"context"
	"errors"
	"slices"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/alexedwards/argon2id"
)

func TestPasswordRule(t *testing.T) {
	t.Parallel()
	tests := map[string]struct{ password, problem string }{
		"empty":                {"", "password must have at least 10 characters, not 0"},
		"nine":                 {"abcdefghi", "password must have at least 10 characters, not 9"},
		"nine of four bytes":   {strings.Repeat("🔑", 9), "password must have at least 10 characters, not 9"},
		"ten":                  {"abcdefghij", ""},
		"ten of four bytes":    {strings.Repeat("🔑", 10), ""},
		"with blanks":          {"a b c d e f", ""},
		"two hundred":          {strings.Repeat("é", 200), ""},
		"two hundred and one":  {strings.Repeat("é", 201), "password must have at most 200 characters, not 201"},
		"blank":                {strings.Repeat(" ", 12), "password must not be blank"},
		"blank, other spaces":  {strings.Repeat("\t\u00a0\u2003", 4), "password must not be blank"},
		"not UTF-8":            {"abcdefghij\xff", "password must be text in UTF-8: it could not be typed again"},
		"one letter in blanks": {"         x", ""},
	}
	for name, test := range tests {
		got := ""
		if err := CheckPassword(test.password); err != nil {
			got = err.Error()
		}
		if got != test.problem {
			t.Errorf("%s: %q, want %q", name, got, test.problem)
		}
	}
}

func TestPasswordMatchesItsHashOnly(t *testing.T) {
	t.Parallel()
	passwords := NewPasswords(1)
	hash, err := passwords.Hash(t.Context(), "correct horse battery")
	if err != nil {
		t.Fatal(err)
	}
	if !strings.HasPrefix(hash, "$argon2id$v=19$m=19456,t=2,p=1$") {
		t.Errorf("hash %s has other parameters", hash)
	}
	for password, want := range map[string]bool{
		"correct horse battery": true, "Correct horse battery": false, "correct horse battery ": false, "": false,
	} {
		if got, err := passwords.Compare(t.Context(), password, hash); err != nil || got != want {
			t.Errorf("%q: %t, %v", password, got, err)
		}
	}
	again, err := passwords.Hash(t.Context(), "correct horse battery")
	if err != nil || again == hash {
		t.Errorf("the same password gave the same hash (%v)", err)
	}
}

func TestDamagedHashIsAnErrorNotAMatch(t *testing.T) {
	t.Parallel()
	const salt, key = "$c2FsdHNhbHRzYWx0c2FsdA", "$a2V5a2V5a2V5a2V5a2V5a2V5a2V5a2V5a2V5a2V5a2U"
	for name, hash := range map[string]string{
		"empty":        "",
		"other scheme": "$2y$10$abcdefghijklmnopqrstuv",
		"empty key":    "$argon2id$v=19$m=19456,t=2,p=1" + salt + "$",
		"short key":    "$argon2id$v=19$m=19456,t=2,p=1" + salt + "$a2V5",
		"empty salt":   "$argon2id$v=19$m=19456,t=2,p=1$" + key,
		"no passes":    "$argon2id$v=19$m=19456,t=0,p=1" + salt + key,
		"no lanes":     "$argon2id$v=19$m=19456,t=2,p=0" + salt + key,
		"huge memory":  "$argon2id$v=19$m=4294967295,t=2,p=1" + salt + key,
		"endless":      "$argon2id$v=19$m=19456,t=4294967295,p=1" + salt + key,
	} {
		if ok, err := NewPasswords(1).Compare(t.Context(), "", hash); ok || err == nil {
			t.Errorf("%s: %t, %v", name, ok, err)
		}
	}
	if ok, err := NewPasswords(1).Compare(t.Context(), "", "$argon2id$v=19$m=19456,t=2,p=1"+salt+key); ok || err != nil {
		t.Errorf("the sound hash these are made from: %t, %v", ok, err)
	}
}

func TestDummyCostsWhatARealHashCosts(t *testing.T) {
	t.Parallel()
	passwords := NewPasswords(1)
	if err := passwords.CompareDummy(t.Context(), "whatever it is"); err != nil {
		t.Fatal(err)
	}
	known, err := passwords.Hash(t.Context(), "whatever it is")
	if err != nil {
		t.Fatal(err)
	}
	want, _, _, _ := argon2id.DecodeHash(known)
	got, _, _, err := argon2id.DecodeHash(passwords.dummy)
	if err != nil || *got != *want {
		t.Errorf("dummy has %+v, a real hash %+v (%v)", got, want, err)
	}
	if NewPasswords(1).dummy == passwords.dummy {
		t.Error("the dummy is the same everywhere")
	}
}

func TestNoMoreAtOnceThanAllowed(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		passwords := NewPasswords(3)
		var running []int
		var lock sync.Mutex
		inside := 0
		step := func(by int) { lock.Lock(); inside += by; running = append(running, inside); lock.Unlock() }
		var all sync.WaitGroup
		for range 20 {
			all.Go(func() {
				if err := passwords.enter(t.Context()); err != nil {
					t.Error(err)
					return
				}
				step(1)
				time.Sleep(time.Second)
				step(-1)
				passwords.leave()
			})
		}
		all.Wait()
		if most := slices.Max(running); most != 3 {
			t.Errorf("%d ran at once, want 3", most)
		}
	})
}

func TestWaitingEndsWithTheContext(t *testing.T) {
	t.Parallel()
	passwords := NewPasswords(0) // counts as one
	if err := passwords.enter(t.Context()); err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithTimeout(t.Context(), time.Millisecond)
	defer cancel()
	_, hashed := passwords.Hash(ctx, "correct horse battery")
	_, compared := passwords.Compare(ctx, "correct horse battery", passwords.dummy)
	dummy := passwords.CompareDummy(ctx, "correct horse battery")
	for name, err := range map[string]error{"Hash": hashed, "Compare": compared, "CompareDummy": dummy} {
		if !errors.Is(err, context.DeadlineExceeded) {
			t.Errorf("%s: %v", name, err)
		}
	}
	passwords.leave()
	if _, err := passwords.Hash(ctx, "correct horse battery"); !errors.Is(err, context.DeadlineExceeded) {
		t.Errorf("an ended context still gets a turn: %v", err)
	}
	if err := passwords.CompareDummy(t.Context(), "correct horse battery"); err != nil {
		t.Errorf("the turn was not given back: %v", err)
	}
}

func BenchmarkPasswordHash(b *testing.B) {
	passwords := NewPasswords(1)
	for b.Loop() {
		if _, err := passwords.Hash(b.Context(), "correct horse battery"); err != nil {
			b.Fatal(err)
		}
	}
}
