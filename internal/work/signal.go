package work

// Signal wakes a background job.
type Signal chan struct{}

func NewSignal() Signal { return make(Signal, 1) }

func (s Signal) Wake() {
	select {
	case s <- struct{}{}:
	default: // a signal is already pending
	}
}
