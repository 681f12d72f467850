package domain_test

import (
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"earnest/internal/domain"
)

func TestRanksAtTheEndsOfAnOrderStayShort(t *testing.T) {
	t.Parallel()
	first, last := domain.RankAfter(""), domain.RankBefore("")
	for range 100_000 {
		next, before := domain.RankAfter(last), domain.RankBefore(first)
		if next <= last || before >= first || len(next) > 5 || len(before) > 5 {
			t.Fatalf("after %s comes %s, and before %s comes %s", last, next, first, before)
		}
		first, last = before, next
	}
}

func TestRanksAtTheVeryEndsStillLieBeyondTheOthers(t *testing.T) {
	t.Parallel()
	for _, last := range []string{"zzzzz", "zzzzzV", "zzzzzzzzzz"} {
		if next := domain.RankAfter(last); next <= last || !domain.IsRank(next) {
			t.Errorf("after %s comes %s", last, next)
		}
	}
	for _, first := range []string{"00001", "000001", "0000000001"} {
		if before := domain.RankBefore(first); before >= first || !domain.IsRank(before) {
			t.Errorf("before %s comes %s", first, before)
		}
	}
}

func TestARankLiesBetweenAnyTwo(t *testing.T) {
	t.Parallel()
	random := rand.New(rand.NewPCG(18, 1))
	all := []string{"V"}
	for range 3_000 {
		i := random.IntN(len(all) + 1)
		low, high := "", ""
		if i > 0 {
			low = all[i-1]
		}
		if i < len(all) {
			high = all[i]
		}
		for _, rank := range domain.RanksBetween(low, high, 1+random.IntN(5)) {
			if rank <= low || high != "" && rank >= high || !domain.IsRank(rank) {
				t.Fatalf("%q lies not between %q and %q", rank, low, high)
			}
			all, low = slices.Insert(all, i, rank), rank
			i++
		}
	}
}

func TestARankIsMadeOfDigitsAndEndsWithNoZero(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]bool{
		"V": true, "0001": true, "aZ9": true, "": false, "V0": false, "V 1": false, "é": false, "a-b": false,
		strings.Repeat("a", domain.MaxRank): true, strings.Repeat("a", domain.MaxRank+1): false,
	} {
		if domain.IsRank(text) != want {
			t.Errorf("%q is a rank: %v", text, !want)
		}
	}
}

// longestRank is the length that ranks keep to over 100,000 moves.
const longestRank = 24

// 100,000 moves into one gap, into a few and into any gap. The list is kept as the server keeps it.
func TestRanksStayShortOverManyMoves(t *testing.T) {
	t.Parallel()
	type gap func(r *rand.Rand, n, move int) int
	one := func(_ *rand.Rand, n, _ int) int { return n / 2 }
	two := func(_ *rand.Rand, n, move int) int { return n/2 + move%2*20 }
	anyGap := func(r *rand.Rand, n, _ int) int { return r.IntN(n) }
	for name, c := range map[string]struct {
		tickets, together int
		gap
	}{
		"one gap":                    {3_000, 1, one},
		"one gap of a large project": {20_000, 1, one},
		"two gaps":                   {3_000, 1, two},
		"a gap close to the top":     {3_000, 1, func(*rand.Rand, int, int) int { return 400 }},
		"after the first":            {3_000, 1, func(*rand.Rand, int, int) int { return 1 }},
		"before the last":            {3_000, 1, func(_ *rand.Rand, n, _ int) int { return n - 1 }},
		"any gap":                    {3_000, 1, anyGap},
		"any of a thousand gaps":     {3_000, 1, func(r *rand.Rand, n, _ int) int { return n/2 + r.IntN(1000) }},
		"a hundred into one gap":     {3_000, 100, one},
		"five hundred into one gap":  {3_000, 500, one},
		"five hundred into two gaps": {20_000, 500, two},
		"a hundred into any gap":     {3_000, 100, anyGap},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			random := rand.New(rand.NewPCG(18, 2))
			list, longest, others := []string{}, 0, 0
			for range c.tickets {
				list = append(list, domain.RankAfter(last(list)))
			}
			for move := range 100_000 / c.together {
				for range c.together {
					from := random.IntN(len(list))
					list = slices.Delete(list, from, from+1)
				}
				var renewed []string
				var spread int
				list, renewed, spread = put(list, c.gap(random, len(list), move), c.together)
				longest, others = max(longest, maxLength(renewed)), others+spread
			}
			if !slices.IsSorted(list) || len(slices.Compact(slices.Clone(list))) != len(list) {
				t.Error("the list is out of order, or has a rank twice")
			}
			if longest > longestRank || others > 20*100_000 {
				t.Errorf("ranks of %d characters, and %d others were given a new one", longest, others)
			}
			t.Logf("ranks of at most %d characters; %.2f other tickets for each one that moved", longest, float64(others)/100_000)
		})
	}
}

// Tickets that are moved close to the end of the order must not use up the room of those that are yet to come.
func TestMovesNearTheEndLeaveRoomForNewTickets(t *testing.T) {
	t.Parallel()
	random := rand.New(rand.NewPCG(18, 3))
	list := []string{}
	for range 500 {
		list = append(list, domain.RankAfter(last(list)))
	}
	for range 50 {
		for range 130 {
			from := random.IntN(len(list))
			list = slices.Delete(list, from, from+1)
			list, _, _ = put(list, len(list)-1, 1)
		}
		for range 12 {
			list = append(list, domain.RankAfter(last(list)))
		}
		if end := last(list); !slices.IsSorted(list) || len(end) > 5 {
			t.Fatalf("after %d tickets, the last rank is %s", len(list), end)
		}
	}
}

func last(list []string) string {
	if len(list) == 0 {
		return ""
	}
	return list[len(list)-1]
}

func maxLength(ranks []string) (longest int) {
	for _, r := range ranks {
		longest = max(longest, len(r))
	}
	return longest
}

// put inserts n tickets into a gap of the list. It returns the ranks that were given for it, and how many of them others got.
func put(list []string, at, n int) (with, ranks []string, others int) {
	low, high := "", ""
	if at > 0 {
		low = list[at-1]
	}
	if at < len(list) {
		high = list[at]
	}
	if ranks = domain.RanksIn(low, high, n); maxLength(ranks) <= domain.CrowdedRank {
		return slices.Insert(list, at, ranks...), ranks, 0
	}
	const side = domain.SpreadSide
	ranks = domain.SpreadRanks(list[max(0, at-side-1):at], list[at:min(len(list), at+side+1)], n)
	return slices.Replace(list, max(0, at-side), min(len(list), at+side), ranks...), ranks, len(ranks) - n
}
