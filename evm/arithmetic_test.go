package evm

import (
	"math"
	"math/big"
	"slices"
	"testing"

	"pgregory.net/rapid"
)

// amounts generates numbers of all magnitudes, small enough that adding many of them cannot overflow.
func amounts() *rapid.Generator[float64] {
	return rapid.OneOf(rapid.Float64Range(-1e12, 1e12), rapid.Float64Range(-1, 1), rapid.SampledFrom([]float64{0.1, 0.2, 1e16, -1e16, 1, 5e-324}))
}

func TestSumIsTheNearestNumberToTheTrueSum(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		values := rapid.SliceOfN(amounts(), 0, 40).Draw(t, "values")
		exact := new(big.Rat)
		for _, x := range values {
			exact.Add(exact, new(big.Rat).SetFloat64(x))
		}
		want, _ := exact.Float64()
		if got := Sum(values...); got != want {
			t.Fatalf("sum is %v, exactly %v", got, want)
		}
		slices.Sort(values)
		if got := Sum(values...); got != want {
			t.Fatalf("sorted, the sum is %v, exactly %v", got, want)
		}
	})
}

func TestSumsOfTenths(t *testing.T) {
	t.Parallel()
	for want, values := range map[float64][]float64{
		0: {}, 1: {.1, .1, .1, .1, .1, .1, .1, .1, .1, .1}, 2: {1e100, 1, -1e100, 1}, math.MaxFloat64: {math.MaxFloat64, math.MaxFloat64},
	} {
		if got := Sum(values...); got != want || math.Signbit(got) {
			t.Errorf("sum of %v is %v", values, got)
		}
	}
	if got := Sum(math.Copysign(0, -1)); got != 0 || math.Signbit(got) {
		t.Errorf("minus zero became %v", got)
	}
}

func TestProportionRoundsOnce(t *testing.T) {
	t.Parallel()
	positive := rapid.OneOf(rapid.Float64Range(1e-6, 1e12), rapid.Map(rapid.IntRange(1, 1000), func(n int) float64 { return float64(n) / 10 }))
	rapid.Check(t, func(t *rapid.T) {
		a, b, c := positive.Draw(t, "a"), positive.Draw(t, "b"), positive.Draw(t, "c")
		exact := new(big.Rat).Mul(new(big.Rat).SetFloat64(a), new(big.Rat).SetFloat64(b))
		want, _ := exact.Quo(exact, new(big.Rat).SetFloat64(c)).Float64()
		if got := proportion(a, b, c); got != want {
			t.Fatalf("%v × %v / %v is %v, exactly %v", a, b, c, got, want)
		}
		if got := proportion(100, a, a); got != 100 {
			t.Fatalf("100 × %v / %v is %v", a, a, got)
		}
		if got := proportion(a, b, a); got != b {
			t.Fatalf("%v × %v / %v is %v", a, b, a, got)
		}
	})
	if got := proportion(5, 5, 0); got != 0 {
		t.Errorf("by nothing it is %v", got)
	}
}

func TestUnknownStaysUnknown(t *testing.T) {
	t.Parallel()
	one, none := Known(1), Maybe{}
	for name, got := range map[string]Maybe{
		"difference": difference(one, none), "quotient": quotient(none, one), "by zero": quotient(one, Known(0)), "share": share(1, none, 1),
		"to go": toGo(one, none), "plus": plus(none, one), "infinity": Known(math.Inf(1)), "overflow": quotient(Known(1e300), Known(1e-300)),
		"no number": Known(math.NaN()), "nil": KnownIf(nil),
	} {
		if got != none || got.Ptr() != nil || got.String() != "null" {
			t.Errorf("%s is %v", name, got)
		}
	}
	if got := toGo(Known(0), none); got != Known(0) {
		t.Errorf("nothing left costs %v", got)
	}
	if got := Known(0.1); *got.Ptr() != 0.1 || got.String() != "0.1" {
		t.Errorf("0.1 is %v", got)
	}
}

func TestHalvesAreRoundedAwayFromZero(t *testing.T) {
	t.Parallel()
	for x, want := range map[float64]int64{0.5: 1, 1.5: 2, 2.5: 3, 2.4999: 2, -0.5: -1, 0: 0, 1e300: 1 << 62} {
		if got := roundAway(x); got != want {
			t.Errorf("%v becomes %d", x, got)
		}
	}
}

func TestAddingManyTimesRoundsOnce(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		exact := new(big.Rat)
		var sum accumulator
		for range rapid.IntRange(0, 10).Draw(t, "terms") {
			x, count := amounts().Draw(t, "x"), rapid.Int64Range(1, 1_000_000).Draw(t, "count")
			sum.addTimes(count, x)
			exact.Add(exact, new(big.Rat).Mul(new(big.Rat).SetFloat64(x), new(big.Rat).SetInt64(count)))
		}
		if want, _ := exact.Float64(); sum.value() != want {
			t.Fatalf("sum is %v, exactly %v", sum.value(), want)
		}
	})
}
