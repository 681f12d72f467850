package secrecy_test

import (
	"testing"
	"testing/cryptotest"
	"time"
	_ "unsafe" // for go:linkname

	_ "github.com/google/uuid" // holds the variables below
)

// UUIDs of version 7 hold the real time, so that two runs would differ in every one of them. Their clock can be set only
// from inside their package.
//
//go:linkname uuidClock github.com/google/uuid.timeNow
var uuidClock func() time.Time

//go:linkname uuidLast github.com/google/uuid.lastV7time
var uuidLast int64

// mustRepeat makes all randomness from here on a function of the seed and the time: uuids, tokens and keys. Two worlds that do
// the same after it create the same identifiers, and no answer has to be altered before it is compared.
func mustRepeat(t *testing.T, seed uint64, now time.Time) {
	t.Helper()
	cryptotest.SetGlobalRandom(t, seed)
	uuidClock, uuidLast = func() time.Time { return now }, 0
}
