package compat

import (
	"encoding/json"
	"fmt"
)

// canonical returns a document in which the same promise is always written in the same way. The documents differ in three
// notations that change nothing about requests and responses:
//
//   - The scope of an operation used to be part of its security, where linters reject it; today only x-scope has it.
//   - Times used to have the format timestamp, which nobody else knows; today only their pattern describes them.
//   - Numbers have the format double today, because some generators otherwise use 32 bits.
func canonical(document []byte) ([]byte, error) {
	var root map[string]any
	if err := json.Unmarshal(document, &root); err != nil {
		return nil, fmt.Errorf("it is not JSON: %w", err)
	}
	withoutFormats(root)
	paths, _ := root["paths"].(map[string]any)
	for _, path := range paths {
		methods, _ := path.(map[string]any)
		for _, method := range methods {
			if operation, isObject := method.(map[string]any); isObject && operation["x-scope"] != nil {
				operation["security"] = []any{map[string]any{"ApiKey": []any{operation["x-scope"]}}}
			}
		}
	}
	return json.Marshal(root)
}

func withoutFormats(node any) {
	switch node := node.(type) {
	case map[string]any:
		if node["format"] == "timestamp" || node["format"] == "double" {
			delete(node, "format")
		}
		for _, child := range node {
			withoutFormats(child)
		}
	case []any:
		for _, child := range node {
			withoutFormats(child)
		}
	}
}
