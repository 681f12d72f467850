package auth

import (
	"net/http"
	"net/netip"
	"strings"
	"testing"
)

func TestClientAddr(t *testing.T) {
	t.Parallel()
	proxies := Proxies(mustPrefixes(t, "10.0.0.0/8", "2001:db8:ffff::/48"))
	tests := map[string]struct {
		peer      string
		forwarded []string
		want      string
	}{
		"peer that is no proxy":              {"203.0.113.9:4711", nil, "203.0.113.9"},
		"peer that is no proxy may not lie":  {"203.0.113.9:4711", []string{"198.51.100.1"}, "203.0.113.9"},
		"IPv6 peer":                          {"[2001:db8::9]:4711", nil, "2001:db8::9"},
		"IPv6 peer with a zone":              {"[fe80::9%eth0]:4711", nil, "fe80::9"},
		"IPv4 peer on an IPv6 socket":        {"[::ffff:203.0.113.9]:4711", nil, "203.0.113.9"},
		"peer without a port":                {"203.0.113.9", nil, "203.0.113.9"},
		"no peer":                            {"@", []string{"198.51.100.1"}, ""},
		"proxy without the header":           {"10.0.0.1:80", nil, "10.0.0.1"},
		"proxy with an empty header":         {"10.0.0.1:80", []string{""}, "10.0.0.1"},
		"proxy on an IPv6 socket":            {"[::ffff:10.0.0.1]:80", []string{"198.51.100.1"}, "198.51.100.1"},
		"one entry":                          {"10.0.0.1:80", []string{"198.51.100.1"}, "198.51.100.1"},
		"right-most counts":                  {"10.0.0.1:80", []string{"1.1.1.1, 198.51.100.1"}, "198.51.100.1"},
		"proxies are passed over":            {"10.0.0.1:80", []string{"1.1.1.1, 198.51.100.1, 10.0.0.3, 10.0.0.2"}, "198.51.100.1"},
		"IPv6 proxies are passed over":       {"[2001:db8:ffff::1]:80", []string{"2001:db8::5, 2001:db8:ffff::2"}, "2001:db8::5"},
		"several lines, in order":            {"10.0.0.1:80", []string{"1.1.1.1", "198.51.100.1", "10.0.0.2"}, "198.51.100.1"},
		"the last line is the nearest":       {"10.0.0.1:80", []string{"198.51.100.1", "198.51.100.2"}, "198.51.100.2"},
		"all proxies: the left-most":         {"10.0.0.1:80", []string{"10.0.0.4, 10.0.0.3", "10.0.0.2"}, "10.0.0.4"},
		"no address: the last proxy reached": {"10.0.0.1:80", []string{"198.51.100.1, unknown, 10.0.0.2"}, "10.0.0.2"},
		"no address at once: the peer":       {"10.0.0.1:80", []string{"198.51.100.1, _hidden"}, "10.0.0.1"},
		"empty entry ends the walk":          {"10.0.0.1:80", []string{"198.51.100.1,,10.0.0.2"}, "10.0.0.2"},
		"garbage left of the client":         {"10.0.0.1:80", []string{"<script>, 198.51.100.1"}, "198.51.100.1"},
		"port":                               {"10.0.0.1:80", []string{"198.51.100.1:5678"}, "198.51.100.1"},
		"port on a proxy":                    {"10.0.0.1:80", []string{"198.51.100.1:5678,10.0.0.2:99"}, "198.51.100.1"},
		"IPv6 with port":                     {"10.0.0.1:80", []string{"[2001:db8::1]:443"}, "2001:db8::1"},
		"IPv6 in brackets":                   {"10.0.0.1:80", []string{"[2001:db8::1]"}, "2001:db8::1"},
		"IPv6 bare":                          {"10.0.0.1:80", []string{"2001:db8::1"}, "2001:db8::1"},
		"IPv4 in brackets is no address":     {"10.0.0.1:80", []string{"[198.51.100.1]"}, "10.0.0.1"},
		"bracket left open":                  {"10.0.0.1:80", []string{"[2001:db8::1"}, "10.0.0.1"},
		"IPv4 written as IPv6":               {"10.0.0.1:80", []string{"::ffff:198.51.100.1"}, "198.51.100.1"},
		"proxy written as IPv6":              {"10.0.0.1:80", []string{"198.51.100.1, ::ffff:10.0.0.2"}, "198.51.100.1"},
		"zone is dropped":                    {"10.0.0.1:80", []string{"fe80::1%eth0"}, "fe80::1"},
		"quotes":                             {"10.0.0.1:80", []string{`"198.51.100.1"`}, "198.51.100.1"},
		"quotes and port":                    {"10.0.0.1:80", []string{`"[2001:db8::1]:443"`}, "2001:db8::1"},
		"quote left open":                    {"10.0.0.1:80", []string{`"198.51.100.1`}, "10.0.0.1"},
		"blanks and tabs":                    {"10.0.0.1:80", []string{" \t198.51.100.1\t , 10.0.0.2 "}, "198.51.100.1"},
		"leading zeros are no address":       {"10.0.0.1:80", []string{"198.051.100.001"}, "10.0.0.1"},
		"port out of range":                  {"10.0.0.1:80", []string{"198.51.100.1:99999"}, "10.0.0.1"},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			got := proxies.ClientAddr(test.peer, http.Header{"X-Forwarded-For": test.forwarded})
			if want := test.want; want == "" && got.IsValid() || want != "" && got.String() != want {
				t.Errorf("got %s, want %s", got, want)
			}
		})
	}
}

func TestWithoutProxiesTheHeaderIsNotRead(t *testing.T) {
	t.Parallel()
	header := http.Header{"X-Forwarded-For": {"198.51.100.1"}}
	if got := (Proxies(nil)).ClientAddr("127.0.0.1:1", header); got != netip.MustParseAddr("127.0.0.1") {
		t.Errorf("got %s", got)
	}
}

func FuzzClientAddr(f *testing.F) {
	f.Add("10.0.0.1:80", "1.1.1.1, 198.51.100.1", "10.0.0.2")
	f.Add("[::ffff:10.0.0.1]:80", `"[2001:db8::1]:443"`, "::ffff:10.9.9.9")
	f.Add("10.0.0.1:80", "fe80::1%eth0,unknown", "")
	f.Add("@", ",", "10.0.0.2,")
	f.Add("203.0.113.9:1", "", "")
	proxies := Proxies(mustPrefixes(f, "10.0.0.0/8", "2001:db8:ffff::/48"))
	f.Fuzz(func(t *testing.T, peer, first, second string) {
		header := http.Header{"X-Forwarded-For": {first, second}}
		got := proxies.ClientAddr(peer, header)
		if got.Is4In6() || got.Zone() != "" {
			t.Fatalf("%v is not in plain form", got)
		}
		joined := http.Header{"X-Forwarded-For": {first + "," + second}}
		if again := proxies.ClientAddr(peer, joined); again != got {
			t.Fatalf("two lines give %v, joined %v", got, again)
		}
		direct := (Proxies(nil)).ClientAddr(peer, header)
		if !contains(proxies, direct) && got != direct {
			t.Fatalf("peer %v is no proxy, yet its header made it %v", direct, got)
		}
		checkForged(t, proxies, peer, strings.Join(header["X-Forwarded-For"], ","), got)
	})
}

// checkForged checks that a result that is not a proxy does not depend on anything that a client prepends to the header.
func checkForged(t *testing.T, proxies Proxies, peer, forwarded string, got netip.Addr) {
	t.Helper()
	if !got.IsValid() || contains(proxies, got) {
		return
	}
	forged := http.Header{"X-Forwarded-For": {"192.0.2.66, 10.6.6.6," + forwarded}}
	if again := proxies.ClientAddr(peer, forged); again != got {
		t.Fatalf("a forged entry changed %v into %v", got, again)
	}
}
