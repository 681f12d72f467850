package evm

// Network is a graph of activities, such as epics, that follow one another.
type Network struct {
	Activities []string
	Groups     map[string][]string // the activities in each group, such as a super-epic
	Links      []Link
}

// Link means that To waits for From. Either may be an activity or a group. A link on a group stands for one link on each activity
// in it, so a link on an empty group stands for none and does not connect what precedes the group to what follows it. A link
// from or to something that is neither an activity nor a group has no effect either.
type Link struct {
	From, To string
}
