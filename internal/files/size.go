package files

import "strconv"

// size formats a number of bytes for people, such as "25 MiB".
func size(n int64) string {
	units := []string{"bytes", "KiB", "MiB", "GiB", "TiB"}
	unit := 0
	for n >= 1<<10 && n%(1<<10) == 0 && unit < len(units)-1 {
		n >>= 10
		unit++
	}
	return strconv.FormatInt(n, 10) + " " + units[unit]
}
