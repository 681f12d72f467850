package dash

// adminRoutes are for administrators of the instance.
func adminRoutes() []Route {
	return []Route{
		{get, "/admin/users", Administrator, (*Dash).listUsers},
		{post, "/admin/users", Administrator, (*Dash).addUser},
		{put, "/admin/users/{id}", Administrator, (*Dash).updateUser},
		{post, "/admin/users/{id}/reset", Administrator, (*Dash).resetUser},
		{del, "/admin/users/{id}/invitation", Administrator, (*Dash).cancelLink},
		{get, "/admin/invitations", Administrator, (*Dash).listInvitations},
		{del, "/admin/invitations/{uuid}", Administrator, (*Dash).cancelMembership},
		{get, "/admin/plans", Administrator, (*Dash).getPlans},
		{get, "/admin/currency", Administrator, (*Dash).getCurrencies},
		{put, "/admin/currency", Administrator, (*Dash).setCurrency},
		{post, "/admin/exchange-rates", Administrator, (*Dash).addExchangeRate},
		{del, "/admin/exchange-rates/{id}", Administrator, (*Dash).deleteExchangeRate},
		{get, "/admin/quotas", Administrator, (*Dash).getQuotas},
		{get, "/admin/finance-keys", Administrator, (*Dash).getBarredKeys},
		{get, "/admin/changes", Administrator, (*Dash).listLog},
		{get, "/admin/changes/choices", Administrator, (*Dash).getLogChoices},
		{get, "/admin/changes.csv", Administrator, (*Dash).sendLog},
		{get, "/admin/health", Administrator, (*Dash).getHealth},
		{get, "/admin/backup", Administrator, (*Dash).getLastBackup},
		{post, "/admin/backup", Administrator, (*Dash).startBackup},
		{get, "/admin/backup/{id}", Administrator, (*Dash).getBackup},
		{del, "/admin/backup/{id}", Administrator, (*Dash).cancelBackup},
		{get, "/admin/backup/{id}/file", Administrator, (*Dash).sendBackup},
	}
}
