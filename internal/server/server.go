// Package server is the outer layer of the product: it accepts connections, passes each request through the middleware to the
// API, the docs or the web app, and shuts down without interrupting running requests.
package server

import (
	"context"
	"errors"
	"log/slog"
	"net"
	"net/http"
	"sync/atomic"
	"time"

	"golang.org/x/sync/errgroup"
)

const (
	headerTime  = 10 * time.Second
	patience    = 60 * time.Second
	idleTime    = 120 * time.Second
	headerBytes = 64 << 10
	// sendBytes is the size of the send buffer for each client. The kernel accepts more data only after a good part of the buffer has
	// been read, so without a limit a slow but steady reader would look stalled.
	sendBytes = 256 << 10
	// brokenTime is how long requests may take to finish once nothing can be stored any more.
	brokenTime = 2 * time.Second
)

// Options configures a server.
type Options struct {
	Log             *slog.Logger
	Version         string
	BaseURL         string // the public URL; requests for other hosts are refused. If empty, any host is accepted
	API             http.Handler
	Dash            http.Handler // the dashboard's own API; nil: not found
	Docs            http.Handler // /docs, /openapi.json, /openapi-3.0.json, /openapi.yaml; nil: not found
	Web             http.Handler // everything else
	Ready           func(context.Context) error
	Pool            func() Pool                // the state of the database's connections, for the metrics; nil: unknown
	ClientAddr      func(*http.Request) string // for the log; nil: the peer's address
	Drain           time.Duration              // how long requests are still served before shutdown, while /readyz returns 503
	ShutdownTimeout time.Duration
	Patience        time.Duration   // time for a request to arrive, and for its response to be sent; 0: a minute
	Broken          <-chan struct{} // closed when nothing can be stored any more; nil: never
}

// Server serves HTTP.
type Server struct {
	opt      Options
	metrics  *metrics
	stopping atomic.Bool
}

// New returns a server. It uses no resources until Run.
func New(opt Options) *Server {
	if opt.Log == nil {
		opt.Log = slog.New(slog.DiscardHandler)
	}
	if opt.ClientAddr == nil {
		opt.ClientAddr = func(r *http.Request) string { return r.RemoteAddr }
	}
	if opt.Patience == 0 {
		opt.Patience = patience
	}
	return &Server{opt: opt, metrics: newMetrics(opt)}
}

// Side is a handler with its own listener.
type Side struct {
	Listener net.Listener
	Handler  http.Handler
}

// Run serves until ctx is done, a listener fails or Broken is closed. When ctx is done, /readyz returns 503; after Drain, no more
// connections are accepted, and running requests get ShutdownTimeout to finish. When Broken is closed, Run ends almost immediately.
func (s *Server) Run(ctx context.Context, public net.Listener, sides ...Side) error {
	main := s.public()
	group, failed := errgroup.WithContext(ctx)
	group.Go(func() error { return serve(main, public) })
	others := []*http.Server{}
	for _, side := range sides {
		other := s.side(side.Handler)
		others = append(others, other)
		group.Go(func() error { return serve(other, side.Listener) })
	}
	group.Go(func() error {
		select {
		case <-failed.Done(): // the caller wants to stop, or a listener failed
			s.drain(ctx)
		case <-s.opt.Broken:
			s.stopping.Store(true)
		}
		s.stop(context.WithoutCancel(ctx), main, others)
		return nil
	})
	return group.Wait()
}

func (s *Server) public() *http.Server {
	h := &http.Server{
		Handler:           s.Handler(),
		ReadHeaderTimeout: headerTime,
		ReadTimeout:       s.opt.Patience,
		WriteTimeout:      s.opt.Patience, // starts with the headers; recorder renews it, and the API sets its own with each chunk it writes
		IdleTimeout:       idleTime,
		MaxHeaderBytes:    headerBytes,
		ConnContext:       newConn,
		ErrorLog:          slog.NewLogLogger(s.opt.Log.Handler(), slog.LevelWarn),
	}
	if dash, ok := s.opt.Dash.(interface{ Stop() }); ok {
		h.RegisterOnShutdown(dash.Stop) // streams would otherwise last as long as their page is open
	}
	return h
}

// newConn limits how much the kernel buffers for a client that does not read.
func newConn(ctx context.Context, conn net.Conn) context.Context {
	if tcp, ok := conn.(interface{ SetWriteBuffer(bytes int) error }); ok {
		_ = tcp.SetWriteBuffer(sendBytes) // this fails only if the connection is closed, which will be noticed soon
	}
	return ctx
}

// side returns a server without a write timeout, because a profile takes as long as requested.
func (s *Server) side(h http.Handler) *http.Server {
	return &http.Server{
		Handler:           h,
		ReadHeaderTimeout: headerTime,
		IdleTimeout:       idleTime,
		MaxHeaderBytes:    headerBytes,
		ErrorLog:          slog.NewLogLogger(s.opt.Log.Handler(), slog.LevelWarn),
	}
}

func serve(h *http.Server, l net.Listener) error {
	if err := h.Serve(l); !errors.Is(err, http.ErrServerClosed) {
		return err
	}
	return nil
}

// drain tells load balancers to send requests elsewhere, and keeps serving while they react. If a listener has failed, there is nothing
// left to serve.
func (s *Server) drain(ctx context.Context) {
	s.stopping.Store(true)
	if s.opt.Drain <= 0 || ctx.Err() == nil {
		return
	}
	s.opt.Log.InfoContext(ctx, "draining", "time", s.opt.Drain.String())
	select {
	case <-time.After(s.opt.Drain):
	case <-s.opt.Broken:
	}
}

// patience returns how long running requests may take to finish.
func (s *Server) patience() time.Duration {
	select {
	case <-s.opt.Broken:
		return min(brokenTime, s.opt.ShutdownTimeout)
	default:
		return s.opt.ShutdownTimeout
	}
}

// stop shuts the public server down first, so that the last requests still show up in the metrics.
func (s *Server) stop(ctx context.Context, public *http.Server, others []*http.Server) {
	timeout := s.patience()
	s.opt.Log.InfoContext(ctx, "stopping", "timeout", timeout.String())
	patience, cancel := context.WithTimeout(ctx, timeout)
	defer cancel()
	if err := public.Shutdown(patience); err != nil {
		s.opt.Log.WarnContext(ctx, "requests were cut short: they took longer than the shutdown timeout", "error", err)
		_ = public.Close() // abandons every open connection
	}
	for _, other := range others {
		_ = other.Close()
	}
	s.opt.Log.InfoContext(ctx, "stopped")
}
