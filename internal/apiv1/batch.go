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
	op     string // empty if it is missing or unknown
	wrong  error  // in the members that every item has
	object input.Object
	unread error // why there is no object
}

// stepOf returns the write that an item asks for.
type stepOf func(batchItem) (work.Step, error)

// runBatch reads a batch, carries it out, and returns one result for each of its items.
func (a *API) runBatch(r *request, step stepOf, wire func(any) any) (any, error) {
	o, err := r.Object()
	if err != nil {
		return nil, err
	}
	values, badItems := input.Items(o, "items", MaxItems)
	body, badBody := input.Patch[batchBody](o)
	if err := domain.Join(badItems, badBody); err != nil {
		return nil, err
	}
	if err := a.countItems(r, len(values)); err != nil {
		return nil, err
	}
	b := work.Batch{Atomic: body.Atomic.Or(true)}
	items := make([]batchItem, len(values))
	for i, value := range values {
		items[i].name = "items[" + strconv.Itoa(i) + "]"
		items[i].object, items[i].unread = input.Item(value)
		r.ignoreMembers(items[i].object, r.route.members, "items.")
	}
	if err := a.resolveItems(r, items); err != nil {
		return nil, err
	}
	for i := range items {
		b.Steps = append(b.Steps, items[i].read(step))
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
	rate, err := a.app.Admission.CountMore(r.ctx, r.admitted, int64(n-1))
	r.rate, r.counted = rate, true
	return err
}

// read reads an item and returns the write that it asks for, or one that says why it is refused.
func (it *batchItem) read(step stepOf) work.Step {
	s, err := it.stepIn(step)
	if err != nil {
		s = work.Refused(err)
	}
	s.Name = it.name
	return s
}

func (it *batchItem) stepIn(step stepOf) (s work.Step, err error) {
	if it.unread != nil {
		return s, it.unread
	}
	body, badOp := input.Create[batchOp](it.object)
	it.op = body.Op.Value
	it.wrong = domain.Join(it.readID(), badOp)
	return step(*it)
}

// readID keeps the id of an item, to be repeated in its result.
func (it *batchItem) readID() error {
	id, sent := it.object["id"]
	if !sent {
		return nil
	}
	if kind := id.Kind(); kind != '"' && kind != '0' && kind != 'n' {
		return domain.Invalidf("id must be text or a number").At("id")
	}
	it.id = id
	return nil
}

// What an item of a batch may do.
const (
	opCreate = "create"
	opUpdate = "update"
	opDelete = "delete"
)

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
		case items[i].op == opDelete:
			list[i].Data = deleted{true}
		case items[i].op == opCreate:
			list[i].Status = http.StatusCreated
			fallthrough
		default:
			list[i].Data = wire(out.Value)
		}
	}
	return list
}

// stepFor returns the write that an item asks for; member is the one that names the object it is about, and in the rest of the item. If either the name
// or a member that every item has is wrong, all that is wrong with the item is reported at once. Otherwise, what is wrong with the rest is reported only to
// callers who may write to the object.
func stepFor[P any](it batchItem, member, rule string, in domain.Input[P], step func(uuid string, in domain.Input[P]) work.Step) (work.Step, error) {
	uuid, err := input.UUID(it.object, member, rule)
	if err = domain.Join(it.wrong, err); err != nil {
		_, rest := in.Get()
		return work.Step{}, domain.Join(err, rest)
	}
	return step(uuid, in), nil
}

// deletion returns the write of an item that deletes something.
func deletion(it batchItem, noun string, step func(uuid string) work.Step) (work.Step, error) {
	return stepFor(it, "uuid", noun, domain.Given(struct{}{}), func(uuid string, _ domain.Input[struct{}]) work.Step { return step(uuid) })
}

// neither returns what is wrong with an item without a known op, as far as that can be said.
func neither[P any](it batchItem, in domain.Input[P]) (work.Step, error) {
	_, rest := in.Get()
	return work.Step{}, domain.Join(it.wrong, rest)
}

func (a *API) batchTickets(r *request) (any, error) {
	step := func(it batchItem) (work.Step, error) {
		switch it.op {
		case opCreate:
			return stepFor(it, "project_uuid", "project", created(it, ticketBody.patch), a.app.Tickets.CreateStep)
		case opUpdate:
			return stepFor(it, "uuid", "ticket", patched(it, ticketBody.patch), a.app.Tickets.UpdateStep)
		case opDelete:
			return deletion(it, "ticket", a.app.Tickets.DeleteStep)
		default:
			return neither(it, patched(it, ticketBody.patch))
		}
	}
	return a.runBatch(r, step, func(made any) any { return ticketOf(made.(domain.Ticket)) }) //nolint:errcheck,forcetypeassert // what the steps return
}

func (a *API) batchTimeEntries(r *request) (any, error) {
	step := func(it batchItem) (work.Step, error) {
		switch it.op {
		case opCreate:
			return stepFor(it, "ticket_uuid", "ticket", created(it, timeEntryBody.entry), a.app.Time.CreateStep)
		case opUpdate:
			return stepFor(it, "uuid", "time entry", patched(it, timeEntryItem.patch), a.app.Time.UpdateStep)
		case opDelete:
			return deletion(it, "time entry", a.app.Time.DeleteStep)
		default:
			return neither(it, patched(it, timeEntryItem.patch))
		}
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
