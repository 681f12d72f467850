package transfer

import (
	"context"
	"fmt"
	"slices"

	"earnest/evm"
	"earnest/internal/db"
	"earnest/internal/money"
	moneystore "earnest/internal/money/store"
)

// doctorProjects is the number of projects whose indicators are computed together.
const doctorProjects = 25

// financeProblems computes the indicators of every project twice, from the roll-ups and from single tickets and time entries, and
// returns a sentence for each number whose two values are not identical to the last bit.
func (a *Service) financeProblems(ctx context.Context) ([]string, error) {
	var problems []string
	err := a.DB.Read(ctx, func(tx *db.Tx) error {
		ids, err := moneystore.ProjectIDs(ctx, tx)
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

func (a *Service) financeMismatches(ctx context.Context, tx *db.Tx, ids []int64) ([]string, error) {
	kept, err := a.money.Indicators(ctx, tx, ids)
	if err != nil {
		return nil, err
	}
	raw, err := moneystore.TicketFinances(ctx, tx, ids)
	if err != nil {
		return nil, err
	}
	if err := moneystore.RecountEffort(ctx, tx, raw); err != nil {
		return nil, err
	}
	var sentences []string
	for i, id := range ids {
		counted := evm.Compute(money.EvmProject(raw[id]), money.EvmDay(a.Today()))
		sentences = append(sentences, differences(kept[i].Indicators, counted)...)
	}
	return sentences, nil
}

// differences returns a sentence for each number that differs between two computations of a project's indicators.
func differences(kept, counted evm.Indicators) []string {
	var sentences []string
	again := evm.Fields(&counted)
	for i, n := range evm.Fields(&kept) {
		if n.String() != again[i].String() {
			sentences = append(sentences, fmt.Sprintf("project %s: %s is %s from the roll-ups and %s from single tickets and time entries",
				kept.ProjectUUID, n.Name, n, again[i]))
		}
	}
	return sentences
}
