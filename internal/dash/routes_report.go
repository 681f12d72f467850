package dash

// reportRoutes export a project's data: a report with its commentary, files for spreadsheets, a calendar.
func reportRoutes() []Route {
	return []Route{
		{get, "/projects/{uuid}/report", SignedIn, (*Dash).getReport},
		{put, "/projects/{uuid}/commentary", SignedIn, (*Dash).setCommentary},
		{get, "/projects/{uuid}/export/{file}", SignedIn, (*Dash).getExport},
		{get, "/projects/{uuid}/calendar", SignedIn, (*Dash).getCalendar},
		{post, "/projects/{uuid}/calendar", SignedIn, (*Dash).makeCalendar},
		{del, "/projects/{uuid}/calendar", SignedIn, (*Dash).endCalendar},
	}
}
