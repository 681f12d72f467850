package server_test

import (
	"net/http"
	"strings"
	"testing"

	"earnest/internal/auth"
)

// The log never contains a secret, wherever a client puts it and whatever happens to the request.
func TestNoSecretReachesTheLog(t *testing.T) {
	t.Parallel()
	w := mustServeDash(t)
	setup, ok, err := w.App.Accounts.NewSetupToken(t.Context())
	if err != nil || !ok {
		t.Fatal(err)
	}
	secrets := []string{setup.Reveal(), "secret password", "654321"}
	post := func(path, body string) *http.Response {
		t.Helper()
		r, err := http.Post("http://"+w.Addr+path, "application/json", strings.NewReader(body))
		if err != nil {
			t.Fatal(err)
		}
		_ = r.Body.Close()
		return r
	}
	r := post("/dash/setup", `{"token":"`+setup.Reveal()+`","email":"ada@example.com","firstname":"Ada","lastname":"King","password":"secret password"}`)
	if r.StatusCode != http.StatusCreated {
		t.Fatalf("set-up: %d", r.StatusCode)
	}
	secrets = append(secrets, r.Cookies()[0].Value)
	reset, err := w.App.Accounts.ResetUserByEmail(t.Context(), "ada@example.com", false)
	if err != nil {
		t.Fatal(err)
	}
	secrets = append(secrets, reset.Token.Reveal())
	post("/dash/invitation", `{"token":"`+reset.Token.Reveal()+`","password":"secret password"}`)
	post("/dash/session", `{"email":"ada@example.com","password":"secret password","code":"654321"}`)
	post("/dash/session?password=secret+password", `{"email":"ada@example.com","password":["secret password"]}`)
	for _, prefix := range []string{"ses_", "set_", "inv_", "oid_", "ern_", "cal_"} {
		misplaced := auth.NewToken(prefix).Reveal()
		secrets = append(secrets, misplaced)
		post("/dash/sessions/"+misplaced, "")
		post("/setup/"+misplaced+"?token="+misplaced, "")
		post("/calendar/"+misplaced+".ics", "")
	}
	post("/dash/last", "")
	w.Log.mustSay(t, "/dash/last")
	for _, s := range secrets {
		if strings.Contains(w.Log.String(), s) {
			t.Errorf("the log holds %.12s…", s)
		}
	}
	w.Log.mustSay(t, "ses_…")
}
