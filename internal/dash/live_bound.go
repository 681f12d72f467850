package dash

const (
	mostStreams     = 2000 // of all
	mostUserStreams = 20   // of one user
	fullStreams     = "too many pages follow projects live at once; this one does not"
)

// Stop ends all streams: they would keep the server from stopping. It may be called twice.
func (d *Dash) Stop() { d.stopOnce.Do(func() { close(d.stopped) }) }
