package dash

import (
	"strconv"

	"earnest/internal/domain"
	"earnest/internal/input"
	"earnest/internal/work"
)

// move tells where a ticket was before it was moved in the order of its project.
type move struct {
	UUID   string  `json:"uuid"`
	Rank   string  `json:"rank"`
	Was    string  `json:"was"`         // the rank that the ticket had
	After  *string `json:"after_uuid"`  // the nearest ticket before it that was not moved
	Before *string `json:"before_uuid"` // the nearest one after it
}

func movesOf(moves []work.Move) []move {
	out := make([]move, len(moves))
	for i, m := range moves {
		out[i] = move{m.Ticket, m.Rank, m.Was, orNil(m.After), orNil(m.Before)}
	}
	return out
}

func orNil(uuid string) *string {
	if uuid == "" {
		return nil
	}
	return &uuid
}

// moveBody is a move that is undone, along with fields that are set back and what the move set them to. If a ticket has another value there, nothing is
// undone.
type moveBody struct {
	UUID       domain.Opt[string]  `json:"uuid" rule:"ticket" need:"yes"`
	Rank       domain.Opt[string]  `json:"rank" rule:"rank" need:"yes"`
	Was        domain.Opt[string]  `json:"was" rule:"rank" need:"yes"`
	After      domain.Opt[*string] `json:"after_uuid" rule:"ticket"`
	Before     domain.Opt[*string] `json:"before_uuid" rule:"ticket"`
	Status     domain.Opt[string]  `json:"status" rule:"status key"`
	OverStatus domain.Opt[string]  `json:"over_status" rule:"status key"`
	Sprint     domain.Opt[*string] `json:"sprint_uuid" rule:"sprint"`
	OverSprint domain.Opt[*string] `json:"over_sprint_uuid" rule:"sprint"`
}

// undoneMoves holds the number of tickets that changed.
type undoneMoves struct {
	Changed int `json:"changed"`
}

func (d *Dash) undoMoves(r *request) (any, error) {
	n, err := d.app.Tickets.UndoMoves(r.ctx, r.caller(), r.UUID, domain.NewInput(undoneBy(r)))
	if err != nil {
		return nil, err
	}
	return undoneMoves{n}, nil
}

// undoneBy reads the moves to undo.
func undoneBy(r *request) ([]work.Move, error) {
	o, err := r.object()
	if err != nil {
		return nil, err
	}
	values, err := input.Items(o, "moves", domain.Rules("bulk tickets").Items)
	if err != nil {
		return nil, err
	}
	moves := make([]work.Move, len(values))
	seen := map[string]bool{}
	for i, value := range values {
		item, err := input.Item(value)
		if err == nil {
			moves[i], err = undone(item)
		}
		if err == nil && seen[moves[i].Ticket] {
			err = domain.Invalidf("a ticket is moved twice")
		}
		if err != nil {
			return nil, domain.Invalidf("moves[%s]: %s", strconv.Itoa(i), err.Error()).At("moves")
		}
		seen[moves[i].Ticket] = true
	}
	return moves, nil
}

func undone(item input.Object) (work.Move, error) {
	b, err := input.Create[moveBody](item)
	if err == nil && !domain.IsRank(b.Was.Value) {
		err = domain.Invalidf("was must be a rank").At("was")
	}
	m := work.Move{
		Ticket: b.UUID.Value, Rank: b.Rank.Value, Was: b.Was.Value,
		Set:  domain.TicketPatch{Status: b.Status, Sprint: b.Sprint},
		Over: domain.TicketPatch{Status: b.OverStatus, Sprint: b.OverSprint},
	}
	if b.After.Value != nil {
		m.After = *b.After.Value
	}
	if b.Before.Value != nil {
		m.Before = *b.Before.Value
	}
	return m, err
}
