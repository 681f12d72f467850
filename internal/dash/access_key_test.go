package dash_test

import (
	"fmt"
	"testing"

	"earnest/internal/apitest"
	"earnest/internal/domain"
	"earnest/internal/identity"
)

// keyAccess lists who may manage API keys: everyone may manage their own.
func keyAccess() map[string]row {
	return map[string]row{
		"GET /keys":              {may: signedIn},
		"POST /keys":             {may: signedIn, call: aNewKey},
		"PUT /keys/{id}":         {may: signedIn, call: anOwnKey("/keys/%d", map[string]any{"name": "Other"})},
		"POST /keys/{id}/rotate": {may: signedIn, call: anOwnKey("/keys/%d/rotate", map[string]any{"overlap_hours": 1})},
		"DELETE /keys/{id}":      {may: signedIn, call: anOwnKey("/keys/%d", nil)},
	}
}

func aNewKey(testing.TB, *cast, *browser) (path string, body any) {
	return "/keys", map[string]any{"name": "New", "scopes": []string{"tickets:read"}}
}

// anOwnKey returns a call to the path of a new key that belongs to the caller, or to the owner if the caller is signed out.
func anOwnKey(path string, body any) func(testing.TB, *cast, *browser) (string, any) {
	return func(t testing.TB, c *cast, who *browser) (string, any) {
		t.Helper()
		id := who.ID
		if id == 0 {
			id = c.Owner.ID
		}
		in := domain.Given(identity.KeyText{Name: domain.Some("Own"), Scopes: domain.Some([]string{"tickets:read"})})
		key, _, err := c.w.App.Keys.CreateOwnKey(t.Context(), domain.Caller{UserID: id}, in)
		return fmt.Sprintf(path, apitest.Must(key, err)(t).ID), body
	}
}
