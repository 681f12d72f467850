package client

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"strings"
	"time"
)

// Code identifies why a call failed. It is an error, so that errors.Is(err, client.NotFound) works.
type Code string

// The codes that the service returns.
const (
	MissingAPIKey      Code = "MISSING_API_KEY"
	InvalidAPIKey      Code = "INVALID_API_KEY"
	RevokedAPIKey      Code = "REVOKED_API_KEY"
	ExpiredAPIKey      Code = "EXPIRED_API_KEY"
	PlanRequired       Code = "PLAN_REQUIRED"
	AccountInactive    Code = "ACCOUNT_INACTIVE"
	IPNotAllowed       Code = "IP_NOT_ALLOWED"
	InsufficientScope  Code = "INSUFFICIENT_SCOPE"
	Forbidden          Code = "FORBIDDEN"
	NotFound           Code = "NOT_FOUND"
	MethodNotAllowed   Code = "METHOD_NOT_ALLOWED"
	ValidationError    Code = "VALIDATION_ERROR"
	PreconditionFailed Code = "PRECONDITION_FAILED"
	RateLimitExceeded  Code = "RATE_LIMIT_EXCEEDED"
	InternalError      Code = "INTERNAL_ERROR"
	ServiceUnavailable Code = "SERVICE_UNAVAILABLE"

	FileTooLarge        Code = "FILE_TOO_LARGE"
	FilesQuotaExceeded  Code = "FILES_QUOTA_EXCEEDED"
	RangeNotSatisfiable Code = "RANGE_NOT_SATISFIABLE"

	IdempotencyInProgress Code = "IDEMPOTENCY_IN_PROGRESS"
	IdempotencyMismatch   Code = "IDEMPOTENCY_MISMATCH"
)

// The client's own codes, never sent by the service.
const (
	// Unreachable means that no complete response arrived. The request may have been carried out nevertheless.
	Unreachable Code = "UNREACHABLE"
	// Unreadable means that the response is unusable: it is a gateway's page or a redirect, malformed, or over the size limit.
	Unreadable Code = "UNREADABLE"
)

// Error returns the code itself.
func (c Code) Error() string { return string(c) }

// Error is a failed call. errors.Is matches it with its Code. It never shows the key.
type Error struct {
	Method, Path string
	Status       int // 0 if there was no response
	Code         Code
	Message      string
	RequestID    string        // the X-Request-Id header, to quote to an operator
	RetryAfter   time.Duration // 0 if the server sent none
	Fields       []FieldError  // everything that is wrong with the input, as far as the server names it
	cause        error
}

// FieldError is an invalid parameter or member, and what is wrong with it.
type FieldError struct {
	Field   string `json:"field"`
	Message string `json:"message"`
}

// Error returns the request, the status and the reason on one line.
func (e *Error) Error() string {
	var b strings.Builder
	fmt.Fprintf(&b, "%s %s: ", e.Method, e.Path)
	if e.Status != 0 {
		fmt.Fprintf(&b, "%d ", e.Status)
	}
	b.WriteString(string(e.Code))
	if e.Message != "" {
		b.WriteString(": " + e.Message)
	}
	if e.RequestID != "" {
		fmt.Fprintf(&b, " (request %s)", e.RequestID)
	}
	return b.String()
}

// Is reports whether target is the error's code.
func (e *Error) Is(target error) bool {
	code, ok := target.(Code)
	return ok && code == e.Code
}

// Unwrap returns the underlying connection or decoding error, if any.
func (e *Error) Unwrap() error { return e.cause }

// verdict turns a response with a status other than 2xx into an error.
func (c *Client) verdict(call call, resp *Response) error {
	if resp.Status >= 200 && resp.Status < 300 {
		return nil
	}
	var body struct {
		Error struct {
			Code    Code         `json:"code"`
			Message string       `json:"message"`
			Fields  []FieldError `json:"fields"`
		} `json:"error"`
	}
	err := json.Unmarshal(resp.Body, &body)
	e := c.failure(call, resp, body.Error.Code, body.Error.Message)
	for _, f := range body.Error.Fields {
		e.Fields = append(e.Fields, FieldError{c.redact(f.Field), c.redact(f.Message)})
	}
	switch {
	case err == nil && e.Code != "":
	case call.method == http.MethodHead:
		e.Code, e.Message = codeOfStatus(resp.Status), ""
	case resp.Header.Get("Location") != "":
		e.Code = Unreadable
		e.Message = c.redact("redirected to " + resp.Header.Get("Location"))
	default:
		e.Code, e.Message = Unreadable, c.excerpt(resp)
	}
	return e
}

// codeOfStatus returns the code of a failed HEAD request, since its response has no body that contains one. It covers only the
// statuses that correspond to exactly one code.
func codeOfStatus(status int) Code {
	switch status {
	case http.StatusNotFound:
		return NotFound
	case http.StatusMethodNotAllowed:
		return MethodNotAllowed
	case http.StatusUnprocessableEntity:
		return ValidationError
	case http.StatusTooManyRequests:
		return RateLimitExceeded
	case http.StatusInternalServerError:
		return InternalError
	case http.StatusServiceUnavailable:
		return ServiceUnavailable
	}
	return Unreadable
}

func (c *Client) failure(call call, resp *Response, code Code, message string) *Error {
	return &Error{
		Method:     call.method,
		Path:       call.path,
		Status:     resp.Status,
		Code:       code,
		Message:    c.redact(message),
		RequestID:  c.redact(resp.Header.Get("X-Request-Id")),
		RetryAfter: retryAfter(resp.Header, time.Now()),
	}
}

// unreadable returns the error for a response that cannot be decoded.
func (c *Client) unreadable(call call, resp *Response, cause error) error {
	e := c.failure(call, resp, Unreadable, cause.Error())
	e.Message += ": " + c.excerpt(resp)
	e.cause = cause
	return e
}

// noData returns the error for a successful response without the expected data.
func (c *Client) noData(method, path string, resp *Response) error {
	shown, _, _ := strings.Cut(path, "?")
	return c.unreadable(call{method: method, path: c.redact(shown)}, resp, errors.New(`"data" is missing`))
}

func (c *Client) tooLong(call call, resp *Response) error {
	return c.failure(call, resp, Unreadable,
		fmt.Sprintf("the answer is over %d bytes; ask for it in pages", c.limit))
}

// excerpt quotes the beginning of an unexpected response.
func (c *Client) excerpt(resp *Response) string {
	const most = 200
	if len(resp.Body) == 0 {
		return "the answer is empty"
	}
	// Redact well beyond the limit, so that truncating the text cannot leave part of the key.
	text := c.redact(string(resp.Body[:min(len(resp.Body), 40*most)]))
	return fmt.Sprintf("the answer begins %q", text[:min(len(text), most)])
}

// unreachable returns the error for a request without a complete response, or the context's error if the caller's context
// ended.
func (c *Client) unreachable(ctx context.Context, call call, cause error) error {
	if ctx.Err() != nil {
		return fmt.Errorf("%s %s: %w", call.method, call.path, ctx.Err())
	}
	return &Error{
		Method:  call.method,
		Path:    call.path,
		Code:    Unreachable,
		Message: c.redact(cause.Error()),
		cause:   cause,
	}
}
