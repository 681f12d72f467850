package auth

import (
	"net/http"
	"testing"
)

func TestAuthorizationHeader(t *testing.T) {
	t.Parallel()
	tests := map[string]struct {
		values []string
		text   string
		state  HeaderState
	}{
		"absent":                    {nil, "", HeaderMissing},
		"empty":                     {[]string{""}, "", HeaderMissing},
		"blanks":                    {[]string{" \t "}, "", HeaderMissing},
		"bearer":                    {[]string{"Bearer abc"}, "abc", HeaderBearer},
		"lower case":                {[]string{"bearer abc"}, "abc", HeaderBearer},
		"mixed case":                {[]string{"bEaReR abc"}, "abc", HeaderBearer},
		"several spaces":            {[]string{"Bearer    abc"}, "abc", HeaderBearer},
		"blanks around":             {[]string{"  Bearer abc \t"}, "abc", HeaderBearer},
		"the text keeps its case":   {[]string{"Bearer aBc"}, "aBc", HeaderBearer},
		"scheme alone":              {[]string{"Bearer"}, "", HeaderInvalid},
		"scheme and blanks":         {[]string{"Bearer   "}, "", HeaderInvalid},
		"tab after the scheme":      {[]string{"Bearer\tabc"}, "", HeaderInvalid},
		"space and tab":             {[]string{"Bearer \tabc"}, "", HeaderInvalid},
		"no space":                  {[]string{"Bearerabc"}, "", HeaderInvalid},
		"colon":                     {[]string{"Bearer: abc"}, "", HeaderInvalid},
		"key without scheme":        {[]string{zeroKey}, "", HeaderInvalid},
		"basic":                     {[]string{"Basic dXNlcjpwYXNz"}, "", HeaderInvalid},
		"token scheme":              {[]string{"Token abc"}, "", HeaderInvalid},
		"two texts":                 {[]string{"Bearer abc def"}, "", HeaderInvalid},
		"two joined headers":        {[]string{"Bearer abc, Bearer abc"}, "", HeaderInvalid},
		"letter that folds to none": {[]string{"Bearer\u0130 abc"}, "", HeaderInvalid},
		"two headers":               {[]string{"Bearer abc", "Bearer def"}, "", HeaderInvalid},
		"two equal headers":         {[]string{"Bearer abc", "Bearer abc"}, "", HeaderInvalid},
		"two, the first empty":      {[]string{"", "Bearer abc"}, "", HeaderInvalid},
		"two, the second empty":     {[]string{"Bearer abc", ""}, "", HeaderInvalid},
		"two empty headers":         {[]string{"", ""}, "", HeaderInvalid},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			header := http.Header{}
			for _, value := range test.values {
				header.Add("authorization", value)
			}
			text, state := FromHeader(header)
			if text != test.text || state != test.state {
				t.Errorf("got %q, %d; want %q, %d", text, state, test.text, test.state)
			}
		})
	}
}
