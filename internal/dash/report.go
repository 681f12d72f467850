package dash

import (
	"bytes"
	"net/http"
	"strconv"

	"earnest/internal/domain"
	"earnest/internal/input"
	"earnest/internal/money"
	"earnest/internal/report"
)

// reportPolicy forbids the report from loading anything, and lets only our own pages frame it.
const reportPolicy = "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'; frame-ancestors 'self'"

// getReport writes the status report as a standalone page, ready to print.
func (d *Dash) getReport(r *request) (any, error) {
	p := r.params()
	q := money.ReportQuery{Project: r.UUID, AsOf: p.Day("as_of"), Thresholds: d.app.Thresholds}
	language := p.language("lang")
	if p.Err != nil {
		return nil, p.Err
	}
	status, err := d.app.Money.Report(r.ctx, r.caller(), q)
	if err != nil {
		return nil, err
	}
	var page bytes.Buffer
	if err := report.HTML(&page, status, language); err != nil {
		return nil, err
	}
	h := r.w.Header()
	h.Set("Content-Type", "text/html; charset=utf-8")
	h.Set("Content-Length", strconv.Itoa(page.Len()))
	h.Set("Content-Security-Policy", reportPolicy)
	h.Set("X-Frame-Options", "SAMEORIGIN")
	r.w.WriteHeader(http.StatusOK)
	_, _ = r.w.Write(page.Bytes()) // an error only means that the client has disconnected
	return written{}, nil
}

// language returns the reader's language, or English if it is absent.
func (p *params) language(name string) report.Language {
	value := p.Once(name)
	language, ok := report.ParseLanguage(value)
	if !ok && value != "" {
		p.Refuse(name, domain.Invalidf("%s must be en or fr, not %q", name, input.Clip(value)))
	}
	return language
}
