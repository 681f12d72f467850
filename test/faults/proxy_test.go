package faults_test

import (
	"net"
	"net/url"
	"sync"
	"testing"
	"time"
)

// weather is how a proxy treats the connections through it.
type weather int

const (
	fair      weather = iota
	cut               // every connection is reset, including new ones
	stalled           // nothing passes until the stall ends
	swallowed         // everything is lost, even the end of a connection, so the other side keeps waiting
)

// proxy is a network connection between the product and its database that tests can break.
type proxy struct {
	target   string
	listener net.Listener

	mu      sync.Mutex
	now     weather
	delay   time.Duration
	changed chan struct{} // closed when the weather changes
	links   map[*link]struct{}
}

// mustProxy puts a proxy in front of a database and returns the URL that leads through it.
func mustProxy(t testing.TB, database string) (p *proxy, through string) {
	t.Helper()
	address, err := url.Parse(database)
	if err != nil {
		t.Fatal(err)
	}
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	p = &proxy{target: address.Host, listener: listener, changed: make(chan struct{}), links: map[*link]struct{}{}}
	t.Cleanup(func() {
		_ = listener.Close()
		p.set(cut, 0)
	})
	go p.run()
	address.Host = listener.Addr().String()
	return p, address.String()
}

// set changes the weather. A cut also affects open connections.
func (p *proxy) set(now weather, delay time.Duration) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.now, p.delay = now, delay
	close(p.changed)
	p.changed = make(chan struct{})
	if now == cut {
		for l := range p.links {
			l.reset()
		}
	}
}

// look returns the weather, and a channel that is closed when it changes.
func (p *proxy) look() (now weather, delay time.Duration, changed <-chan struct{}) {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.now, p.delay, p.changed
}

func (p *proxy) run() {
	for {
		client, err := p.listener.Accept()
		if err != nil {
			return
		}
		go p.join(client.(*net.TCPConn))
	}
}

// join connects a client to the database.
func (p *proxy) join(client *net.TCPConn) {
	conn, err := net.Dial("tcp", p.target)
	if err != nil {
		_ = client.Close()
		return
	}
	l := &link{proxy: p, client: client, server: conn.(*net.TCPConn)}
	p.mu.Lock()
	p.links[l] = struct{}{}
	if p.now == cut {
		l.reset()
	}
	p.mu.Unlock()
	var both sync.WaitGroup
	both.Go(func() { l.pump(l.server, l.client) })
	both.Go(func() { l.pump(l.client, l.server) })
	both.Wait()
	p.mu.Lock()
	delete(p.links, l)
	p.mu.Unlock()
}

// link is a connection from a client to the database.
type link struct {
	proxy          *proxy
	client, server *net.TCPConn
}

// reset aborts both sides, as if the network had lost the connection.
func (l *link) reset() {
	for _, c := range []*net.TCPConn{l.client, l.server} {
		_ = c.SetLinger(0)
		_ = c.Close()
	}
}

// pump copies the data in one direction, as far as the weather allows.
func (l *link) pump(to, from *net.TCPConn) {
	lost := false
	for buffer := make([]byte, 32<<10); ; {
		n, err := from.Read(buffer)
		if lost = lost || !l.proxy.carries(); lost && err != nil {
			l.proxy.awaitCut()
		}
		if !lost && err == nil {
			_, err = to.Write(buffer[:n])
		}
		if err != nil {
			_ = to.Close()
			_ = from.Close()
			return
		}
	}
}

// awaitCut waits until the connections are cut.
func (p *proxy) awaitCut() {
	for {
		now, _, changed := p.look()
		if now == cut {
			return
		}
		<-changed
	}
}

// carries waits until a stall has ended, and reports whether data then passes.
func (p *proxy) carries() bool {
	for {
		now, delay, changed := p.look()
		switch now {
		case stalled:
			<-changed
		case swallowed:
			return false
		default:
			time.Sleep(delay)
			return true
		}
	}
}
