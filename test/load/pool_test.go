package load

import (
	"math/rand/v2"
	"slices"
)

// thing is an object that is known to exist.
type thing struct {
	noun, uuid string
	project    string // the project that it belongs to
	kept       bool   // part of the seed, so never deliberately deleted
}

// pool holds the objects that one client knows to exist, in the order in which it learned of them, so that the same seed leads to
// the same choices.
type pool struct {
	things map[string][]thing // by noun, as spelt in paths
	users  []int64            // the members of the seeded project
	tags   []string           // of the seeded project
	home   string             // the seeded project
	made   map[string]int     // number created, by noun
}

// most returns the maximum number of objects of a noun that one client keeps. More would only make the lists longer.
func most(noun string) int {
	switch noun {
	case "projects":
		return 5
	case "time-entries":
		return 60
	default:
		return 25
	}
}

func (p *pool) add(t thing) {
	p.made[t.noun]++
	p.things[t.noun] = append(p.things[t.noun], t)
}

// remove removes a deleted object and, if it is a project, everything in it.
func (p *pool) remove(t thing) {
	for noun, list := range p.things {
		p.things[noun] = slices.DeleteFunc(list, func(other thing) bool {
			return other.uuid == t.uuid || t.noun == "projects" && other.project == t.uuid
		})
	}
}

// pick returns an object of a noun, optionally in a given project.
func (p *pool) pick(r *rand.Rand, noun, project string) (thing, bool) {
	list := p.things[noun]
	if project != "" {
		list = slices.DeleteFunc(slices.Clone(list), func(t thing) bool { return t.project != project })
	}
	if len(list) == 0 {
		return thing{}, false
	}
	return list[r.IntN(len(list))], true
}

// spare returns an object that can be deleted.
func (p *pool) spare(r *rand.Rand, noun string) (thing, bool) {
	list := slices.DeleteFunc(slices.Clone(p.things[noun]), func(t thing) bool { return t.kept })
	if len(list) == 0 {
		return thing{}, false
	}
	return list[r.IntN(len(list))], true
}

func (p *pool) full(noun string) bool { return len(p.things[noun]) >= most(noun) }
