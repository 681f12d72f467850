package apiv1

import (
	"earnest/internal/domain"
)

// teamMember is the wire form of a team member.
type teamMember struct {
	UUID        string   `json:"uuid" format:"uuid"`
	UserID      int64    `json:"user_id" doc:"the id that assignees and mentions refer to"`
	Firstname   string   `json:"firstname" rule:"stored firstname"`
	Lastname    string   `json:"lastname" rule:"stored lastname"`
	Email       string   `json:"email" rule:"email"`
	ScrumRole   string   `json:"scrum_role" rule:"scrum role"`
	ProjectRole string   `json:"project_role" rule:"role"`
	Status      string   `json:"status" rule:"member status"`
	TJM         *float64 `json:"tjm" rule:"money" doc:"the daily rate in force today; null when none is set or the caller may not see it"`
	Service     string   `json:"service" rule:"service"`
}

func teamMemberOf(m domain.Member) teamMember {
	return teamMember{
		UUID:        m.UUID,
		UserID:      m.UserID,
		Firstname:   m.Firstname,
		Lastname:    m.Lastname,
		Email:       m.Email,
		ScrumRole:   m.ScrumRole,
		ProjectRole: string(m.Role),
		Status:      string(m.Status),
		TJM:         m.TJM,
		Service:     m.Service,
	}
}

func (a *API) listTeam(r *request) (any, error) {
	return projectList(r, a.app.Projects.Team, teamMemberOf, domain.Member.Position)
}

// listMembers is like listTeam, for the project in the path.
func (a *API) listMembers(r *request) (any, error) {
	return listingOf(r, r.query(), r.uuid, a.app.Projects.Team, teamMemberOf, domain.Member.Position), nil
}
