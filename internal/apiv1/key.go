package apiv1

import (
	"reflect"
	"slices"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"

	"earnest/internal/domain"
	"earnest/internal/input"
)

// The key of a ticket, such as TIC-42, is accepted wherever its uuid is. The keys in a request are looked up together before its handler runs, which
// then finds uuids in their place. A key that the caller may not know stays as it is, and so names nothing, like an unknown uuid.

// ticketNoun is the noun of tickets in paths, and the rule of references to them.
const ticketNoun = "ticket"

// ticketMembers returns the members of a request's body, or of each item of a batch, that name tickets.
func (r Route) ticketMembers() (names []string) {
	for _, body := range []reflect.Type{r.Body, r.Items} {
		if body == nil {
			continue
		}
		for _, f := range input.Fields(body) {
			if f.Rule.Keys {
				names = append(names, f.Name)
			}
		}
	}
	if r.Parent == "ticket_uuid" {
		names = append(names, r.Parent)
	}
	if r.Items != nil && r.Noun() == ticketNoun {
		names = append(names, "uuid")
	}
	return names
}

// resolveKeys looks up the keys of tickets in the path, the query and the body of a request.
func (a *API) resolveKeys(r *request) error {
	keys := &ticketKeys{}
	if r.route.HasUUID() && r.route.Noun() == ticketNoun {
		keys.note(r.uuid)
	}
	for _, p := range r.route.Query {
		if domain.Rules(p.Rule).Keys {
			for _, text := range r.query().Values[p.Name] {
				keys.note(text)
			}
		}
	}
	var objects []input.Object
	if r.route.Body != nil && len(r.route.tickets) > 0 {
		if o, err := r.Object(); err == nil { // the handler reports the error
			objects = append(objects, o)
		}
	}
	if err := a.lookUpKeys(r, keys, objects); err != nil {
		return err
	}
	r.uuid = r.ticketUUID(r.uuid)
	return nil
}

// resolveItems looks up the keys of tickets in the items of a batch.
func (a *API) resolveItems(r *request, items []batchItem) error {
	objects := make([]input.Object, 0, len(items))
	for _, it := range items {
		objects = append(objects, it.object)
	}
	return a.lookUpKeys(r, &ticketKeys{}, objects)
}

// lookUpKeys looks up the given keys and those in the objects, in which it replaces them.
func (a *API) lookUpKeys(r *request, keys *ticketKeys, objects []input.Object) (err error) {
	for _, o := range objects {
		replaceIn(o, r.route.tickets, keys.note)
	}
	if len(keys.list) == 0 {
		return nil
	}
	if r.tickets, err = a.app.Tickets.TicketUUIDs(r.ctx, r.caller, keys.list); err != nil {
		return err
	}
	for _, o := range objects {
		replaceIn(o, r.route.tickets, r.ticketUUID)
	}
	return nil
}

// ticketUUID returns the uuid of the ticket whose key a text is, and any other text as it is.
func (r *request) ticketUUID(text string) string {
	if key, ok := domain.ParseTicketRef(text); ok && r.tickets[key] != "" {
		return r.tickets[key]
	}
	return text
}

// ticketKeys is a list of keys of tickets, without duplicates.
type ticketKeys struct {
	list []string
	seen map[string]bool
}

// note adds a text to the list if it is a key, and returns it.
func (k *ticketKeys) note(text string) string {
	project, number, ok := domain.ParseTicketKey(text)
	if !ok {
		return text
	}
	if key := domain.TicketKey(project, number); !k.seen[key] {
		if k.seen == nil {
			k.seen = map[string]bool{}
		}
		k.seen[key] = true
		k.list = append(k.list, key)
	}
	return text
}

// replaceIn replaces the keys in members of an object, each of which is a text or a list of texts; anything else is left to the decoder.
func replaceIn(o input.Object, members []string, to func(string) string) {
	for _, name := range members {
		switch value := o[name]; value.Kind() {
		case '"':
			o[name] = replaced(value, to)
		case '[':
			o[name] = replacedAll(value, to)
		}
	}
}

// replacedAll returns a list with its texts replaced. A list with more items than any rule allows stays as it is, since it will be refused.
func replacedAll(value jsontext.Value, to func(string) string) jsontext.Value {
	var items []jsontext.Value
	if err := json.Unmarshal(value, &items); err != nil || len(items) > domain.Rules("dependencies").Items {
		return value
	}
	old := slices.Clone(items)
	for i, item := range items {
		if item.Kind() == '"' {
			items[i] = replaced(item, to)
		}
	}
	if slices.EqualFunc(items, old, func(a, b jsontext.Value) bool { return string(a) == string(b) }) {
		return value
	}
	list, err := json.Marshal(items)
	if err != nil {
		return value
	}
	return list
}

func replaced(value jsontext.Value, to func(string) string) jsontext.Value {
	var text string
	if err := json.Unmarshal(value, &text); err != nil {
		return value
	}
	if other := to(text); other != text {
		return jsontext.Value(`"` + other + `"`) // a uuid
	}
	return value
}
