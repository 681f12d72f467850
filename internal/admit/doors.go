package admit

import (
	"context"
	"net/http"
	"net/netip"

	"earnest/internal/admit/store"
	"earnest/internal/auth"
	"earnest/internal/db"
	"earnest/internal/domain"
)

// Visit is a request at the doors.
type Visit struct {
	Header     http.Header
	RemoteAddr string
	Token      string // of the session that a browser shows; empty at the API

	// Target gives what the request reads, so that the doors can take a snapshot of it on the way; nil: nothing.
	Target func() (Target, bool)

	arrival arrival // filled by arrive
}

// Admission is who was let in, and the state of the quota that was counted. When the doors refuse, only
// Rate is set.
type Admission struct {
	Caller domain.Caller
	Scopes domain.Scopes
	Rate   Rate

	Snapshot *Snapshot // of the target of the visit, taken after the request came; nil if the visit has no target
}

// Admit leads a request through the doors that need no route: key, address, account, plan, quota. The
// first that refuses answers. What is let in counts against the key; what the first four refuse counts
// against its network address, so that guessing is throttled and nobody drains another's quota.
//
// The database is asked at every request, once for all doors and for the snapshot of the target: see guess.
func (a *Service) Admit(ctx context.Context, v Visit) (Admission, error) {
	a.arrive(&v)
	addr, hash, refusal := v.arrival.addr, v.arrival.hash, v.arrival.refusal
	if refusal == nil {
		if admission, told, err := a.guess(ctx, v, hash, addr); told {
			return admission, err
		}
	}
	var owner store.KeyOwner
	if refusal == nil {
		owner, refusal = a.keyDoor(ctx, hash)
	}
	if refusal == nil {
		refusal = a.ownerDoors(owner, addr)
	}
	if refusal != nil {
		return a.turnAway(ctx, addr, refusal)
	}
	admission, _, err := a.quotaDoor(ctx, v, owner, store.KeyFacts{}, addr)
	return admission, err
}

// guess leads a request through the doors on what the database said of its key earlier, if that would let it in. Before the request is
// counted the database confirms that all of it is still true, so whoever is let in, or refused for the quota, is so on what the
// database says after the request came. In any other case told is false, and nothing was counted: then the key must be looked up.
func (a *Service) guess(ctx context.Context, v Visit, hash [32]byte, addr netip.Addr) (admission Admission, told bool, err error) {
	known, ok := a.keys.Get(hash)
	if !ok || !a.wouldPass(known.KeyOwner, addr) {
		return Admission{}, false, nil
	}
	admission, stale, err := a.quotaDoor(ctx, v, known.KeyOwner, known.facts, addr)
	return admission, !stale, err
}

// wouldPass tells whether a request would be let in by the doors that know whose key it is.
func (a *Service) wouldPass(owner store.KeyOwner, addr netip.Addr) bool {
	return a.ownerDoors(owner, addr) == nil
}

// shownKey gives the hash of the key that a request shows.
func shownKey(h http.Header) (hash [32]byte, refusal error) {
	text, state := auth.FromHeader(h)
	if state == auth.HeaderMissing {
		return hash, domain.Errorf(domain.Missing, "send your API key in the header: Authorization: Bearer <API_KEY>")
	}
	key, ok := auth.ParseKey(text)
	if state != auth.HeaderBearer || !ok {
		return hash, unknownKey()
	}
	return key.Hash(), nil
}

func unknownKey() error { return domain.Errorf(domain.Unknown, "this is not a known API key") }

// knownKey is what the database last said of a key.
type knownKey struct {
	store.KeyOwner

	facts store.KeyFacts
}

// keyDoor finds a key by its hash and remembers it for the next guess.
func (a *Service) keyDoor(ctx context.Context, hash [32]byte) (owner store.KeyOwner, err error) {
	err = a.DB.Once(ctx, func(tx *db.Tx) (err error) {
		owner, err = store.KeyByHash(ctx, tx, hash[:])
		return err
	})
	switch {
	case err == nil:
		a.keys.Put(hash, knownKey{owner, owner.Facts()})
	case domain.KindOf(err) == domain.NotFound:
		err = unknownKey()
	}
	return owner, err
}

// ownerDoors are those that need to know whose key it is.
func (a *Service) ownerDoors(owner store.KeyOwner, addr netip.Addr) error {
	for _, door := range []func(store.KeyOwner, netip.Addr) error{
		a.lifetimeDoor,
		addressDoor,
		accountDoor,
		a.PlanDoor,
	} {
		if refusal := door(owner, addr); refusal != nil {
			return refusal
		}
	}
	return nil
}

func (a *Service) lifetimeDoor(k store.KeyOwner, _ netip.Addr) error {
	if k.Key.RevokedAt != nil {
		return domain.Errorf(domain.Revoked, "this API key was revoked on %s", domain.Stamp(*k.Key.RevokedAt))
	}
	if k.Key.ExpiresAt != nil && !a.Now().Before(*k.Key.ExpiresAt) {
		return domain.Errorf(domain.Expired, "this API key expired on %s", domain.Stamp(*k.Key.ExpiresAt))
	}
	return nil
}

func addressDoor(k store.KeyOwner, addr netip.Addr) error {
	if !auth.AllowList(k.Key.AllowIPs).Allows(addr) {
		return domain.Errorf(domain.AddressRefused, "this API key may not be used from the address %s", addr)
	}
	return nil
}

func accountDoor(k store.KeyOwner, _ netip.Addr) error {
	if !k.Account.Active {
		return domain.Errorf(domain.AccountInactive, "the account that owns this API key is inactive")
	}
	return nil
}

func (a *Service) PlanDoor(k store.KeyOwner, _ netip.Addr) error {
	if !a.Config.Grid.OpensAPI(k.Account) {
		return domain.Errorf(domain.PlanRequired, "the plan %s does not include API access; it starts at the plan %s", k.Account.Plan, a.Config.Grid.APIFrom)
	}
	return nil
}

// quotaDoor counts a request against its key. With facts it does so only while these hold; else stale is true.
func (a *Service) quotaDoor(ctx context.Context, v Visit, k store.KeyOwner, facts store.KeyFacts, addr netip.Addr) (
	admission Admission, stale bool, err error,
) {
	e := entry{bucket: KeyBucket(k.Key.ID), facts: facts, target: v.targetOf(k.Key.UserID)}
	p, rate, err := a.quota.pass(ctx, e)
	if err != nil || p.stale {
		return Admission{Rate: rate}, p.stale, err
	}
	if !p.ok {
		return Admission{Rate: rate}, false, exhausted(rate)
	}
	a.uses.note(k.Key.ID, a.Now(), addr)
	return Admission{
		Caller:   domain.Caller{UserID: k.Key.UserID, KeyID: k.Key.ID},
		Scopes:   k.Key.Scopes,
		Rate:     rate,
		Snapshot: p.snap,
	}, false, nil
}

// targetOf is what a user's visit reads, if anything.
func (v Visit) targetOf(userID int64) *store.Target {
	if v.Target == nil {
		return nil
	}
	t, ok := v.Target()
	if !ok {
		return nil
	}
	target := t.of(userID)
	return &target
}

// turnAway counts a refused request against its address. Where the database is away nothing is counted.
func (a *Service) turnAway(ctx context.Context, addr netip.Addr, refusal error) (Admission, error) {
	bucket := AddressBucket(auth.Bucket(addr))
	if kind := domain.KindOf(refusal); kind == domain.Unavailable || kind == domain.Internal {
		return Admission{Rate: a.quota.Peek(bucket)}, refusal
	}
	rate, ok, err := a.quota.Take(ctx, bucket)
	if err != nil {
		return Admission{Rate: a.quota.Peek(bucket)}, err
	}
	if !ok {
		return Admission{Rate: rate}, exhausted(rate)
	}
	return Admission{Rate: rate}, refusal
}

func exhausted(r Rate) error {
	if r.MonthLeft <= 0 {
		return domain.Errorf(domain.QuotaExceeded, "the quota of %d requests a month is used up", r.Limits.Month)
	}
	return domain.Errorf(domain.QuotaExceeded, "the quota of %d requests an hour is used up", r.Limits.Hour)
}
