package faults_test

import (
	"strings"
	"testing"

	"earnest/internal/workspace"
	"earnest/test/rig"
)

// A comparison without findings is meaningful only if the comparison can detect real faults.
func TestTheLedgerFindsWhatWasLostTornOrInvented(t *testing.T) {
	t.Parallel()
	one, two := facts{"title": "m1 one"}.state(), facts{"title": "m1 two"}.state()
	for name, c := range map[string]struct {
		outcomes []outcome // of the creation, the change and the deletion
		found    state
		says     string
	}{
		"as acknowledged":              {[]outcome{acknowledged, acknowledged}, two, ""},
		"a lost creation":              {[]outcome{acknowledged}, gone, "was acknowledged as"},
		"a lost change":                {[]outcome{acknowledged, acknowledged}, one, "was acknowledged as"},
		"a lost deletion":              {[]outcome{acknowledged, acknowledged, acknowledged}, two, "was acknowledged as"},
		"done without an answer":       {[]outcome{acknowledged, unknown}, two, ""},
		"not done without an answer":   {[]outcome{acknowledged, unknown}, one, ""},
		"torn without an answer":       {[]outcome{acknowledged, unknown}, `{"title":"m1 t"}`, "was acknowledged as"},
		"refused":                      {[]outcome{acknowledged, refused}, one, ""},
		"refused and yet done":         {[]outcome{acknowledged, refused}, two, "was acknowledged as"},
		"a refused creation":           {[]outcome{refused}, gone, ""},
		"a refused creation, yet done": {[]outcome{refused}, one, "was acknowledged as"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			l, g := newLedger(), &thing{noun: "ticket", mark: "m1"}
			for i, is := range c.outcomes {
				w := write{thing: g, then: []state{one, two, gone}[i]}
				l.expect(w)
				l.note(w, is, rig.Answer{})
			}
			there := map[string]found{}
			if c.found != gone {
				there["m1"] = found{"ticket", "u1", c.found}
			}
			says := strings.Join(l.disagreements(there, nil), "\n")
			if !strings.Contains(says, c.says) || c.says == "" && says != "" {
				t.Errorf("want %q, got %q", c.says, says)
			}
		})
	}
}

func TestTheLedgerFindsWhatNobodyCreated(t *testing.T) {
	t.Parallel()
	says := newLedger().disagreements(map[string]found{"m9": {"ticket", "u9", `{}`}}, nil)
	if len(says) != 1 || !strings.HasPrefix(says[0], "nobody made m9") {
		t.Errorf("it says %q", says)
	}
}

func TestTheLogMustMatchTheData(t *testing.T) {
	t.Parallel()
	created := workspace.Change{Revision: 1, UUID: "u1", What: "created", To: `{"title":"m1 one","tags":["b","a"],"epic":null}`}
	renamed := workspace.Change{Revision: 2, UUID: "u1", What: "title", To: `"m1 two"`}
	later := renamed
	later.Revision = 3
	for name, c := range map[string]struct {
		log   []workspace.Change
		state state
		says  string
	}{
		"all of it":       {[]workspace.Change{created, renamed}, `{"title":"m1 two","tags":["a","b"],"epic":""}`, ""},
		"a missing row":   {[]workspace.Change{created}, `{"title":"m1 two"}`, "the log tells m1 one"},
		"a missing tag":   {[]workspace.Change{created}, `{"tags":["a"]}`, "has the tags [a]"},
		"nothing":         {nil, `{"title":"m1 one"}`, "the log tells <nil>"},
		"a row too many":  {[]workspace.Change{created, renamed}, `{"title":"m1 one"}`, "the log tells m1 two"},
		"a lost revision": {[]workspace.Change{created, later}, `{"title":"m1 two"}`, "jumps from revision 1 to 3"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			says := strings.Join(logMismatches(c.log, map[string]found{"m1": {"ticket", "u1", c.state}}), "\n")
			if !strings.Contains(says, c.says) || c.says == "" && says != "" {
				t.Errorf("want %q, got %q", c.says, says)
			}
		})
	}
}
