// Package recent keeps what was used lately, within a bound, at the cost of two maps.
package recent

import "sync"

// Map remembers values by key. What is used is among the young; when these weigh half of what may be kept, they
// become the old, and the old are forgotten. It is safe for concurrent use.
type Map[K comparable, V any] struct {
	most  int
	weigh func(V) int

	mu         sync.Mutex
	young, old map[K]V
	weight     int // of the young
}

// New makes a map that keeps values up to a weight in all.
func New[K comparable, V any](most int, weigh func(V) int) *Map[K, V] {
	return &Map[K, V]{most: most, weigh: weigh, young: map[K]V{}}
}

// Count makes a map that keeps so many values.
func Count[K comparable, V any](most int) *Map[K, V] {
	return New[K](most, func(V) int { return 1 })
}

// Get returns the value of a key and counts it as used.
func (m *Map[K, V]) Get(key K) (V, bool) {
	m.mu.Lock()
	defer m.mu.Unlock()
	return m.find(key)
}

// Put remembers a value in place of the one of its key. One that is too heavy to be kept is not.
func (m *Map[K, V]) Put(key K, value V) {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.keep(key, value)
}

// Offer is Put, unless what is known of the key is better.
func (m *Map[K, V]) Offer(key K, value V, better func(known V) bool) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if known, ok := m.find(key); !ok || !better(known) {
		m.keep(key, value)
	}
}

// Len returns how many values are kept now; tests hold the bound to it.
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
