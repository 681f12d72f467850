package main

import (
	"context"
	"errors"
	"fmt"

	"earnest/test/scale"
)

// scaled is the result of -scale on one engine.
type scaled struct {
	Engine   string       `json:"engine"`
	Size     scale.Size   `json:"size"`
	Small    scale.Size   `json:"small"`
	Nodes    int          `json:"nodes"`
	Files    [2]float64   `json:"database_mib"` // of the small and the large world
	Reads    []scaledRead `json:"reads"`
	Commands []scaledRun  `json:"commands"`
	Load     *loadResult  `json:"load,omitempty"`
}

// scaleSize returns the size of the large world.
func scaleSize(o *options, engine string) scale.Size {
	if engine == postgres {
		return scale.T2().Times(o.factor)
	}
	return scale.T1().Times(o.factor)
}

// runScale measures the same reads in a small and in a large world, what else is done to a whole database, and how much mixed load
// the large world can carry.
func runScale(ctx context.Context, o *options, b binaries, dir, engine string, out *report) (err error) {
	result := &scaled{Engine: engine, Size: scaleSize(o, engine), Small: scale.Small(), Nodes: 1}
	if engine == postgres {
		result.Nodes = 2
	}
	out.Scaled = append(out.Scaled, result)
	var sides [2]*side
	defer func() {
		for _, s := range sides {
			if s != nil {
				err = errors.Join(err, s.close())
			}
		}
	}()
	for i, size := range []scale.Size{result.Small, result.Size} {
		if sides[i], err = newSide(ctx, o, b.earnest, dir, engine, size); err != nil {
			return err
		}
		if result.Files[i], err = sides[i].product.megabytes(ctx); err != nil {
			return err
		}
	}
	if result.Commands, err = runCommands(ctx, o, sides, result.Nodes, dir); err != nil {
		return err
	}
	for _, s := range sides {
		if err := s.serve(ctx, result.Nodes); err != nil {
			return err
		}
	}
	if result.Reads, err = measureReads(ctx, o, sides); err != nil {
		return err
	}
	if !o.only.MatchString("mixed load") {
		return nil
	}
	if result.Load, err = findRate(ctx, o, sides[1]); err != nil {
		return fmt.Errorf("mixed load: %w", err)
	}
	return nil
}
