package apitest

import "github.com/google/uuid"

// NewUUID returns an unused uuid.
func NewUUID() string { return uuid.NewString() }
