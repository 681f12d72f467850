package db

// headSize is the size of the head of SQLite's index of its log, of which two copies stand at the beginning of the file
// https://sqlite.org/walformat.html calls wal-index.
const headSize = 48

// walHead is what every commit changes, whoever makes it.
type walHead [headSize]byte

// walIndex is the memory in which the connections to a file tell each other what was committed, mapped to be read.
type walIndex struct {
	memory []byte
	unmap  func()
}

// head gives the present state. It is not known while somebody commits.
func (x *walIndex) head() (walHead, bool) {
	if x == nil {
		return walHead{}, false
	}
	first, second := walHead(x.memory[:headSize]), walHead(x.memory[headSize:2*headSize])
	return first, first == second
}

func (x *walIndex) close() {
	if x != nil {
		x.unmap()
	}
}
