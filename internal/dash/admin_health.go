package dash

import (
	"earnest/internal/dash/figures"
	"earnest/internal/front"
	"earnest/internal/operate"
)

// instanceHealth is the state of the instance as this node sees it.
type instanceHealth struct {
	Version   string            `json:"version"`
	Go        string            `json:"go"`
	Engine    string            `json:"engine" enum:"sqlite postgres"`
	Database  databaseHealth    `json:"database"`
	Disk      *diskHealth       `json:"disk"`
	Jobs      []jobHealth       `json:"jobs"`
	Behind    int               `json:"behind"` // projects without a row for yesterday
	StartedAt string            `json:"started_at"`
	Uptime    int64             `json:"uptime"` // seconds
	Sessions  int               `json:"sessions"`
	People    int               `json:"people"` // people with a session
	Streams   int               `json:"streams"`
	Memory    uint64            `json:"memory"` // bytes
	Routines  int               `json:"goroutines"`
	Problems  []operate.Problem `json:"problems"`
	Now       string            `json:"now"`
}

type databaseHealth struct {
	OK        bool    `json:"ok"`
	Version   string  `json:"version"`
	Schema    int     `json:"schema"`
	LatencyMS float64 `json:"latency_ms"`
	SizeBytes int64   `json:"size_bytes"`
}

type diskHealth struct {
	Free  int64 `json:"free"`
	Total int64 `json:"total"`
}

// jobHealth is a background job on this node. Every node runs each of them.
type jobHealth struct {
	Name    string  `json:"name" enum:"daily sweep"`
	LastRun *string `json:"last_run"`
	Failed  bool    `json:"failed"`
}

func (d *Dash) getHealth(r *request) (any, error) {
	h, err := d.app.Operations.Health(r.ctx)
	if err != nil {
		return nil, err
	}
	out := instanceHealth{
		Version: d.opt.Version,
		Go:      h.Go,
		Engine:  h.Engine,
		Database: databaseHealth{
			OK:        true,
			Version:   h.State.Version,
			Schema:    h.Schema,
			LatencyMS: float64(h.Latency.Microseconds()) / 1000,
			SizeBytes: h.Size,
		},
		Jobs:      front.Mapped(h.Jobs, jobHealthOf),
		Behind:    h.Behind,
		StartedAt: figures.Stamp(h.Started),
		Uptime:    int64(h.Now.Sub(h.Started).Seconds()),
		Sessions:  h.Sessions,
		People:    h.People,
		Streams:   d.streams.Taken(),
		Memory:    h.Memory,
		Routines:  h.Routines,
		Problems:  h.Problems,
		Now:       figures.Stamp(h.Now),
	}
	if h.Disk != nil {
		out.Disk = &diskHealth{Free: h.Disk.Free, Total: h.Disk.Total}
	}
	return out, nil
}

func jobHealthOf(j operate.Job) jobHealth {
	return jobHealth{Name: j.Name, LastRun: stampOrNil(j.LastRun), Failed: j.Failed}
}
