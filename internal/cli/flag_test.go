package cli

import (
	"net"
	"net/netip"
	"testing"
	"time"

	"earnest/internal/domain"
)

func TestADateEndsWithItsDayAndATimeAtItsMoment(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		"2026-03-31":                "2026-04-01T00:00:00Z",
		"2024-02-28":                "2024-02-29T00:00:00Z",
		"2026-12-31":                "2027-01-01T00:00:00Z",
		"2026-03-31T09:30:00Z":      "2026-03-31T09:30:00Z",
		"2026-03-31T09:30:00+02:00": "2026-03-31T07:30:00Z",
		"2026-03-31 09:30:00":       "2026-03-31T09:30:00Z",
		"2026-03-31T09:30":          "2026-03-31T09:30:00Z",
		"9999-12-30":                "9999-12-31T00:00:00Z",
		"9999-12-31":                "9999-12-31T23:59:59Z",
	} {
		if got, err := parseEnd("--expires", text); err != nil || got.Format(time.RFC3339) != want {
			t.Errorf("%s: %v %v, want %s", text, got, err, want)
		}
	}
	for _, text := range []string{"2026-02-30", "31.03.2026", "2026-3-1", "never", "0", " 2026-03-31", "9999-12-31T23:59:59-01:00"} {
		if got, err := parseEnd("--expires", text); err == nil {
			t.Errorf("%q was taken for %s", text, got)
		}
	}
}

func TestADateBeginsWithItsDay(t *testing.T) {
	t.Parallel()
	got, err := parseStart("--subscribed-at", "2025-06-01")
	if err != nil || !got.Equal(time.Date(2025, 6, 1, 0, 0, 0, 0, time.UTC)) {
		t.Errorf("%v %v", got, err)
	}
}

func TestTheStateOfAKeyMatchesTheAdmissionChecks(t *testing.T) {
	t.Parallel()
	now := time.Date(2026, 3, 1, 12, 0, 0, 0, time.UTC)
	later := now.Add(time.Second)
	for want, key := range map[string]domain.APIKey{
		"active":  {ExpiresAt: &later},
		"expired": {ExpiresAt: &now},
		"revoked": {ExpiresAt: &now, RevokedAt: &now},
	} {
		if got := keyState(key, now); got != want {
			t.Errorf("%s, want %s", got, want)
		}
	}
	if got := keyState(domain.APIKey{}, now); got != "active" {
		t.Error(got)
	}
}

func TestNetworksAreShownAsTheyHold(t *testing.T) {
	t.Parallel()
	networks, err := parseNetworks("--allow-ip", []string{"192.0.2.7", "2001:db8::/32", " 10.1.2.3/8"})
	if err != nil || networksText(networks) != "192.0.2.7/32,2001:db8::/32,10.0.0.0/8" {
		t.Errorf("%v %v", networks, err)
	}
	if networksText([]netip.Prefix{}) != "anywhere" {
		t.Error("an empty list allows every address")
	}
}

func TestATextCannotBreakTheTable(t *testing.T) {
	t.Parallel()
	if got := cell("a\tb\nc\x1b[31m"); got != "a?b?c?[31m" {
		t.Errorf("%q", got)
	}
}

func TestTheAddressPrintedIsOneToGoTo(t *testing.T) {
	t.Parallel()
	for listen, want := range map[string]string{
		"127.0.0.1:8080": "http://127.0.0.1:8080",
		"0.0.0.0:8080":   "http://localhost:8080",
		"[::]:80":        "http://localhost:80",
		"[::1]:80":       "http://[::1]:80",
	} {
		addr, err := net.ResolveTCPAddr("tcp", listen)
		if err != nil {
			t.Fatal(err)
		}
		if got := addressOf(addr); got != want {
			t.Errorf("%s: %s, want %s", listen, got, want)
		}
	}
}

func TestABaseURLLosesItsLastSlashAndMustBeWhole(t *testing.T) {
	t.Parallel()
	if got, err := baseURL("https://e.example.org/team/", defaultBase); err != nil || got != "https://e.example.org/team" {
		t.Errorf("%q %v", got, err)
	}
	if got, err := baseURL("", defaultBase); err != nil || got != defaultBase {
		t.Errorf("%q %v", got, err)
	}
	for _, bad := range []string{"e.example.org", "ftp://e.example.org", "https://", "https://e.org?x=1", "https://e.org#x", "://"} {
		if got, err := baseURL(bad, defaultBase); err == nil {
			t.Errorf("%q was taken for %q", bad, got)
		}
	}
}
