package auth

import (
	"net/http"
	"net/netip"
	"slices"
	"strings"
)

// Proxies holds the networks of trusted reverse proxies. Its entries come from ParseAllow.
type Proxies []netip.Prefix

// ClientAddr returns the address a request comes from: the peer's, unless the peer is one of the proxies. In that case,
// X-Forwarded-For is read from the right, the end that the proxies wrote, up to the first address that is not a proxy.
// Everything before that address was sent by the client and is not trusted. An entry that is not an address ends the walk at the
// last proxy reached; if every entry is a proxy, the leftmost one is the client.
//
// The result is not valid when the peer has no network address, as on a Unix socket.
func (p Proxies) ClientAddr(remoteAddr string, header http.Header) netip.Addr {
	client, _ := parseHop(remoteAddr)
	if !contains(p, client) {
		return client
	}
	for _, line := range slices.Backward(header.Values("X-Forwarded-For")) {
		hops := strings.Split(line, ",")
		for _, hop := range slices.Backward(hops) {
			addr, ok := parseHop(hop)
			if !ok {
				return client
			}
			if client = addr; !contains(p, addr) {
				return client
			}
		}
	}
	return client
}

// parseHop parses an address as proxies write it: bare, quoted, in brackets or with a port.
func parseHop(s string) (netip.Addr, bool) {
	text := strings.Trim(s, " \t")
	if unquoted, ok := strings.CutPrefix(text, `"`); ok {
		text, ok = strings.CutSuffix(unquoted, `"`)
		if !ok {
			return netip.Addr{}, false
		}
	}
	if withPort, err := netip.ParseAddrPort(text); err == nil {
		return plain(withPort.Addr()), true
	}
	if inside, ok := strings.CutPrefix(text, "["); ok {
		if text, ok = strings.CutSuffix(inside, "]"); !ok || !strings.Contains(text, ":") {
			return netip.Addr{}, false
		}
	}
	addr, err := netip.ParseAddr(text)
	return plain(addr), err == nil
}
