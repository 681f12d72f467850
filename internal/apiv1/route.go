package apiv1

import (
	"net/http"
	"reflect"
	"slices"
	"strings"

	"earnest/internal/domain"
)

// Route is an operation of the API: method and path, required scope, handler, and shape. The API document and the tests are derived from
// it.
type Route struct {
	Method string
	Path   string
	Scope  domain.Scope // empty: any valid key will do
	Handle func(*API, *request) (any, error)
	Shape
}

// Shape describes the input and output of an operation.
type Shape struct {
	Summary string
	Query   []Param
	Body    reflect.Type // a struct of domain.Opt fields; nil: no body
	Items   reflect.Type // like Body, for each item of a batch
	Parent  string       // the body member of a create request that names the new object's parent
	Reply   reflect.Type // the wire form of the object, or of a list item
	Meta    reflect.Type // the type of meta; nil: none
	Kind    ReplyKind
	Status  int

	members map[string]bool // see Route.knownMembers; set in the routing table
	tickets []string        // see Route.ticketMembers; set in the routing table
}

// ReplyKind is the kind of envelope around a reply.
type ReplyKind int

// The kinds of reply.
const (
	OneReply    ReplyKind = iota // {data: object}
	ListReply                    // {data: [object], meta: {total}}
	BareReply                    // [object]
	TallyReply                   // {data: object, meta: {total}}
	BatchReply                   // {data: [{id, status, data or error}]}
	UploadReply                  // {data: object}; the request is a file
	FileReply                    // the bytes of a file
)

// Param is a query parameter.
type Param struct {
	Name     string
	Rule     string // in domain.Rules
	Required bool
	About    string
}

// HasUUID reports whether the path contains a uuid.
func (r Route) HasUUID() bool { return strings.Contains(r.Path, "{uuid}") }

// Tagged reports whether a successful reply has an ETag: that of a read, unless it is about the key itself, whose quota changes with every
// request.
func (r Route) Tagged() bool { return r.Method == get && r.Scope != "" }

// Cached reports whether answers are kept in the cache. Files are not.
func (r Route) Cached() bool { return r.Tagged() && r.Kind != FileReply }

// Streams reports whether the reply is a list, which is written while it is read.
func (r Route) Streams() bool { return r.Kind == ListReply || r.Kind == BareReply }

// Detail reports whether the reply is one object, whose ETag stands for the object and not for the project.
func (r Route) Detail() bool { return r.Method == get && r.HasUUID() && r.Kind == OneReply }

// Paged reports whether pages of the list can be requested by their numbers. Every list in an envelope has pages that are requested by cursor.
func (s Shape) Paged() bool {
	return slices.ContainsFunc(s.Query, func(p Param) bool { return p.Name == pageNo().Name })
}

// Noun returns the noun in the path, in the singular, such as "super-epic" for /super-epics/{uuid}.
func (r Route) Noun() string {
	first := strings.Split(r.Path, "/")[1]
	if stem, ok := strings.CutSuffix(first, "ies"); ok {
		return stem + "y"
	}
	return strings.TrimSuffix(first, "s")
}

// one is the shape of an operation that returns one object.
func one[W any](summary string, query ...Param) Shape {
	return Shape{Summary: summary, Query: query, Reply: reflect.TypeFor[W](), Status: http.StatusOK}
}

// many is the shape of an operation that returns a list.
func many[W any](summary string, query ...Param) Shape {
	s := one[W](summary, append(query, cursorParam())...)
	s.Kind, s.Meta = ListReply, reflect.TypeFor[pageMeta]()
	if !s.Paged() {
		s.Query, s.Meta = append(s.Query, perPageOfCursor()), reflect.TypeFor[listMeta]()
	}
	return s
}

// bare is the shape of an operation that returns a list without an envelope.
func bare[W any](summary string, query ...Param) Shape {
	s := one[W](summary, query...)
	s.Kind = BareReply
	return s
}

// tally is the shape of an operation that returns an aggregate and the number of its items.
func tally[W, M any](summary string, query ...Param) Shape {
	s := one[W](summary, query...)
	s.Kind, s.Meta = TallyReply, reflect.TypeFor[M]()
	return s
}

// makes is the shape of an operation that creates a W from a B; parent is the member that names its parent.
func makes[W, B any](summary, parent string) Shape {
	return Shape{Summary: summary, Body: reflect.TypeFor[B](), Parent: parent, Reply: reflect.TypeFor[W](), Status: http.StatusCreated}
}

// uploads is the shape of an operation that makes a W of a file.
func uploads[W any](summary string, query ...Param) Shape {
	return Shape{Summary: summary, Query: query, Reply: reflect.TypeFor[W](), Kind: UploadReply, Status: http.StatusCreated}
}

// file is the shape of an operation that returns the bytes of a file.
func file(summary string) Shape {
	return Shape{Summary: summary, Kind: FileReply, Status: http.StatusOK}
}

// changes is the shape of an operation that updates a W with the members of a B that are sent.
func changes[W, B any](summary string) Shape {
	return Shape{Summary: summary, Body: reflect.TypeFor[B](), Reply: reflect.TypeFor[W](), Status: http.StatusOK}
}

// removes is the shape of a delete operation.
func removes(summary string) Shape { return one[deleted](summary) }

// Parameters shared by several operations.

func ofProject() Param { return Param{"project", "project", true, "the project"} }

func ofTicket() Param { return Param{"ticket_uuid", ticketNoun, true, "the ticket"} }

func since() Param {
	return Param{
		"updated_since", "moment", false,
		"only items modified at or after this time; UTC if no time zone is given. Deleted items are not reported; they are simply missing from the full list",
	}
}

func pageNo() Param {
	return Param{"page", "page", false, "the number of the page to return, starting at 1; sending it turns pagination on (default 1)"}
}

func perPage() Param {
	return Param{"per_page", "per page", false, "the number of items per page; sending it turns pagination on (default 100)"}
}

func cursorParam() Param {
	return Param{
		"cursor", "cursor", false,
		"where to begin: empty for the first page, then `meta.next` of the page before. Sending it turns pagination on; `page` must not be sent with it",
	}
}

func perPageOfCursor() Param {
	return Param{"per_page", "per page", false, "the number of items per page; only with `cursor` (default 100)"}
}
