package store

import (
	"context"
	"slices"
	"strconv"

	"earnest/internal/db"
	"earnest/internal/domain"
)

// CardPage returns the groups of the cards that match the filter, and one page of each group, shorter if there are many groups. The number
// of statements depends on the number of groups, not on the number of tickets; after a text search, it is constant.
func CardPage(ctx context.Context, tx *db.Tx, f domain.CardFilter) (domain.CardPage, error) {
	p := cardPage{CardFilter: f, blocked: map[string][]int64{}}
	if err := p.count(ctx, tx); err != nil {
		return domain.CardPage{}, err
	}
	ids, err := p.ids(ctx, tx)
	if err != nil {
		return domain.CardPage{}, err
	}
	kept, err := p.kept(ctx, tx, ids)
	if err != nil {
		return domain.CardPage{}, err
	}
	cards, err := CardsByID(ctx, tx, slices.Concat(ids, kept))
	page := domain.CardPage{Cards: cards[:min(len(ids), len(cards))], Groups: []domain.CardGroup{}}
	page.Kept = cards[len(page.Cards):]
	for _, g := range p.groups {
		page.Groups = append(page.Groups, g.CardGroup)
	}
	return page, err
}

// cardPage is a page of cards while it is being read.
type cardPage struct {
	domain.CardFilter

	found   *[]int64 // the matches of a text search
	groups  []cardGroup
	blocked map[string][]int64 // by status, in order; only on boards by priority, without a text search
}

type cardGroup struct {
	domain.CardGroup

	sprintID *int64
}

// count reads the totals of the groups and, for a board by priority without a text search, which tickets are blocked.
func (p *cardPage) count(ctx context.Context, tx *db.Tx) (err error) {
	if p.found, err = TicketsByText(ctx, tx, p.ProjectID, p.Text); err != nil {
		return err
	}
	counts := cardCounts(tx, p.CardFilter, p.found)
	statements := []db.Statement{{SQL: counts.Text, Args: counts.Args, Row: func(rows db.Rows) error {
		var g cardGroup
		err := rows.Scan(&g.Key, &g.sprintID, &g.Total, &g.Points)
		p.groups = append(p.groups, g)
		return err
	}}}
	if p.blockedFirst() && p.found == nil {
		blocked := blockedCards(tx, p.CardFilter)
		statements = append(statements, db.Statement{SQL: blocked.Text, Args: blocked.Args, Row: func(rows db.Rows) error {
			var status string
			var id int64
			err := rows.Scan(&status, &id)
			p.blocked[status] = append(p.blocked[status], id)
			return err
		}})
	}
	return tx.Together(ctx, statements...)
}

// blockedFirst reports whether blocked cards come before the others.
func (p *cardPage) blockedFirst() bool {
	return p.By == domain.ByStatus && p.Order == domain.CardsByPriority
}

// cardCounts selects the number and the total points of the matches in each group.
func cardCounts(tx *db.Tx, f domain.CardFilter, found *[]int64) db.Query {
	const sums = `, COUNT(*), SUM(t.story_points) FROM tickets t`
	switch f.By {
	case domain.ByStatus:
		q := cardFilter(tx, `SELECT t.status, CAST(NULL AS BIGINT)`+sums, f, found)
		q.Text += ` GROUP BY t.status ORDER BY t.status`
		return q
	case domain.BySprint:
		q := cardFilter(tx, `SELECT COALESCE(s.uuid, 'none'), t.sprint_id`+sums+` LEFT JOIN sprints s ON s.id = t.sprint_id`, f, found)
		q.Text += ` GROUP BY t.sprint_id, s.uuid ORDER BY t.sprint_id`
		return q
	default:
		q := cardFilter(tx, `SELECT '', CAST(NULL AS BIGINT)`+sums, f, found)
		q.Text += ` HAVING COUNT(*) > 0`
		return q
	}
}

// cardRank sorts cards in the order of the project. The indexes tickets_rank and tickets_cards contain it.
const cardRank = `t.rank, t.id`

// cardUrgency sorts cards by urgency first. The index tickets_urgency contains the same expression.
const cardUrgency = `CASE t.priority WHEN 'critique' THEN 0 WHEN 'haute' THEN 1 WHEN 'normale' THEN 2 ELSE 3 END, ` + cardRank

func cardOrder(o domain.CardOrder) db.Text {
	if o == domain.CardsByPriority {
		return cardUrgency
	}
	return cardRank
}

// cardsWaiting selects the tickets that depend on an unfinished ticket. The id of the project follows.
const cardsWaiting = `
  SELECT d.ticket_id
  FROM ticket_dependencies d
  JOIN tickets x ON x.id = d.depends_on_id
  WHERE x.done_at IS NULL AND d.project_id = `

// blockedCards selects the matches that are unfinished and depend on an unfinished ticket.
func blockedCards(tx *db.Tx, f domain.CardFilter) db.Query {
	q := cardFilter(tx, `SELECT t.status, t.id FROM tickets t`, f, nil)
	q.And(` AND t.done_at IS NULL AND t.id IN (`+cardsWaiting, f.ProjectID)
	q.Text += `) ORDER BY ` + cardUrgency
	return q
}

// ids returns the tickets of the page, group by group and in order.
func (p *cardPage) ids(ctx context.Context, tx *db.Tx) ([]int64, error) {
	var statements []db.Statement
	lists := make([][]int64, min(len(p.groups), domain.MostCards))
	limit := p.Limit
	if len(lists) > 1 {
		limit = min(limit, domain.MostCards/len(lists))
	}
	if p.found != nil {
		return tx.IDs(ctx, p.matching(tx, limit))
	}
	for i, g := range p.groups[:len(lists)] {
		blocked := p.blocked[g.Key]
		lists[i] = slices.Clone(blocked[min(p.Offset, len(blocked)):min(p.Offset+limit, len(blocked))])
		q := p.unblocked(tx, g, limit-len(lists[i]))
		statements = append(statements, db.Statement{SQL: q.Text, Args: q.Args, Row: func(rows db.Rows) error {
			id, err := scanID(rows)
			lists[i] = append(lists[i], id)
			return err
		}})
	}
	err := tx.Together(ctx, statements...)
	return slices.Concat(lists...), err
}

// unblocked selects up to limit tickets of a group, without those that are known to be blocked.
func (p *cardPage) unblocked(tx *db.Tx, g cardGroup, limit int) db.Query {
	f, blocked := p.CardFilter, p.blocked[g.Key]
	switch {
	case p.By == domain.ByStatus:
		f.Statuses = nil // the group's own status replaces them
	case g.sprintID != nil:
		f.Sprint = domain.Choice[int64]{Of: []int64{*g.sprintID}}
	case p.By == domain.BySprint:
		f.Sprint = domain.Choice[int64]{None: true}
	}
	q := cardFilter(tx, `SELECT t.id FROM tickets t`, f, nil)
	if p.By == domain.ByStatus {
		q.And(` AND t.status = `, g.Key)
	}
	if len(blocked) > 0 {
		q.In(tx, ` AND NOT t.id`, db.List(tx, blocked))
	}
	q.And(` ORDER BY `+cardOrder(p.Order)+` LIMIT `, limit)
	q.And(` OFFSET `, max(0, p.Offset-len(blocked)))
	return q
}

// matching selects up to limit tickets of every group after a text search. It is a single statement, because a statement for each group
// would contain the ids of all matches each time.
func (p *cardPage) matching(tx *db.Tx, limit int) db.Query {
	var group db.Text
	order := cardOrder(p.Order)
	q := cardFilter(tx, ` FROM tickets t`, p.CardFilter, p.found)
	switch p.By {
	case domain.Ungrouped:
		group = `''`
	case domain.ByStatus:
		group = `t.status`
	case domain.BySprint:
		group = `t.sprint_id`
	}
	if p.blockedFirst() {
		q.Args = append(q.Args, p.ProjectID)
		order = `CASE WHEN t.done_at IS NULL AND t.id IN (` + cardsWaiting + db.Text("$"+strconv.Itoa(len(q.Args))) + `) THEN 0 ELSE 1 END, ` + order
	}
	q.Text = `
SELECT m.id
FROM (SELECT t.id, ` + group + ` AS part, ROW_NUMBER() OVER (PARTITION BY ` + group + ` ORDER BY ` + order + `) AS n` + q.Text
	q.And(`) m WHERE m.n > `, p.Offset)
	q.And(` AND m.n <= `, p.Offset+limit)
	q.And(` ORDER BY m.part, m.n LIMIT `, max(limit, domain.MostCards))
	return q
}

// kept returns the tickets to keep that match the filter and are not in the page.
func (p *cardPage) kept(ctx context.Context, tx *db.Tx, page []int64) ([]int64, error) {
	if len(p.Keep) == 0 {
		return nil, nil
	}
	q := cardFilter(tx, `SELECT t.id FROM tickets t`, p.CardFilter, p.found)
	q.Among(tx, ` AND t.uuid`, p.Keep, ` ORDER BY `+cardOrder(p.Order))
	ids, err := tx.IDs(ctx, q)
	return slices.DeleteFunc(ids, func(id int64) bool { return slices.Contains(page, id) }), err
}
