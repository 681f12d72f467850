package app_test

import (
	"context"
	"encoding/json"
	"strings"
	"testing"

	"earnest/internal/app"
	"earnest/internal/store/storetest"
)

func TestImportSmoke(t *testing.T) {
	storetest.Each(t, func(t *testing.T, url string) {
		a := app.New(storetest.MustOpen(t, url), app.Config{})
		r, err := a.Import(context.Background(), strings.NewReader(`{"users":[{"email":"Ada@x.org","firstname":"Ada","lastname":"L"}],
"projects":[{"ref":"p","name":"P","members":[{"user":"ada@x.org","tjm":400}],"sprints":[{"ref":"s","title":"S","committed":{"t":3}}],
"tickets":[{"ref":"t","title":"T","status":"done","sprint":"s","story_points":3,"subtasks":[{"title":"x"}],"comments":[{"author":"ada@x.org","content":"<b>hi</b><script>"}],
"time_entries":[{"user":"ada@x.org","duration_minutes":60,"logged_at":"2026-01-02"}]}]}]}`))
		if err != nil {
			t.Fatal(err)
		}
		b, _ := json.Marshal(r)
		t.Log(string(b))
	})
}
