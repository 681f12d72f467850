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

// 100,000 moves to one place, to a few places and to any place. The list is kept as the server keeps it.
func TestRanksStayShortOverManyMoves(t *testing.T) {
	t.Parallel()
	for name, target := range map[string]func(*rand.Rand, int) int{
		"one place":    func(_ *rand.Rand, n int) int { return n / 2 },
		"second place": func(*rand.Rand, int) int { return 1 },
		"any place":    func(r *rand.Rand, n int) int { return r.IntN(n) },
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			random := rand.New(rand.NewPCG(18, 2))
			list, longest, others := []string{}, 0, 0
			for range 3_000 {
				list = append(list, domain.RankAfter(last(list)))
			}
			for range 100_000 {
				from := random.IntN(len(list))
				list = slices.Delete(list, from, from+1)
				at := target(random, len(list))
				var spread int
				list, spread = put(list, at)
				longest, others = max(longest, len(list[at])), others+spread
			}
			if !slices.IsSorted(list) || len(slices.Compact(slices.Clone(list))) != len(list) {
				t.Error("the list is out of order, or has a rank twice")
			}
			if longest > domain.CrowdedRank || others > 10*100_000 {
				t.Errorf("ranks of %d characters, and %d others were given a new one", longest, others)
			}
			t.Logf("ranks of at most %d characters; %.2f other tickets for each move", longest, float64(others)/100_000)
		})
	}
}

func last(list []string) string {
	if len(list) == 0 {
		return ""
	}
	return list[len(list)-1]
}

// put inserts a rank at a place of the list, and returns how many others had to be given new ranks for it.
func put(list []string, at int) (with []string, others int) {
	if at == 0 {
		return slices.Insert(list, 0, domain.RankBefore(list[0])), 0
	}
	if at == len(list) {
		return append(list, domain.RankAfter(last(list))), 0
	}
	if rank := domain.RankBetween(list[at-1], list[at]); len(rank) <= domain.CrowdedRank {
		return slices.Insert(list, at, rank), 0
	}
	for _, size := range domain.RankWindows() {
		n := size / 2
		ranks := domain.SpreadRanks(list[max(0, at-n-1):at], list[at:min(len(list), at+n+1)], n, 1)
		with, others = slices.Replace(slices.Clone(list), max(0, at-n), min(len(list), at+n), ranks...), len(ranks)-1
		if slices.IndexFunc(ranks, func(r string) bool { return len(r) > domain.SpreadRank }) < 0 {
			break
		}
	}
	return with, others
}
