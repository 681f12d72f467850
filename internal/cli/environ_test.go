package cli

import (
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"
)

func TestAVariableThatIsNotASettingIsReported(t *testing.T) {
	t.Parallel()
	parser, err := newParser(&terminal{}, func(int) {})
	if err != nil {
		t.Fatal(err)
	}
	got := unknownVariables(parser.Model, []string{
		"PATH=/bin", "EARNEST_QUOTA_HOUR=5", "EARNEST_PROJECT=x", "EARNEST_TEST_POSTGRES=y", "EARNEST_KEY=z", "EARNESTLY=1",
		"EARNEST_QUOTA_HOURS=5", "EARNEST_DATABSE=secret=word", "EARNEST_=",
	})
	if want := []string{"EARNEST_", "EARNEST_DATABSE", "EARNEST_QUOTA_HOURS"}; !slices.Equal(got, want) {
		t.Errorf("%v, want %v", got, want)
	}
}

// Each line of the service's settings file must work when it is uncommented, so it must name a setting and a value that the
// command accepts.
func TestEveryLineOfTheServicesSettingsCanBeTurnedOn(t *testing.T) {
	text, err := os.ReadFile("../../deploy/earnest.env")
	if err != nil {
		t.Fatal(err)
	}
	parser, err := newParser(&terminal{}, func(int) {})
	if err != nil {
		t.Fatal(err)
	}
	lines := regexp.MustCompile(`(?m)^#?(EARNEST_[A-Z_]+)=(.*)$`).FindAllStringSubmatch(string(text), -1)
	if len(lines) < 9 {
		t.Fatalf("only %d settings found", len(lines))
	}
	for _, line := range lines {
		if strange := unknownVariables(parser.Model, line[1:2]); len(strange) > 0 {
			t.Errorf("%v is no setting", strange)
		}
		t.Run(line[0], func(t *testing.T) {
			t.Setenv(line[1], strings.TrimSpace(line[2]))
			parser, err := newParser(&terminal{}, func(int) {})
			if err != nil {
				t.Fatal(err)
			}
			if _, err := parser.Parse([]string{"serve"}); err != nil {
				t.Error(err)
			}
		})
	}
}
