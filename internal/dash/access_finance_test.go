package dash_test

// financeAccess lists who may see the money and the dates of a project.
func financeAccess() map[string]row {
	return map[string]row{
		"GET /projects/{uuid}/finance":             {may: readers, call: inProject("/finance?as_of=2026-03-01", nil)},
		"GET /projects/{uuid}/explain/{indicator}": {may: readers, call: inProject("/explain/cpi?path=0&limit=10", nil)},
		"GET /projects/{uuid}/what-if":             {may: readers, call: inProject("/what-if?scope=1.2x&rates=-5%25", nil)},
		"GET /projects/{uuid}/flow":                {may: readers, call: inProject("/flow?from=2026-03-01&to=2026-03-09", nil)},
		"GET /projects/{uuid}/cycle-time":          {may: readers, call: inProject("/cycle-time", nil)},
		"GET /portfolio":                           {may: signedIn, call: with("/portfolio", nil)}, // callers see only their own projects
	}
}
