package auth

import (
	"net/netip"
	"strings"
	"testing"
)

func mustPrefixes(t testing.TB, texts ...string) []netip.Prefix {
	t.Helper()
	var prefixes []netip.Prefix
	for _, text := range texts {
		prefix, err := ParseAllow(text)
		if err != nil {
			t.Fatal(err)
		}
		prefixes = append(prefixes, prefix)
	}
	return prefixes
}

func TestParseAllow(t *testing.T) {
	t.Parallel()
	tests := map[string]string{
		"192.0.2.7":                "192.0.2.7/32",
		" 192.0.2.7 ":              "192.0.2.7/32",
		"192.0.2.0/24":             "192.0.2.0/24",
		"192.0.2.77/24":            "192.0.2.0/24",
		"0.0.0.0/0":                "0.0.0.0/0",
		"2001:db8::1":              "2001:db8::1/128",
		"2001:DB8:0:0::1":          "2001:db8::1/128",
		"2001:db8::dead:beef/32":   "2001:db8::/32",
		"::/0":                     "::/0",
		"::ffff:192.0.2.7":         "192.0.2.7/32",
		"::ffff:192.0.2.7/120":     "192.0.2.0/24",
		"::ffff:c000:207":          "192.0.2.7/32",
		"::ffff:0.0.0.0/96":        "0.0.0.0/0",
		"":                         "",
		"  ":                       "",
		"localhost":                "",
		"192.0.2":                  "",
		"192.0.2.256":              "",
		"192.0.2.007":              "",
		"192.0.2.7:80":             "",
		"[2001:db8::1]":            "",
		"192.0.2.0/33":             "",
		"192.0.2.0/-1":             "",
		"192.0.2.0/024":            "",
		"192.0.2.0/":               "",
		"192.0.2.0/255.255.255.0":  "",
		"2001:db8::/129":           "",
		"fe80::1%eth0":             "",
		"fe80::%eth0/64":           "",
		"::ffff:192.0.2.7/64":      "",
		"192.0.2.1-192.0.2.9":      "",
		"192.0.2.7, 198.51.100.23": "",
	}
	for text, want := range tests {
		prefix, err := ParseAllow(text)
		switch {
		case want == "" && err == nil:
			t.Errorf("%q was read as %s", text, prefix)
		case want != "" && (err != nil || prefix.String() != want):
			t.Errorf("%q was read as %s, %v; want %s", text, prefix, err, want)
		}
	}
}

func TestParseAllowErrorsSayWhatWouldBeRight(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		"office":              `"office" must be an IPv4 or IPv6 address, or a range such as 192.0.2.0/24`,
		"fe80::1%eth0":        `"fe80::1%eth0" has a zone; write the address without it`,
		"::ffff:192.0.2.7/64": `"::ffff:192.0.2.7/64" is wider than all of IPv4; write 0.0.0.0/0 for every IPv4 address`,
	} {
		if _, err := ParseAllow(text); err == nil || err.Error() != want {
			t.Errorf("%q: %v", text, err)
		}
	}
}

func TestAllowList(t *testing.T) {
	t.Parallel()
	list := AllowList(mustPrefixes(t, "192.0.2.0/24", "198.51.100.7", "2001:db8:1::/48", "fe80::/10"))
	for text, want := range map[string]bool{
		"192.0.2.0":          true,
		"192.0.2.255":        true,
		"192.0.3.0":          false,
		"198.51.100.7":       true,
		"198.51.100.8":       false,
		"::ffff:192.0.2.9":   true,
		"::ffff:192.0.3.9":   false,
		"2001:db8:1:ffff::1": true,
		"2001:db8:2::1":      false,
		"fe80::1%eth0":       true,
		"::1":                false,
	} {
		if got := list.Allows(netip.MustParseAddr(text)); got != want {
			t.Errorf("%s: %t", text, got)
		}
	}
}

func TestEmptyListAllowsAllAndAFullOneNoUnknownAddress(t *testing.T) {
	t.Parallel()
	if !(AllowList(nil)).Allows(netip.MustParseAddr("203.0.113.1")) || !(AllowList{}).Allows(netip.Addr{}) {
		t.Error("an empty list refuses")
	}
	if AllowList(mustPrefixes(t, "0.0.0.0/0", "::/0")).Allows(netip.Addr{}) {
		t.Error("a list allows an address that is not known")
	}
	if AllowList(mustPrefixes(t, "::/0")).Allows(netip.MustParseAddr("::ffff:192.0.2.1")) {
		t.Error("every IPv6 address includes an IPv4 one")
	}
}

func TestBucket(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		"192.0.2.7":                 "192.0.2.7",
		"::ffff:192.0.2.7":          "192.0.2.7",
		"2001:db8:1:2:3:4:5:6":      "2001:db8:1:2::/64",
		"2001:db8:1:2:ffff:4:5:6":   "2001:db8:1:2::/64",
		"2001:db8:1:3::1":           "2001:db8:1:3::/64",
		"fe80::1%eth0":              "fe80::/64",
		"::1":                       "::/64",
		"64:ff9b::192.0.2.7":        "64:ff9b::/64",
		"2002:c000:207:1:0:0:0:abc": "2002:c000:207:1::/64",
	} {
		if got := Bucket(netip.MustParseAddr(text)); got != want {
			t.Errorf("%s is in %s, want %s", text, got, want)
		}
	}
	if got := Bucket(netip.Addr{}); got != "unknown" {
		t.Errorf("no address is in %s", got)
	}
}

func FuzzParseAllow(f *testing.F) {
	for _, seed := range []string{
		"192.0.2.7", "192.0.2.77/24", "2001:db8::/32", "::ffff:192.0.2.7/120", "fe80::1%eth0", "::ffff:0:0/95", "1/1", "/",
	} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, text string) {
		prefix, err := ParseAllow(text)
		if err != nil {
			if prefix.IsValid() || !strings.Contains(err.Error(), " ") {
				t.Fatalf("%q: %v, %v", text, prefix, err)
			}
			return
		}
		if !prefix.IsValid() || prefix != prefix.Masked() || prefix.Addr().Is4In6() || prefix.Addr().Zone() != "" {
			t.Fatalf("%q was read as %v", text, prefix)
		}
		if again, err := ParseAllow(prefix.String()); err != nil || again != prefix {
			t.Fatalf("%q was read as %v, then %v, %v", text, prefix, again, err)
		}
		if !(AllowList{prefix}).Allows(prefix.Addr()) {
			t.Fatalf("%v does not allow its first address", prefix)
		}
	})
}
