package auth

import (
	"fmt"
	"net/netip"
	"strings"
)

// AllowList holds the networks a key may be used from.
type AllowList []netip.Prefix

// Allows reports whether the address is on the list. An empty list allows every address; any other list refuses an unknown
// address.
func (l AllowList) Allows(addr netip.Addr) bool {
	return len(l) == 0 || contains(l, addr)
}

// ParseAllow parses one entry of a list: an IPv4 or IPv6 address, or a range in CIDR form. Host bits are cleared, and IPv4
// written as IPv6 (::ffff:192.0.2.1) becomes IPv4. Zones are refused, since they are meaningful on one machine only. The error
// is a sentence for the person who wrote the entry.
func ParseAllow(s string) (netip.Prefix, error) {
	text := strings.TrimSpace(s)
	if strings.Contains(text, "%") {
		return netip.Prefix{}, fmt.Errorf("%q has a zone; write the address without it", s)
	}
	prefix, err := parsePrefix(text)
	if err != nil {
		return netip.Prefix{}, fmt.Errorf("%q must be an IPv4 or IPv6 address, or a range such as 192.0.2.0/24", s)
	}
	if !prefix.Addr().Is4In6() {
		return prefix.Masked(), nil
	}
	if prefix.Bits() < 96 {
		return netip.Prefix{}, fmt.Errorf("%q is wider than all of IPv4; write 0.0.0.0/0 for every IPv4 address", s)
	}
	return netip.PrefixFrom(prefix.Addr().Unmap(), prefix.Bits()-96).Masked(), nil
}

func parsePrefix(text string) (netip.Prefix, error) {
	if strings.Contains(text, "/") {
		return netip.ParsePrefix(text)
	}
	addr, err := netip.ParseAddr(text)
	if err != nil {
		return netip.Prefix{}, err
	}
	return addr.Prefix(addr.BitLen())
}

// Bucket returns the name by which an address is throttled: an IPv4 address itself, the /64 of an IPv6 address (every subscriber
// has at least that much), or "unknown".
func Bucket(addr netip.Addr) string {
	addr = plain(addr)
	if !addr.IsValid() {
		return "unknown"
	}
	if addr.Is4() {
		return addr.String()
	}
	return netip.PrefixFrom(addr, 64).Masked().String()
}

// plain returns the form in which addresses are compared: without a zone, and with IPv4 never written as IPv6.
func plain(addr netip.Addr) netip.Addr { return addr.Unmap().WithZone("") }

func contains(prefixes []netip.Prefix, addr netip.Addr) bool {
	addr = plain(addr)
	for _, prefix := range prefixes {
		if prefix.Contains(addr) {
			return true
		}
	}
	return false
}
