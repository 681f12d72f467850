package apiv1

import "time"

const (
	// paceBytes is the number of bytes that a client must read in each patience period.
	paceBytes = 1 << 20
	// pieceBytes is the number of bytes written at a time; each piece has its own deadline.
	pieceBytes = 16 << 10
)

// pace enforces a minimum reading rate: paceBytes per patience period on average, after an initial grace period, and some progress in every
// patience period. Only time spent waiting for the client counts.
type pace struct {
	patience time.Duration
	sent     int64
	waited   time.Duration
}

// left returns how long the client may take to accept the next piece.
func (p *pace) left() time.Duration {
	earned := time.Duration(float64(p.patience) * float64(p.sent) / paceBytes)
	return min(p.patience, p.patience+earned-p.waited)
}

// note records a piece whose writing started at began.
func (p *pace) note(bytes int, began time.Time) {
	p.sent += int64(bytes)
	p.waited += time.Since(began)
}
