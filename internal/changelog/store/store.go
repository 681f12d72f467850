// Package store reads the change log. work/store writes it.
package store
