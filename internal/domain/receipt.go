package domain

// Answer is the response to a write, without what differs every time it is sent, such as the state of the quota.
type Answer struct {
	Status   int
	ETag     string
	Location string
	Body     string
}

// Receipt makes sure that a request is carried out at most once, however often it is sent: the answer is stored in the same transaction as the write, and
// whoever sends the request again gets it again.
type Receipt struct {
	Name    string // chosen by the caller, for one API key
	Request string // the method, the path and a hash of the body
	// Answer returns the answer to a write, given the result of its use case. It runs in the transaction.
	Answer func(result any) (Answer, error)

	Kept *Answer // the answer to an earlier request with this name; if it is set, nothing was written
}

// StillRunning returns the error for a request whose name is that of a request that has not been answered yet.
func StillRunning() *Error {
	return Errorf(Running, "a request with this Idempotency-Key is still running; try again in a moment")
}
