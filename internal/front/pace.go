package front

import "time"

// Pace enforces a minimum rate on a client that sends or receives much: Bytes per Patience on average, after an initial grace period, and some
// progress in every patience period. Only time spent waiting for the client counts.
type Pace struct {
	Patience time.Duration
	Bytes    int64

	moved  int64
	waited time.Duration
}

// Left returns how long the client may take for the next piece.
func (p *Pace) Left() time.Duration {
	earned := time.Duration(float64(p.Patience) * float64(p.moved) / float64(p.Bytes))
	return min(p.Patience, p.Patience+earned-p.waited)
}

// Note records a piece for which the server has waited since began.
func (p *Pace) Note(bytes int, began time.Time) {
	p.moved += int64(bytes)
	p.waited += time.Since(began)
}
