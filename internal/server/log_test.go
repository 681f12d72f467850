package server_test

import (
	"encoding/json"
	"net/http"
	"strconv"
	"strings"
	"testing"

	"earnest/internal/admit"
	"earnest/internal/apitest"
	"earnest/internal/apiv1"
	"earnest/internal/app"
	"earnest/internal/auth"
	"earnest/internal/db/dbtest"
)

// logLine is what the log says about who made a request.
type logLine struct {
	Msg       string `json:"msg"`
	RequestID string `json:"request_id"`
	Status    int    `json:"status"`
	UserID    int64  `json:"user_id"`
	KeyID     int64  `json:"key_id"`
}

// mustLog returns the log's line about a request.
func (w *world) mustLog(t *testing.T, id string) logLine {
	t.Helper()
	w.Log.mustSay(t, `"request_id":"`+id+`"`)
	for text := range strings.Lines(w.Log.String()) {
		var line logLine
		if err := json.Unmarshal([]byte(text), &line); err != nil {
			t.Fatalf("%v: %s", err, text)
		}
		if line.Msg == "request" && line.RequestID == id {
			return line
		}
	}
	t.Fatalf("no line about %s:\n%s", id, w.Log)
	return logLine{}
}

// keyID returns the id of a user's only key.
func keyID(t *testing.T, a *app.App, email string) int64 {
	t.Helper()
	keys, err := a.Keys.Keys(t.Context(), email)
	if err != nil || len(keys) != 1 {
		t.Fatalf("%v %v", keys, err)
	}
	return keys[0].ID
}

func TestTheLogNamesTheKeyAndTheUserOfARequest(t *testing.T) {
	t.Parallel()
	dbtest.Each(t, func(t *testing.T, url string) {
		inner := apitest.New(t, url, func(c *app.Config) { c.Limits = admit.Limits{Hour: 3, Month: 10} })
		w := mustServeWorld(t, inner, apiv1.Options{}, nil)
		w.MustPerson(t, "somebody")
		ada := w.MustPerson(t, "ada")
		key := keyID(t, w.App, ada.Email)
		send := func(id, secret string, status int, want logLine) {
			t.Helper()
			w.mustSend(t, "GET", "/api/v1/projects", "Authorization: Bearer "+secret, "X-Request-Id: "+id)
			want.Msg, want.RequestID, want.Status = "request", id, status
			if got := w.mustLog(t, id); got != want {
				t.Errorf("%+v, want %+v", got, want)
			}
		}
		send("first", ada.Key, 200, logLine{UserID: ada.ID, KeyID: key})
		send("known", ada.Key, 200, logLine{UserID: ada.ID, KeyID: key})
		send("third", ada.Key, 200, logLine{UserID: ada.ID, KeyID: key})
		send("over-quota", ada.Key, 429, logLine{UserID: ada.ID, KeyID: key})
		if _, err := w.App.Keys.RevokeKey(t.Context(), strconv.FormatInt(key, 10)); err != nil {
			t.Fatal(err)
		}
		send("revoked", ada.Key, 401, logLine{UserID: ada.ID, KeyID: key})
		strange, err := auth.NewKey()
		if err != nil {
			t.Fatal(err)
		}
		send("unknown", strange.Reveal(), 401, logLine{})
		if strings.Contains(w.Log.String(), ada.Key) {
			t.Error("the log holds a key")
		}
	})
}

func TestTheLogNamesTheUserOfASession(t *testing.T) {
	t.Parallel()
	w := mustServeDash(t)
	setup, _, err := w.App.Accounts.NewSetupToken(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	body := `{"token":"` + setup.Reveal() + `","email":"ada@example.com","firstname":"Ada","lastname":"King","password":"secret password"}`
	r, err := http.Post("http://"+w.Addr+"/dash/setup", "application/json", strings.NewReader(body))
	if err != nil {
		t.Fatal(err)
	}
	_ = r.Body.Close()
	cookie := r.Cookies()[0]
	w.mustSend(t, "GET", "/dash/session", "Cookie: "+cookie.Name+"="+cookie.Value, "X-Request-Id: signed-in")
	if got := w.mustLog(t, "signed-in"); got.Status != 200 || got.UserID != 1 || got.KeyID != 0 {
		t.Errorf("%+v", got)
	}
	w.mustSend(t, "GET", "/dash/session", "X-Request-Id: nobody")
	if got := w.mustLog(t, "nobody"); got.UserID != 0 || got.KeyID != 0 {
		t.Errorf("%+v", got)
	}
}
