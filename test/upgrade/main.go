// Command upgrade checks that a newer binary gives the same responses as an older one. It lets the older binary fill a database with the
// demo, copies the database, starts each binary on its own copy, and compares their responses to every read of the public API and of the
// dashboard, byte for byte. Usage:
//
//	go run ./test/upgrade OLD NEW
//
// Headers that depend on the time or on the individual request are not compared. Reads whose responses depend on the process or on
// earlier reads are left out.
package main

import (
	"fmt"
	"os"
)

func main() {
	if len(os.Args) != 3 {
		fmt.Fprintln(os.Stderr, "usage: upgrade OLD NEW")
		os.Exit(2)
	}
	differ, err := run(os.Args[1], os.Args[2])
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	if differ > 0 {
		os.Exit(1)
	}
}

// run compares the two binaries and returns how many reads differ.
func run(older, newer string) (differ int, err error) {
	folder, err := os.MkdirTemp("", "earnest-upgrade-*")
	if err != nil {
		return 0, err
	}
	defer os.RemoveAll(folder) //nolint:errcheck // only a temporary folder
	access, err := makeDemo(older, folder+"/old.db")
	if err != nil {
		return 0, err
	}
	if err := copyFile(folder+"/new.db", folder+"/old.db"); err != nil {
		return 0, err
	}
	before, err := serve(older, folder+"/old.db")
	if err != nil {
		return 0, err
	}
	defer before.stop()
	after, err := serve(newer, folder+"/new.db")
	if err != nil {
		return 0, err
	}
	defer after.stop()
	return compare(before, after, access)
}

// compare reads the same paths from both servers and prints where they differ.
func compare(before, after *server, access access) (differ int, err error) {
	for _, s := range []*server{before, after} {
		if err := s.signIn(access); err != nil {
			return 0, err
		}
	}
	paths, err := allPaths(before)
	if err != nil {
		return 0, err
	}
	bytes, statuses := 0, map[string]int{}
	for _, path := range paths {
		a, err := before.get(path)
		if err != nil {
			return differ, err
		}
		b, err := after.get(path)
		if err != nil {
			return differ, err
		}
		bytes += len(a.body)
		statuses[a.status]++
		if a != b {
			differ++
			fmt.Printf("DIFFERS %s\n", path)
			printDifference(a.String(), b.String())
		}
	}
	fmt.Printf("%d reads compared, %d bytes each, %v, %d differ\n", len(paths), bytes, statuses, differ)
	return differ, nil
}

// printDifference prints both responses around the first byte in which they differ.
func printDifference(a, b string) {
	i := 0
	for i < min(len(a), len(b)) && a[i] == b[i] {
		i++
	}
	i = max(0, i-100)
	fmt.Printf("--- before\n%.400s\n--- after\n%.400s\n", a[min(i, len(a)):], b[min(i, len(b)):])
}
