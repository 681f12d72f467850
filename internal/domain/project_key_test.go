package domain_test

import (
	"strconv"
	"strings"
	"testing"

	"earnest/internal/domain"
)

func TestAProjectKeyIsALetterAndOneToNineLettersOrDigits(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		"TIC": "TIC", "tic": "TIC", "Tic2": "TIC2", "AB": "AB", "ABCDEFGHIJ": "ABCDEFGHIJ",
		"": "", "A": "", "2A": "", "ABCDEFGHIJK": "", "TI-C": "", "ÉTÉ": "", "T C": "", "TIC\n": "",
	} {
		if got, ok := domain.ParseProjectKey(text); got != want || ok != (want != "") {
			t.Errorf("%q: %q, %v", text, got, ok)
		}
	}
}

func TestATicketKeyIsAProjectKeyAndANumber(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		"TIC-42": "TIC-42", "tic-1": "TIC-1", "A2-999999999999999": "A2-999999999999999",
		"TIC-0": "", "TIC-042": "", "TIC--1": "", "TIC-+1": "", "TIC-": "", "TIC": "", "-1": "", "TIC-1-2": "", "TIC-9999999999999999": "", "TIC-1 ": "",
	} {
		project, number, ok := domain.ParseTicketKey(text)
		if ok != (want != "") || ok && domain.TicketKey(project, number) != want {
			t.Errorf("%q: %s-%d, %v", text, project, number, ok)
		}
	}
}

func TestAKeyIsProposedFromTheLettersOfAName(t *testing.T) {
	t.Parallel()
	for name, want := range map[string]string{
		"Tickets":                      "TIC",
		"Portail client":               "PC",
		"Étude d’impact":               "ED",
		"Customer portal relaunch":     "CPR",
		"one two three four five six":  "OTTF",
		"Œuvre":                        "OEU",
		"Go":                           "GO",
		"X":                            "PROJ",
		"":                             "PROJ",
		"日本語":                          "PROJ",
		"2026":                         "PROJ",
		"Sprint 2026":                  "SPR",
		"R&D":                          "RD",
		"e-commerce":                   "EC",
		strings.Repeat("longword", 20): "LON",
	} {
		got := domain.ProposeKey(name, func(string) bool { return false })
		if _, ok := domain.ParseProjectKey(got); got != want || !ok {
			t.Errorf("%q: %q, want %q", name, got, want)
		}
	}
}

func TestDigitsAreAddedUntilAKeyIsFree(t *testing.T) {
	t.Parallel()
	taken := map[string]bool{}
	for i := range 120 {
		key := domain.FreeKey("ABCDEFGHIJ", func(k string) bool { return taken[k] })
		want := "ABCDEFGHIJ"
		if n := strconv.Itoa(i + 1); i > 0 {
			want = want[:10-len(n)] + n
		}
		if key != want {
			t.Fatalf("%q, want %q", key, want)
		}
		taken[key] = true
	}
	if key := domain.ProposeKey("Tickets", func(k string) bool { return k == "TIC" || k == "TIC2" }); key != "TIC3" {
		t.Error(key)
	}
}
