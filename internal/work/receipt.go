package work

import (
	"context"
	"crypto/sha256"
	"encoding/binary"
	"errors"
	"strconv"
	"time"

	"earnest/internal/db"
	"earnest/internal/domain"
	"earnest/internal/instance"
	"earnest/internal/work/store"
)

// ReceiptsKept is how long the answer to a request with a receipt is kept.
const ReceiptsKept = 24 * time.Hour

// ErrAnswered means that the caller's request was carried out earlier: nothing was written, and the answer is in the caller's receipt.
var ErrAnswered = errors.New("the request was answered earlier")

// claimOf returns the claim of a caller who has a receipt.
func claimOf(caller domain.Caller) store.Claim {
	sum := sha256.Sum256([]byte(strconv.FormatInt(caller.KeyID, 10) + " " + caller.Receipt.Name))
	number := int64(binary.BigEndian.Uint64(sum[:])) //nolint:gosec // any number will do
	return store.Claim{KeyID: caller.KeyID, Name: caller.Receipt.Name, Number: number}
}

// answered reports whether the caller's request was answered earlier. If so, the answer is now in the caller's receipt, and the write must end without
// writing anything. That is no error within the transaction: the earlier write may be part of it, and then both must be stored or both fail.
func answered(ctx context.Context, tx *db.Tx, caller domain.Caller, kept *store.Receipt, now time.Time) (bool, error) {
	r := caller.Receipt
	if r == nil {
		return false, nil
	}
	r.Kept = nil
	switch {
	case kept.Request == "":
		return false, nil
	case now.Sub(kept.At) >= ReceiptsKept:
		return false, store.DeleteReceipt(ctx, tx, claimOf(caller))
	case kept.Request != r.Request:
		return false, domain.Errorf(domain.Mismatch, "this Idempotency-Key was used for another request in the last 24 hours; use a new one for each request")
	}
	r.Kept = &kept.Answer
	return true, nil
}

// IsAnswered reports whether the answer to an earlier request is stored under the name of the caller's receipt. Only the write finds out whether that was
// the same request.
func IsAnswered(ctx context.Context, tx *db.Tx, caller domain.Caller) (bool, error) {
	if caller.Receipt == nil {
		return false, nil
	}
	return store.HasReceipt(ctx, tx, claimOf(caller))
}

// keepAnswer stores the answer to the caller's request, if the caller has a receipt.
func keepAnswer(ctx context.Context, tx *db.Tx, caller domain.Caller, now time.Time, result any, projects ...string) error {
	if caller.Receipt == nil {
		return nil
	}
	answer, err := caller.Receipt.Answer(result)
	if err != nil {
		return err
	}
	return store.InsertReceipt(ctx, tx, claimOf(caller), store.Receipt{Answer: answer, Request: caller.Receipt.Request, Projects: projects, At: now})
}

// replayed returns ErrAnswered after a write that found the answer to an earlier request.
func replayed(caller domain.Caller, err error) error {
	if err == nil && caller.Receipt != nil && caller.Receipt.Kept != nil {
		return ErrAnswered
	}
	return err
}

// writeOnce runs a write that is not about one existing project, with the caller's receipt if there is one. f also returns the uuids of the projects that it
// wrote to. If the request was answered earlier, the caller must still have access to these.
func writeOnce[T any](ctx context.Context, i *instance.Instance, caller domain.Caller, f func(tx *db.Tx) (T, []string, error)) (T, error) {
	out, err := db.Write(ctx, i.DB, func(tx *db.Tx) (out T, err error) {
		var kept store.Receipt
		if caller.Receipt != nil {
			if err := store.TakeClaim(ctx, tx, claimOf(caller), &kept); err != nil {
				return out, err
			}
		}
		switch done, err := answered(ctx, tx, caller, &kept, i.Now()); {
		case err != nil:
			return out, err
		case done:
			return out, authorizeAll(ctx, tx, caller, kept.Projects)
		}
		out, projects, err := f(tx)
		if err != nil {
			return out, err
		}
		return out, keepAnswer(ctx, tx, caller, i.Now(), out, projects...)
	})
	return out, replayed(caller, err)
}

// authorizeAll returns an error unless the caller still has access to all of these projects. It ignores projects that have been deleted.
func authorizeAll(ctx context.Context, tx *db.Tx, caller domain.Caller, projects []string) error {
	for _, uuid := range projects {
		if _, err := OfProject(caller, uuid).Authorize(ctx, tx, domain.ReadProject); err != nil && domain.KindOf(err) != domain.NotFound {
			return err
		}
	}
	return nil
}
