package dash

// timeRoutes serve the timesheet: weeks, totals and corrections.
func timeRoutes() []Route {
	return []Route{
		{get, "/time/week", SignedIn, (*Dash).getWeek},
		{get, "/time/recent", SignedIn, (*Dash).getRecentWork},
		{get, "/time/totals", SignedIn, (*Dash).getTimeTotals},
		{put, "/time/entries/{uuid}", SignedIn, (*Dash).updateTime},
		{del, "/time/entries/{uuid}", SignedIn, (*Dash).deleteTime},
		{post, "/time/entries/{uuid}/restore", SignedIn, (*Dash).restoreTime},
	}
}
