package client

import (
	"bytes"
	"context"
	"crypto/rand"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"strings"
)

// Response is the raw response from the server.
type Response struct {
	Status int
	Header http.Header
	Body   []byte
	// Attempts is the number of requests the call took, including the successful one.
	Attempts int
}

// Rate returns the quota reported by this response, and false if it reports none.
func (r *Response) Rate() (Rate, bool) { return parseRate(r.Header) }

// Ignored returns the names of the query parameters and body members that the server ignored because it does not know them, such as
// "query.limit" or "body.storypoints". A name in this list is often a typing mistake.
func (r *Response) Ignored() []string {
	var names []string
	for name := range strings.SplitSeq(r.Header.Get("Earnest-Ignored"), ",") {
		if plain, err := url.PathUnescape(name); err == nil && name != "" {
			names = append(names, plain)
		}
	}
	return names
}

// call is one request, ready to be sent any number of times.
type call struct {
	method string
	path   string // as shown in errors: without the query
	url    string
	body   []byte
	file   io.ReadSeeker // sent instead of body, unless it is nil
	name   string        // the Idempotency-Key of a POST, the same in every attempt
	match  *string       // the If-Match of a PUT or DELETE
}

// CallOption changes how one call is made.
type CallOption func(*call)

// IfMatch makes an update or a deletion conditional: it fails with [PreconditionFailed] unless the resource still has this ETag. Resources have an ETag
// if they were returned by a call for that resource alone, not as part of a list. An asterisk stands for any version.
func IfMatch(etag string) CallOption { return func(c *call) { c.match = &etag } }

// IdempotencyKey sets the name under which the server remembers a POST for a day. Without this option, each call gets a name of its own, which is enough
// for the retries of that call. With a name that your program stores, a call can be repeated even after the program was restarted.
func IdempotencyKey(name string) CallOption { return func(c *call) { c.name = name } }

// Do sends one request and returns the raw response. The path is relative to /api/v1 and may contain a query
// ("/tickets?project=…"). A body of type []byte or json.RawMessage is sent as it is, an io.ReadSeeker as a file, and any other non-nil body as JSON.
// Unless out is nil, the whole response, including its envelope, is decoded into it.
//
// The key, retries and errors work as in every other method. If the server responded, Do returns the response even if it also
// returns an error.
func (c *Client) Do(ctx context.Context, method, path string, body, out any, opts ...CallOption) (*Response, error) {
	call, err := c.newCall(method, path, body)
	if err != nil {
		return nil, err
	}
	for _, opt := range opts {
		opt(&call)
	}
	if call.match != nil && *call.match == "" {
		return nil, fmt.Errorf("client: %s %s: IfMatch without an ETag; read the resource by itself to get it", method, call.path)
	}
	resp, err := c.attempt(ctx, call)
	if err != nil || out == nil || method == http.MethodHead {
		return resp, err
	}
	if err := json.Unmarshal(resp.Body, out); err != nil {
		return resp, c.unreadable(call, resp, err)
	}
	return resp, nil
}

func (c *Client) newCall(method, path string, body any) (call, error) {
	if c.badURL != nil {
		return call{}, c.badURL
	}
	if !strings.HasPrefix(path, "/") {
		path = "/" + path
	}
	shown, _, _ := strings.Cut(path, "?")
	made := call{method: method, path: c.redact(shown), url: c.base + path}
	if method == http.MethodPost {
		made.name = rand.Text()
	}
	if file, isFile := body.(io.ReadSeeker); isFile {
		made.file = file
		return made, nil
	}
	data, err := encode(body)
	if err != nil {
		return call{}, fmt.Errorf("client: %s %s: the body cannot be encoded: %w", method, made.path, err)
	}
	made.body = data
	return made, nil
}

func encode(body any) ([]byte, error) {
	switch b := body.(type) {
	case nil:
		return nil, nil
	case []byte:
		return b, nil
	case json.RawMessage:
		return b, nil
	}
	return json.Marshal(body)
}

// send makes one attempt.
func (c *Client) send(ctx context.Context, call call) (*Response, error) {
	req, err := c.newRequest(ctx, call)
	if err != nil {
		return nil, fmt.Errorf("client: %s %s: the request cannot be made: %s", call.method, call.path, c.redact(err.Error()))
	}
	res, err := c.http.Do(req)
	if err != nil {
		return nil, c.unreachable(ctx, call, err)
	}
	defer res.Body.Close()
	body, err := io.ReadAll(io.LimitReader(res.Body, c.limit+1))
	if err != nil {
		return nil, c.unreachable(ctx, call, err)
	}
	resp := &Response{Status: res.StatusCode, Header: res.Header, Body: body}
	c.noteRate(ctx, resp)
	if int64(len(body)) > c.limit {
		resp.Body = body[:c.limit]
		return resp, c.tooLong(call, resp)
	}
	return resp, c.verdict(call, resp)
}

func (c *Client) newRequest(ctx context.Context, call call) (*http.Request, error) {
	var body io.Reader
	if call.body != nil {
		body = bytes.NewReader(call.body)
	}
	req, err := http.NewRequestWithContext(ctx, call.method, call.url, body)
	if err != nil {
		return nil, err
	}
	req.Header.Set("Accept", "application/json")
	req.Header.Set("User-Agent", c.agent)
	if *c.key != "" {
		req.Header.Set("Authorization", "Bearer "+*c.key)
	}
	if call.body != nil {
		req.Header.Set("Content-Type", "application/json")
	}
	if call.file != nil {
		if err := sendFile(req, call.file); err != nil {
			return nil, err
		}
	}
	if call.name != "" {
		req.Header.Set("Idempotency-Key", call.name)
	}
	if call.match != nil {
		req.Header.Set("If-Match", *call.match)
	}
	return req, nil
}

// sendFile makes a file the body of a request.
func sendFile(req *http.Request, file io.ReadSeeker) error {
	size, err := file.Seek(0, io.SeekEnd)
	if err != nil {
		return err
	}
	if _, err := file.Seek(0, io.SeekStart); err != nil {
		return err
	}
	req.Header.Set("Content-Type", "application/octet-stream")
	req.ContentLength, req.Body = size, io.NopCloser(file)
	if size == 0 {
		req.Body = http.NoBody
	}
	return nil
}

// envelope is the shape of a successful response; Data stays nil if it is missing.
type envelope[T any] struct {
	Data *T `json:"data"`
}

// one calls an endpoint whose data is a single object.
func one[T any](ctx context.Context, c *Client, method, path string, body any, opts ...CallOption) (*T, error) {
	var out envelope[T]
	resp, err := c.Do(ctx, method, path, body, &out, opts...)
	if err != nil {
		return nil, err
	}
	if out.Data == nil {
		return nil, c.noData(method, path, resp)
	}
	if r, ok := any(out.Data).(interface{ setETag(etag string) }); ok {
		r.setETag(resp.Header.Get("ETag"))
	}
	return out.Data, nil
}

// Version is part of every resource that can be changed or deleted on a condition; see [IfMatch].
type Version struct {
	ETag string `json:"-"` // empty if the resource was returned as part of a list
}

func (v *Version) setETag(etag string) { v.ETag = etag }

// byID is like one, for the resource at folder/uuid.
func byID[T any](ctx context.Context, c *Client, method, folder, uuid string, body any, opts ...CallOption) (*T, error) {
	path, err := pathOf(folder, uuid)
	if err != nil {
		return nil, err
	}
	return one[T](ctx, c, method, path, body, opts...)
}

// remove deletes a resource and checks that the server confirms it.
func remove(ctx context.Context, c *Client, folder, uuid string, opts ...CallOption) error {
	type deletion struct {
		Deleted bool `json:"deleted"`
	}
	done, err := byID[deletion](ctx, c, http.MethodDelete, folder, uuid, nil, opts...)
	if err == nil && !done.Deleted {
		return fmt.Errorf("client: DELETE %s/%s: the server did not confirm the deletion", folder, uuid)
	}
	return err
}

// pathOf returns the path of a resource. It refuses identifiers that would lead to a different path; in particular, an empty
// one would lead to the list.
func pathOf(folder, uuid string) (string, error) {
	switch uuid {
	case "", ".", "..":
		return "", fmt.Errorf("client: %q is no uuid of %s", uuid, folder)
	}
	return folder + "/" + url.PathEscape(uuid), nil
}

// withQuery appends the query, unless it is empty.
func withQuery(path string, query url.Values) string {
	if len(query) == 0 {
		return path
	}
	return path + "?" + query.Encode()
}
