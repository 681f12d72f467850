package cli

import (
	"regexp"
	"slices"
	"strconv"

	"earnest/internal/money"
)

// changeForm matches a change such as +20%, +20, 1.2x or =300.
var changeForm = regexp.MustCompile(`^(?:([+-][0-9]+(?:\.[0-9]+)?)(%)?|([0-9]+(?:\.[0-9]+)?)x|=([0-9]+(?:\.[0-9]+)?))$`)

// parseChange parses a change to a number; empty means none.
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
	amount, err := strconv.ParseFloat(difference+factor+value, 64) // exactly one of them is not empty
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

// parseFactor parses a change that applies to many numbers, which can only be a factor; 0 means that none is given.
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

// negative matches a change that looks like a flag.
var negative = regexp.MustCompile(`^-[0-9]`)

// joined turns --scope -10%, which would be parsed as a flag, into --scope=-10%.
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
