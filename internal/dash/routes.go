package dash

import "slices"

const (
	get  = "GET"
	post = "POST"
	put  = "PUT"
	del  = "DELETE"
)

// Routes returns every operation of the dashboard.
func Routes() []Route {
	return slices.Concat(
		sessionRoutes(),
		accountRoutes(),
		keyRoutes(),
		projectRoutes(),
		ticketRoutes(),
		sprintRoutes(),
		settingRoutes(),
		liveRoutes(),
		financeRoutes(),
		reportRoutes(),
		timeRoutes(),
		roadmapRoutes(),
		adminRoutes(),
	)
}

// sessionRoutes sign people in and out.
func sessionRoutes() []Route {
	return []Route{
		{get, "/session", Public, (*Dash).getSession},
		{post, "/session", Public, (*Dash).signIn},
		{del, "/session", Public, (*Dash).signOut},
		{get, "/sessions", SignedIn, (*Dash).listSessions},
		{del, "/sessions", SignedIn, (*Dash).endSessions},
		{del, "/sessions/{id}", SignedIn, (*Dash).endSession},
		{post, "/setup", Public, (*Dash).setUp},
		{post, "/invitation/look", Public, (*Dash).lookAtInvitation},
		{post, "/invitation", Public, (*Dash).acceptInvitation},
		{get, "/oidc/start", Public, (*Dash).startLogin},
		{get, "/oidc/callback", Public, (*Dash).endLogin},
	}
}

// accountRoutes manage the caller's own account.
func accountRoutes() []Route {
	return []Route{
		{put, "/account", SignedIn, (*Dash).updateAccount},
		{put, "/account/password", SignedIn, (*Dash).changePassword},
		{post, "/account/second-factor", SignedIn, (*Dash).offerFactor},
		{put, "/account/second-factor", SignedIn, (*Dash).confirmFactor},
		{del, "/account/second-factor", SignedIn, (*Dash).endFactor},
		{post, "/account/recovery-codes", SignedIn, (*Dash).renewRecoveryCodes},
		{get, "/invitations", SignedIn, (*Dash).listWaiting},
		{post, "/invitations/{uuid}/accept", SignedIn, (*Dash).acceptMembership},
		{post, "/invitations/{uuid}/decline", SignedIn, (*Dash).declineMembership},
	}
}

// keyRoutes manage the caller's API keys.
func keyRoutes() []Route {
	return []Route{
		{get, "/keys", SignedIn, (*Dash).getKeys},
		{post, "/keys", SignedIn, (*Dash).createKey},
		{put, "/keys/{id}", SignedIn, (*Dash).updateKey},
		{post, "/keys/{id}/rotate", SignedIn, (*Dash).rotateKey},
		{del, "/keys/{id}", SignedIn, (*Dash).revokeKey},
	}
}

// projectRoutes serve the projects, and the frame that every page of a project needs.
func projectRoutes() []Route {
	return []Route{
		{get, "/projects", SignedIn, (*Dash).listProjects},
		{post, "/projects", SignedIn, (*Dash).createProject},
		{get, "/projects/{uuid}", SignedIn, (*Dash).getFrame},
		{put, "/projects/{uuid}", SignedIn, (*Dash).updateProject},
		{del, "/projects/{uuid}", SignedIn, (*Dash).deleteProject},
		{put, "/projects/{uuid}/favourite", SignedIn, (*Dash).addFavourite},
		{del, "/projects/{uuid}/favourite", SignedIn, (*Dash).dropFavourite},
	}
}

// ticketRoutes serve the board, the backlog and single tickets.
func ticketRoutes() []Route {
	return []Route{
		{get, "/projects/{uuid}/cards", SignedIn, (*Dash).listCards},
		{post, "/projects/{uuid}/tickets", SignedIn, (*Dash).createTicket},
		{post, "/projects/{uuid}/bulk", SignedIn, (*Dash).changeTickets},
		{get, "/tickets/{uuid}", SignedIn, (*Dash).getTicket},
		{put, "/tickets/{uuid}", SignedIn, (*Dash).updateTicket},
		{del, "/tickets/{uuid}", SignedIn, (*Dash).deleteTicket},
		{post, "/tickets/{uuid}/restore", SignedIn, (*Dash).restoreTicket},
		{post, "/tickets/{uuid}/subtasks", SignedIn, (*Dash).createSubtask},
		{put, "/tickets/{uuid}/subtasks/order", SignedIn, (*Dash).orderSubtasks},
		{put, "/subtasks/{uuid}", SignedIn, (*Dash).updateSubtask},
		{del, "/subtasks/{uuid}", SignedIn, (*Dash).deleteSubtask},
		{get, "/tickets/{uuid}/comments", SignedIn, (*Dash).listComments},
		{post, "/tickets/{uuid}/comments", SignedIn, (*Dash).createComment},
		{put, "/comments/{uuid}", SignedIn, (*Dash).updateComment},
		{del, "/comments/{uuid}", SignedIn, (*Dash).deleteComment},
		{get, "/tickets/{uuid}/attachments", SignedIn, (*Dash).listAttachments},
		{post, "/tickets/{uuid}/attachments", SignedIn, (*Dash).createAttachment},
		{get, "/attachments/{uuid}", SignedIn, (*Dash).getAttachment},
		{get, "/attachments/{uuid}/preview", SignedIn, (*Dash).getPreview},
		{del, "/attachments/{uuid}", SignedIn, (*Dash).deleteAttachment},
		{get, "/tickets/{uuid}/time", SignedIn, (*Dash).listTime},
		{post, "/tickets/{uuid}/time", SignedIn, (*Dash).createTime},
		{get, "/tickets/{uuid}/history", SignedIn, (*Dash).listHistory},
		{get, "/tickets/{uuid}/history/{id}", SignedIn, (*Dash).getTextChange},
		{get, "/comments/{uuid}/history", SignedIn, (*Dash).listCommentHistory},
	}
}

// sprintRoutes plan, start and close sprints.
func sprintRoutes() []Route {
	return []Route{
		{post, "/projects/{uuid}/sprints", SignedIn, (*Dash).createSprint},
		{put, "/sprints/{uuid}", SignedIn, (*Dash).updateSprint},
		{get, "/sprints/{uuid}/start", SignedIn, (*Dash).getStart},
		{post, "/sprints/{uuid}/start", SignedIn, (*Dash).startSprint},
		{post, "/sprints/{uuid}/reopen", SignedIn, (*Dash).reopenSprint},
		{get, "/sprints/{uuid}/close", SignedIn, (*Dash).getClose},
		{post, "/sprints/{uuid}/close", SignedIn, (*Dash).closeSprint},
		{get, "/sprints/{uuid}/chart", SignedIn, (*Dash).getChart},
		{get, "/projects/{uuid}/velocity", SignedIn, (*Dash).getVelocity},
	}
}

// settingRoutes read and change the settings of a project.
func settingRoutes() []Route {
	return []Route{
		{get, "/projects/{uuid}/members", SignedIn, (*Dash).getMembers},
		{post, "/projects/{uuid}/members", SignedIn, (*Dash).addMember},
		{put, "/members/{uuid}", SignedIn, (*Dash).updateMember},
		{del, "/members/{uuid}", SignedIn, (*Dash).removeMember},
		{put, "/members/{uuid}/rate", SignedIn, (*Dash).setRate},
		{del, "/members/{uuid}/rate", SignedIn, (*Dash).clearRate},
		{post, "/projects/{uuid}/owner", SignedIn, (*Dash).offerProject},
		{del, "/projects/{uuid}/owner", SignedIn, (*Dash).withdrawOffer},
		{post, "/projects/{uuid}/owner/accept", SignedIn, (*Dash).acceptOffer},
		{post, "/projects/{uuid}/owner/decline", SignedIn, (*Dash).declineOffer},
		{get, "/projects/{uuid}/tags", SignedIn, (*Dash).getTags},
		{post, "/projects/{uuid}/tags", SignedIn, (*Dash).createTag},
		{put, "/tags/{uuid}", SignedIn, (*Dash).renameTag},
		{post, "/tags/{uuid}/merge", SignedIn, (*Dash).mergeTag},
		{del, "/tags/{uuid}", SignedIn, (*Dash).deleteTag},
		{get, "/projects/{uuid}/statuses", SignedIn, (*Dash).getStatuses},
		{post, "/projects/{uuid}/statuses", SignedIn, (*Dash).createStatus},
		{put, "/projects/{uuid}/statuses/{key}", SignedIn, (*Dash).putStatus}, // or …/statuses/order
		{del, "/projects/{uuid}/statuses/{key}", SignedIn, (*Dash).deleteStatus},
		{get, "/projects/{uuid}/statuses/{key}/effect", SignedIn, (*Dash).getStatusEffect},
		{get, "/projects/{uuid}/types", SignedIn, (*Dash).getTypes},
		{post, "/projects/{uuid}/types", SignedIn, (*Dash).createType},
		{put, "/projects/{uuid}/types/order", SignedIn, (*Dash).orderTypes},
		{put, "/types/{uuid}", SignedIn, (*Dash).updateType},
		{del, "/types/{uuid}", SignedIn, (*Dash).deleteType},
		{get, "/projects/{uuid}/budget", SignedIn, (*Dash).previewBudget},
		{put, "/projects/{uuid}/budget", SignedIn, (*Dash).setBudget},
		{get, "/projects/{uuid}/budgets", SignedIn, (*Dash).listBudgets},
	}
}

// liveRoutes serve live changes and search.
func liveRoutes() []Route {
	return []Route{
		{get, "/projects/{uuid}/events", SignedIn, (*Dash).follow},
		{get, "/search", SignedIn, (*Dash).search},
	}
}

// financeRoutes serve money and dates; they only read.
func financeRoutes() []Route {
	return []Route{
		{get, "/projects/{uuid}/finance", SignedIn, (*Dash).getFinance},
		{get, "/projects/{uuid}/explain/{indicator}", SignedIn, (*Dash).getExplanation},
		{get, "/projects/{uuid}/what-if", SignedIn, (*Dash).getWhatIf},
		{get, "/projects/{uuid}/flow", SignedIn, (*Dash).getFlow},
		{get, "/projects/{uuid}/cycle-time", SignedIn, (*Dash).getCycleTimes},
		{get, "/portfolio", SignedIn, (*Dash).getPortfolio},
	}
}
