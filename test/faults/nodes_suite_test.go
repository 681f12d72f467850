package faults_test

import (
	"fmt"
	"os"
	"os/exec"
	"strings"
	"testing"

	"earnest/internal/apitest"
	"earnest/internal/db/dbtest"
	"earnest/test/rig"
)

// alone matches tests that need a single process, because they count its statements, transactions or round trips or measure its use of memory or sockets.
const alone = "^(TestAnInstanceThatChangesItsStoreKeepsItsFiles|TestHeadOfAListReadsNoItem|TestAListDoesNotCostAStatementPerRow|TestAPortfolioIsOnePass|" +
	"TestAListOfTimeEntriesCostsTheSameNumberOfStatements|TestAWriteTakesThreeRoundTripsAfterItsAdmission|TestAHugeListStreamsInFlatMemory|TestTicketsWithManyTagsShareATransaction|TestSlowReadersOfLongListsDoNotBlockOthers)$"

// shared returns the tests of the short form: those of what nodes share, such as caches, ETags, cursors, numbers, ranks, quotas, repeated answers and files.
func shared() []string {
	return []string{
		"TestScenariosHoldOverHTTP", "TestNoNodeServesStaleDataAfterACommittedWrite", "TestCachedAnswersMatchFreshOnesAfterEveryWrite",
		"TestAWriteDuringARequestIsSeenByTheNext", "TestANewNameIsInEveryAnswerAtOnceAndInvalidatesETags", "TestTheETagOfADetailIsTheSameOnEveryNodeAndInEveryBinary",
		"TestIfMatchLosesNoUpdateOf64Writers", "TestEveryListHasCursorsThatLeadToItsEnd", "TestTicketsCreatedAtOnceAreNumberedWithoutGaps",
		"TestMovesByFourPeopleAtOnceLeadToOneOrder", "TestAnIdempotencyKeyHoldsOnEveryNode", "TestARepeatedPOSTWaitsForTheFirstAndThenGetsIdempotencyInProgress",
		"TestQuotaIsExactOverHTTP", "TestAKeyThatRegainsAccessIsAdmittedAtTheNextRequest", "TestGuessingIsThrottledByAddressAndHarmsNobodysKey",
		"TestAFileOfManyPartsComesBack", "TestBatchesOverSeveralProjectsDoNotDeadlock", "TestADeletedProjectIsGoneBeforeItsRowsAre",
	}
}

// The API test suites run unchanged, but each of their worlds has three nodes behind haproxy. The long form runs all of them.
func TestTheSuitesOfTheAPIPassOnThreeNodesBehindHaproxy(t *testing.T) {
	t.Parallel()
	dbtest.Postgres(t) // skips the test, with the reason, if there is no PostgreSQL
	if _, err := exec.LookPath("haproxy"); err != nil {
		t.Skip("the suites of the API did not run behind a balancer: haproxy is missing")
	}
	run, must := "/postgres", []string{"TestScenariosHoldOverHTTP"}
	if !rig.Long() {
		run, must = "^("+strings.Join(shared(), "|")+")$/postgres", shared()
	}
	cmd := exec.CommandContext(t.Context(), "go", "test", "-v", "-count=1", "-vet=off", fmt.Sprintf("-timeout=%dm", rig.Times(30, 180)), "-run="+run, "-skip="+alone, "earnest/internal/apiv1")
	cmd.Env = append(os.Environ(), apitest.NodesVariable+"=3")
	out, err := cmd.CombinedOutput()
	if err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	for _, name := range must {
		if !strings.Contains(string(out), "--- PASS: "+name+"/postgres ") {
			t.Errorf("%s did not run on PostgreSQL", name)
		}
	}
}
