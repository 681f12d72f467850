package cli

import (
	"fmt"
	"net"

	"earnest/internal/server"
)

// listeners are the sockets of a server; the last two are optional.
type listeners struct{ public, metrics, pprof net.Listener }

// listen opens every socket before anything is served, so that a busy port is reported immediately.
func (c *serve) listen() (listeners, error) {
	var l listeners
	for _, socket := range []struct {
		flag, address string
		to            *net.Listener
	}{
		{"--listen", c.Listen, &l.public},
		{"--metrics-listen", c.MetricsListen, &l.metrics},
		{"--pprof-listen", c.PprofListen, &l.pprof},
	} {
		if socket.address == "" && socket.to != &l.public {
			continue
		}
		listener, err := net.Listen("tcp", socket.address) //nolint:noctx // it does not block
		if err != nil {
			l.close()
			return l, fmt.Errorf("%s %s: %w", socket.flag, socket.address, err)
		}
		*socket.to = listener
	}
	return l, nil
}

// sides returns the handlers for the metrics and pprof listeners.
func (l listeners) sides(s *server.Server) []server.Side {
	sides := []server.Side{}
	if l.metrics != nil {
		sides = append(sides, server.Side{Listener: l.metrics, Handler: s.MetricsHandler()})
	}
	if l.pprof != nil {
		sides = append(sides, server.Side{Listener: l.pprof, Handler: server.PprofHandler()})
	}
	return sides
}

// close closes the sockets; those that were served are already closed.
func (l listeners) close() {
	for _, listener := range []net.Listener{l.public, l.metrics, l.pprof} {
		if listener != nil {
			_ = listener.Close()
		}
	}
}
