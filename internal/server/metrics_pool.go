package server

import (
	"time"

	"github.com/prometheus/client_golang/prometheus"
)

// Pool is the state of the database's connections.
type Pool struct {
	Max    int
	InUse  int
	Idle   int
	Waits  int64         // how often a request has waited for a connection
	Waited time.Duration // all of these waits together
}

// poolMetrics returns the metrics of the connections to the database.
func poolMetrics(pool func() Pool) []prometheus.Collector {
	gauge := func(name, help string, labels prometheus.Labels, value func(Pool) int) prometheus.Collector {
		opt := prometheus.GaugeOpts{Name: name, Help: help, ConstLabels: labels}
		return prometheus.NewGaugeFunc(opt, func() float64 { return float64(value(pool())) })
	}
	counter := func(name, help string, value func(Pool) float64) prometheus.Collector {
		opt := prometheus.CounterOpts{Name: name, Help: help}
		return prometheus.NewCounterFunc(opt, func() float64 { return value(pool()) })
	}
	const connections, meaning = "earnest_database_connections", "Open connections to the database; with SQLite, its readers."
	return []prometheus.Collector{
		gauge(connections, meaning, prometheus.Labels{"state": "in_use"}, func(p Pool) int { return p.InUse }),
		gauge(connections, meaning, prometheus.Labels{"state": "idle"}, func(p Pool) int { return p.Idle }),
		gauge("earnest_database_connections_max", "Most connections that may be open at once.", nil, func(p Pool) int { return p.Max }),
		counter("earnest_database_connection_waits_total", "Times that a connection was not free at once.",
			func(p Pool) float64 { return float64(p.Waits) }),
		counter("earnest_database_connection_wait_seconds_total", "Time spent waiting for a connection.",
			func(p Pool) float64 { return p.Waited.Seconds() }),
	}
}
