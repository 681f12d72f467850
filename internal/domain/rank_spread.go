package domain

const (
	// SpreadSide is the maximum number of neighbours on each side of a crowded gap that are given new ranks.
	SpreadSide = 250

	// spreadShare says how close to each other neighbours of a crowded gap are put: that many times closer than if all were spread evenly. The rest of
	// the room is left to the gap, since more tickets are likely to come. Spread evenly, the room would be used up after a few thousand moves.
	spreadShare = 64
)

// SpreadRanks returns new ranks for the neighbours of a crowded gap and, between them, for tickets that are put there. before and after are the ranks
// of the neighbours on either side, in order. At most SpreadSide of each side get new ranks; if there is one more, it keeps its rank and bounds the new ones.
func SpreadRanks(before, after []string, put int) []string {
	low, high := "", ""
	if len(before) > SpreadSide {
		low, before = before[0], before[1:]
	}
	if len(after) > SpreadSide {
		high, after = after[SpreadSide], after[:SpreadSide]
	}
	n := len(before) + put + len(after)
	if low == "" || high == "" {
		return RanksIn(low, high, n)
	}
	parts := spreadShare * (n + 1)
	room, middle := roomFor(low, high, parts), parts-len(before)-len(after)
	ranks := make([]string, 0, n)
	for i := range before {
		ranks = append(ranks, room.at(i+1, parts))
	}
	for i := range put {
		ranks = append(ranks, room.at(len(before)+(i+1)*middle/(put+1), parts))
	}
	for i := range after {
		ranks = append(ranks, room.at(len(before)+middle+i, parts))
	}
	return ranks
}
