package domain

import (
	"math/big"
	"slices"
	"strings"
)

// A rank says where a ticket is in the order of its project. It is a fraction between 0 and 1 in base 62, without the leading "0." and without zeros
// at its end. Ranks are compared byte by byte, which orders them like the fractions. Between two ranks there is always another one.
//
// Ranks grow longer where many tickets are moved into the same gap: by one character for every six of them. When a gap is crowded, its neighbours are
// spread out; see SpreadRanks.

const (
	rankDigits = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"
	rankBase   = int64(len(rankDigits))

	// rankEnd is the number of digits in which ranks at either end of the order are counted. It is enough for 400 million tickets on each side
	// of the first one.
	rankEnd = 5

	// CrowdedRank is the length that ranks must not exceed in a gap. If they would, the gap is crowded.
	CrowdedRank = 20

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
	room, parts := roomFor(low, high, n+1), n+1
	ranks := make([]string, n)
	for i := range ranks {
		ranks[i] = room.at(i+1, parts)
	}
	return ranks
}

// rankRoom is the room between two ranks: all fractions of a number of digits that begin with the same ones and follow each other.
type rankRoom struct {
	prefix      string // that the two ranks share
	digits      int    // after the prefix
	first, size *big.Int
}

// roomFor returns the room between two ranks, with as few digits as it takes to divide it into parts.
func roomFor(low, high string, parts int) (r rankRoom) {
	same := samePrefix(low, high)
	r.prefix, low, high = low[:same], low[same:], high[same:]
	for r.size == nil || r.size.Cmp(big.NewInt(int64(parts))) < 0 {
		r.digits++
		r.first = rankNumber(low, r.digits)
		end := rankScale(r.digits)
		if high != "" {
			end = rankNumber(high, r.digits)
		}
		r.size = end.Sub(end, r.first)
	}
	return r
}

// at returns the rank behind the first of some parts of the room.
func (r rankRoom) at(part, parts int) string {
	n := big.NewInt(int64(part))
	n.Mul(n, r.size).Div(n, big.NewInt(int64(parts)))
	return r.prefix + rankText(n.Add(n, r.first), r.digits)
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
