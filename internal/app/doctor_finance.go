package app

import (
	"context"
	"fmt"
	"slices"

	"earnest/evm"
	"earnest/internal/store"
)

// doctorProjects is how many projects are computed at once.
const doctorProjects = 25

// financeProblems computes the indicators of every project twice, from the roll-ups and from the time entries
// one by one, and gives a sentence for each number that is not the same to the last bit.
func (a *App) financeProblems(ctx context.Context) ([]string, error) {
	var problems []string
	err := a.store.Read(ctx, func(tx *store.Tx) error {
		ids, err := tx.ProjectIDs(ctx)
		if err != nil {
			return err
		}
		for chunk := range slices.Chunk(ids, doctorProjects) {
			found, err := a.financeMismatches(ctx, tx, chunk)
			if err != nil {
				return err
			}
			problems = append(problems, found...)
		}
		return nil
	})
	return problems, err
}

func (a *App) financeMismatches(ctx context.Context, tx *store.Tx, ids []int64) ([]string, error) {
	kept, err := a.indicators(ctx, tx, ids)
	if err != nil {
		return nil, err
	}
	raw, err := tx.Finances(ctx, ids)
	if err != nil {
		return nil, err
	}
	if err := tx.RecountEffort(ctx, raw); err != nil {
		return nil, err
	}
	var sentences []string
	for i, id := range ids {
		counted := evm.Compute(evmProject(raw[id]), evmDay(a.Today()))
		sentences = append(sentences, differences(kept[i].Indicators, counted)...)
	}
	return sentences, nil
}

// differences gives a sentence for each number in which two computations of a project differ.
func differences(kept, counted evm.Indicators) []string {
	var sentences []string
	again := indicatorsOf(&counted)
	for i, n := range indicatorsOf(&kept) {
		if n.String() != again[i].String() {
			sentences = append(sentences, fmt.Sprintf("project %s: %s is %s from the roll-ups and %s from the time entries",
				kept.ProjectUUID, n.name, n, again[i]))
		}
	}
	return sentences
}
