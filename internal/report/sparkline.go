package report

import (
	"strings"
	"unicode/utf8"

	"earnest/evm"
)

// sparkWidth is the maximum number of characters in a sparkline.
const sparkWidth = 56

// series is one line of the S-curve.
type series struct {
	name  string
	words string
	value func(evm.CurvePoint) evm.Maybe
}

// curveSeries returns the lines of the S-curve: money if there is a budget, or else points.
func curveSeries(r Report) (unit string, list []series) {
	if r.Finance.BAC.Known {
		list = []series{
			{"PV", "planned value", func(p evm.CurvePoint) evm.Maybe { return p.PV }},
			{"EV", "earned value", func(p evm.CurvePoint) evm.Maybe { return p.EV }},
		}
		if !r.costWithheld() {
			list = append(list, series{"AC", "actual cost", func(p evm.CurvePoint) evm.Maybe { return p.AC }})
		}
		return "money", list
	}
	return "points", []series{
		{"Planned", "points due by the day", func(p evm.CurvePoint) evm.Maybe { return evm.Known(p.PlannedSP) }},
		{"Earned", "points earned by the day", func(p evm.CurvePoint) evm.Maybe { return p.EarnedSP }},
	}
}

// curves draws each line of the S-curve as a sparkline, all on the same scale.
func (p printer) curves(r Report) {
	if len(r.Curve) == 0 {
		return
	}
	unit, list := curveSeries(r)
	gap, priced, show := planGap(r, unit), unit == "money", printedShort
	if priced {
		unit, show = r.lang.unit(), r.lang.moneyOrNone
	}
	p.title("Curve in " + unit + ", " + r.lang.day(r.Curve[0].Day) + " to " + r.lang.day(r.Curve[len(r.Curve)-1].Day))
	lines := make([]line, 0, len(list))
	for _, s := range list {
		lines = append(lines, line{s.name, mapped(r.Curve, s.value)})
	}
	p.lines(lines, show)
	if gap != "" {
		p.wrap("  ", gap)
	}
	if priced {
		p.budgetSteps(r.lang, r.Steps)
	}
}

// line is a named list of values.
type line struct {
	name   string
	values []evm.Maybe
}

// lines draws sparklines on the same scale, each with its last known value.
func (p printer) lines(list []line, show func(evm.Maybe) string) {
	top, name := 0.0, 8
	for _, l := range list {
		name = min(max(name, utf8.RuneCountInString(l.name)+1), textWidth-sparkWidth-12)
		for _, v := range l.values {
			top = max(top, v.Value)
		}
	}
	for _, l := range list {
		last := evm.Maybe{}
		for _, v := range l.values {
			if v.Known {
				last = v
			}
		}
		p.linef("  %s%s  %s", pad(fitted(l.name, name-1), name), sparkline(l.values, top), show(last))
	}
}

// printedShort formats a number without decimals, or returns none if it is unknown.
func printedShort(m evm.Maybe) string {
	if !m.Known {
		return none
	}
	return whole(m.Value)
}

// sparkline draws a line in at most sparkWidth characters; unknown values are blank.
func sparkline(values []evm.Maybe, top float64) string {
	bars := []rune("▁▂▃▄▅▆▇█")
	width := min(sparkWidth, len(values))
	var b strings.Builder
	for i := range width {
		at := (i + 1) * len(values) / width // the last day of each interval
		v := values[at-1]
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
