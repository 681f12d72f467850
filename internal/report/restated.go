package report

// restated says what the figures of a past day are computed from.
func (l Language) restated() string {
	return l.say("Restated: with the budget of that day, and everything else as it is known now.")
}

// pastWords says that the figures of a past day are restated and, if that is so, that nothing was reported on that day.
func (l Language) pastWords(r Report) string {
	if r.Reported != nil {
		return l.restated()
	}
	return l.restated() + " " + l.say("Nothing was reported on that day.")
}
