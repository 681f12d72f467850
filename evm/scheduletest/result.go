package scheduletest

// State is the state of an epic.
type State string

// The three states of an epic.
const (
	Done       State = "done"
	InProgress State = "in_progress"
	NotStarted State = "not_started"
)

// Result is the schedule. Marshalled as JSON, it is the member schedule of the report.
type Result struct {
	DataDate       Day             `json:"data_date"`
	PlannedFinish  *Day            `json:"planned_finish"`
	ForecastFinish *Day            `json:"forecast_finish"`
	CapacityFinish *Day            `json:"capacity_finish"`
	Nodes          map[string]Node `json:"nodes"` // by the UUID of the epic
	Chains         [][]string      `json:"chains"`
	ChainsMore     int             `json:"chains_more"`
	Pushed         []Push          `json:"pushed"` // by link, then successor
	Cycle          []string        `json:"cycle"`  // sorted; nil if there is no cycle
}

// Node is the schedule of one epic.
type Node struct {
	State          State `json:"state"`
	PlannedStart   *Day  `json:"planned_start"`
	PlannedFinish  *Day  `json:"planned_finish"`
	Start          *Day  `json:"start"`
	RemainingStart *Day  `json:"remaining_start"`
	Finish         *Day  `json:"finish"`
	LateStart      *Day  `json:"late_start"`
	LateFinish     *Day  `json:"late_finish"`
	RemainingDays  *int  `json:"remaining_days"`
	TotalSlack     *int  `json:"total_slack"`
	FreeSlack      *int  `json:"free_slack"`
	Critical       bool  `json:"critical"`
}

// Push says by how many working days a link delays the start of an epic.
type Push struct {
	Link string `json:"link"`
	Pred string `json:"pred"`
	Succ string `json:"succ"`
	Days int    `json:"days"`
}
