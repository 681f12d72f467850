package cli

import (
	"regexp"
	"slices"
	"strconv"

	"earnest/internal/money"
)

// changeForm is what a change is written like: +20% or +20, 1.2x, =300.
var changeForm = regexp.MustCompile(`^(?:([+-][0-9]+(?:\.[0-9]+)?)(%)?|([0-9]+(?:\.[0-9]+)?)x|=([0-9]+(?:\.[0-9]+)?))$`)

// parseChange reads how a number shall differ; empty: not at all.
func parseChange(flag, text string) (money.Change, error) {
	if text == "" {
		return money.Change{}, nil
	}
	refused := usagef("%s must be a change such as +20%%, -10%%, 1.2x, +20, -15 or =300, not %q", flag, text)
	found := changeForm.FindStringSubmatch(text)
	if found == nil {
		return money.Change{}, refused
	}
	difference, percent, factor, value := found[1], found[2], found[3], found[4]
	amount, err := strconv.ParseFloat(difference+factor+value, 64) // one of them is there
	switch {
	case err != nil:
		return money.Change{}, refused
	case percent != "":
		return money.Change{Kind: money.Times, Amount: (100 + amount) / 100}, nil
	case difference != "":
		return money.Change{Kind: money.More, Amount: amount}, nil
	case factor != "":
		return money.Change{Kind: money.Times, Amount: amount}, nil
	}
	return money.Change{Kind: money.Exactly, Amount: amount}, nil
}

// parseFactor reads a change of many numbers at once, which can only be a factor; 0: none is given.
func parseFactor(flag, text string) (float64, error) {
	change, err := parseChange(flag, text)
	switch {
	case err != nil || change.Kind != money.Unchanged && (change.Kind != money.Times || change.Amount == 0):
		return 0, usagef("%s must be a change of them all such as +5%%, -10%% or 1.1x, not %q", flag, text)
	case change.Kind == money.Unchanged:
		return 0, nil
	}
	return change.Amount, nil
}

// negative is a change that begins like a flag.
var negative = regexp.MustCompile(`^-[0-9]`)

// joined lets people write --scope -10%, which would be taken for a flag, as it is meant: --scope=-10%.
func joined(args []string) []string {
	flags := []string{"--scope", "--velocity", "--rate", "--shift"}
	var out []string
	for i := 0; i < len(args); i++ {
		if i+1 < len(args) && slices.Contains(flags, args[i]) && negative.MatchString(args[i+1]) {
			out = append(out, args[i]+"="+args[i+1])
			i++
			continue
		}
		out = append(out, args[i])
	}
	return out
}
