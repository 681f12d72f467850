// Package server is the outside of the product: it accepts connections, leads each request through the
// outer middleware to the API, the docs or the web app, and stops without breaking off what it began.
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
	// sendBytes is how much the system may hold for a client. It takes more from us only when a good part of
	// that has been read, so without a bound a steady but slow reader would look like one that stands still.
	sendBytes = 256 << 10
	// brokenTime is what requests get to finish when nothing can be stored any more.
	brokenTime = 2 * time.Second
)

// Options is what a server is made of.
type Options struct {
	Log             *slog.Logger
	Version         string
	BaseURL         string // the address people use; requests for other hosts are refused. Empty: any host will do
	API             http.Handler
	Dash            http.Handler // the dashboard's own API; nil: not found
	Docs            http.Handler // /docs, /openapi.json, /openapi.yaml; nil: not found
	Web             http.Handler // everything else
	Ready           func(context.Context) error
	ClientAddr      func(*http.Request) string // for the log; nil: the peer's address
	Drain           time.Duration              // from the wish to stop, in which /readyz says 503 and requests are still served
	ShutdownTimeout time.Duration
	Patience        time.Duration   // for a request to come, and for its answer to go; 0: a minute
	Broken          <-chan struct{} // closed when nothing can be stored any more; nil: never
}

// Server answers HTTP.
type Server struct {
	opt      Options
	metrics  *metrics
	stopping atomic.Bool
}

// New makes a server. It holds nothing until Run.
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

// Side is something served beside the public, on a listener of its own.
type Side struct {
	Listener net.Listener
	Handler  http.Handler
}

// Run serves until ctx ends, a listener fails or Broken is closed. When ctx ends, /readyz turns to 503; after Drain it accepts
// nothing more, and what has begun gets ShutdownTimeout to finish. When Broken is closed, it ends almost at once.
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
		case <-failed.Done(): // the caller asks to stop, or a listener failed
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
		WriteTimeout:      s.opt.Patience, // from the headers on; recorder renews it, and the API sets its own with each piece it writes
		IdleTimeout:       idleTime,
		MaxHeaderBytes:    headerBytes,
		ConnContext:       newConn,
		ErrorLog:          slog.NewLogLogger(s.opt.Log.Handler(), slog.LevelWarn),
	}
	if dash, ok := s.opt.Dash.(interface{ Stop() }); ok {
		h.RegisterOnShutdown(dash.Stop) // streams last as long as a page is open
	}
	return h
}

// newConn bounds what the system holds for a client that does not read.
func newConn(ctx context.Context, conn net.Conn) context.Context {
	if tcp, ok := conn.(interface{ SetWriteBuffer(bytes int) error }); ok {
		_ = tcp.SetWriteBuffer(sendBytes) // a connection that is gone already is found out soon
	}
	return ctx
}

// side has no write timeout: a profile takes as long as it was asked to.
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

// drain tells load balancers to look elsewhere and goes on serving until they have noticed. There is nothing
// to go on with where a listener failed.
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

// patience returns how long what has begun may take to finish.
func (s *Server) patience() time.Duration {
	select {
	case <-s.opt.Broken:
		return min(brokenTime, s.opt.ShutdownTimeout)
	default:
		return s.opt.ShutdownTimeout
	}
}

// stop ends the public server first, so that the last requests can still be seen in the metrics.
func (s *Server) stop(ctx context.Context, public *http.Server, others []*http.Server) {
	timeout := s.patience()
	s.opt.Log.InfoContext(ctx, "stopping", "timeout", timeout.String())
	patience, cancel := context.WithTimeout(ctx, timeout)
	defer cancel()
	if err := public.Shutdown(patience); err != nil {
		s.opt.Log.WarnContext(ctx, "requests were cut short: they took longer than the shutdown timeout", "error", err)
		_ = public.Close() // every connection is given up
	}
	for _, other := range others {
		_ = other.Close()
	}
	s.opt.Log.InfoContext(ctx, "stopped")
}
