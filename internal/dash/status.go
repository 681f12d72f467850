package dash

import (
	"math"
	"strconv"

	"earnest/evm"
	"earnest/internal/domain"
	"earnest/internal/front"
	"earnest/internal/money"
)

// usedStatus is a status and the number of tickets in it.
type usedStatus struct {
	frameStatus

	Tickets int     `json:"tickets"`
	Points  float64 `json:"points"`
	Version string  `json:"version"` // to be sent in If-Match to change this version only
}

type statusList struct {
	Statuses []usedStatus `json:"statuses"`
}

// statusEffect shows how changing a status would affect earned value. Progress is a fraction; earned value is null
// without a budget.
type statusEffect struct {
	Tickets        int      `json:"tickets"`
	Points         float64  `json:"points"`
	EVBefore       *float64 `json:"ev_before"`
	EVAfter        *float64 `json:"ev_after"`
	ProgressBefore float64  `json:"progress_before"`
	ProgressAfter  float64  `json:"progress_after"`
}

type newStatusBody struct {
	Key     domain.Opt[string] `json:"key" rule:"status key"`
	Label   domain.Opt[string] `json:"label" rule:"label" need:"yes"`
	Color   domain.Opt[string] `json:"color" rule:"color" need:"yes"`
	BgColor domain.Opt[string] `json:"bg_color" rule:"color" need:"yes"`
	IsDone  domain.Opt[bool]   `json:"is_done" rule:"flag"`
}

type statusBody struct {
	Label   domain.Opt[string] `json:"label" rule:"label"`
	Color   domain.Opt[string] `json:"color" rule:"color"`
	BgColor domain.Opt[string] `json:"bg_color" rule:"color"`
	IsDone  domain.Opt[bool]   `json:"is_done" rule:"flag"`
}

type statusOrderBody struct {
	Keys domain.Opt[[]string] `json:"keys" rule:"status keys" need:"yes"`
}

type statusEndBody struct {
	To domain.Opt[*string] `json:"to" rule:"status key"`
}

func usedStatusOf(s domain.UsedStatus) usedStatus {
	return usedStatus{frameStatus: frameStatus(s.Status), Tickets: s.Tickets, Points: tidy(s.Points), Version: versionOfStatus(s.Status)}
}

func versionOfStatus(s domain.Status) string {
	return versionOf(s.Label, s.Color, s.BgColor, strconv.FormatBool(s.IsDone))
}

// tidy rounds away floating-point noise.
func tidy(sum float64) float64 { return math.Round(sum*1e6) / 1e6 }

func newStatusOf(b newStatusBody) domain.NewStatus {
	return domain.NewStatus{Key: b.Key, Label: b.Label.Value, Color: b.Color.Value, BgColor: b.BgColor.Value, IsDone: b.IsDone.Value}
}

func statusEffectOf(e money.StatusEffect) statusEffect {
	return statusEffect{
		Tickets:        e.Tickets,
		Points:         e.Points,
		EVBefore:       e.Before.EV.Ptr(),
		EVAfter:        e.After.EV.Ptr(),
		ProgressBefore: progress(e.Before),
		ProgressAfter:  progress(e.After),
	}
}

// progress returns the earned fraction of all points.
func progress(i evm.Indicators) float64 { return i.ProgressPct / 100 }

func (d *Dash) getStatuses(r *request) (any, error) {
	statuses, err := d.app.Categories.UsedStatuses(r.ctx, r.caller(), r.UUID)
	return statusList{front.Mapped(statuses, usedStatusOf)}, err
}

func (d *Dash) createStatus(r *request) (any, error) {
	s, err := d.app.Categories.CreateStatus(r.ctx, r.caller(), r.UUID, create(r, newStatusOf))
	return made{frameStatus(s)}, err
}

// putStatus changes a status or, for the path …/statuses/order, the order of all of them; no status can have the key "order".
func (d *Dash) putStatus(r *request) (any, error) {
	if r.PathValue("key") == domain.ReservedKey {
		return d.orderStatuses(r)
	}
	return d.updateStatus(r)
}

func (d *Dash) updateStatus(r *request) (any, error) {
	in := patch(r, func(b statusBody) domain.StatusPatch { return domain.StatusPatch(b) })
	s, err := d.app.Categories.UpdateStatus(r.ctx, expecting(r, versionOfStatus), r.UUID, r.PathValue("key"), in)
	return frameStatus(s), err
}

func (d *Dash) orderStatuses(r *request) (any, error) {
	in := create(r, func(b statusOrderBody) []string { return b.Keys.Value })
	if err := d.app.Categories.OrderStatuses(r.ctx, r.caller(), r.UUID, in); err != nil {
		return nil, err
	}
	return d.getStatuses(r)
}

func (d *Dash) deleteStatus(r *request) (any, error) {
	in := patch(r, func(b statusEndBody) domain.Opt[*string] { return b.To })
	return done{true}, d.app.Categories.DeleteStatus(r.ctx, r.caller(), r.UUID, r.PathValue("key"), in)
}

func (d *Dash) getStatusEffect(r *request) (any, error) {
	e, err := d.app.Money.StatusEffect(r.ctx, r.caller(), r.UUID, r.PathValue("key"), statusQuestion(r))
	return statusEffectOf(e), err
}

func statusQuestion(r *request) domain.Input[money.StatusQuestion] {
	var q money.StatusQuestion
	values := r.URL.Query()
	if values.Has("to") {
		q.To = domain.Some(values.Get("to"))
	}
	switch given := values.Get("is_done"); {
	case !values.Has("is_done"):
	case given == "true", given == "false":
		q.IsDone = domain.Some(given == "true")
	default:
		return domain.Unreadable[money.StatusQuestion](domain.Invalidf("is_done must be true or false, not %q", given).At("is_done"))
	}
	return domain.Given(q)
}
