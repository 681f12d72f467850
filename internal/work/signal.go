package work

// Signal tells a background job that there may be something to do.
type Signal chan struct{}

func NewSignal() Signal { return make(Signal, 1) }

func (s Signal) Wake() {
	select {
	case s <- struct{}{}:
	default: // one is waiting already
	}
}
