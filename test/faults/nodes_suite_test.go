package faults_test

import (
	"os"
	"os/exec"
	"strings"
	"testing"

	"earnest/internal/apitest"
	"earnest/internal/db/dbtest"
)

// alone matches tests that need a single process, because they count its statements, transactions or round trips or measure its use of memory or sockets.
const alone = "^(TestAnInstanceThatChangesItsStoreKeepsItsFiles|TestHeadOfAListReadsNoItem|TestAListDoesNotCostAStatementPerRow|TestAPortfolioIsOnePass|" +
	"TestAListOfTimeEntriesCostsTheSameNumberOfStatements|TestAWriteTakesThreeRoundTripsAfterItsAdmission|TestAHugeListStreamsInFlatMemory|TestTicketsWithManyTagsShareATransaction|TestSlowReadersOfLongListsDoNotBlockOthers)$"

// The API test suites run unchanged, but each of their worlds has three nodes behind haproxy.
func TestTheSuitesOfTheAPIPassOnThreeNodesBehindHaproxy(t *testing.T) {
	t.Parallel()
	dbtest.Postgres(t) // skips the test, with the reason, if there is no PostgreSQL
	if _, err := exec.LookPath("haproxy"); err != nil {
		t.Skip("the suites of the API did not run behind a balancer: haproxy is missing")
	}
	cmd := exec.CommandContext(t.Context(), "go", "test", "-count=1", "-vet=off", "-timeout=30m", "-run=/postgres", "-skip="+alone, "earnest/internal/apiv1")
	cmd.Env = append(os.Environ(), apitest.NodesVariable+"=3")
	out, err := cmd.CombinedOutput()
	if err != nil || !strings.Contains(string(out), "ok ") {
		t.Errorf("%v\n%s", err, out)
	}
}
