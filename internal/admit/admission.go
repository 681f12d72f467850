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

// Visit is a request to be admitted.
type Visit struct {
	Header     http.Header
	RemoteAddr string
	Token      string // the browser's session token; empty for the API

	// Target returns the target that the request reads, so that admission can take a snapshot of it in the same round trip; nil if
	// there is none.
	Target func() (Target, bool)

	credentials credentials // set by readCredentials
}

// Admission is the admitted caller and the state of the quota after the request was counted. If the request is refused, only
// Rate is set, and Owner if the key is known.
type Admission struct {
	Caller domain.Caller
	Owner  domain.Caller // the key in the request and its user, for the log; grants no access
	Scopes domain.Scopes
	Rate   Rate

	Snapshot *Snapshot // of the visit's target, taken after the request arrived; nil if the visit has no target

	counted store.QuotaUse // the key's usage, including this request
}

// Admit runs the checks that do not depend on the route: key, address, account, plan, quota. The first one that fails determines
// the response. An admitted request counts against the key; one that the first four checks refuse counts against its network
// address, so that guessing is throttled and nobody can use up someone else's quota.
//
// Every request queries the database. If the key is cached, one round trip serves all checks and the snapshot of the target; see
// admitCached.
func (a *Service) Admit(ctx context.Context, v Visit) (Admission, error) {
	a.readCredentials(&v)
	addr, hash, refusal := v.credentials.addr, v.credentials.hash, v.credentials.refusal
	if refusal == nil {
		if admission, told, err := a.admitCached(ctx, v, hash, addr); told {
			return admission, err
		}
	}
	var owner store.KeyOwner
	if refusal == nil {
		owner, refusal = a.lookUpKey(ctx, hash)
	}
	if refusal == nil {
		refusal = a.checkOwner(owner, addr)
	}
	if refusal != nil {
		admission, err := a.refuse(ctx, addr, refusal)
		admission.Owner = callerOf(owner)
		return admission, err
	}
	admission, _, err := a.countRequest(ctx, v, owner, store.KeyFacts{}, addr)
	return admission, err
}

// callerOf returns the caller that a key stands for.
func callerOf(k store.KeyOwner) domain.Caller {
	return domain.Caller{UserID: k.Key.UserID, KeyID: k.Key.ID}
}

// admitCached checks a request against the cached facts of its key, if those would admit it. Before the request is counted, the
// database confirms that these facts still hold, so that the decision is based on the state of the database after the request
// arrived. In any other case, told is false and nothing was counted; the key must then be looked up.
func (a *Service) admitCached(ctx context.Context, v Visit, hash [32]byte, addr netip.Addr) (admission Admission, told bool, err error) {
	known, ok := a.keys.Get(hash)
	if !ok || !a.wouldAdmit(known.KeyOwner, addr) {
		return Admission{}, false, nil
	}
	admission, stale, err := a.countRequest(ctx, v, known.KeyOwner, known.facts, addr)
	return admission, !stale, err
}

// wouldAdmit reports whether the checks that need the key's owner would admit a request.
func (a *Service) wouldAdmit(owner store.KeyOwner, addr netip.Addr) bool {
	return a.checkOwner(owner, addr) == nil
}

// keyHash returns the hash of the key in a request.
func keyHash(h http.Header) (hash [32]byte, refusal error) {
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

// knownKey is a key as the database last reported it.
type knownKey struct {
	store.KeyOwner

	facts store.KeyFacts
}

// lookUpKey looks up a key by its hash and caches it for the next request.
func (a *Service) lookUpKey(ctx context.Context, hash [32]byte) (owner store.KeyOwner, err error) {
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

// checkOwner runs the checks that need the key's owner.
func (a *Service) checkOwner(owner store.KeyOwner, addr netip.Addr) error {
	for _, door := range []func(store.KeyOwner, netip.Addr) error{
		a.checkLifetime,
		checkAddress,
		checkAccount,
		a.CheckPlan,
	} {
		if refusal := door(owner, addr); refusal != nil {
			return refusal
		}
	}
	return nil
}

func (a *Service) checkLifetime(k store.KeyOwner, _ netip.Addr) error {
	if k.Key.RevokedAt != nil {
		return domain.Errorf(domain.Revoked, "this API key was revoked on %s", domain.Stamp(*k.Key.RevokedAt))
	}
	if k.Key.ExpiresAt != nil && !a.Now().Before(*k.Key.ExpiresAt) {
		return domain.Errorf(domain.Expired, "this API key expired on %s", domain.Stamp(*k.Key.ExpiresAt))
	}
	return nil
}

func checkAddress(k store.KeyOwner, addr netip.Addr) error {
	if !auth.AllowList(k.Key.AllowIPs).Allows(addr) {
		return domain.Errorf(domain.AddressRefused, "this API key may not be used from the address %s", addr)
	}
	return nil
}

func checkAccount(k store.KeyOwner, _ netip.Addr) error {
	if !k.Account.Active {
		return domain.Errorf(domain.AccountInactive, "the account that owns this API key is inactive")
	}
	return nil
}

// CheckPlan refuses a key if its owner's plan does not include the API; the address does not matter.
func (a *Service) CheckPlan(k store.KeyOwner, _ netip.Addr) error {
	if !a.Config.Grid.OpensAPI(k.Account) {
		return domain.Errorf(domain.PlanRequired, "the plan %s does not include API access; it starts at the plan %s", k.Account.Plan, a.Config.Grid.APIFrom)
	}
	return nil
}

// countRequest counts a request against its key. If facts are given, it does so only if they still hold; otherwise, stale is
// true.
func (a *Service) countRequest(ctx context.Context, v Visit, k store.KeyOwner, facts store.KeyFacts, addr netip.Addr) (
	admission Admission, stale bool, err error,
) {
	e := entry{bucket: KeyBucket(k.Key.ID), facts: facts, target: v.targetOf(k.Key.UserID)}
	p, rate, err := a.quota.pass(ctx, e)
	if err != nil || p.stale {
		return Admission{Owner: callerOf(k), Rate: rate}, p.stale, err
	}
	if !p.ok {
		return Admission{Owner: callerOf(k), Rate: rate}, false, exhausted(rate)
	}
	a.uses.note(k.Key.ID, a.Now(), addr)
	return Admission{
		Caller:   callerOf(k),
		Owner:    callerOf(k),
		Scopes:   k.Key.Scopes,
		Rate:     rate,
		Snapshot: p.snap,
		counted:  p.use,
	}, false, nil
}

// CountMore counts n further requests against the key of an admitted request that does the work of several. If the quota does not suffice
// for all of them, none counts, nor does the request itself.
func (a *Service) CountMore(ctx context.Context, admission Admission, n int64) (Rate, error) {
	rate, ok, err := a.quota.more(ctx, KeyBucket(admission.Caller.KeyID), admission.counted.Window(), n)
	if err == nil && !ok {
		err = domain.Errorf(domain.QuotaExceeded, "this request counts as %d, and the quota has room for %d this hour and %d this month",
			n+1, rate.HourLeft, rate.MonthLeft)
	}
	return rate, err
}

// GiveBack takes an admitted request out of the key's usage again, and returns the quota without it. On PostgreSQL, other nodes learn of it
// within about a second.
func (a *Service) GiveBack(admission Admission) Rate {
	return a.quota.giveBack(KeyBucket(admission.Caller.KeyID), admission.counted)
}

// targetOf returns the target of a user's request, or nil if it has none.
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

// refuse counts a refused request against its address. Nothing is counted while the database is unavailable.
func (a *Service) refuse(ctx context.Context, addr netip.Addr, refusal error) (Admission, error) {
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
