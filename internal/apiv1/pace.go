package apiv1

const (
	// paceBytes is the number of bytes that a client must read in each patience period.
	paceBytes = 1 << 20
	// pieceBytes is the number of bytes written at a time; each piece has its own deadline.
	pieceBytes = 16 << 10
)
