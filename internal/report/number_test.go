package report

import (
	"math"
	"math/big"
	"math/rand/v2"
	"strconv"
	"testing"
)

// TestNumbersAreRoundedLikeFractions compares the rounding of digits with that of exact fractions.
func TestNumbersAreRoundedLikeFractions(t *testing.T) {
	t.Parallel()
	numbers := []float64{0, 9.995, -9.995, 99.5, -0.5, 0.5, 999.9999, -999.9999, 1e21, 0.05, 0.04, -0.04, 1.005, 5e-324, math.MaxFloat64}
	r := rand.New(rand.NewPCG(1, 2))
	for range 2_000 {
		x := r.NormFloat64() * math.Pow(10, float64(r.IntN(14)-4))
		numbers = append(numbers, x, math.Round(x*1000)/1000+0, math.Round(x*8)/8+0)
	}
	for _, x := range numbers {
		exact, _ := new(big.Rat).SetString(strconv.FormatFloat(x, 'f', -1, 64))
		for decimals := range 4 {
			if got, want := rounded(x, decimals), exact.FloatString(decimals); got != want {
				t.Fatalf("%v with %d decimals: %s, want %s", x, decimals, got, want)
			}
		}
	}
}

func TestANounAgreesWithTheNumberAsItIsWritten(t *testing.T) {
	t.Parallel()
	for x, want := range map[float64][2]string{
		0:      {"0 days", "0 jour"},
		1:      {"1 day", "1 jour"},
		-1:     {"−1 day", "−1 jour"},
		0.999:  {"1 day", "1 jour"},
		1.0001: {"1 day", "1 jour"},
		1.5:    {"1.5 days", "1,5 jour"},
		1.999:  {"2 days", "2 jours"},
		-2:     {"−2 days", "−2 jours"},
	} {
		if got := [2]string{English.plural(x, "day"), French.plural(x, "day")}; got != want {
			t.Errorf("%v is %q, want %q", x, got, want)
		}
	}
}
