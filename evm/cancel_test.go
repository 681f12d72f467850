package evm_test

import (
	"context"
	"errors"
	"testing"

	"earnest/evm"
)

// impatient is a context that is done after its error has been checked a given number of times.
type impatient struct {
	context.Context

	checks, most int
}

func (c *impatient) Err() error {
	if c.checks++; c.checks > c.most {
		return context.Canceled
	}
	return nil
}

// unlimited is more checks than any test makes.
const unlimited = 1 << 40

// computation is an operation that can take a long time, with the minimum number of times it must check its context on the
// project returned by large(2000).
type computation struct {
	least int
	run   func(ctx context.Context, p evm.Project, today evm.Day) error
}

func computations() map[string]computation {
	var moves []evm.TicketChange
	var steps []evm.StatusChange
	for i := range 4_000 {
		day := anchor + evm.Day(i%100)
		moves = append(moves, evm.TicketChange{Day: day, TicketID: int64(i), InSprint: true, Points: 1})
		steps = append(steps, evm.StatusChange{Day: day, TicketID: int64(i), Status: "todo", Points: 1})
	}
	return map[string]computation{
		"a simulation": {5000 / 64, func(ctx context.Context, p evm.Project, today evm.Day) error {
			_, err := evm.Predict(ctx, p, today)
			return err
		}},
		"a curve": {1000, func(ctx context.Context, p evm.Project, today evm.Day) error {
			_, err := evm.Curve(ctx, p, today)
			return err
		}},
		"a curve on chosen days": {3, func(ctx context.Context, p evm.Project, today evm.Day) error {
			_, err := evm.CurveOn(ctx, p, today, []evm.Day{today, today + 1, today + 2})
			return err
		}},
		"the course of a sprint": {100, func(ctx context.Context, _ evm.Project, today evm.Day) error {
			_, _, err := evm.ChartSprint(ctx, evm.Sprint{Start: new(anchor), End: new(anchor + 99)}, evm.SprintLog{Changes: moves}, today)
			return err
		}},
		"a flow by day": {100, func(ctx context.Context, _ evm.Project, _ evm.Day) error {
			_, err := evm.Flow(ctx, steps, anchor, anchor+99)
			return err
		}},
		"a flow of one day": {4_000 / 1024, func(ctx context.Context, _ evm.Project, _ evm.Day) error {
			_, err := evm.Flow(ctx, steps, anchor+99, anchor+99)
			return err
		}},
		"an explanation": {100, func(ctx context.Context, p evm.Project, today evm.Day) error {
			_, _, err := evm.Explain(ctx, p, today, "cpi")
			return err
		}},
		"all explanations": {200, func(ctx context.Context, p evm.Project, today evm.Day) error {
			_, err := evm.ExplainAll(ctx, p, today)
			return err
		}},
	}
}

func TestAComputationStopsWhenItsContextEnds(t *testing.T) {
	t.Parallel()
	p, today := large(2_000), anchor+700
	for name, c := range computations() {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			whole := &impatient{Context: t.Context(), most: unlimited}
			if err := c.run(whole, p, today); err != nil || whole.checks < c.least {
				t.Fatalf("%v after %d checks at the context, want at least %d", err, whole.checks, c.least)
			}
			for _, most := range []int{0, 1, whole.checks / 2, whole.checks - 1} {
				ctx := &impatient{Context: t.Context(), most: most}
				if err := c.run(ctx, p, today); !errors.Is(err, context.Canceled) {
					t.Errorf("the context ended after %d of %d checks, but the error is %v", most, whole.checks, err)
				}
				if after := ctx.checks - most; after > maxChecksWhenDone {
					t.Errorf("the context ended after %d of %d checks, and there were %d more", most, whole.checks, after)
				}
			}
		})
	}
}

// maxChecksWhenDone is how often a computation may check a context that is already done. It is more than one because an
// explainer skips the rest of a formula term by term.
const maxChecksWhenDone = 60

func TestTheContextChangesNoResult(t *testing.T) {
	t.Parallel()
	p, today := large(200), anchor+700
	ctx := &impatient{Context: t.Context(), most: unlimited}
	f, err := evm.Predict(ctx, p, today)
	if want := predict(p, today); err != nil || f.P95.Cost != want.P95.Cost || f.Remaining != p.Remaining() {
		t.Errorf("%v: %+v, want %+v", err, f, want)
	}
}
