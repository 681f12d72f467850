package dash_test

// reportAccess lists who may export a project's data.
func reportAccess() map[string]row {
	return map[string]row{
		"GET /projects/{uuid}/report":        {may: readers, call: inProject("/report?as_of=2026-03-01&lang=fr", nil)},
		"PUT /projects/{uuid}/commentary":    {may: managers, call: inProject("/commentary", aCommentary("On track"))},
		"GET /projects/{uuid}/export/{file}": {may: readers, call: inProject("/export/tickets.csv", nil)},
		"GET /projects/{uuid}/calendar":      {may: readers, call: inProject("/calendar", nil)},
		"POST /projects/{uuid}/calendar":     {may: readers, call: inProject("/calendar", nil)}, // callers manage only their own calendars
		"DELETE /projects/{uuid}/calendar":   {may: readers, call: inProject("/calendar", nil)},
	}
}

func aCommentary(text string) map[string]any {
	return map[string]any{"day": "2026-03-09", "content": text}
}
