package config

// Output holds the format of a command that prints a table.
type Output struct {
	JSON bool `name:"json" help:"Print JSON instead of a table."`
}

// UserAdd is a new user.
type UserAdd struct {
	Email         string `help:"Email; unique, ignoring case." required:"" placeholder:"EMAIL"`
	Firstname     string `help:"First name." required:"" placeholder:"NAME"`
	Lastname      string `help:"Last name." required:"" placeholder:"NAME"`
	Plan          string `help:"Plan of the account: ${enum}." enum:"free,pro,business" default:"business"`
	Admin         bool   `help:"Make the user an administrator of the instance."`
	PasswordStdin bool   `help:"Wait for the password on stdin for as long as it takes."`
}

// AccountSet is a change to an account; flags that are not given change nothing.
type AccountSet struct {
	User         string  `help:"Email of the account's user." required:"" placeholder:"EMAIL"`
	Plan         string  `help:"Plan: free, pro or business." placeholder:"PLAN"`
	Active       *bool   `help:"Whether the account is active: --active=true or --active=false."`
	SubscribedAt *string `help:"When the account subscribed: a date, or a date and time (UTC unless it has a zone)." placeholder:"DATE|TIME"`
}

// KeyAdd is a new API key.
type KeyAdd struct {
	User    string   `help:"Email of the user the key acts for." required:"" placeholder:"EMAIL"`
	Scopes  string   `help:"all, none, or a comma-separated list such as tickets:read,time:write." required:"" placeholder:"SCOPES"`
	Name    string   `help:"What the key is for." placeholder:"NAME"`
	Expires *string  `help:"Last day of the key (UTC), or the moment it ends." placeholder:"DATE|TIME"`
	AllowIP []string `name:"allow-ip" sep:"none" help:"Address or range the key may be used from; may be repeated." placeholder:"CIDR"`
}

// KeyList selects keys.
type KeyList struct {
	User string `help:"Only the keys of this user." placeholder:"EMAIL"`

	Output `embed:""`
}

// KeyRevoke names a key.
type KeyRevoke struct {
	Key string `arg:"" name:"key" help:"The key's number in key list, or - to read the key itself from stdin (others on this machine can see arguments)."`
}

// Health names a running server.
type Health struct {
	Listen string `help:"Address that the server listens on." default:"127.0.0.1:8080"`
	Alive  bool   `help:"Ask only whether the server is running, not whether its database responds."`
}

// Completion names a shell.
type Completion struct {
	Shell string `arg:"" name:"shell" help:"Shell: ${enum}." enum:"bash,zsh,fish"`
}

// Man selects manual pages.
type Man struct {
	Folder  string   `help:"Write the pages of all commands to this folder." placeholder:"FOLDER"`
	Command []string `arg:"" optional:"" name:"command" help:"Print the page of this command, such as key add; of earnest itself if omitted."`
}

// Import names a workspace file.
type Import struct {
	File string `arg:"" name:"file" help:"Workspace file; - is stdin."`
}

// Export selects projects and names the workspace file.
type Export struct {
	Project []string `sep:"none" help:"Only this project, by uuid, key or unique name; may be repeated." placeholder:"PROJECT"`
	File    string   `arg:"" name:"file" optional:"" help:"File to write; stdout if omitted or -."`
}

// Backup names a new file.
type Backup struct {
	File string `arg:"" name:"file" help:"File to write; it must not exist."`
}

// Restore names a backup.
type Restore struct {
	File string `arg:"" name:"file" help:"A file that earnest backup wrote."`
}
