package arch_test

import (
	"fmt"
	"go/types"
	"slices"
	"strings"
	"testing"

	"earnest/internal/typed"
)

// callers returns the packages that may open a connection or start a program, and why. The server itself has three, because it
// talks to its database and, if configured, to an identity provider and an S3-compatible store.
func callers() map[string]string {
	return map[string]string{
		"earnest/internal/db":         "the database",
		"earnest/internal/auth":       "the identity provider that the operator configured",
		"earnest/internal/files/s3":   "the S3-compatible store that the operator configured",
		"earnest/internal/probe":      "the server on this machine, for the command health",
		"earnest/client":              "the Go client, which the product does not use",
		"earnest/internal/apitest":    "for tests: calls the API",
		"earnest/internal/db/dbtest":  "for tests: makes schemas",
		"earnest/internal/testpg":     "for tests: runs a PostgreSQL",
		"earnest/internal/testpg/run": "for tests: runs a PostgreSQL",
		"earnest/internal/tests3":     "for tests: runs an S3 server",
		"earnest/internal/typed":      "for tests: asks the go command",
	}
}

// reachesOut reports whether a library function opens a connection, looks up a name or starts a program.
func reachesOut(o types.Object) bool {
	if o.Pkg() == nil {
		return false
	}
	name := o.Name()
	switch o.Pkg().Path() {
	case "net":
		return strings.HasPrefix(name, "Dial") || strings.HasPrefix(name, "Lookup") || strings.HasPrefix(name, "Resolve") || name == "Resolver" || name == "DefaultResolver"
	case "net/http":
		return slices.Contains([]string{"Client", "DefaultClient", "Transport", "DefaultTransport", "Get", "Head", "Post", "PostForm"}, name)
	case "crypto/tls":
		return name == "Dial" || name == "DialWithDialer" || name == "Dialer"
	case "os":
		return name == "StartProcess"
	default:
		return slices.ContainsFunc([]string{
			"net/smtp", "net/rpc", "os/exec", "plugin", "golang.org/x/oauth2", "github.com/coreos/go-oidc/", "github.com/jackc/pgx/", "github.com/minio/",
			"github.com/prometheus/client_golang/prometheus/push", "github.com/prometheus/client_golang/prometheus/graphite",
		}, func(p string) bool { return strings.HasPrefix(o.Pkg().Path(), p) })
	}
}

// outbound returns a sentence for each package that reaches out without being allowed to.
func outbound(packages []*typed.Package) (found []string, used map[string]bool) {
	used = map[string]bool{}
	for _, p := range packages {
		for name, object := range p.Info.Uses {
			if v, ok := object.(*types.Var); ok && v.IsField() || isMethod(object) || !reachesOut(object) {
				continue
			}
			used[p.Path] = true
			if callers()[p.Path] == "" {
				found = append(found, fmt.Sprintf("%s: %s uses %s.%s, and may not reach out", p.Fset.Position(name.Pos()), p.Path, object.Pkg().Path(), object.Name()))
			}
		}
	}
	return found, used
}

// isMethod reports whether an object is a method. Methods such as http.Header.Get do not count, because the code that created
// the receiver is checked instead.
func isMethod(o types.Object) bool {
	f, ok := o.(*types.Func)
	return ok && f.Signature().Recv() != nil
}

func TestOnlyNamedPackagesReachOut(t *testing.T) {
	t.Parallel()
	packages, err := typed.Load(t.Context(), "earnest/...")
	if err != nil {
		t.Fatal(err)
	}
	packages = slices.DeleteFunc(packages, func(p *typed.Package) bool { return strings.HasPrefix(p.Path, "earnest/test/") })
	found, used := outbound(packages)
	mustBeSilent(t, found, nil)
	for path := range callers() {
		if !used[path] {
			t.Errorf("%s may reach out, and does not: take it off the list", path)
		}
	}
}

func TestAPackageThatReachesOutIsFound(t *testing.T) {
	t.Parallel()
	examples, err := typed.Check(t.Context(), map[string]string{
		"dials":     `package example; import "net"; func f() { net.Dial("tcp", "192.0.2.1:80") }`,
		"fetches":   `package example; import h "net/http"; func f() { h.Get("http://192.0.2.1") }`,
		"looks up":  `package example; import "net"; func f() { net.LookupHost("example.org") }`,
		"has one":   `package example; import "net/http"; type x struct { c http.Client }`,
		"runs":      `package example; import "os/exec"; func f() { exec.Command("curl").Run() }`,
		"queries":   `package example; import ("context"; "github.com/jackc/pgx/v5"); func f() { pgx.Connect(context.Background(), "") }`,
		"listens":   `package example; import "net"; func f() { net.Listen("tcp", ":0") }`,
		"answers":   `package example; import "net/http"; func f(w http.ResponseWriter, r *http.Request) { w.Header().Get("x"); http.Error(w, "", 500) }`,
		"addresses": `package example; import "net"; func f(c net.Conn) string { return c.RemoteAddr().String() }`,
	}, "earnest/...")
	if err != nil {
		t.Fatal(err)
	}
	for name, example := range examples {
		found, _ := outbound([]*typed.Package{example})
		if innocent := slices.Contains([]string{"listens", "answers", "addresses"}, name); innocent != (len(found) == 0) {
			t.Errorf("%s: %q", name, found)
		}
	}
}
