package server

import (
	"cmp"
	"context"
	"net/http"
	"strconv"
	"time"

	"github.com/prometheus/client_golang/prometheus"
	"github.com/prometheus/client_golang/prometheus/collectors"
	"github.com/prometheus/client_golang/prometheus/promhttp"

	"earnest/internal/apiv1"
	"earnest/internal/dash"
	"earnest/internal/front"
)

// metrics counts and times requests by operation, which is a route and a method. Labels have only a few values, whatever clients send.
type metrics struct {
	registry *prometheus.Registry
	requests *prometheus.CounterVec
	duration *prometheus.HistogramVec
	inFlight prometheus.Gauge
	refusals prometheus.Counter
}

func newMetrics(opt Options) *metrics {
	m := &metrics{
		registry: prometheus.NewRegistry(),
		requests: prometheus.NewCounterVec(prometheus.CounterOpts{
			Name: "earnest_http_requests_total",
			Help: "Requests answered.",
		}, []string{"route", "method", "status"}),
		duration: prometheus.NewHistogramVec(prometheus.HistogramOpts{
			Name:    "earnest_http_request_duration_seconds",
			Help:    "Time to answer a request.",
			Buckets: []float64{.001, .0025, .005, .01, .025, .05, .1, .25, .5, 1, 2.5, 5, 10, 30},
		}, []string{"route", "method"}),
		inFlight: prometheus.NewGauge(prometheus.GaugeOpts{
			Name: "earnest_http_requests_in_flight",
			Help: "Requests under way.",
		}),
		refusals: prometheus.NewCounter(prometheus.CounterOpts{
			Name: "earnest_quota_refusals_total",
			Help: "Requests refused because a quota was used up.",
		}),
	}
	m.registry.MustRegister(m.requests, m.duration, m.inFlight, m.refusals)
	m.registry.MustRegister(
		collectors.NewGoCollector(),
		collectors.NewProcessCollector(collectors.ProcessCollectorOpts{}),
		buildInfo(opt.Version),
		databaseUp(opt),
	)
	if opt.Pool != nil {
		m.registry.MustRegister(poolMetrics(opt.Pool)...)
	}
	return m
}

func buildInfo(version string) prometheus.Collector {
	return prometheus.NewGaugeFunc(prometheus.GaugeOpts{
		Name:        "earnest_build_info",
		Help:        "1, with the version that runs.",
		ConstLabels: prometheus.Labels{"version": version},
	}, func() float64 { return 1 })
}

func databaseUp(opt Options) prometheus.Collector {
	return prometheus.NewGaugeFunc(prometheus.GaugeOpts{
		Name: "earnest_database_up",
		Help: "Whether the database answers: 1 or 0.",
	}, func() float64 {
		if opt.Ready == nil || ask(context.Background(), opt.Ready) != nil {
			return 0
		}
		return 1
	})
}

// begin counts a request in progress; call the returned function when it ends.
func (m *metrics) begin(r *http.Request) func(status int, took time.Duration) {
	m.inFlight.Inc()
	method := knownMethod(r.Method)
	return func(status int, took time.Duration) {
		m.inFlight.Dec()
		route := cmp.Or(front.TraceOf(r.Context()).Route, handlerOf(front.Path(r.URL)))
		m.requests.WithLabelValues(route, method, class(status)).Inc()
		m.duration.WithLabelValues(route, method).Observe(took.Seconds())
		if status == http.StatusTooManyRequests {
			m.refusals.Inc()
		}
	}
}

// handlerOf returns the label for a path that is not part of an operation: the handler.
func handlerOf(p string) string {
	switch {
	case isAPI(p):
		return apiv1.Base + "/other"
	case under(p, dash.Base):
		return dash.Base + "/other"
	case isProbe(p):
		return p
	case isDocs(p):
		return "docs"
	default:
		return "web"
	}
}

func knownMethod(method string) string {
	switch method {
	case http.MethodGet, http.MethodHead, http.MethodPost, http.MethodPut, http.MethodDelete:
		return method
	default:
		return "other"
	}
}

// class returns the label for a status, such as 2xx for 200. A response that its client did not wait for is "aborted".
func class(status int) string {
	if status == clientClosed {
		return "aborted"
	}
	return strconv.Itoa(status/100) + "xx"
}

// MetricsHandler serves /metrics; it belongs on a private listener.
func (s *Server) MetricsHandler() http.Handler {
	mux := http.NewServeMux()
	mux.Handle("GET /metrics", promhttp.HandlerFor(s.metrics.registry, promhttp.HandlerOpts{}))
	return mux
}
