package admit

import (
	"net/netip"

	"earnest/internal/auth"
	"earnest/internal/domain"
)

// Origin is the party a request is attributed to before it is admitted: the user its key or session belonged to when it was last
// admitted, or else its network address. It grants no access; it only decides whose share of the server's capacity is used.
type Origin struct {
	UserID  int64  // 0 if unknown
	Address string // set if the user is unknown; for IPv6, the /64 network
}

// credentials is the address and key of a request.
type credentials struct {
	read    bool
	addr    netip.Addr
	hash    [32]byte // of the key
	refusal error    // set if the request has no valid key
}

// readCredentials reads the address and the key of a request, unless it has already done so.
func (a *Service) readCredentials(v *Visit) {
	if v.credentials.read {
		return
	}
	hash, refusal := keyHash(v.Header)
	v.credentials = credentials{read: true, addr: a.Address(*v), hash: hash, refusal: refusal}
}

// Origin returns the party a request to the API is attributed to. A request that the cached facts of its key would not admit is
// attributed to the sender's address, so that someone with a revoked key cannot use up its owner's share.
func (a *Service) Origin(v *Visit) Origin {
	a.readCredentials(v)
	if known, ok := a.knownKey(v); ok {
		return Origin{UserID: known.Key.UserID}
	}
	return Origin{Address: auth.Bucket(v.credentials.addr)}
}

// knownKey returns the cached facts of a request's key, if they would admit it.
func (a *Service) knownKey(v *Visit) (knownKey, bool) {
	if v.credentials.refusal != nil {
		return knownKey{}, false
	}
	known, ok := a.keys.Get(v.credentials.hash)
	return known, ok && a.wouldAdmit(known.KeyOwner, v.credentials.addr)
}

// SessionOrigin returns the party a request to the dashboard is attributed to.
func (a *Service) SessionOrigin(v Visit) Origin {
	if token, ok := auth.ParseToken(auth.SessionPrefix, v.Token); ok {
		if user, _ := a.sessions.Get(token.Hash()); user != 0 {
			return Origin{UserID: user}
		}
	}
	return Origin{Address: auth.Bucket(a.Address(v))}
}

// RememberSession caches the user of a session until the session is known to have ended.
func (a *Service) RememberSession(hash [32]byte, user int64, err error) {
	if err == nil {
		a.sessions.Put(hash, user)
		return
	}
	if kind := domain.KindOf(err); kind != domain.SignedOut && kind != domain.AccountInactive {
		return // the database is unavailable, which says nothing about the session
	}
	if _, known := a.sessions.Get(hash); known { // otherwise anyone could fill the cache with sessions that never existed
		a.sessions.Put(hash, 0)
	}
}

// IdleRate returns the quota of a request's key, or of its address if the key is unknown, without counting the request or
// querying the database.
func (a *Service) IdleRate(v Visit) Rate {
	a.readCredentials(&v)
	if known, ok := a.knownKey(&v); ok {
		return a.quota.Peek(KeyBucket(known.Key.ID))
	}
	return a.quota.Peek(AddressBucket(auth.Bucket(v.credentials.addr)))
}

// Address returns the client's address, or the zero Addr if it cannot be determined.
func (a *Service) Address(v Visit) netip.Addr {
	return a.Config.Proxies.ClientAddr(v.RemoteAddr, v.Header)
}
