// Package scale fills a database with the data of a large organisation, so that the product can be measured on it: projects of
// very different sizes, years of two-week sprints, the log of every change, comments, tags and logged time.
//
// All data are computed from a seed and a day: the same seed, day and size always give the same rows. Each row is computed when it
// is stored, so the data never have to fit into memory.
package scale
