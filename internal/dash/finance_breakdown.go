package dash

import (
	"earnest/evm"
	"earnest/internal/money"
)

// sprintFigures holds the points and money of a sprint. Cost is null for readers who may not see it.
type sprintFigures struct {
	UUID      string   `json:"uuid"`
	Title     string   `json:"title"`
	Start     *string  `json:"start"`
	End       *string  `json:"end"`
	Status    string   `json:"status" rule:"sprint status"`
	Committed float64  `json:"committed"`
	Done      float64  `json:"done"`
	Earned    float64  `json:"earned"`
	Value     *float64 `json:"value"`
	Cost      *float64 `json:"cost"`
}

func sprintFiguresOf(s money.SprintFigures) sprintFigures {
	return sprintFigures{
		s.UUID, s.Title, dayText(s.Start), dayText(s.End), string(s.Status), s.Committed, s.Done, s.Earned, s.Value.Ptr(), s.Cost.Ptr(),
	}
}

// epicFigures holds the points, time and money of an epic, or of the work outside any epic. Cost is null for readers who may not see it.
type epicFigures struct {
	UUID       *string  `json:"uuid"`
	Title      string   `json:"title"`
	Points     float64  `json:"points"`
	DonePoints float64  `json:"done_points"`
	Minutes    int64    `json:"minutes"`
	Cost       *float64 `json:"cost"`
}

func epicFiguresOf(e money.EpicFigures) epicFigures {
	out := epicFigures{Title: e.Title, Points: e.Points, DonePoints: e.Done, Minutes: e.Minutes, Cost: e.Cost.Ptr()}
	if e.UUID != "" {
		out.UUID = &e.UUID
	}
	return out
}

// memberFigures holds the time that a member logged and its cost.
type memberFigures struct {
	UserID  int64   `json:"user_id"`
	Name    string  `json:"name"`
	Minutes int64   `json:"minutes"`
	Cost    float64 `json:"cost"`
}

// warning describes something that makes the figures less reliable, and lists the first few objects concerned.
type warning struct {
	Code    evm.WarningCode `json:"code"`
	Amount  float64         `json:"amount"` // points, minutes or tickets, depending on the code
	Tickets []named         `json:"tickets,omitempty"`
	Sprints []named         `json:"sprints,omitempty"`
	Members []person        `json:"members,omitempty"`
}

func warningOf(w money.ViewWarning) warning {
	out := warning{Code: w.Code, Amount: w.Amount}
	for _, t := range w.Things {
		switch w.Code {
		case evm.UnestimatedTickets:
			out.Tickets = append(out.Tickets, named{t.UUID, t.Title})
		case evm.UndatedPoints:
			out.Sprints = append(out.Sprints, named{t.UUID, t.Title})
		case evm.UnratedMinutes, evm.NoSprintMinutes:
			out.Members = append(out.Members, person{t.UserID, t.Title})
		}
	}
	return out
}
