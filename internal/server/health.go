package server

import (
	"context"
	"net/http"
	"time"
)

// readyTime is how long the database may take to answer before it counts as unavailable.
const readyTime = 2 * time.Second

// alive reports that the process is serving.
func alive(w http.ResponseWriter, _ *http.Request) {
	writeStatus(w, http.StatusOK, "ok")
}

// ready reports whether the server can handle requests: the database answers and no shutdown has begun.
func (s *Server) ready(w http.ResponseWriter, r *http.Request) {
	if s.stopping.Load() {
		writeStatus(w, http.StatusServiceUnavailable, "unavailable")
		return
	}
	if err := ask(r.Context(), s.opt.Ready); err != nil {
		if r.Context().Err() != nil {
			panic(http.ErrAbortHandler) // the client has disconnected, which does not mean that the database failed
		}
		s.opt.Log.WarnContext(r.Context(), "the database does not answer", "error", err)
		writeStatus(w, http.StatusServiceUnavailable, "unavailable")
		return
	}
	writeStatus(w, http.StatusOK, "ok")
}

// ask queries the database; a timeout counts as a failure.
func ask(ctx context.Context, question func(context.Context) error) error {
	ctx, cancel := context.WithTimeout(ctx, readyTime)
	defer cancel()
	answer := make(chan error, 1)
	go func() { answer <- question(ctx) }()
	select {
	case err := <-answer:
		return err
	case <-ctx.Done():
		return ctx.Err()
	}
}

func writeStatus(w http.ResponseWriter, code int, status string) {
	w.Header().Set("Content-Type", "application/json; charset=utf-8")
	w.Header().Set("Cache-Control", "no-store")
	w.WriteHeader(code)
	_, _ = w.Write([]byte(`{"status":"` + status + `"}` + "\n")) // a client that has disconnected needs no response
}
