package report

import (
	"strings"

	"earnest/evm"
)

// sparkWidth is how many characters a sparkline has at most.
const sparkWidth = 56

// series is one line of the S-curve.
type series struct {
	name  string
	words string
	value func(evm.CurvePoint) evm.Maybe
}

// curveSeries is what the S-curve shows: money where there is a budget, points where there is none.
func curveSeries(r Report) (unit string, list []series) {
	if r.Finance.BAC.Known {
		return "money", []series{
			{"PV", "planned value", func(p evm.CurvePoint) evm.Maybe { return p.PV }},
			{"EV", "earned value", func(p evm.CurvePoint) evm.Maybe { return p.EV }},
			{"AC", "actual cost", func(p evm.CurvePoint) evm.Maybe { return p.AC }},
		}
	}
	return "points", []series{
		{"Planned", "points due by the day", func(p evm.CurvePoint) evm.Maybe { return evm.Known(p.PlannedSP) }},
		{"Earned", "points earned by the day", func(p evm.CurvePoint) evm.Maybe { return p.EarnedSP }},
	}
}

// curves draws each line of the S-curve as a sparkline, all on one scale.
func (p printer) curves(r Report) {
	if len(r.Curve) == 0 {
		return
	}
	unit, list := curveSeries(r)
	top := curveTop(r.Curve, list)
	p.title("Curve in " + unit + ", " + r.Curve[0].Day.String() + " to " + r.Curve[len(r.Curve)-1].Day.String())
	for _, s := range list {
		last := evm.Maybe{}
		for _, point := range r.Curve {
			if v := s.value(point); v.Known {
				last = v
			}
		}
		p.linef("  %-8s%s  %s", s.name, pad(sparkline(r.Curve, s, top), min(sparkWidth, len(r.Curve))), printedShort(last))
	}
}

// printedShort is the last value of a line.
func printedShort(m evm.Maybe) string {
	if !m.Known {
		return none
	}
	return whole(m.Value)
}

func curveTop(curve []evm.CurvePoint, list []series) float64 {
	top := 0.0
	for _, point := range curve {
		for _, s := range list {
			top = max(top, s.value(point).Value)
		}
	}
	return top
}

// sparkline draws a line in at most sparkWidth characters; what is unknown is left blank.
func sparkline(curve []evm.CurvePoint, s series, top float64) string {
	bars := []rune("▁▂▃▄▅▆▇█")
	width := min(sparkWidth, len(curve))
	var b strings.Builder
	for i := range width {
		at := (i + 1) * len(curve) / width // the last day of each stretch
		v := s.value(curve[at-1])
		switch {
		case !v.Known:
			b.WriteByte(' ')
		case top <= 0:
			b.WriteRune(bars[0])
		default:
			b.WriteRune(bars[min(len(bars)-1, max(0, int(v.Value/top*float64(len(bars)))))])
		}
	}
	return b.String()
}
