package auth

import (
	"bytes"
	"encoding/json"
	"fmt"
	"log/slog"
	"strings"
	"testing"
)

// holder keeps secrets the way a caller might. fmt calls no methods on its unexported fields.
type holder struct {
	Shown  any
	hidden Key
	token  *Token
}

func printed(t *testing.T, v any) map[string]string {
	t.Helper()
	out := map[string]string{}
	for _, verb := range []string{"%v", "%+v", "%#v", "%s", "%q", "%x", "%X", "%d", "%t", "%o", "%U", "%10.60s"} {
		out[verb] = fmt.Sprintf(verb, v)
	}
	out["error"] = fmt.Errorf("wrapped: %v", v).Error()
	text, err := json.Marshal(map[string]any{"secret": v})
	if err != nil {
		t.Fatal(err)
	}
	out["json"] = string(text)
	for name, handler := range map[string]func(*bytes.Buffer) slog.Handler{
		"slog text": func(b *bytes.Buffer) slog.Handler { return slog.NewTextHandler(b, nil) },
		"slog json": func(b *bytes.Buffer) slog.Handler { return slog.NewJSONHandler(b, nil) },
	} {
		var b bytes.Buffer
		slog.New(handler(&b)).Info("made", "secret", v, "nested", slog.GroupValue(slog.Any("secret", v)))
		out[name] = b.String()
	}
	return out
}

func TestNoWayOfPrintingRevealsTheSecret(t *testing.T) {
	t.Parallel()
	key, token := mustKey(t), NewToken("inv_")
	for name, v := range map[string]any{
		"key": key, "key pointer": &key, "token": token, "token pointer": &token,
		"slice": []Key{key}, "map": map[string]Token{"a": token},
		"struct": holder{key, key, &token}, "struct pointer": &holder{token, key, &token},
	} {
		for how, text := range printed(t, v) {
			for _, s := range []string{key.Reveal(), token.Reveal()} {
				if hidden := s[13:]; leaks(text, hidden) {
					t.Errorf("%s by %s: %s", name, how, text)
				}
			}
		}
	}
}

// leaks reports whether the text contains six consecutive characters of the hidden part, plain or in hexadecimal.
func leaks(text, hidden string) bool {
	for i := 0; i+6 <= len(hidden); i++ {
		part := hidden[i : i+6]
		if strings.Contains(text, part) || strings.Contains(strings.ToLower(text), fmt.Sprintf("%x", part)) {
			return true
		}
	}
	return false
}

func TestLeaksFindsALeak(t *testing.T) {
	t.Parallel()
	key := mustKey(t)
	for _, text := range []string{key.Reveal(), fmt.Sprintf("%X", key.Reveal()), "..." + key.Reveal()[20:27]} {
		if !leaks(text, key.Reveal()[13:]) {
			t.Errorf("no leak seen in %s", text)
		}
	}
}

func TestRedactedFormDistinguishesSecrets(t *testing.T) {
	t.Parallel()
	key := mustKey(t)
	want := key.Reveal()[:12] + "…"
	text, _ := key.MarshalText()
	for name, got := range map[string]string{
		"String": key.String(), "%v": fmt.Sprintf("%v", key), "LogValue": key.LogValue().String(), "text": string(text),
	} {
		if got != want {
			t.Errorf("%s gives %s, want %s", name, got, want)
		}
	}
	if got := fmt.Sprintf("%#v", key); got != `auth.secret("`+want+`")` {
		t.Errorf("%%#v gives %s", got)
	}
	if got := fmt.Sprint(Key{}); got != "…" {
		t.Errorf("no key prints as %q", got)
	}
}
