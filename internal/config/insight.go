package config

// Form holds the output format of a command.
type Form struct {
	Format string `help:"Format: ${enum}." enum:"text,json" default:"text"`
	JSON   bool   `name:"json" help:"Print JSON, whatever --format says."`
}

// IsJSON reports whether the output is JSON.
func (f Form) IsJSON() bool { return f.JSON || f.Format == "json" }

// WhatIf is a what-if question about a project; flags that are not given change nothing.
type WhatIf struct {
	Scope    string `help:"Points left: +20%, -10%, 1.2x, +20 (points more), -15 or =300." placeholder:"CHANGE"`
	Velocity string `help:"Points a sprint finishes from now on: 0.9x, +10%, -3 or =24." placeholder:"CHANGE"`
	Rate     string `help:"Change of every daily rate, for all logged time: +5%, -10% or 1.1x." placeholder:"CHANGE"`
	Shift    int    `help:"Days to move everything planned after today; negative moves it earlier." placeholder:"DAYS" xor:"dates"`
	Finish   string `help:"Day on which the plan should end; everything planned after today moves together." placeholder:"DATE" xor:"dates"`
	Growth   bool   `help:"Expect the scope to grow as it did in past sprints."`
}

// Sprint selects a sprint.
type Sprint struct {
	Sprint string `help:"Show this sprint by day; without it, list all sprints." placeholder:"UUID"`
}

// Flow selects the days of a project.
type Flow struct {
	Project string `help:"The project: its uuid, its key, or its name if it is unique." required:"" placeholder:"PROJECT"`
	From    string `help:"First day (default: thirty days up to the last)." placeholder:"DATE"`
	To      string `help:"Last day (default: today)." placeholder:"DATE"`
}
