package dash

import (
	"earnest/internal/domain"
	"earnest/internal/front"
)

// sprint is a sprint and its current content.
type sprint struct {
	UUID        string   `json:"uuid"`
	Title       string   `json:"title"`
	Goal        *string  `json:"goal"`
	Status      string   `json:"status" rule:"sprint status"`
	StartDate   *string  `json:"start_date"`
	EndDate     *string  `json:"end_date"`
	DoD         []string `json:"dod"`
	DoDDone     []string `json:"dod_done"`
	GoalMet     *bool    `json:"goal_met"`
	Points      float64  `json:"points"`
	DonePoints  float64  `json:"done_points"`
	Tickets     int      `json:"tickets"`
	DoneTickets int      `json:"done_tickets"`
	Unestimated int      `json:"unestimated"`
	Version     string   `json:"version"` // to be sent in If-Match to change this version only
}

func sprintOf(s domain.SprintSum) sprint {
	return sprint{
		UUID:        s.UUID,
		Title:       s.Title,
		Goal:        s.Goal,
		Status:      string(s.Status),
		StartDate:   (*string)(s.StartDate),
		EndDate:     (*string)(s.EndDate),
		DoD:         lines(s.DoD),
		DoDDone:     lines(s.DoDDone),
		GoalMet:     s.GoalMet,
		Points:      s.Points,
		DonePoints:  s.DonePoints,
		Tickets:     s.Tickets,
		DoneTickets: s.DoneTickets,
		Unestimated: s.Unestimated,
		Version:     front.Version(s.UpdatedAt),
	}
}
