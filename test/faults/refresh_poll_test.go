package faults_test

import (
	"encoding/json"
	"fmt"
	"maps"
	"net/url"
	"slices"
	"testing"
)

// replica is a copy of a list that is kept up to date with updated_since alone, as the API guide describes: each poll requests
// the items changed since the newest timestamp seen so far, and stores them. Deletions are detected by counting the items.
type replica struct {
	team   *team
	path   string // of the list
	stamp  string // the member with the timestamp
	detail bool   // it also keeps each item as returned by its own path
	since  string
	items  map[string]string // by uuid, as returned in the list
	whole  map[string]string // by uuid, as returned by their own path
	drops  int               // how often it had to check for deleted items
}

// list requests the list of the project, with the given query parameters.
func (c *replica) list(query url.Values) (items map[string]json.RawMessage, total int, err error) {
	query.Set("project", c.team.project)
	a, err := c.team.cluster.do(c.team.key, "GET", c.path+"?"+query.Encode(), nil)
	if err != nil || a.Status != 200 {
		return nil, 0, fmt.Errorf("%d %s: %w", a.Status, a.Body, err)
	}
	var page struct {
		Data []json.RawMessage `json:"data"`
		Meta struct {
			Total int `json:"total"`
		} `json:"meta"`
	}
	if err := json.Unmarshal(a.Body, &page); err != nil {
		return nil, 0, err
	}
	items = map[string]json.RawMessage{}
	for _, item := range page.Data {
		items[member(item, "uuid")] = item
	}
	return items, page.Meta.Total, nil
}

// member returns a string member of an object.
func member(object []byte, name string) string {
	var all map[string]any
	_ = json.Unmarshal(object, &all)
	text, _ := all[name].(string)
	return text
}

// poll brings the copy up to date. If it fails, the next poll fetches what is missing.
func (c *replica) poll() error {
	query := url.Values{}
	if c.since != "" {
		query.Set("updated_since", c.since)
	}
	news, _, err := c.list(query)
	if err != nil {
		return err
	}
	for uuid, item := range news {
		if err := c.take(uuid, string(item)); err != nil {
			return err
		}
	}
	for _, item := range news { // only now, because a poll that fails must start from the old time again
		c.since = max(c.since, member(item, c.stamp))
	}
	return c.forget()
}

// take stores an item even if it looks unchanged, because timestamps are in seconds, and the item's own path may show more.
func (c *replica) take(uuid, item string) error {
	if c.detail {
		a, err := c.team.cluster.do(c.team.key, "GET", c.path+"/"+uuid, nil)
		if err != nil || a.Status != 200 && a.Status != 404 {
			return fmt.Errorf("%d %s: %w", a.Status, a.Body, err)
		}
		c.whole[uuid] = string(a.Body)
	}
	c.items[uuid] = item
	return nil
}

// forget drops deleted items. There are some if the copy has more items than the list.
func (c *replica) forget() error {
	_, total, err := c.list(url.Values{"per_page": {"1"}})
	if err != nil || len(c.items) <= total {
		return err
	}
	c.drops++
	there, _, err := c.list(url.Values{})
	if err != nil {
		return err
	}
	maps.DeleteFunc(c.items, func(uuid, _ string) bool { return there[uuid] == nil })
	return nil
}

// mustEqual compares the copy with a full read.
func (c *replica) mustEqual(t *testing.T) {
	t.Helper()
	all, _, err := c.list(url.Values{})
	if err != nil {
		t.Fatal(err)
	}
	for _, uuid := range slices.Sorted(maps.Keys(all)) {
		if have := c.items[uuid]; have != string(all[uuid]) {
			t.Errorf("%s %s is\n\t%s\nin the copy\n\t%s", c.path, uuid, all[uuid], have)
		}
		if !c.detail {
			continue
		}
		if a, err := c.team.cluster.do(c.team.key, "GET", c.path+"/"+uuid, nil); err != nil || string(a.Body) != c.whole[uuid] {
			t.Errorf("%s %s is\n\t%s\nin the copy\n\t%s (%v)", c.path, uuid, a.Body, c.whole[uuid], err)
		}
	}
	if len(c.items) != len(all) {
		t.Errorf("%s has %d items, the copy %d", c.path, len(all), len(c.items))
	}
}
