package app

import (
	"context"
	"net/http"
	"net/netip"

	"earnest/internal/auth"
	"earnest/internal/domain"
	"earnest/internal/store"
)

// Visit is a request at the doors.
type Visit struct {
	Header     http.Header
	RemoteAddr string
	Token      string // of the session that a browser shows; empty at the API
}

// Admission is who was let in, and the state of the quota that was counted. When the doors refuse, only
// Rate is set.
type Admission struct {
	Caller domain.Caller
	Scopes domain.Scopes
	Rate   Rate

	// Version is of the database when the request came: what was true of it then is true enough.
	Version store.Version
}

// Admit leads a request through the doors that need no route: key, address, account, plan, quota. The
// first that refuses answers. What is let in counts against the key; what the first four refuse counts
// against its network address, so that guessing is throttled and nobody drains another's quota.
func (a *App) Admit(ctx context.Context, v Visit) (Admission, error) {
	addr := a.config.Proxies.ClientAddr(v.RemoteAddr, v.Header)
	version := a.store.Version()
	owner, refusal := a.keyDoor(ctx, v.Header, version)
	for _, door := range []func(store.KeyOwner, netip.Addr) error{
		a.lifetimeDoor,
		addressDoor,
		accountDoor,
		a.planDoor,
	} {
		if refusal == nil {
			refusal = door(owner, addr)
		}
	}
	if refusal != nil {
		return a.turnAway(ctx, addr, refusal)
	}
	admission, err := a.quotaDoor(ctx, owner, addr)
	admission.Version = version
	return admission, err
}

func (a *App) keyDoor(ctx context.Context, h http.Header, now store.Version) (store.KeyOwner, error) {
	text, state := auth.FromHeader(h)
	if state == auth.HeaderMissing {
		return store.KeyOwner{}, domain.Errorf(domain.Missing, "send your API key in the header: Authorization: Bearer <API_KEY>")
	}
	unknown := domain.Errorf(domain.Unknown, "this is not a known API key")
	key, ok := auth.ParseKey(text)
	if state != auth.HeaderBearer || !ok {
		return store.KeyOwner{}, unknown
	}
	owner, found, err := a.keyOwner(ctx, key.Hash(), now)
	if err == nil && !found {
		return owner, unknown
	}
	return owner, err
}

// knownKey is what the database said of a hash at a version.
type knownKey struct {
	at    store.Version
	owner store.KeyOwner
	found bool
}

// keyOwner finds a key by its hash, in memory as long as it is known that nothing changed who may come in.
func (a *App) keyOwner(ctx context.Context, hash [32]byte, now store.Version) (owner store.KeyOwner, found bool, err error) {
	if known, ok := a.keys.Get(hash); ok && a.store.Holds(known.at, now) {
		return known.owner, known.found, nil
	}
	err = a.store.Once(ctx, func(tx *store.Tx) (err error) {
		owner, err = tx.KeyByHash(ctx, hash[:])
		return err
	})
	found = err == nil
	if domain.KindOf(err) == domain.NotFound {
		err = nil
	}
	if err == nil {
		a.keys.Put(hash, knownKey{now, owner, found})
	}
	return owner, found, err
}

func (a *App) lifetimeDoor(k store.KeyOwner, _ netip.Addr) error {
	if k.Key.RevokedAt != nil {
		return domain.Errorf(domain.Revoked, "this API key was revoked on %s", domain.Stamp(*k.Key.RevokedAt))
	}
	if k.Key.ExpiresAt != nil && !a.clock().Before(*k.Key.ExpiresAt) {
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

func (a *App) planDoor(k store.KeyOwner, _ netip.Addr) error {
	if !a.config.Grid.OpensAPI(k.Account) {
		return domain.Errorf(domain.PlanRequired, "the plan %s does not include API access; it starts at the plan %s", k.Account.Plan, a.config.Grid.APIFrom)
	}
	return nil
}

func (a *App) quotaDoor(ctx context.Context, k store.KeyOwner, addr netip.Addr) (Admission, error) {
	rate, ok, err := a.quota.Take(ctx, KeyBucket(k.Key.ID))
	if err != nil {
		return Admission{Rate: a.quota.Peek(KeyBucket(k.Key.ID))}, err
	}
	if !ok {
		return Admission{Rate: rate}, exhausted(rate)
	}
	a.uses.note(k.Key.ID, a.clock(), addr)
	return Admission{
		Caller: domain.Caller{UserID: k.Key.UserID, KeyID: k.Key.ID},
		Scopes: k.Key.Scopes,
		Rate:   rate,
	}, nil
}

// turnAway counts a refused request against its address. Where the database is away nothing is counted.
func (a *App) turnAway(ctx context.Context, addr netip.Addr, refusal error) (Admission, error) {
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

// IdleRate tells the quota of a visitor's address without counting and without the database.
func (a *App) IdleRate(v Visit) Rate {
	return a.quota.Peek(AddressBucket(auth.Bucket(a.config.Proxies.ClientAddr(v.RemoteAddr, v.Header))))
}
