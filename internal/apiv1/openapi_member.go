package apiv1

// aboutMember says what a member of an answer is: that of an owner, or of any.
func aboutMember(owner, name string) string {
	if about, found := memberTable()[owner+"."+name]; found {
		return about
	}
	return memberTable()[name]
}

// memberTable describes the members whose struct tag says nothing.
func memberTable() map[string]string {
	return map[string]string{
		"uuid":                  "its identifier",
		"name":                  "what it is called",
		"title":                 "what it is called",
		"description":           "plain text or markup, as it was sent; null when there is none",
		"color":                 "for display, written #rrggbb",
		"bg_color":              "the background for display, written #rrggbb",
		"status":                "where it stands",
		"priority":              "from the most urgent: critique, haute, normale, faible",
		"story_points":          "how big it is; it earns this much once it is done",
		"acceptance_criteria":   "what must hold for it to be accepted, a line each",
		"default_dod":           "the Definition of Done that new sprints start from; null when there is none",
		"sort_order":            "its place among its siblings; lower comes first",
		"created_at":            "when it was created, in UTC",
		"updated_at":            "when anything about it last changed, in UTC",
		"project_id":            "the project it belongs to, by number",
		"project_uuid":          "the project it belongs to",
		"epic_id":               "its epic, by number; null when it has none",
		"epic_uuid":             "its epic; null when it has none",
		"super_epic_id":         "its super-epic, by number; null when it has none",
		"super_epic_uuid":       "its super-epic; null when it has none",
		"sprint_id":             "its sprint, by number; null when it is in none",
		"sprint_uuid":           "its sprint; null when it is in none",
		"ticket_id":             "its ticket, by number",
		"ticket_uuid":           "its ticket",
		"ticket_title":          "the title of its ticket, also once that was deleted",
		"assignee_id":           "the user who works on it; null when nobody does",
		"assignee_name":         "the name of who works on it; null when nobody does",
		"tags":                  "its tags",
		"subtasks":              "its subtasks, by sort_order",
		"subtasks_total":        "how many subtasks it has",
		"subtasks_done":         "how many of them are done",
		"goal":                  "what the sprint is for; null when nobody said",
		"start_date":            "its first day; null when it has no date",
		"end_date":              "its last day; null when it has no date",
		"dod":                   "its Definition of Done, a line each; null when there is none",
		"author_id":             "the user who wrote it",
		"author_name":           "the name of who wrote it",
		"author_initials":       "the initials of who wrote it",
		"content":               "safe HTML",
		"mentions":              "the users it mentions",
		"user_id":               "the user, as assignees, authors and mentions name them",
		"user_name":             "the name of the user",
		"firstname":             "the first name",
		"lastname":              "the last name",
		"email":                 "the e-mail address",
		"scrum_role":            "the part played in the team",
		"project_role":          "what the member may do in the project",
		"TeamMember.status":     "whether the member takes part; only an active one has access",
		"tjm":                   "the cost of a day of this member; null when it is not set, or not for you to see",
		"service":               "the department or company; empty when nobody said",
		"duration_minutes":      "how long it took, in minutes; a day of cost has 480",
		"comment":               "what was done; null when nobody said",
		"logged_at":             "the day the work was done, at midnight",
		"key":                   "what tickets refer to it by",
		"label":                 "what people read",
		"is_done":               "whether tickets in it have earned their points",
		"is_default":            "true for the six of every project, false for the project's own",
		"type":                  "FS: the successor begins when the predecessor has ended",
		"pred_type":             "what the predecessor is",
		"pred_uuid":             "the epic or super-epic that must end first",
		"succ_type":             "what the successor is",
		"succ_uuid":             "the epic or super-epic that follows",
		"date":                  "the day it marks",
		"page":                  "the number of this page; only with pagination",
		"per_page":              "the size of a page; only with pagination",
		"TicketRef.uuid":        "the other ticket",
		"TicketRef.title":       "the title of the other ticket",
		"TimeEntry.ticket_uuid": "its ticket, also once that was deleted",
	}
}

// aboutSent says what a member of a body is where it differs from the answer's.
func aboutSent(name string) string {
	return map[string]string{
		"tags":            "the uuids of tags of the project; repeats count once",
		"dependencies":    "the uuids of tickets of the project that this one depends on; repeats count once",
		"assignee_id":     "a user in the project's team",
		"mentions":        "users in the project's team; repeats count once",
		"epic_uuid":       "an epic of the project",
		"sprint_uuid":     "a sprint of the project",
		"super_epic_uuid": "a super-epic of the project",
		"content":         "HTML; what is not safe is taken out",
		"logged_at":       "the day the work was done",
	}[name]
}
