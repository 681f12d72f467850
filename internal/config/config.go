// Package config defines all command-line flags in one place. Each flag has an environment variable of the same name,
// EARNEST_<FLAG>; the flag takes precedence.
package config

import (
	"errors"
	"fmt"
	"regexp"
	"strings"
	"time"
)

// EnvPrefix is the prefix of every environment variable.
const EnvPrefix = "EARNEST"

// Database holds the location of the data; every command that uses the data has this flag.
type Database struct {
	Database string `help:"SQLite file, or a postgres:// address." default:"earnest.db"`
}

// scheme matches the scheme of a URL.
var scheme = regexp.MustCompile(`^[A-Za-z][A-Za-z0-9+.-]*://`)

// Validate refuses the URL of an unsupported database. kong calls it for every command.
func (d Database) Validate() error {
	if strings.TrimPrefix(d.Database, "sqlite://") == "" {
		return errors.New("--database must not be empty: give a SQLite file or a postgres:// address")
	}
	switch found := scheme.FindString(d.Database); found {
	case "", "sqlite://", "postgres://", "postgresql://":
		return nil
	default:
		return fmt.Errorf("--database must be a SQLite file (a path, or sqlite:// and a path) or a postgres:// address, not %s…", found)
	}
}

// Links holds the public URL of the instance.
type Links struct {
	BaseURL string `name:"base-url" help:"Address people use, for links; serve then refuses other hosts (default: derived from --listen)." placeholder:"URL"`
}

// Serve holds the server's flags.
type Serve struct {
	Listen              string        `help:"Address to serve on; port 0 takes a free one." default:"127.0.0.1:8080"`
	Demo                bool          `help:"Load a demo workspace if the database is empty, and print how to sign in."`
	DatabaseConnections int           `help:"Maximum number of connections to PostgreSQL, or of readers of SQLite." default:"16"`
	TrustedProxy        []string      `help:"Proxies whose X-Forwarded-For is trusted; may be repeated." placeholder:"CIDR"`
	Timezone            string        `help:"Time zone in which a day begins." default:"UTC"`
	MaxInFlight         int           `help:"Requests processed at once; others wait (0: twice --database-connections, or 4 per processor)." default:"0"`
	RequestTimeout      time.Duration `help:"Maximum time to answer an API request, or to begin a long list." default:"30s"`
	Drain               time.Duration `help:"Time to keep serving after a signal to stop, with /readyz at 503 (5s behind a load balancer)." default:"0s"`
	ShutdownTimeout     time.Duration `help:"Time for requests in progress to finish when the server is told to stop." default:"20s"`

	Access     `embed:""`
	Files      `embed:""`
	FilesS3    `embed:"" prefix:"files-s3-" envprefix:"EARNEST_FILES_S3_"`
	OIDC       `embed:""`
	Telemetry  `embed:""`
	Thresholds `embed:""`
}

// Access holds the flags that decide who may use the API, and how much.
type Access struct {
	QuotaHour    int64  `help:"Requests a key may make in a clock hour (UTC)." default:"1000"`
	QuotaMonth   int64  `help:"Requests a key may make in a calendar month (UTC)." default:"10000"`
	APIPlan      string `name:"api-plan" help:"First plan with API access: ${enum}." enum:"free,pro,business" default:"pro"`
	PlanGridDate string `help:"Accounts that subscribed before this day keep API access whatever their plan." default:"2026-01-01"`
}

// Files holds the limits on the files that people attach to tickets.
type Files struct {
	FileLimit  string `help:"Maximum size of a file, such as 25MiB." default:"25MiB" placeholder:"SIZE"`
	FilesQuota string `help:"Maximum size of all files of a project, such as 5GiB." default:"5GiB" placeholder:"SIZE"`
}

// FilesS3 configures an S3-compatible store for the files of tickets. Every command that reads or writes files has these flags.
type FilesS3 struct {
	Endpoint      string `env:"ENDPOINT" help:"Keep files in the S3-compatible store at this address, not in the database." placeholder:"URL"`
	Bucket        string `env:"BUCKET" help:"Bucket for the files; it must exist, and belong to this instance alone." placeholder:"NAME"`
	Region        string `env:"REGION" help:"Region of the bucket." default:"us-east-1" placeholder:"NAME"`
	AccessKey     string `env:"ACCESS_KEY" help:"Access key of the store." placeholder:"ID"`
	SecretKey     string `env:"SECRET_KEY" help:"Secret key; others can see flags: prefer the file." placeholder:"TEXT" xor:"files-s3-secret"`
	SecretKeyFile string `env:"SECRET_KEY_FILE" help:"File that contains the secret key." placeholder:"FILE" xor:"files-s3-secret"`
}

// Telemetry holds the flags for monitoring the server.
type Telemetry struct {
	LogFormat     string `help:"Format of the log on stderr: ${enum}." enum:"text,json" default:"text"`
	LogLevel      string `help:"Lowest level to log: ${enum}." enum:"debug,info,warn,error" default:"info"`
	MetricsListen string `help:"Serve Prometheus metrics at /metrics on this address; off unless given." placeholder:"HOST:PORT"`
	PprofListen   string `help:"Serve Go profiles at /debug/pprof/ on this address; off unless given." placeholder:"HOST:PORT"`
}
