package arch_test

// anything allows a package to import all of our packages.
const anything = "*"

// table returns which of our packages each of our packages may import, except in test files. Names are relative to the module,
// without "internal/", listed from the inside out.
func table() map[string]string {
	return map[string]string{
		// Pure packages, and packages that import at most one of our own.
		"evm":        "",
		"domain":     "",
		"config":     "",
		"accept":     "",
		"asjson":     "",
		"gate":       "",
		"htmlsafe":   "",
		"probe":      "",
		"recent":     "",
		"sheet":      "",
		"web":        "accept",
		"testpg":     "",
		"tests3":     "files/s3",
		"testreport": "",
		"arch":       "",
		"typed":      "",

		// Input, storage and secrets.
		"auth":          "domain",
		"files/s3":      "domain",
		"input":         "domain",
		"workspace":     "domain",
		"db":            "domain",
		"db/migrations": "domain db",
		"instance":      "domain db evm",

		// Documents for people and scripts.
		"report": "domain evm",

		// Capabilities, each with its SQL. Each table is written by one store; all stores may read it.
		"work/store":     "domain db",
		"files/preview":  "",
		"files/store":    "domain db",
		"money/store":    "domain db work/store",
		"admit/store":    "domain db work/store",
		"identity/store": "domain db admit/store",
		"operate/store":  "domain db db/migrations admit/store identity/store",
		"transfer/store": "domain db db/migrations files/store identity/store money/store work/store",

		"work":     "domain db instance evm asjson auth htmlsafe work/store identity/store",
		"files":    "domain db instance gate work work/store files/preview files/s3 files/store",
		"money":    "domain db instance evm recent report work work/store money/store",
		"admit":    "domain db instance auth recent admit/store",
		"identity": "domain db instance auth admit admit/store identity/store work work/store",
		"operate":  "domain db instance admit admit/store identity money operate/store work work/store",
		"transfer": "domain db instance evm auth files report sheet workspace identity identity/store money money/store operate/store transfer/store work work/store",

		// The change log as people read it.
		"changelog/store": "domain db work/store",
		"changelog":       "domain db instance work work/store changelog/store",

		// The product without its fronts.
		"app":  "domain db instance evm auth work changelog files money identity admit transfer operate",
		"demo": "domain workspace",
		"jobs": "app",

		// Shared by both fronts.
		"front/coding":  "accept",
		"front":         "domain input gate front/coding",
		"front/answers": "recent front/coding",

		// Fronts. The dashboard and the frozen API never import each other.
		"apiv1":         "domain app admit work files money input evm asjson gate report front front/answers front/coding",
		"apiv1/openapi": "domain input front apiv1",
		"dash":          "domain front app admit changelog files identity money operate transfer work input evm gate report sheet accept dash/calendar dash/download dash/figures",
		"dash/typegen":  "domain typed",
		"dash/download": "domain gate",
		"dash/figures":  "domain front evm money report",
		"dash/calendar": "domain front app admit work gate dash/download",
		"server":        "domain front apiv1 dash dash/calendar web",

		// Where everything is wired together.
		"cli":         anything,
		"cmd/earnest": "cli",

		// For tests.
		"evm/scheduletest": "",

		"db/dbtest":       "db db/migrations",
		"apitest":         anything,
		"testpg/run":      "testpg",
		"test/bench":      anything,
		"test/bench/bare": "",
		"test/limits":     anything,
		"test/upgrade":    anything,
		"test/load":       anything,
		"test/rig":        "",
		"test/scale":      anything,
	}
}

// pure lists the packages whose results depend only on their arguments.
func pure() []string { return []string{"evm", "domain"} }

// impure lists the packages that a pure package may not import; a name that ends in a slash stands for everything below it.
func impure() []string {
	return []string{
		"context", "database/", "io/ioutil", "log", "log/", "math/rand", "math/rand/v2",
		"net", "net/http", "net/http/", "net/rpc", "net/smtp", "os", "os/", "syscall", "testing",
	}
}
