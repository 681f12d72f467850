package openapi

import "strings"

// sample returns the example for a member: the one for its owner or, if there is none, the one for all owners. A list item or a detail uses
// the examples for its resource.
func sample(owner, name string) (value any, found bool) {
	switch owner {
	case "ProjectItem":
		owner = "Project"
	case "TicketDetail":
		owner = "Ticket"
	case "FinanceRow":
		owner = "Finance"
	case "TicketBatchItem":
		owner = "Ticket"
	case "TimeEntryBatchItem":
		owner = "TimeEntry"
	}
	for _, key := range []string{owner + "." + name, name} {
		if value, found = samples[key]; found {
			return value, true
		}
	}
	return nil, false
}

// exampleUUID returns the uuid of a noun in the examples; unknown nouns share one.
func exampleUUID(noun string) string {
	uuid, found := uuids[noun]
	if !found {
		return "01958a00-0000-7000-8000-000000000000"
	}
	return uuid
}

//nolint:gochecknoglobals // constant data: built once, never written
var uuids = map[string]string{
	"project":    "01958a3c-7d42-7b1e-9f60-3c1d5e8a4b27",
	"super-epic": "01958a41-0c9e-7a35-8e12-b7d4906f2c58",
	"epic":       "01958a43-52b7-7c08-a4d9-1e6f73b08d94",
	"sprint":     "01958a47-e1f3-7d6a-b2c5-84a09e3d7f16",
	"type":       "01958a3e-4f17-7a92-8b36-d05c7e1f9a64",
	"ticket":     "01958a4b-96d8-7e24-8c71-5b2f0d9a6e43",
	"dependency": "01958a4e-3f05-7b92-9a6d-c04e81b7f25d",
	"tag":        "01958a52-b84c-7f10-8d3e-6a97c52e0b1f",
	"subtask":    "01958a55-1a6f-7c83-b590-2d8e4f71a36c",
	"comment":    "01958a58-cd21-7a4e-9e07-f13b6c8d5a92",
	"attachment": "01958a5a-3c70-7f1b-8a2d-4be19c60d57f",
	"member":     "01958a5b-7e94-7d57-a1b8-90c2e6f43d0e",
	"time-entry": "01958a5f-240b-7e69-8f4c-d75a1b3e8c60",
	"milestone":  "01958a62-d9a7-7b3c-b826-0e4f95d1c7ab",
}

// samples tells one small story, partly in English and partly in French: an online shop starts accepting card payments.
//
//nolint:gochecknoglobals // constant data: built once, never written
var samples = map[string]any{
	"project_id":      12,
	"project_uuid":    exampleUUID("project"),
	"epic_id":         57,
	"epic_uuid":       exampleUUID("epic"),
	"super_epic_id":   9,
	"super_epic_uuid": exampleUUID("super-epic"),
	"sprint_id":       31,
	"sprint_uuid":     exampleUUID("sprint"),
	"rank":            "V0042",
	"after_uuid":      exampleUUID("previous ticket"),
	"before_uuid":     exampleUUID("next ticket"),
	"ticket_id":       418,
	"ticket_uuid":     exampleUUID("ticket"),
	"assignee_id":     4,
	"assignee":        "Inès Moreau",
	"assignee_name":   "Inès Moreau",
	"created_at":      "2026-03-02 08:15:42",
	"created_at_iso":  "2026-03-02T08:15:42.318204Z",
	"updated_at":      "2026-03-10 16:40:05",
	"updated_at_iso":  "2026-03-10T16:40:05.041977Z",
	"sort_order":      1,
	"color":           "#4f46e5",
	"total":           1,
	"count":           1,
	"page":            1,
	"per_page":        100,
	"next":            nil,
	"deleted":         true,
	"op":              "create",
	"id":              "row 7",
	"atomic":          true,

	"TicketBatchResult.status":    201,
	"TicketBatchResult.data":      map[string]any{},
	"TicketBatchResult.error":     map[string]any{},
	"TimeEntryBatchResult.status": 201,
	"TimeEntryBatchResult.data":   map[string]any{},
	"TimeEntryBatchResult.error":  map[string]any{},

	"sent.tags":         []any{exampleUUID("tag")},
	"sent.dependencies": []any{exampleUUID("dependency")},

	"Me.name":             "time bot",
	"Me.scopes":           []any{"tickets:read", "time:write"},
	"Me.expires_at":       "2027-01-01 00:00:00",
	"Me.expires_at_iso":   "2027-01-01T00:00:00.000000Z",
	"KeyOwner.user_id":    4,
	"KeyOwner.firstname":  "Inès",
	"KeyOwner.lastname":   "Moreau",
	"KeyOwner.email":      "ines.moreau@example.com",
	"Quota.limit":         1000,
	"Quota.remaining":     987,
	"Quota.resets_at":     "2026-03-10 17:00:00",
	"Quota.resets_at_iso": "2026-03-10T17:00:00.000000Z",
	"KeyQuotas.month": ordered[any]{
		{"limit", 10000}, {"remaining", 9412}, {"resets_at", "2026-04-01 00:00:00"}, {"resets_at_iso", "2026-04-01T00:00:00.000000Z"},
	},

	"Project.uuid":            exampleUUID("project"),
	"Project.key":             "BEL",
	"Project.name":            "Boutique en ligne",
	"Project.description":     "The shop of the spring season, with card payment.",
	"Project.default_dod":     []any{"Code reviewed", "Tests verts", "Documenté"},
	"Project.contingency_pct": 10,
	"Project.budget":          120000,
	"Project.currency":        "EUR",
	"Project.user_role":       "owner",
	"Project.member_count":    6,

	"SuperEpic.uuid":        exampleUUID("super-epic"),
	"SuperEpic.title":       "Vente en ligne",
	"SuperEpic.description": "From the catalogue to the invoice.",
	"SuperEpic.status":      "in_progress",

	"Epic.uuid":        exampleUUID("epic"),
	"Epic.title":       "Paiement",
	"Epic.description": "Cards first, then transfers.",
	"Epic.status":      "in_progress",

	"Sprint.uuid":       exampleUUID("sprint"),
	"Sprint.title":      "Sprint 7",
	"Sprint.goal":       "Le premier paiement réel",
	"Sprint.status":     "active",
	"Sprint.start_date": "2026-03-02",
	"Sprint.end_date":   "2026-03-13",
	"Sprint.dod":        []any{"Code reviewed", "Tests verts"},

	"Ticket.uuid":                exampleUUID("ticket"),
	"Ticket.number":              42,
	"Ticket.key":                 "BEL-42",
	"Ticket.title":               "Payer par carte bancaire",
	"Ticket.description":         "As a customer I pay by card, so that my order leaves today.",
	"Ticket.priority":            "haute",
	"Ticket.status":              "in_progress",
	"Ticket.story_points":        5,
	"Ticket.type":                "Story",
	"type_uuid":                  exampleUUID("type"),
	"Ticket.start_date":          "2026-03-04",
	"Ticket.due_date":            "2026-03-11",
	"Ticket.acceptance_criteria": []any{"A refused card leaves the basket as it was", "Le reçu part par e-mail"},
	"Ticket.subtasks_total":      1,
	"Ticket.subtasks_done":       1,
	"TicketRef.uuid":             exampleUUID("dependency"),
	"TicketRef.title":            "Ouvrir un compte marchand",

	"Tag.uuid": exampleUUID("tag"),
	"Tag.name": "paiement",

	"Subtask.uuid":   exampleUUID("subtask"),
	"Subtask.title":  "Écrire les tests de refus",
	"Subtask.status": "done",

	"Comment.uuid":            exampleUUID("comment"),
	"Comment.author_id":       7,
	"Comment.author_name":     "Tom Berger",
	"Comment.author_initials": "TB",
	"Comment.content":         "<p>Essayé avec trois cartes : <strong>tout passe</strong>.</p>",
	"Comment.mentions":        []any{4},

	"Attachment.uuid":            exampleUUID("attachment"),
	"Attachment.name":            sampleFile,
	"Attachment.size":            48213,
	"Attachment.media_type":      "application/pdf",
	"Attachment.sha256":          "6b1f9c02d7f1a0c8e55d0f7a4c6b1de2930c41b8f7a2e6d95b3c8f0a1d2e4b67",
	"Attachment.url":             "/api/v1/attachments/" + exampleUUID("attachment"),
	"Attachment.author_id":       7,
	"Attachment.author_name":     "Tom Berger",
	"Attachment.author_initials": "TB",

	"TeamMember.uuid":         exampleUUID("member"),
	"TeamMember.user_id":      4,
	"TeamMember.firstname":    "Inès",
	"TeamMember.lastname":     "Moreau",
	"TeamMember.email":        "ines.moreau@example.com",
	"TeamMember.scrum_role":   "developer",
	"TeamMember.project_role": "member",
	"TeamMember.status":       "active",
	"TeamMember.tjm":          520,
	"TeamMember.service":      "Développement web",

	"TimeEntry.uuid":             exampleUUID("time-entry"),
	"TimeEntry.user_id":          4,
	"TimeEntry.user_name":        "Inès Moreau",
	"TimeEntry.ticket_title":     "Payer par carte bancaire",
	"TimeEntry.duration_minutes": 90,
	"TimeEntry.comment":          "Refus de carte et tests",
	"TimeEntry.logged_at":        "2026-03-10 00:00:00",
	"TimeEntryCreate.logged_at":  "2026-03-10",

	"Status.key":        "in_progress",
	"Status.label":      "In progress",
	"Status.color":      "#b45309",
	"Status.bg_color":   "#fef3c7",
	"Status.sort_order": 3,
	"Status.is_done":    false,
	"Status.is_default": true,

	"Dependency.uuid":      exampleUUID("dependency"),
	"Dependency.type":      "FS",
	"Dependency.pred_type": "epic",
	"Dependency.pred_uuid": exampleUUID("epic"),
	"Dependency.succ_type": "super_epic",
	"Dependency.succ_uuid": exampleUUID("super-epic"),

	"PortfolioMeta.total":     1,
	"PortfolioMeta.hidden":    []any{exampleUUID("project")},
	"Finance.project_name":    "Boutique en ligne",
	"Finance.bac":             120000,
	"Finance.base_budget":     108000,
	"Finance.reserve":         12000,
	"Finance.contingency_pct": 10,
	"Finance.pv":              60000,
	"Finance.ev":              48000,
	"Finance.ac":              40000,
	"Finance.no_sprint_cost":  8000,
	"Finance.ac_total":        48000,
	"Finance.engaged_charge":  15000,
	"Finance.cpi":             1.2,
	"Finance.spi":             0.8,
	"Finance.tcpi":            1,
	"Finance.eac":             108000,
	"Finance.etc":             60000,
	"Finance.vac":             12000,
	"Finance.cv":              8000,
	"Finance.sv":              -12000,
	"Finance.total_sp":        240,
	"Finance.done_sp":         102,
	"Finance.earned_sp":       96,
	"Finance.planned_sp":      120,
	"Finance.undated_sp":      0,
	"Finance.progress_pct":    40,
	"Finance.planned_pct":     50,

	"Totals.currency":       "EUR",
	"Totals.projects":       1,
	"Totals.with_bac":       1,
	"Totals.without_bac":    0,
	"Totals.bac":            120000,
	"Totals.pv":             60000,
	"Totals.ev":             48000,
	"Totals.ac":             40000,
	"Totals.ac_total":       48000,
	"Totals.engaged_charge": 15000,
	"Totals.cpi":            1.2,
	"Totals.spi":            0.8,
	"Totals.etc":            60000,
	"Totals.eac":            108000,
	"Totals.vac":            12000,
	"Totals.cv":             8000,
	"Totals.sv":             -12000,
	"Totals.ac_all":         48000,
	"Totals.engaged_all":    15000,

	"Milestone.uuid":  exampleUUID("milestone"),
	"Milestone.name":  "Mise en production",
	"Milestone.date":  "2026-04-15",
	"Milestone.color": "#0f766e",
}

// leftOut returns the members that the example of a create request leaves out: a key that an earlier try has taken is refused, and few requests say
// where a ticket goes.
func leftOut(body string) []string {
	return strings.Fields(map[string]string{"ProjectCreate": "key", "TicketCreate": "after_uuid before_uuid"}[body])
}

// updateSample returns the members in the example of an update: only a few, as in practice.
func updateSample(body string) []string {
	return strings.Fields(map[string]string{
		"ProjectUpdate":   "contingency_pct budget",
		"SuperEpicUpdate": statusMember,
		"EpicUpdate":      "super_epic_uuid status",
		"SprintUpdate":    "status end_date",
		"TicketUpdate":    "status story_points due_date sprint_uuid tags",
		"SubtaskUpdate":   "status assignee_id",
		"CommentUpdate":   "content",
	}[body])
}
