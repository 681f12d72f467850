package figures

import (
	"earnest/evm"
	"earnest/internal/front"
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
		s.UUID, s.Title, DayText(s.Start), DayText(s.End), string(s.Status), s.Committed, s.Done, s.Earned, s.Value.Ptr(), s.Cost.Ptr(),
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

// Warning describes something that makes the figures less reliable, and lists the first few objects concerned.
type Warning struct {
	Code    evm.WarningCode `json:"code"`
	Amount  float64         `json:"amount"` // money, points, minutes or tickets, depending on the code
	Edited  *edited         `json:"edited"` // null unless the warning is about edits that raised an index
	Tickets []Named         `json:"tickets,omitempty"`
	Sprints []Named         `json:"sprints,omitempty"`
	Members []Person        `json:"members,omitempty"`
	Total   int             `json:"total"` // of the objects concerned
}

// edited describes edits that raised an index without any work.
type edited struct {
	Since *string `json:"since"` // the day of the last report; null if there was none
	Rises []rise  `json:"rises"`
	By    []act   `json:"by"` // the newest first

	Together []rise `json:"together"` // on the last of several such warnings: the indices without the edits of all kinds
}

// rise is an index as it would be without the edits, and as it is.
type rise struct {
	Index string  `json:"index"` // cpi or spi
	From  float64 `json:"from"`
	To    float64 `json:"to"`
}

// act says who made an edit, and when.
type act struct {
	Name *string `json:"name"` // null if the log has no name
	At   string  `json:"at"`
}

func editedOf(e *evm.Edited) *edited {
	if e == nil {
		return nil
	}
	return &edited{
		Since: DayText(e.Since),
		Rises: risesOf(e.Rises),
		By:    front.Mapped(e.By, func(a evm.Act) act { return act{TextOrNil(a.By), Stamp(a.At)} }),

		Together: risesOf(e.Together),
	}
}

func risesOf(list []evm.Rise) []rise {
	return front.Mapped(list, func(r evm.Rise) rise { return rise(r) })
}

// plainWarning converts a warning without the objects that it concerns.
func plainWarning(w evm.Warning) Warning {
	return Warning{Code: w.Code, Amount: w.Amount, Edited: editedOf(w.Edited)}
}

func warningOf(w money.ViewWarning) Warning {
	out := plainWarning(w.Warning)
	out.Total = w.Total
	for _, t := range w.Things {
		switch w.Code {
		case evm.UnestimatedTickets, evm.CostLeftSprints, evm.PointsReestimated:
			out.Tickets = append(out.Tickets, Named{UUID: t.UUID, Title: t.Title})
		case evm.BudgetRaised:
		case evm.UndatedPoints, evm.CommittedAgain, evm.SprintsRedated:
			out.Sprints = append(out.Sprints, Named{UUID: t.UUID, Title: t.Title})
		case evm.UnratedMinutes, evm.NoSprintMinutes, evm.OverbookedMinutes, evm.FutureMinutes, evm.EarlyMinutes:
			out.Members = append(out.Members, Person{t.UserID, t.Title})
		}
	}
	return out
}
