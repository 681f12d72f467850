package dash

// roadmapRoutes serve the roadmap: epics, super-epics, links and milestones.
func roadmapRoutes() []Route {
	return []Route{
		{get, "/projects/{uuid}/roadmap", SignedIn, (*Dash).getRoadmap},
		{post, "/projects/{uuid}/links", SignedIn, (*Dash).createLink},
		{put, "/links/{uuid}", SignedIn, (*Dash).updateLink},
		{del, "/links/{uuid}", SignedIn, (*Dash).deleteLink},
		{post, "/projects/{uuid}/milestones", SignedIn, (*Dash).createMilestone},
		{put, "/milestones/{uuid}", SignedIn, (*Dash).updateMilestone},
		{del, "/milestones/{uuid}", SignedIn, (*Dash).deleteMilestone},
		{post, "/projects/{uuid}/epics", SignedIn, (*Dash).createEpic},
		{get, "/epics/{uuid}", SignedIn, (*Dash).getEpic},
		{put, "/epics/{uuid}", SignedIn, (*Dash).updateEpic},
		{del, "/epics/{uuid}", SignedIn, (*Dash).deleteEpic},
		{post, "/projects/{uuid}/super-epics", SignedIn, (*Dash).createSuperEpic},
		{get, "/super-epics/{uuid}", SignedIn, (*Dash).getSuperEpic},
		{put, "/super-epics/{uuid}", SignedIn, (*Dash).updateSuperEpic},
		{del, "/super-epics/{uuid}", SignedIn, (*Dash).deleteSuperEpic},
	}
}
