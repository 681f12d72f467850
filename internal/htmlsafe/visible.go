package htmlsafe

import (
	"strings"
	"unicode"

	"golang.org/x/net/html"
)

// isVisible reports whether clean HTML shows a reader anything: an image, or a visible character.
func isVisible(clean string) bool {
	for token := range tokens(clean) {
		if token.Type == html.TextToken && strings.ContainsFunc(token.Data, hasShape) {
			return true
		}
		if token.Data == "img" && token.Type != html.TextToken {
			return true
		}
	}
	return false
}

// hasShape returns false for blanks, control characters, and characters that only control or join others, such as zero-width
// spaces, joiners, direction marks and soft hyphens.
func hasShape(r rune) bool {
	const brailleBlank = '\u2800' // a symbol to Unicode, an empty cell to the eye
	return r != brailleBlank && !unicode.In(r,
		unicode.White_Space, unicode.Cc, unicode.Cf,
		unicode.Other_Default_Ignorable_Code_Point, unicode.Variation_Selector)
}
