package compat

import (
	"errors"
	"fmt"
	"io/fs"
	"os"

	"github.com/getkin/kin-openapi/openapi3"
	"github.com/oasdiff/oasdiff/checker"
	"github.com/oasdiff/oasdiff/diff"
	"github.com/oasdiff/oasdiff/load"
)

// Document is an OpenAPI document and its name in messages.
type Document struct {
	Name string
	JSON []byte
}

// Read reads a document. If the file is missing, the error message states its purpose.
func Read(path, purpose string) (Document, error) {
	text, err := os.ReadFile(path)
	if errors.Is(err, fs.ErrNotExist) {
		return Document{}, fmt.Errorf("%s is missing: it is %s, and without it nothing can be compared", path, purpose)
	}
	if err != nil {
		return Document{}, fmt.Errorf("read %s: %w", path, err)
	}
	return Document{path, text}, nil
}

// Operations returns the number of operations in a document.
func (d Document) Operations() (int, error) {
	info, err := d.load()
	if err != nil {
		return 0, err
	}
	count := 0
	for _, item := range info.Spec.Paths.Map() {
		count += len(item.Operations())
	}
	return count, nil
}

func (d Document) load() (*load.SpecInfo, error) {
	text, err := canonical(d.JSON)
	if err != nil {
		return nil, fmt.Errorf("%s is no OpenAPI document: %w", d.Name, err)
	}
	info, err := load.NewSpecInfoFromData(openapi3.NewLoader(), text, d.Name)
	if err != nil {
		return nil, fmt.Errorf("%s is no OpenAPI document: %w", d.Name, err)
	}
	return info, nil
}

// Breaking returns one sentence for each way in which current breaks a promise of baseline.
func Breaking(baseline, current Document) ([]string, error) {
	before, err := baseline.load()
	if err != nil {
		return nil, err
	}
	after, err := current.load()
	if err != nil {
		return nil, err
	}
	difference, sources, err := diff.GetWithOperationsSourcesMap(diff.NewConfig(), before, after)
	if err != nil {
		return nil, fmt.Errorf("compare %s and %s: %w", baseline.Name, current.Name, err)
	}
	config := checker.NewConfig(checker.GetAllChecks(), checker.WithSeverityLevels(stricter()))
	changes := checker.CheckBackwardCompatibilityUntilLevel(config, difference, sources, checker.ERR)
	return sentences(changes), nil
}

// stricter returns the changes that oasdiff allows but a frozen contract does not. Nothing that v1 accepts or returns may
// disappear, deprecated or not.
func stricter() map[string]checker.Level {
	return map[string]checker.Level{
		checker.APIPathRemovedWithDeprecationId:          checker.ERR,
		checker.APIRemovedWithDeprecationId:              checker.ERR,
		checker.RequestParameterRemovedId:                checker.ERR,
		checker.RequestParameterRemovedWithDeprecationId: checker.ERR,
		checker.RequestPropertyRemovedId:                 checker.ERR,
		checker.ResponseMediaTypeNameChangedId:           checker.ERR,
		checker.ResponseNonSuccessStatusRemovedId:        checker.ERR,
		checker.ResponseOptionalPropertyRemovedId:        checker.ERR,
	}
}

func sentences(changes checker.Changes) []string {
	var found []string
	words := checker.NewDefaultLocalizer()
	for _, change := range changes {
		found = append(found, fmt.Sprintf("%s %s: %s [%s]",
			change.GetOperation(), change.GetPath(), change.GetUncolorizedText(words), change.GetId()))
	}
	return found
}
