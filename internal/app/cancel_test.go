package app_test

import (
	"context"
	"errors"
	"io"
	"testing"
	"time"

	"earnest/internal/apitest"
	"earnest/internal/db/dbtest"
	"earnest/internal/domain"
	"earnest/internal/money"
	"earnest/internal/sheet"
	"earnest/internal/transfer"
)

// afterReading is a context that ends after a number of statements. Only Err reports its end, so the database does not notice it, and code
// that stops must have checked the context itself.
type afterReading struct {
	context.Context

	sent  func() int64
	until int64
}

func (c afterReading) Err() error {
	if c.sent() >= c.until {
		return context.Canceled
	}
	return nil
}

// longQuestion is a request whose response takes long to compute for a large project. after is the maximum number of statements that it
// runs once the computation is finished.
type longQuestion struct {
	after int64
	ask   func(ctx context.Context) error
}

func (p *past) longQuestions(epic string) map[string]longQuestion {
	who := p.caller
	return map[string]longQuestion{
		"what-if": {0, func(ctx context.Context) error {
			_, err := p.App.Money.WhatIf(ctx, who, money.WhatIfQuery{Project: p.project})
			return err
		}},
		"the what-if page": {0, func(ctx context.Context) error {
			_, err := p.App.Money.WhatIf(ctx, who, money.WhatIfQuery{Project: p.project, Points: money.PagePoints})
			return err
		}},
		"the finance page": {0, func(ctx context.Context) error {
			_, err := p.App.Money.FinancePage(ctx, who, p.project, nil)
			return err
		}},
		"the finance export": {0, func(ctx context.Context) error {
			_, err := p.App.Transfer.Sheet(ctx, who, transfer.SheetQuery{Project: p.project, Kind: "finance"}, discarded)
			return err
		}},
		"a report": {4, func(ctx context.Context) error {
			_, err := p.App.Money.Report(ctx, who, money.ReportQuery{Project: p.project})
			return err
		}},
		"an explanation": {0, func(ctx context.Context) error {
			_, err := p.App.Money.Explain(ctx, who, money.ExplainQuery{Project: p.project, Indicator: "eac"})
			return err
		}},
		"the explanation page": {1, func(ctx context.Context) error {
			_, err := p.App.Money.ExplainPage(ctx, who, money.ExplainPageQuery{ExplainQuery: money.ExplainQuery{Project: p.project, Indicator: "eac"}, Limit: 10})
			return err
		}},
		"a flow": {0, func(ctx context.Context) error {
			_, err := p.App.Money.FlowReport(ctx, who, money.FlowQuery{Project: p.project})
			return err
		}},
		"cycle times": {0, func(ctx context.Context) error {
			_, err := p.App.Money.CycleTimes(ctx, who, p.project)
			return err
		}},
		"a sprint by day": {0, func(ctx context.Context) error {
			_, err := p.App.Money.SprintReport(ctx, who, money.SprintQuery{Project: p.project, Sprint: p.sprint})
			return err
		}},
		"the sprint page": {0, func(ctx context.Context) error {
			_, err := p.App.Money.SprintCourse(ctx, p.caller, p.sprint)
			return err
		}},
		"the epic page": {7, func(ctx context.Context) error {
			_, err := p.App.Money.EpicPage(ctx, who, epic)
			return err
		}},
		"a past day": {1, func(ctx context.Context) error {
			_, err := p.App.Money.AsOf(ctx, who, p.project, "2026-03-09")
			return err
		}},
	}
}

func discarded(tables []sheet.Table) sheet.Writer { return sheet.NewXLSX(io.Discard, tables...) }

func TestAComputationStopsWhenNobodyWaitsForItAnyMore(t *testing.T) {
	t.Parallel()
	eachPast(t, "UTC", func(t *testing.T, p *past) {
		epic := apitest.Must(p.App.Plan.CreateEpic(t.Context(), p.caller, p.project, domain.Given(domain.EpicPatch{Title: domain.Some("Epic")})))(t).UUID
		_ = apitest.Must(p.App.Tickets.UpdateTicket(t.Context(), p.caller, p.tickets[0], domain.Given(domain.TicketPatch{Epic: domain.Some(&epic)})))(t)
		p.finish(t, p.tickets[1])
		for name, q := range p.longQuestions(epic) {
			cost := func() int64 {
				before := p.Store.Statements()
				if err := q.ask(t.Context()); err != nil {
					t.Fatalf("%s: %v", name, err)
				}
				return p.Store.Statements() - before
			}
			// Take the minimum over several runs, because background work may add statements of its own.
			sent := min(cost(), cost(), cost(), cost()) - q.after
			err := q.ask(afterReading{t.Context(), p.Store.Statements, p.Store.Statements() + sent})
			if !errors.Is(err, context.Canceled) {
				t.Errorf("%s: its context ended when its data had been read, but the error is %v", name, err)
			}
		}
	})
}

// leaving is a file whose reader disconnects after some rows.
type leaving struct {
	sheet.Writer

	leave context.CancelFunc
	rows  int
}

func (w *leaving) Row(cells ...sheet.Cell) error {
	if w.rows++; w.rows == 10 {
		w.leave()
	}
	return w.Writer.Row(cells...)
}

func TestAFileIsNotWrittenFurtherWhenItsReaderHasGone(t *testing.T) {
	t.Parallel()
	const rows = 5_000
	dbtest.Each(t, func(t *testing.T, url string) {
		w := apitest.New(t, url, nil)
		c := w.MustCast(t, "")
		mustFillTime(t, c, rows)
		for _, kind := range []string{"tickets", "time"} {
			ctx, cancel := context.WithCancel(t.Context())
			file := &leaving{leave: cancel}
			_, err := w.App.Transfer.Sheet(ctx, domain.Caller{UserID: c.Owner.ID}, transfer.SheetQuery{Project: c.Project, Kind: kind},
				func(tables []sheet.Table) sheet.Writer {
					file.Writer = discarded(tables)
					return file
				})
			cancel()
			if !errors.Is(err, context.Canceled) || file.rows > 10 {
				t.Errorf("%s: %v after %d of %d rows", kind, err, file.rows, rows)
			}
		}
	})
}

func TestASearchStopsWhenItsTimeIsUp(t *testing.T) {
	t.Parallel()
	dbtest.Each(t, func(t *testing.T, url string) {
		w := apitest.New(t, url, nil)
		c := w.MustCast(t, "")
		c.MustFill(t, 20_000)
		ctx, cancel := context.WithTimeout(t.Context(), 5*time.Millisecond)
		defer cancel()
		began := time.Now()
		for time.Since(began) < time.Minute { // a very fast machine may finish in time
			if _, err := w.App.Operations.Search(ctx, domain.Caller{UserID: c.Owner.ID}, "not there", nil); err != nil {
				if !errors.Is(err, context.DeadlineExceeded) && domain.KindOf(err) != domain.Unavailable { // it may still be waiting for a connection
					t.Error(err)
				}
				return
			}
		}
		t.Error("a search that took too long was not stopped")
	})
}
