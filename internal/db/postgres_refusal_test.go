package db

import (
	"context"
	"errors"
	"fmt"
	"net"
	"testing"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
)

// mustNotDial returns the error from connecting to a port on which nobody listens.
func mustNotDial(t *testing.T, goneBefore bool) error {
	t.Helper()
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	if goneBefore {
		cancel()
	}
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	if err := listener.Close(); err != nil {
		t.Fatal(err)
	}
	conn, err := (&net.Dialer{}).DialContext(ctx, "tcp", listener.Addr().String())
	if err == nil {
		_ = conn.Close()
		t.Fatal("somebody listens where nobody should")
	}
	return fmt.Errorf("failed to connect: %w", err)
}

func TestOnlyAServerThatAcceptsNoConnectionsRefuses(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		err  error
		want bool
	}{
		"nobody listens":         {mustNotDial(t, false), true},
		"the server is starting": {&pgconn.PgError{Code: "57P03"}, true},
		"the caller went away":   {mustNotDial(t, true), false},
		"too many connections":   {&pgconn.PgError{Code: "53300"}, false},
		"the wrong password":     {&pgconn.PgError{Code: "28P01"}, false},
		"not the one we wanted":  {errors.New("server is not in hot standby mode"), false},
	} {
		r := &refusals{}
		r.TraceConnectEnd(t.Context(), pgx.TraceConnectEndData{Err: c.err})
		if refused := r.why != nil; refused != c.want {
			t.Errorf("%s counts as a refusal: %v", name, refused)
		}
		r.TraceConnectEnd(t.Context(), pgx.TraceConnectEndData{})
		if err := r.admit(t.Context()); err != nil {
			t.Errorf("%s, but then one got through: %v", name, err)
		}
	}
}
