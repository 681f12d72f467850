package app_test

import (
	"testing"
	"time"

	"earnest/internal/db/dbtest"
	"earnest/internal/domain"
	"earnest/internal/work"
)

// BenchmarkDeleteProject measures how long deleting a large project takes, and the longest time for which removing its rows blocks other
// writes.
func BenchmarkDeleteProject(b *testing.B) {
	file := largeFile(20_000, 10)
	for engine, database := range map[string]func(testing.TB) string{"sqlite": dbtest.SQLite, "postgres": dbtest.Postgres} {
		b.Run(engine, func(b *testing.B) {
			for b.Loop() {
				b.StopTimer()
				a := instance(b, database(b))
				made := mustImport(b, a, file)
				b.StartTimer()
				caller := domain.Caller{UserID: made.Users["person0@example.org"]}
				if err := a.Projects.DeleteProject(b.Context(), caller, made.UUIDs["p"], work.Unconfirmed()); err != nil {
					b.Fatal(err)
				}
				b.StopTimer()
				longest, all := time.Duration(0), time.Now()
				for more := true; more; {
					var err error
					began := time.Now()
					if more, err = a.Projects.PurgeDeleted(b.Context()); err != nil {
						b.Fatal(err)
					}
					longest = max(longest, time.Since(began))
				}
				b.ReportMetric(float64(longest.Milliseconds()), "ms/longest-batch")
				b.ReportMetric(time.Since(all).Seconds(), "s/removal")
				b.StartTimer()
			}
		})
	}
}
