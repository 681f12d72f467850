package config

// RateOf identifies a user in a project.
type RateOf struct {
	Project string `help:"The project: its uuid, its key, or its name if it is unique." required:"" placeholder:"PROJECT"`
	User    string `help:"Email of the user." required:"" placeholder:"EMAIL"`
}

// RateSet is a daily rate and the first day it applies to.
type RateSet struct {
	TJM         float64 `name:"tjm" help:"Price of a day of work." required:"" placeholder:"AMOUNT"`
	From        string  `help:"First day of the rate (default: today); what was logged before keeps its price." placeholder:"DATE" xor:"from"`
	RewritePast bool    `help:"Apply the rate from the start; it replaces every rate up to today." xor:"from"`
}

// RateList selects rates.
type RateList struct {
	Project string `help:"The project: its uuid, its key, or its name if it is unique." required:"" placeholder:"PROJECT"`
	User    string `help:"Only the rates of this user." placeholder:"EMAIL"`

	Output `embed:""`
}
