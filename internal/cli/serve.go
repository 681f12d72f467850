package cli

import (
	"cmp"
	"context"
	"errors"
	"log/slog"
	"net/http"
	"os"
	"runtime"
	"runtime/debug"
	"time"
	_ "time/tzdata" // time zones for containers without them

	"earnest/internal/admit"
	"earnest/internal/apiv1"
	"earnest/internal/apiv1/openapi"
	"earnest/internal/app"
	"earnest/internal/config"
	"earnest/internal/dash"
	"earnest/internal/db"
	"earnest/internal/domain"
	"earnest/internal/gate"
	"earnest/internal/jobs"
	"earnest/internal/server"
	"earnest/web"
)

// stopTimeout is how long storing the unsaved data may take on shutdown.
const stopTimeout = 10 * time.Second

// heapGrowth is the heap growth, as a percentage of the live heap, that triggers garbage collection. A server's heap is a few
// MiB, so twice the default costs little memory and saves much of the collector's work. GOGC overrides it.
const heapGrowth = 200

type serve struct {
	config.Database
	config.Links
	config.Serve
}

// Run opens the database, serves until it is stopped, and then stores whatever has not been stored yet.
func (c *serve) Run(t *terminal) error {
	settings, err := c.settings()
	if err != nil {
		return err
	}
	given, err := baseURL(c.BaseURL, "")
	if err != nil {
		return err
	}
	if err := t.warnOfVariables(); err != nil {
		return err
	}
	unlock, err := t.lockDatabase(c.Database)
	if err != nil {
		return err
	}
	defer unlock()
	store, err := t.awaitStore(c.Database, db.Options{Readers: c.DatabaseConnections, Alone: true})
	if err != nil {
		return err
	}
	defer store.Close()
	listeners, err := c.listen()
	if err != nil {
		return err
	}
	defer listeners.close()
	settings.Log = c.logger(t)
	if os.Getenv("GOGC") == "" {
		debug.SetGCPercent(heapGrowth)
	}
	a := app.New(store, settings)
	a.Start()
	err = c.serveApp(t, a, listeners, settings, given)
	ctx, cancel := context.WithTimeout(context.WithoutCancel(t.ctx), stopTimeout)
	defer cancel()
	stopped := a.Stop(ctx)
	if broken := store.BrokenBy(); broken != nil {
		return broken // later failures are consequences of this one
	}
	return errors.Join(store.Explain(err), stopped)
}

// serveApp prints the greeting, then serves requests.
func (c *serve) serveApp(t *terminal, a *app.App, l listeners, settings app.Config, base string) error {
	address := addressOf(l.public.Addr())
	if err := c.greet(t, a, address, base); err != nil {
		return err
	}
	log, proxies := settings.Log, settings.Proxies
	slots := gate.New(c.slots()) // one gate for both fronts, so that a user's sessions and keys share it
	s := server.New(server.Options{
		Log:             log,
		Version:         Version(),
		BaseURL:         base,
		API:             apiv1.New(a, c.apiOptions(log, slots)),
		Dash:            dash.New(a, c.dashOptions(log, slots, cmp.Or(base, address))),
		Docs:            openapi.Handler(Version(), base),
		Web:             web.Handler(base),
		Ready:           a.Ready,
		Pool:            func() server.Pool { return server.Pool(a.DB.Pool()) },
		ClientAddr:      func(r *http.Request) string { return proxies.ClientAddr(r.RemoteAddr, r.Header).String() },
		Drain:           c.Drain,
		ShutdownTimeout: c.ShutdownTimeout,
		Broken:          a.Broken(),
	})
	daily := jobs.NewDaily(a, jobs.Options{Log: log})
	daily.Start()
	sweep := jobs.NewSweep(a, log)
	sweep.Start()
	rename := jobs.NewRename(a, log)
	rename.Start()
	purge := jobs.NewPurge(a, log)
	purge.Start()
	tagEnds := jobs.NewTagEnds(a, log)
	tagEnds.Start()
	relabel := jobs.NewRelabel(a, log)
	relabel.Start()
	err := s.Run(t.ctx, l.public, l.sides(s)...)
	ctx, cancel := context.WithTimeout(context.WithoutCancel(t.ctx), stopTimeout)
	defer cancel()
	return errors.Join(err, daily.Stop(ctx), sweep.Stop(ctx), rename.Stop(ctx), purge.Stop(ctx), tagEnds.Stop(ctx), relabel.Stop(ctx))
}

// slots returns the number of concurrent requests: enough to keep the cores and the database busy and to let writes share
// commits, but few enough that an admitted request does not wait long in the database, where nothing ensures fairness.
func (c *serve) slots() int {
	if c.MaxInFlight > 0 {
		return c.MaxInFlight
	}
	return max(2*c.DatabaseConnections, 4*runtime.GOMAXPROCS(0))
}

// apiOptions leaves half of the database's readers for requests other than long lists.
func (c *serve) apiOptions(log *slog.Logger, g *gate.Gate) apiv1.Options {
	return apiv1.Options{Log: log, Gate: g, MaxStreams: max(1, c.DatabaseConnections/2), Timeout: c.RequestTimeout}
}

func (c *serve) dashOptions(log *slog.Logger, g *gate.Gate, base string) dash.Options {
	return dash.Options{Log: log, Version: Version(), BaseURL: base, Timeout: c.RequestTimeout, Gate: g}
}

// greet prints the server's URL and, with --demo or before there is a user, how to sign in.
func (c *serve) greet(t *terminal, a *app.App, address, base string) error {
	var in *demoAccess
	if c.Demo {
		var err error
		if in, err = t.openDemo(a); err != nil {
			return err
		}
	}
	setup, err := t.setupToken(a)
	if err != nil {
		return err
	}
	base = cmp.Or(base, address)
	t.sayf("Earnest %s serves at %s", Version(), address)
	t.sayf("  API   %s%s", base, apiv1.Base)
	t.sayf("  Docs  %s/docs", base)
	t.sayf("  Open  %s in a browser", base)
	switch {
	case in != nil:
		return t.printDemoAccess(in, base)
	case setup != "":
		return t.printSetup(setup, base)
	}
	return nil
}

// settings checks the flags that configure the product.
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
	bounds, err := thresholds(c.Thresholds)
	if err != nil {
		return app.Config{}, err
	}
	provider, err := c.provider()
	if err != nil {
		return app.Config{}, err
	}
	limits, err := fileConfig(c.Files, c.FilesS3)
	if err != nil {
		return app.Config{}, err
	}
	return app.Config{
		Grid:       domain.PlanGrid{APIFrom: domain.Plan(c.APIPlan), Since: since},
		Limits:     admit.Limits{Hour: c.QuotaHour, Month: c.QuotaMonth},
		Proxies:    proxies,
		Zone:       zone,
		Thresholds: bounds,

		Provider:    provider,
		CreateUsers: c.OIDCCreateUsers,
		Files:       limits,
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
		{"--request-timeout", int64(c.RequestTimeout)},
		{"--shutdown-timeout", int64(c.ShutdownTimeout)},
	} {
		if number.value < 1 {
			return usagef("%s must be above 0", number.flag)
		}
	}
	if c.Drain < 0 {
		return usagef("--drain must not be below 0")
	}
	if c.MaxInFlight < 0 {
		return usagef("--max-in-flight must not be below 0")
	}
	return nil
}

// logger returns a logger that writes to stderr and adds the request's id to its records.
func (c *serve) logger(t *terminal) *slog.Logger {
	var level slog.Level
	_ = level.UnmarshalText([]byte(c.LogLevel)) // the flag allows only the four valid names
	opt := &slog.HandlerOptions{Level: level}
	var handler slog.Handler = slog.NewTextHandler(t.stderr, opt)
	if c.LogFormat == "json" {
		handler = slog.NewJSONHandler(t.stderr, opt)
	}
	return slog.New(server.LogHandler(handler))
}
