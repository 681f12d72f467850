package arch_test

// anything lets a package import all of ours.
const anything = "*"

// table says what each of our packages may import of ours, test files aside. Names are relative to the module, without
// "internal/". The order is from the inside out; a package may import only what stands above it.
func table() map[string]string {
	return map[string]string{
		// Pure, or on their own.
		"evm":        "",
		"domain":     "",
		"client":     "",
		"config":     "",
		"accept":     "",
		"gate":       "",
		"htmlsafe":   "",
		"recent":     "",
		"sheet":      "",
		"web":        "accept",
		"testpg":     "",
		"testreport": "",
		"arch":       "",
		"typed":      "",

		// Data in and out.
		"auth":             "domain",
		"input":            "domain",
		"workspace":        "domain",
		"store/db":         "",
		"store/migrations": "store/db",
		"store":            "domain store/db store/migrations",

		// Documents for people and scripts.
		"report": "domain evm",

		// Use cases.
		"app":  "domain store auth evm workspace htmlsafe recent report sheet",
		"demo": "domain workspace",
		"jobs": "app",

		// What both faces share.
		"front/answers": "recent",

		// Faces. The dashboard and the frozen API never meet.
		"apiv1":        "domain app input evm gate front/answers",
		"dash":         "domain app input evm gate report sheet accept",
		"dash/typegen": "domain typed",
		"server":       "domain apiv1 dash web",

		// Where everything is wired.
		"cli":         anything,
		"cmd/earnest": "cli",

		// For tests.
		"store/storetest": "domain store store/db",
		"apitest":         anything,
		"testpg/run":      "testpg",
		"test/bench":      anything,
		"test/bench/bare": "",
		"test/e2e":        anything,
		"test/faults":     anything,
		"test/limits":     anything,
		"test/load":       anything,
		"test/rig":        "",
		"test/security":   anything,
	}
}

// pure lists the packages whose result depends on nothing but their arguments.
func pure() []string { return []string{"evm", "domain"} }

// impure lists what a pure package may not import; a name that ends in a slash stands for all below it.
func impure() []string {
	return []string{
		"context", "database/", "io/ioutil", "log", "log/", "math/rand", "math/rand/v2",
		"net", "net/http", "net/http/", "net/rpc", "net/smtp", "os", "os/", "syscall", "testing",
	}
}
