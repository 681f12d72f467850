package domain

import (
	"math/big"
	"slices"
	"strings"
)

// A rank is the place of a ticket in the order of its project: a fraction between 0 and 1 in base 62, without the leading "0." and without zeros
// at its end. Ranks are compared byte by byte, which orders them like the fractions. Between two ranks there is always another one.
//
// Ranks grow longer where many tickets are moved to the same place: by one character for every six of them. There, the ranks around the place are
// spread out again; see CrowdedRank.

const (
	rankDigits = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"
	rankBase   = int64(len(rankDigits))

	// rankEnd is the number of digits in which ranks at either end of the order are counted. It is enough for 400 million tickets on each side
	// of the first one.
	rankEnd = 5

	// CrowdedRank is the length above which the ranks around a place are spread out.
	CrowdedRank = 24

	// SpreadRank is the length that ranks should have at most after they have been spread out.
	SpreadRank = 12

	// AboveRanks is a text that compares higher than every rank.
	AboveRanks = "~"

	// MaxRank is the maximum length of a rank in a workspace file.
	MaxRank = 64
)

// RankEnd is an end of the order of a project.
type RankEnd string

// The ends of an order.
const (
	Top    RankEnd = "top"
	Bottom RankEnd = "bottom"
)

// RankWindows returns how many tickets around a crowded place are given new ranks. The next larger number is tried if the ranks would stay longer than
// SpreadRank. It takes thousands of moves to the same place in a large project to need more than 500.
func RankWindows() []int { return []int{20, 100, 500, 2_500, 12_500} }

// IsRank reports whether a text is a rank.
func IsRank(text string) bool {
	return text != "" && len(text) <= MaxRank && strings.Trim(text, rankDigits) == "" && !strings.HasSuffix(text, rankDigits[:1])
}

// FirstRank returns the rank of the only ticket of a project. It leaves the same room on both sides.
func FirstRank() string { return "V" }

// RankAfter returns a rank that follows the last one. An empty last means that no ticket has a rank yet.
func RankAfter(last string) string {
	if last == "" {
		return FirstRank()
	}
	n := rankNumber(last[:min(rankEnd, len(last))], rankEnd)
	n.Add(n, big.NewInt(1))
	if n.Cmp(rankScale(rankEnd)) == 0 {
		return RankBetween(last, "")
	}
	return rankText(n, rankEnd)
}

// RankBefore returns a rank that precedes the first one. An empty first means that no ticket has a rank yet.
func RankBefore(first string) string {
	if first == "" {
		return FirstRank()
	}
	n := rankNumber(first[:min(rankEnd, len(first))], rankEnd)
	if len(first) <= rankEnd {
		n.Sub(n, big.NewInt(1))
	}
	if n.Sign() == 0 {
		return RankBetween("", first)
	}
	return rankText(n, rankEnd)
}

// RankBetween returns a rank between two others. An empty low stands for the beginning of the order, an empty high for its end.
func RankBetween(low, high string) string { return RanksBetween(low, high, 1)[0] }

// RanksBetween returns n ranks between two others, in order and evenly spread; see RankBetween. They have as few digits as possible.
func RanksBetween(low, high string, n int) []string {
	if high != "" && low >= high {
		panic("no rank lies between " + low + " and " + high)
	}
	digits, parts := samePrefix(low, high), big.NewInt(int64(n)+1)
	var from, room *big.Int
	for room == nil || room.Cmp(parts) < 0 {
		digits++
		from = rankNumber(low, digits)
		to := rankScale(digits)
		if high != "" {
			to = rankNumber(high, digits)
		}
		room = to.Sub(to, from)
	}
	ranks := make([]string, n)
	for i := range ranks {
		step := new(big.Int).Mul(room, big.NewInt(int64(i)+1))
		ranks[i] = rankText(step.Div(step, parts).Add(step, from), digits)
	}
	return ranks
}

// samePrefix returns the number of digits that two ranks share at their beginning.
func samePrefix(a, b string) (n int) {
	for n < min(len(a), len(b)) && a[n] == b[n] {
		n++
	}
	return n
}

// rankScale returns the number of fractions that have a given number of digits.
func rankScale(digits int) *big.Int {
	return new(big.Int).Exp(big.NewInt(rankBase), big.NewInt(int64(digits)), nil)
}

// rankNumber returns a rank as a whole number with a given number of digits after the point. Digits that do not fit are dropped, so it may be less than
// the rank.
func rankNumber(rank string, digits int) *big.Int {
	n, base, digit := new(big.Int), big.NewInt(rankBase), new(big.Int)
	for i := range digits {
		n.Mul(n, base)
		if i < len(rank) {
			n.Add(n, digit.SetInt64(int64(strings.IndexByte(rankDigits, rank[i]))))
		}
	}
	return n
}

// rankText is the inverse of rankNumber.
func rankText(n *big.Int, digits int) string {
	text := make([]byte, 0, digits)
	base, digit := big.NewInt(rankBase), new(big.Int)
	for n = new(big.Int).Set(n); len(text) < digits; {
		n.QuoRem(n, base, digit)
		text = append(text, rankDigits[digit.Int64()])
	}
	slices.Reverse(text)
	return strings.TrimRight(string(text), rankDigits[:1])
}

// RanksIn returns n ranks in a gap, in order. An empty low or high stands for an end of the order. There, ranks are counted as those of new tickets
// are: spread over all the room that is left, they would come closer to the end with every call, and would soon be long.
func RanksIn(low, high string, n int) []string {
	switch {
	case low != "" && high != "":
		return RanksBetween(low, high, n)
	case high == "":
		return ranksFrom(low, n, RankAfter)
	default:
		ranks := ranksFrom(high, n, RankBefore)
		slices.Reverse(ranks)
		return ranks
	}
}

func ranksFrom(rank string, n int, next func(string) string) []string {
	ranks := make([]string, n)
	for i := range ranks {
		rank = next(rank)
		ranks[i] = rank
	}
	return ranks
}

// SpreadRanks returns new ranks, evenly spread, for the tickets around a place and for some that are put there. before and after are the ranks on either
// side of the place, in order. At most n of each side get new ranks; if there is one more, it keeps its rank and bounds the new ones.
func SpreadRanks(before, after []string, n, put int) []string {
	low, high := "", ""
	if len(before) > n {
		low, before = before[0], before[1:]
	}
	if len(after) > n {
		high, after = after[n], after[:n]
	}
	return RanksIn(low, high, len(before)+put+len(after))
}
