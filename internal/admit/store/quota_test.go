package store_test

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"

	admitstore "earnest/internal/admit/store"
	"earnest/internal/db"
	"earnest/internal/db/migrations"
)

func openQuotaStore(t *testing.T, url string) *db.DB {
	t.Helper()
	s, err := migrations.Open(t.Context(), url, db.Options{Readers: 2}, time.Unix(0, 0))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(s.Close)
	return s
}

func quotaFile(t *testing.T) string {
	t.Helper()
	return filepath.Join(t.TempDir(), "quota.db")
}

// quotaSchema creates an empty schema whose sessions commit to disk by default.
func quotaSchema(t *testing.T) string {
	t.Helper()
	server := os.Getenv("EARNEST_TEST_POSTGRES")
	if server == "" {
		t.Skip("EARNEST_TEST_POSTGRES names no server: PostgreSQL is not tested")
	}
	name := fmt.Sprintf("t_%016x", rand.Uint64())
	admin(t, server, "CREATE SCHEMA "+name)
	t.Cleanup(func() { admin(t, server, "DROP SCHEMA "+name+" CASCADE") })
	mark := "?"
	if strings.Contains(server, "?") {
		mark = "&"
	}
	return server + mark + "search_path=" + name + "&synchronous_commit=on"
}

func admin(t *testing.T, url, statement string) {
	t.Helper()
	ctx := context.Background()
	conn, err := pgx.Connect(ctx, url)
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close(ctx)
	if _, err := conn.Exec(ctx, statement); err != nil {
		t.Fatal(err)
	}
}

func inQuotaTx(t *testing.T, s *db.DB, f func(*db.Tx) error) {
	t.Helper()
	if err := s.Write(t.Context(), f); err != nil {
		t.Fatal(err)
	}
}

// quotaUses returns stored counts for a node whose clock shows hour 1000 and month 100. Their windows are past, current, ahead,
// or so far ahead that a clock must have been wrong.
func quotaUses() []admitstore.QuotaUse {
	var uses []admitstore.QuotaUse
	for _, hour := range []int64{0, 999, 1000, 1001, 1024, 1025, 9000} {
		for _, month := range []int64{0, 99, 100, 101, 102, 900} {
			uses = append(uses, admitstore.QuotaUse{Hour: hour, HourN: 7, Month: month, MonthN: 11})
		}
	}
	return uses
}

func TestAddedUseIsCountedInTheWindowThatGoesOn(t *testing.T) {
	t.Parallel()
	for name, url := range map[string]func(*testing.T) string{
		"sqlite":   quotaFile,
		"postgres": quotaSchema,
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := openQuotaStore(t, url(t))
			for i, stored := range quotaUses() {
				bucket := strconv.Itoa(i)
				want := stored.In(admitstore.QuotaWindow{Hour: 1000, Month: 100})
				want.HourN += 2
				want.MonthN += 3
				inQuotaTx(t, s, func(tx *db.Tx) error { return admitstore.AddQuotaUse(t.Context(), tx, bucket, stored) })
				inQuotaTx(t, s, func(tx *db.Tx) error {
					return admitstore.AddQuotaUse(t.Context(), tx, bucket, admitstore.QuotaUse{Hour: 1000, HourN: 2, Month: 100, MonthN: 3})
				})
				mustBeStored(t, s, bucket, want)
			}
		})
	}
}

func mustBeStored(t *testing.T, s *db.DB, bucket string, want admitstore.QuotaUse) {
	t.Helper()
	inQuotaTx(t, s, func(tx *db.Tx) error {
		got, err := admitstore.ReadQuotaUse(t.Context(), tx, bucket)
		if got != want {
			t.Errorf("bucket %s holds %+v, want %+v", bucket, got, want)
		}
		return err
	})
}

func TestTakingGrantsTheRoomOfTheNarrowerWindow(t *testing.T) {
	t.Parallel()
	s := openQuotaStore(t, quotaSchema(t))
	window := admitstore.QuotaWindow{Hour: 1000, Month: 100}
	for i, stored := range quotaUses() {
		for j, limits := range [][2]int64{{9, 99}, {99, 13}, {9, 13}, {5, 6}, {99, 99}, {0, 0}} {
			ask := admitstore.QuotaRequest{Bucket: fmt.Sprint(i, ".", j), Window: window, Requests: 4, HourLimit: limits[0], MonthLimit: limits[1]}
			want := stored.In(window)
			room := max(0, min(4, limits[0]-want.HourN, limits[1]-want.MonthN))
			want.HourN += room
			want.MonthN += room
			inQuotaTx(t, s, func(tx *db.Tx) error { return admitstore.AddQuotaUse(t.Context(), tx, ask.Bucket, stored) })
			mustGrant(t, s, ask, room, want)
		}
	}
	fresh := admitstore.QuotaRequest{Bucket: "fresh", Window: window, Requests: 4, HourLimit: 3, MonthLimit: 9}
	mustGrant(t, s, fresh, 3, admitstore.QuotaUse{Hour: 1000, HourN: 3, Month: 100, MonthN: 3})
}

func mustGrant(t *testing.T, s *db.DB, ask admitstore.QuotaRequest, want int64, after admitstore.QuotaUse) {
	t.Helper()
	inQuotaTx(t, s, func(tx *db.Tx) error {
		got, err := admitstore.TakeQuota(t.Context(), tx, ask)
		if !got.Holds || got.Granted != want || got.Use != after {
			t.Errorf("%+v: %+v, want %d with %+v", ask, got, want, after)
		}
		return err
	})
	mustBeStored(t, s, ask.Bucket, after)
}

func TestTakingDoesNotWaitForTheDiskAndNothingElseFollows(t *testing.T) {
	t.Parallel()
	s := openQuotaStore(t, quotaSchema(t))
	for _, limit := range []int64{9, 0} {
		inQuotaTx(t, s, func(tx *db.Tx) error {
			ask := admitstore.QuotaRequest{Bucket: "key:1", Window: admitstore.QuotaWindow{Hour: 1, Month: 1}, Requests: 1, HourLimit: limit, MonthLimit: 9}
			if _, err := admitstore.TakeQuota(t.Context(), tx, ask); err != nil {
				return err
			}
			return mustCommit(t, tx, "off")
		})
		inQuotaTx(t, s, func(tx *db.Tx) error { return mustCommit(t, tx, "on") })
	}
}

func mustCommit(t *testing.T, tx *db.Tx, want string) error {
	t.Helper()
	var got string
	err := tx.One(t.Context(), `SELECT current_setting('synchronous_commit')`, nil, &got)
	if got != want {
		t.Errorf("synchronous_commit is %s, want %s", got, want)
	}
	return err
}

func TestAPurgeSparesABucketThatIsUsedAgainMeanwhile(t *testing.T) {
	t.Parallel()
	s := openQuotaStore(t, quotaSchema(t))
	inQuotaTx(t, s, func(tx *db.Tx) error {
		return admitstore.AddQuotaUse(t.Context(), tx, "key:1", admitstore.QuotaUse{Hour: 1, HourN: 5, Month: 99, MonthN: 5})
	})
	again := admitstore.QuotaUse{Hour: 1000, HourN: 1, Month: 100, MonthN: 1}
	purged := make(chan int64, 1)
	inQuotaTx(t, s, func(tx *db.Tx) error {
		if err := admitstore.AddQuotaUse(t.Context(), tx, "key:1", again); err != nil {
			return err
		}
		if _, err := admitstore.ReadQuotaUse(t.Context(), tx, "key:1"); err != nil { // PostgreSQL gets both statements together
			return err
		}
		go func() { purged <- purgeQuotas(t, s) }()
		return untilBlocking(t, tx)
	})
	if n := <-purged; n != 0 {
		t.Errorf("%d buckets were purged, want none", n)
	}
	mustBeStored(t, s, "key:1", again)
}

func purgeQuotas(t *testing.T, s *db.DB) (n int64) {
	t.Helper()
	err := s.Write(t.Context(), func(tx *db.Tx) (err error) {
		n, err = admitstore.PurgeQuotas(t.Context(), tx, 100, 10)
		return err
	})
	if err != nil {
		t.Error(err)
	}
	return n
}

// untilBlocking returns once another session is waiting for this transaction.
func untilBlocking(t *testing.T, tx *db.Tx) error {
	t.Helper()
	for range 4000 {
		var n int
		err := tx.One(t.Context(), `SELECT COUNT(*) FROM pg_locks WHERE pg_backend_pid() = ANY(pg_blocking_pids(pid))`, nil, &n)
		if err != nil || n > 0 {
			return err
		}
		time.Sleep(time.Millisecond)
	}
	return errors.New("nobody waits for the transaction")
}
