package evm

import "math"

// Sum adds exactly and rounds once, at the end. The result is the float64 nearest to the true sum, so it does not depend on the
// order of the arguments, and ten times 0.1 is 1. A plain or compensated sum in a canonical order would need a sort and would
// still drift. Sum saturates instead of overflowing and treats NaN as 0.
func Sum(values ...float64) float64 {
	var total accumulator
	for _, x := range values {
		total.add(x)
	}
	return total.value()
}

// accumulator holds an exact sum as non-overlapping partials of increasing magnitude (Shewchuk 1997). Most sums need only the largest, so it is kept
// apart: then nothing is allocated.
type accumulator struct {
	largest float64
	smaller []float64
}

// add is exact: whatever does not fit into one partial is kept in a smaller one. A sum that overflows is replaced by the
// largest finite number of its sign.
func (a *accumulator) add(x float64) {
	high, low, kept := finite(x), 0.0, 0
	for _, y := range a.smaller {
		if high, low = addExactly(high, y); low != 0 {
			a.smaller[kept] = low
			kept++
		}
	}
	a.smaller = a.smaller[:kept]
	if high, low = addExactly(high, a.largest); math.IsInf(high, 0) {
		a.smaller = a.smaller[:0]
	} else if low != 0 {
		a.smaller = append(a.smaller, low)
	}
	a.largest = finite(high)
}

// addExactly returns the rounded sum and its rounding error.
func addExactly(x, y float64) (high, low float64) {
	if math.Abs(x) < math.Abs(y) {
		x, y = y, x
	}
	high = x + y
	return high, y - (high - x)
}

// addTimes adds x count times, exactly; a count of 0 means once. The rounding error of the product is itself a float64, so two
// additions suffice.
func (a *accumulator) addTimes(count int64, x float64) {
	n, x := float64(max(1, count)), finite(x)
	product := n * x
	a.add(product)
	if !math.IsInf(product, 0) {
		a.add(math.FMA(n, x, -product))
	}
}

// value returns the exact sum, rounded once to the nearest float64, ties to even.
func (a *accumulator) value() float64 {
	high, low, n := a.largest, 0.0, len(a.smaller)
	for n > 0 && low == 0 {
		n--
		high, low = addExactly(high, a.smaller[n])
	}
	return finite(roundTie(high, low, a.smaller[:n]))
}

// roundTie corrects high when low is exactly half a unit in its last place and the smaller partials break the tie.
func roundTie(high, low float64, smaller []float64) float64 {
	if len(smaller) == 0 || low == 0 || (low < 0) != (smaller[len(smaller)-1] < 0) {
		return high
	}
	twice := low * 2
	if next := high + twice; next-high == twice {
		return next
	}
	return high
}

// finite makes any float64 printable: NaN and minus zero become 0, and an infinity becomes the largest finite number of its
// sign.
func finite(x float64) float64 {
	switch {
	case math.IsNaN(x):
		return 0
	case math.IsInf(x, 0):
		return math.Copysign(math.MaxFloat64, x)
	}
	return x + 0
}

// proportion returns a × b / c, rounded only once, whereas multiplying and then dividing would round twice. So 100 × x / x is
// 100, and 3 × (x × 1 / 3) is x. It returns 0 when c is 0.
func proportion(a, b, c float64) float64 {
	if c == 0 {
		return 0
	}
	product := a * b
	quotient := product / c
	lost := math.FMA(a, b, -product)         // the rounding error of the product
	rest := math.FMA(-quotient, c, product)  // the rounding error of the quotient
	exact := quotient + float64(rest+lost)/c // both errors added back
	if math.IsNaN(exact) || math.IsInf(exact, 0) {
		return finite(a / c * b)
	}
	return finite(exact)
}

// difference returns a − b.
func difference(a, b Maybe) Maybe {
	if !a.Known || !b.Known {
		return Maybe{}
	}
	return Known(a.Value - b.Value)
}

// quotient returns a / b, or unknown when b is 0.
func quotient(a, b Maybe) Maybe {
	if !a.Known || !b.Known || b.Value == 0 {
		return Maybe{}
	}
	return Known(a.Value / b.Value)
}

// share returns part × amount / whole, or 0 when whole is 0.
func share(part float64, amount Maybe, whole float64) Maybe {
	if !amount.Known {
		return Maybe{}
	}
	return Known(proportion(part, amount.Value, whole))
}

// toGo returns the cost of the remaining work at a given efficiency: left / efficiency, or 0 when nothing is left, whatever the
// efficiency.
func toGo(left, efficiency Maybe) Maybe {
	if left.Known && left.Value == 0 {
		return Known(0)
	}
	return quotient(left, efficiency)
}

// plus returns a + b.
func plus(a, b Maybe) Maybe {
	if !a.Known || !b.Known {
		return Maybe{}
	}
	return Known(Sum(a.Value, b.Value))
}

// roundAway rounds to the nearest integer; halves are rounded away from zero.
func roundAway(x float64) int64 {
	const limit = 1 << 62
	return int64(max(-limit, min(limit, math.Round(x))))
}
