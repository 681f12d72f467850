package apiv1

import (
	"net/http"
	"reflect"
	"strconv"

	"github.com/go-json-experiment/json/jsontext"

	"earnest/internal/domain"
	"earnest/internal/front"
	"earnest/internal/input"
	"earnest/internal/work"
)

// MaxItems is the maximum number of items in a batch.
const MaxItems = 100

// batch is the shape of an operation that creates, updates and deletes several W; B is what a caller may send of each.
func batch[W, B any](summary, parent string) Shape {
	return Shape{Summary: summary, Items: reflect.TypeFor[B](), Parent: parent, Reply: reflect.TypeFor[W](), Kind: BatchReply, Status: http.StatusOK}
}

// batchResult is the result of one item of a batch.
type batchResult struct {
	ID     jsontext.Value `json:"id"` // as it was sent, or null
	Status int            `json:"status"`
	Data   any            `json:"data,omitempty"`
	Error  *errorBody     `json:"error,omitempty"`
}

// batchItem is one item of a batch.
type batchItem struct {
	name   string
	id     jsontext.Value
	op     string
	object input.Object
}

// stepOf returns the write that an item asks for.
type stepOf func(batchItem) (work.Step, error)

// runBatch reads a batch, carries it out, and returns one result for each of its items.
func (a *API) runBatch(r *request, step stepOf, wire func(any) any) (any, error) {
	o, err := r.Object()
	if err != nil {
		return nil, err
	}
	values, err := input.Items(o, "items", MaxItems)
	if err != nil {
		return nil, err
	}
	atomic, err := input.Patch[batchBody](o)
	if err != nil {
		return nil, err
	}
	if err := a.countItems(r, len(values)); err != nil {
		return nil, err
	}
	b := work.Batch{Atomic: atomic.Atomic.Or(true)}
	items := make([]batchItem, len(values))
	for i, value := range values {
		items[i].name = "items[" + strconv.Itoa(i) + "]"
		b.Steps = append(b.Steps, items[i].read(value, step))
		r.ignoreMembers(items[i].object, r.route.members, "items.")
	}
	answer := func(outcomes []work.Outcome) []batchResult { return results(items, outcomes, wire) }
	leave, err := a.enterBatches(r)
	defer leave()
	if err != nil {
		return nil, err
	}
	outcomes, err := a.app.Projects.RunBatch(r.ctx, keeping(r, answer), b)
	if err != nil {
		return nil, err
	}
	return answer(outcomes), nil
}

// maxBatches is how many batches a server carries out at once. Each holds a connection to the database until it ends, and others need some too.
const maxBatches = 4

// enterBatches waits until few enough batches are being carried out.
func (a *API) enterBatches(r *request) (leave func(), err error) {
	leave = func() {}
	err = r.wait(func() error {
		select {
		case a.batches <- struct{}{}:
			leave = func() { <-a.batches }
			return nil
		case <-r.ctx.Done():
			return r.ctx.Err()
		}
	})
	return leave, err
}

// batchBody holds the member of a batch that applies to all items.
type batchBody struct {
	Atomic domain.Opt[bool] `json:"atomic" rule:"flag"`
}

// countItems counts a batch as its number of items. The request itself has been counted as one, and may run its handler more than once.
func (a *API) countItems(r *request, n int) error {
	if n == 1 || r.counted {
		return nil
	}
	rate, err := a.app.Admission.CountMore(r.ctx, r.caller, int64(n-1))
	r.rate, r.counted = rate, true
	return err
}

// read reads an item and returns the write that it asks for, or one that says why it is refused.
func (it *batchItem) read(value jsontext.Value, step stepOf) work.Step {
	s, err := it.stepIn(value, step)
	if err != nil {
		s = work.Refused(err)
	}
	s.Name = it.name
	return s
}

func (it *batchItem) stepIn(value jsontext.Value, step stepOf) (s work.Step, err error) {
	if it.object, err = input.Item(value, it.name); err != nil {
		return s, err
	}
	if id, sent := it.object["id"]; sent {
		if kind := id.Kind(); kind != '"' && kind != '0' && kind != 'n' {
			return s, domain.Invalidf("id must be text or a number").At("id")
		}
		it.id = id
	}
	body, err := input.Create[batchOp](it.object)
	if err != nil {
		return s, err
	}
	it.op = body.Op.Value
	return step(*it)
}

// batchOp holds the member of an item that says what to do.
type batchOp struct {
	Op domain.Opt[string] `json:"op" rule:"op" need:"yes"`
}

// results returns the results of the items, in order.
func results(items []batchItem, outcomes []work.Outcome, wire func(any) any) []batchResult {
	list := make([]batchResult, len(outcomes))
	for i, out := range outcomes {
		list[i] = batchResult{ID: items[i].id, Status: http.StatusOK}
		switch {
		case out.Err != nil:
			f := front.APIFailure(out.Err)
			list[i].Status, list[i].Error = f.Status, &errorBody{f.Code, f.Message, f.Fields}
		case items[i].op == "delete":
			list[i].Data = deleted{true}
		case items[i].op == "create":
			list[i].Status = http.StatusCreated
			fallthrough
		default:
			list[i].Data = wire(out.Value)
		}
	}
	return list
}

// stepFor chooses the write that an item asks for: create needs the uuid of its parent, and the others need that of the object.
func stepFor(it batchItem, noun, parent, rule string, create, update, remove func(uuid string) work.Step) (work.Step, error) {
	if it.op == "create" {
		uuid, err := input.UUID(it.object, parent, rule)
		return create(uuid), err
	}
	uuid, err := input.UUID(it.object, "uuid", noun)
	if it.op == "update" {
		return update(uuid), err
	}
	return remove(uuid), err
}

func (a *API) batchTickets(r *request) (any, error) {
	step := func(it batchItem) (work.Step, error) {
		return stepFor(it, "ticket", "project_uuid", "project",
			func(project string) work.Step {
				return a.app.Tickets.CreateStep(project, created(it, ticketBody.patch))
			},
			func(uuid string) work.Step { return a.app.Tickets.UpdateStep(uuid, patched(it, ticketBody.patch)) },
			a.app.Tickets.DeleteStep)
	}
	return a.runBatch(r, step, func(made any) any { return ticketOf(made.(domain.Ticket)) }) //nolint:errcheck,forcetypeassert // what the steps return
}

func (a *API) batchTimeEntries(r *request) (any, error) {
	step := func(it batchItem) (work.Step, error) {
		return stepFor(it, "time entry", "ticket_uuid", "ticket",
			func(ticket string) work.Step { return a.app.Time.CreateStep(ticket, created(it, timeEntryBody.entry)) },
			func(uuid string) work.Step { return a.app.Time.UpdateStep(uuid, patched(it, timeEntryItem.patch)) },
			a.app.Time.DeleteStep)
	}
	return a.runBatch(r, step, func(made any) any { return timeEntryOf(made.(domain.TimeEntry)) }) //nolint:errcheck,forcetypeassert // what the steps return
}

// created reads an item that creates something.
func created[B, P any](it batchItem, convert func(B) P) domain.Input[P] {
	body, err := input.Create[B](it.object)
	return domain.NewInput(convert(body), err)
}

// patched reads an item that changes something; absent members stay unset.
func patched[B, P any](it batchItem, convert func(B) P) domain.Input[P] {
	body, err := input.Patch[B](it.object)
	return domain.NewInput(convert(body), err)
}

// timeEntryItem holds the fields of a time entry that an item of a batch may change.
type timeEntryItem struct {
	Minutes  domain.Opt[int64]       `json:"duration_minutes" rule:"minutes"`
	Comment  domain.Opt[*string]     `json:"comment" rule:"entry comment"`
	LoggedAt domain.Opt[domain.Date] `json:"logged_at" rule:"date" doc:"the day of the work"`
	Ticket   domain.Opt[string]      `json:"ticket_uuid" rule:"ticket"`
}

func (b timeEntryItem) patch() domain.TimeEntryPatch { return domain.TimeEntryPatch(b) }
