package report

import (
	"math"
	"time"

	"earnest/evm"
)

// scale maps values to coordinates in a drawing.
type scale struct {
	from, to float64 // values
	at, end  float64 // coordinates
}

func (s scale) place(v float64) float64 { return s.at + (v-s.from)/(s.to-s.from)*(s.end-s.at) }

// tick is a mark on an axis.
type tick struct {
	at    float64
	label string
}

// niceStep returns 1, 2 or 5 times a power of ten, so that about n steps cover the span.
func niceStep(span float64, n int) float64 {
	raw := span / float64(n)
	base := math.Pow(10, math.Floor(math.Log10(raw)))
	for _, m := range []float64{1, 2, 5} {
		if raw <= m*base {
			return m * base
		}
	}
	return 10 * base
}

// upTo returns the end of an axis that runs from 0 to a round value not below top, and its ticks.
func upTo(top float64, format func(float64) string) (end float64, ticks []tick) {
	if !(top > 0) || math.IsInf(top, 1) {
		top = 1
	}
	step := niceStep(top, 5)
	count := int(math.Ceil(top/step - 1e-9))
	for i := range count + 1 {
		ticks = append(ticks, tick{float64(i) * step, format(float64(i) * step)})
	}
	return float64(count) * step, ticks
}

// compact formats a large number in few characters.
func compact(x float64) string {
	for _, unit := range []struct {
		size float64
		name string
	}{{1e9, "bn"}, {1e6, "M"}, {1e3, "k"}} {
		if math.Abs(x) >= unit.size {
			return short(x/unit.size) + unit.name
		}
	}
	return short(x)
}

// dayTicks marks at most about seven dates in a span: days at first, then weeks, months and years as the span grows.
func (l Language) dayTicks(first, last evm.Day) []tick {
	const most = 7
	for _, step := range []evm.Day{1, 2, 7, 14} {
		if (last-first)/step < most {
			return l.stepDays(first, last, step)
		}
	}
	for _, months := range []int{1, 2, 3, 6, 12, 24, 60, 120, 600, 1200, 6000, 12000, 24000} {
		if int(last-first)/(30*months) < most {
			return l.stepMonths(first, last, months)
		}
	}
	return nil
}

func (l Language) stepDays(first, last, step evm.Day) []tick {
	var ticks []tick
	for d := first; d <= last; d += step {
		ticks = append(ticks, tick{float64(d), l.day(d)})
	}
	return ticks
}

func (l Language) stepMonths(first, last evm.Day, months int) []tick {
	begin := time.Unix(int64(first)*24*60*60, 0).UTC()
	month := begin.Year()*12 + int(begin.Month()) - 1
	month -= month % months
	var ticks []tick
	for ; ; month += months {
		d := evm.DayOf(month/12, time.Month(month%12+1), 1)
		if d > last {
			return ticks
		}
		if text := d.String(); d >= first && months < 12 {
			ticks = append(ticks, tick{float64(d), l.date(text[:7])})
		} else if d >= first {
			ticks = append(ticks, tick{float64(d), text[:4]})
		}
	}
}
