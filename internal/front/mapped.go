package front

// Mapped converts a list for an answer; nil becomes an empty list, not null.
func Mapped[A, B any](items []A, convert func(A) B) []B {
	out := make([]B, 0, len(items))
	for _, item := range items {
		out = append(out, convert(item))
	}
	return out
}
