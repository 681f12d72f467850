package admit

import (
	"net/netip"

	"earnest/internal/auth"
	"earnest/internal/domain"
)

// Origin says on whose account a request is before it has passed the doors: that of the user its key or session belonged to when it was
// last let in, or else that of its network address. It grants nothing. It only decides whose share of the server's capacity is used.
type Origin struct {
	UserID  int64  // 0: not known
	Address string // set if the user is not known; an IPv6 address counts by its /64
}

// arrival is what a request shows at the first door.
type arrival struct {
	read    bool
	addr    netip.Addr
	hash    [32]byte // of the key
	refusal error    // there is no key
}

// arrive reads the address and the key of a request, once.
func (a *Service) arrive(v *Visit) {
	if v.arrival.read {
		return
	}
	hash, refusal := shownKey(v.Header)
	v.arrival = arrival{read: true, addr: a.Address(*v), hash: hash, refusal: refusal}
}

// Origin tells on whose account a request of the API is. A key that would be refused on what is known of it counts for nobody but
// its sender: whoever holds a revoked key must not use up its owner's share.
func (a *Service) Origin(v *Visit) Origin {
	a.arrive(v)
	if known, ok := a.knownKey(v); ok {
		return Origin{UserID: known.Key.UserID}
	}
	return Origin{Address: auth.Bucket(v.arrival.addr)}
}

// knownKey gives what is remembered of a request's key, if the doors would let it in.
func (a *Service) knownKey(v *Visit) (knownKey, bool) {
	if v.arrival.refusal != nil {
		return knownKey{}, false
	}
	known, ok := a.keys.Get(v.arrival.hash)
	return known, ok && a.wouldPass(known.KeyOwner, v.arrival.addr)
}

// SessionOrigin tells on whose account a request of the dashboard is.
func (a *Service) SessionOrigin(v Visit) Origin {
	if token, ok := auth.ParseToken(auth.SessionPrefix, v.Token); ok {
		if user, _ := a.sessions.Get(token.Hash()); user != 0 {
			return Origin{UserID: user}
		}
	}
	return Origin{Address: auth.Bucket(a.Address(v))}
}

// RememberSession remembers whose session it is, until it is known to be over.
func (a *Service) RememberSession(hash [32]byte, user int64, err error) {
	if err == nil {
		a.sessions.Put(hash, user)
		return
	}
	if kind := domain.KindOf(err); kind != domain.SignedOut && kind != domain.AccountInactive {
		return // the database is away: that says nothing of the session
	}
	if _, known := a.sessions.Get(hash); known { // else anybody could fill the memory with sessions that never were
		a.sessions.Put(hash, 0)
	}
}

// IdleRate tells the quota of a request's key, or of its address while the key is not known, without counting and without the
// database.
func (a *Service) IdleRate(v Visit) Rate {
	a.arrive(&v)
	if known, ok := a.knownKey(&v); ok {
		return a.quota.Peek(KeyBucket(known.Key.ID))
	}
	return a.quota.Peek(AddressBucket(auth.Bucket(v.arrival.addr)))
}

// Address is where a visitor comes from; the zero Addr where nobody can tell.
func (a *Service) Address(v Visit) netip.Addr {
	return a.Config.Proxies.ClientAddr(v.RemoteAddr, v.Header)
}
