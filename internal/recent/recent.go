// Package recent implements a cache of recently used values with a size limit, made of two maps.
package recent

import "sync"

// Map caches values by key. Recently used values are in the young generation. When that reaches half of the limit, it becomes
// the old generation, and the previous old one is dropped. It is safe for concurrent use.
type Map[K comparable, V any] struct {
	most  int
	weigh func(V) int

	mu         sync.Mutex
	young, old map[K]V
	weight     int // of the young generation
}

// New returns a map that keeps values up to a total weight.
func New[K comparable, V any](most int, weigh func(V) int) *Map[K, V] {
	return &Map[K, V]{most: most, weigh: weigh, young: map[K]V{}}
}

// Count returns a map that keeps a limited number of values.
func Count[K comparable, V any](most int) *Map[K, V] {
	return New[K](most, func(V) int { return 1 })
}

// Get returns the value for a key and marks it as used.
func (m *Map[K, V]) Get(key K) (V, bool) {
	m.mu.Lock()
	defer m.mu.Unlock()
	return m.find(key)
}

// Put stores a value under its key. A value that weighs more than half of the limit is not stored.
func (m *Map[K, V]) Put(key K, value V) {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.keep(key, value)
}

// Len returns the number of values; tests use it to check the limit.
func (m *Map[K, V]) Len() int {
	m.mu.Lock()
	defer m.mu.Unlock()
	return len(m.young) + len(m.old)
}

func (m *Map[K, V]) find(key K) (V, bool) {
	if value, ok := m.young[key]; ok {
		return value, true
	}
	value, ok := m.old[key]
	if ok {
		m.keep(key, value)
	}
	return value, ok
}

func (m *Map[K, V]) keep(key K, value V) {
	weight := m.weigh(value)
	if 2*weight > m.most {
		return
	}
	if known, ok := m.young[key]; ok {
		m.weight -= m.weigh(known)
		delete(m.young, key)
	}
	if 2*(m.weight+weight) > m.most {
		m.young, m.old, m.weight = map[K]V{}, m.young, 0
	}
	m.young[key] = value
	m.weight += weight
}
