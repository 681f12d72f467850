package app_test

import (
	"testing"

	"earnest/internal/domain"
	"earnest/internal/store/storetest"
)

// BenchmarkDeleteProject tells how long the deletion of a large project keeps other writes out.
func BenchmarkDeleteProject(b *testing.B) {
	file := largeFile(100_000, 5)
	for engine, database := range map[string]func(testing.TB) string{"sqlite": storetest.SQLite, "postgres": storetest.Postgres} {
		b.Run(engine, func(b *testing.B) {
			for b.Loop() {
				b.StopTimer()
				a := instance(b, database(b))
				made := mustImport(b, a, file)
				b.StartTimer()
				caller := domain.Caller{UserID: made.Users["person0@example.org"]}
				if err := a.DeleteProject(b.Context(), caller, made.UUIDs["p"]); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
