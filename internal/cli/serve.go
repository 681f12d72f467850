package cli

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"net/http"
	"time"
	_ "time/tzdata" // a container without time zones still knows them

	"earnest/internal/apiv1"
	"earnest/internal/app"
	"earnest/internal/auth"
	"earnest/internal/config"
	"earnest/internal/domain"
	"earnest/internal/server"
	"earnest/internal/store/db"
	"earnest/web"
)

// stopPatience is how long what is held in memory may take to be stored at the end.
const stopPatience = 10 * time.Second

type serve struct {
	config.Database
	config.Links
	config.Serve
}

// Run opens the database, serves until it is told to stop, and leaves everything stored.
func (c *serve) Run(t *terminal) error {
	settings, err := c.settings()
	if err != nil {
		return err
	}
	given, err := baseURL(c.BaseURL, "")
	if err != nil {
		return err
	}
	store, err := t.awaitStore(c.Database, db.Options{Readers: c.DatabaseConnections})
	if err != nil {
		return err
	}
	defer store.Close()
	listeners, err := c.listen()
	if err != nil {
		return err
	}
	defer listeners.close()
	a := app.New(store, settings)
	a.Start()
	err = c.serveApp(t, a, listeners, settings.Proxies, cmp.Or(given, addressOf(listeners.public.Addr())))
	ctx, cancel := context.WithTimeout(context.WithoutCancel(t.ctx), stopPatience)
	defer cancel()
	return errors.Join(err, a.Stop(ctx))
}

// serveApp greets whoever started the server, then answers requests.
func (c *serve) serveApp(t *terminal, a *app.App, l listeners, proxies auth.Proxies, base string) error {
	t.say("Earnest %s serves at %s", Version(), base)
	t.say("  API   %s%s", base, apiv1.Base)
	t.say("  Docs  %s/docs", base)
	log := c.logger(t)
	s := server.New(server.Options{
		Log:             log,
		Version:         Version(),
		API:             apiv1.New(a, apiv1.Options{Log: log, MaxInFlight: c.MaxInFlight, Timeout: c.RequestTimeout}),
		Web:             web.Handler(),
		Ready:           a.Ready,
		ClientAddr:      func(r *http.Request) string { return proxies.ClientAddr(r.RemoteAddr, r.Header).String() },
		ShutdownTimeout: c.ShutdownTimeout,
	})
	return s.Run(t.ctx, l.public, l.sides(s)...)
}

// settings checks the flags that shape the product.
func (c *serve) settings() (app.Config, error) {
	since, err := parseStart("--plan-grid-date", c.PlanGridDate)
	if err != nil {
		return app.Config{}, err
	}
	zone, err := time.LoadLocation(c.Timezone)
	if err != nil {
		return app.Config{}, usagef("--timezone must be a name such as UTC or Europe/Paris, not %q", c.Timezone)
	}
	proxies, err := parseNetworks("--trusted-proxy", c.TrustedProxy)
	if err != nil {
		return app.Config{}, err
	}
	return app.Config{
		Grid:    domain.PlanGrid{APIFrom: domain.Plan(c.APIPlan), Since: since},
		Limits:  app.Limits{Hour: c.QuotaHour, Month: c.QuotaMonth},
		Proxies: proxies,
		Zone:    zone,
	}, c.checkNumbers()
}

func (c *serve) checkNumbers() error {
	for _, number := range []struct {
		flag  string
		value int64
	}{
		{"--quota-hour", c.QuotaHour},
		{"--quota-month", c.QuotaMonth},
		{"--database-connections", int64(c.DatabaseConnections)},
		{"--max-in-flight", int64(c.MaxInFlight)},
		{"--request-timeout", int64(c.RequestTimeout)},
		{"--shutdown-timeout", int64(c.ShutdownTimeout)},
	} {
		if number.value < 1 {
			return usagef("%s must be above 0", number.flag)
		}
	}
	return nil
}

// logger writes to stderr, each record of a request with the request's id.
func (c *serve) logger(t *terminal) *slog.Logger {
	var level slog.Level
	_ = level.UnmarshalText([]byte(c.LogLevel)) // one of the four names the flag allows
	opt := &slog.HandlerOptions{Level: level}
	var handler slog.Handler = slog.NewTextHandler(t.stderr, opt)
	if c.LogFormat == "json" {
		handler = slog.NewJSONHandler(t.stderr, opt)
	}
	return slog.New(server.LogHandler(handler))
}

// listeners are the sockets of a server; the last two only when asked for.
type listeners struct{ public, metrics, pprof net.Listener }

// listen opens every socket before anything is served, so that a busy port is told at once.
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
		listener, err := net.Listen("tcp", socket.address) //nolint:noctx // it does not wait
		if err != nil {
			l.close()
			return l, fmt.Errorf("%s %s: %w", socket.flag, socket.address, err)
		}
		*socket.to = listener
	}
	return l, nil
}

// sides gives what is served beside the public.
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

// close gives the sockets back; those that were served are closed already.
func (l listeners) close() {
	for _, listener := range []net.Listener{l.public, l.metrics, l.pprof} {
		if listener != nil {
			_ = listener.Close()
		}
	}
}
