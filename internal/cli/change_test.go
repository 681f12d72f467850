package cli

import (
	"slices"
	"strings"
	"testing"

	"earnest/internal/money"
)

func TestAChangeIsAShareAFactorADifferenceOrAValue(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]money.Change{
		"":       {},
		"+20%":   {Kind: money.Times, Amount: 1.2},
		"-10%":   {Kind: money.Times, Amount: 0.9},
		"+12.5%": {Kind: money.Times, Amount: 1.125},
		"0.9x":   {Kind: money.Times, Amount: 0.9},
		"+20":    {Kind: money.More, Amount: 20},
		"-1.5":   {Kind: money.More, Amount: -1.5},
		"=300":   {Kind: money.Exactly, Amount: 300},
	} {
		if got, err := parseChange("--scope", text); err != nil || got != want {
			t.Errorf("%q: %+v %v", text, got, err)
		}
	}
	for _, text := range []string{
		"20", "20%", "=20%", "+20x", "=-3", "-x", "x", "+", "%", "1e9x", "NaN", "+Inf", " +20", "+20 %", "+1,5", "=", "+" + strings.Repeat("9", 400),
	} {
		if got, err := parseChange("--scope", text); err == nil {
			t.Errorf("%q was taken for %+v", text, got)
		}
	}
}

func TestRatesChangeByAShareOrAFactorOnly(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]float64{"": 0, "+5%": 1.05, "2x": 2} {
		if got, err := parseFactor("--rate", text); err != nil || got != want {
			t.Errorf("%q: %v %v", text, got, err)
		}
	}
	for _, text := range []string{"+5", "=500", "-100%", "0x", "much"} {
		if got, err := parseFactor("--rate", text); err == nil {
			t.Errorf("%q was taken for %v", text, got)
		}
	}
}

func TestANegativeChangeIsNotTakenForAFlag(t *testing.T) {
	t.Parallel()
	got := normaliseArgs(strings.Fields("what-if --scope -10% --project -1 --shift -5 --rate --format json --velocity"))
	want := strings.Fields("what-if --scope=-10% --project -1 --shift=-5 --rate --format json --velocity")
	if !slices.Equal(got, want) {
		t.Errorf("%q", got)
	}
	if got := normaliseArgs([]string{"flow", "--scope", "-1"}); len(got) != 3 {
		t.Errorf("another command: %q", got)
	}
}
