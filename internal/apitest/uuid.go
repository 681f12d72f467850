package apitest

import "github.com/google/uuid"

// NewUUID returns a uuid that names nothing yet.
func NewUUID() string { return uuid.NewString() }
