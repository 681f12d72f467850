package report

import (
	"slices"

	"earnest/evm"
)

// bin is a span of days, both ends included, with the share of the simulations that end in it.
type bin struct {
	first, last evm.Day
	share       float64
}

// histogram divides the finish dates of a forecast into spans of equal length, of which there are at most the given number. The last
// hundredth of the dates is left out, because a few very late ones would leave no room for the others; later is their share.
func histogram(f evm.Forecast, most int) (bins []bin, later float64) {
	if len(f.Distribution) == 0 {
		return nil, 0
	}
	first, last := f.Distribution[0].Finish, lastDrawn(f)
	lengths := []evm.Day{1, 7, 14, 28, 56, 91, 182, 364, 728}
	length := lengths[len(lengths)-1]
	if i := slices.IndexFunc(lengths, func(days evm.Day) bool { return int((last-first)/days) < most }); i >= 0 {
		length = lengths[i]
	}
	for day := first; day <= last; day += length {
		bins = append(bins, bin{first: day, last: day + length - 1})
	}
	for _, s := range f.Distribution {
		if i := int((s.Finish - first) / length); i < len(bins) {
			bins[i].share += s.Share
		} else {
			later += s.Share
		}
	}
	return bins, later
}

// leastShare is the smallest share that is mentioned: smaller ones would be printed as 0.
const leastShare = 0.0005

// lastDrawn returns the last finish that a histogram must include.
func lastDrawn(f evm.Forecast) evm.Day {
	sum := 0.0
	for _, s := range f.Distribution {
		sum += s.Share
		if sum >= 0.99*(1-f.TooFar) && (f.P95.Finish == nil || s.Finish >= *f.P95.Finish) {
			return s.Finish
		}
	}
	return f.Distribution[len(f.Distribution)-1].Finish
}

// quantile is a named outcome of a forecast.
type quantile struct {
	name string
	evm.Outcome
}

func quantiles(f evm.Forecast) []quantile {
	return []quantile{{"P50", f.P50}, {"P80", f.P80}, {"P95", f.P95}}
}
