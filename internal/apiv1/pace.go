package apiv1

import "time"

const (
	// paceBytes is what a client must read in each stretch of its patience.
	paceBytes = 1 << 20
	// pieceBytes is how much is written at once; each piece has a time limit of its own.
	pieceBytes = 16 << 10
)

// pace holds a client to its rate: paceBytes in every patience, on the whole, after a first patience for
// nothing; and some progress in every patience. Only the time in which we wait for the client counts.
type pace struct {
	patience time.Duration
	sent     int64
	waited   time.Duration
}

// left is how long the client may take to accept the next piece.
func (p *pace) left() time.Duration {
	earned := time.Duration(float64(p.patience) * float64(p.sent) / paceBytes)
	return min(p.patience, p.patience+earned-p.waited)
}

// note counts a piece that was written since began.
func (p *pace) note(bytes int, began time.Time) {
	p.sent += int64(bytes)
	p.waited += time.Since(began)
}
