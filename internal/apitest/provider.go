package apitest

import (
	"crypto"
	"crypto/rand"
	"crypto/rsa"
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"maps"
	"math/big"
	"net/http"
	"net/http/httptest"
	"net/url"
	"sync"
	"sync/atomic"
	"testing"
	"time"
)

// Provider is a small OpenID Connect provider: it issues a code to anyone, and exchanges each code once for an ID token.
type Provider struct {
	*httptest.Server

	key    *rsa.PrivateKey // the key whose public half it publishes
	Clock  func() time.Time
	Broken atomic.Bool // if true, every response is an error
	mu     sync.Mutex
	codes  map[string]grant
	signer *rsa.PrivateKey // signs the tokens
	info   map[string]any  // claims about the user that are not in the ID token
}

// grant is what a code can be redeemed for.
type grant struct {
	challenge string
	redirect  string
	claims    map[string]any
}

// The client id and the shared secret of an instance.
const (
	ClientID     = "earnest"
	ClientSecret = "the secret of earnest"
)

// providerKey and ForgedKey are generated once, because that takes a long time under the race detector. No provider publishes ForgedKey.
var providerKey, ForgedKey = sync.OnceValue(newKey), sync.OnceValue(newKey) //nolint:gochecknoglobals // cached

func newKey() *rsa.PrivateKey {
	key, err := rsa.GenerateKey(rand.Reader, 2048)
	if err != nil {
		panic(err)
	}
	return key
}

// NewProvider starts a provider that ends with the test.
func NewProvider(t testing.TB) *Provider {
	t.Helper()
	p := &Provider{Clock: time.Now, key: providerKey(), signer: providerKey(), codes: map[string]grant{}}
	mux := http.NewServeMux()
	mux.HandleFunc("GET /.well-known/openid-configuration", p.describe)
	mux.HandleFunc("GET /keys", p.keys)
	mux.HandleFunc("POST /token", p.token)
	mux.HandleFunc("GET /userinfo", p.userInfo)
	p.Server = httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if p.Broken.Load() {
			http.Error(w, "out of order", http.StatusBadGateway)
			return
		}
		mux.ServeHTTP(w, r)
	}))
	t.Cleanup(p.Close)
	return p
}

func (p *Provider) send(w http.ResponseWriter, v any) {
	w.Header().Set("Content-Type", "application/json")
	_ = json.NewEncoder(w).Encode(v) //nolint:errchkjson // strings and numbers always encode
}

func (p *Provider) describe(w http.ResponseWriter, _ *http.Request) {
	p.send(w, map[string]any{
		"issuer":                                p.URL,
		"authorization_endpoint":                p.URL + "/authorize",
		"token_endpoint":                        p.URL + "/token",
		"userinfo_endpoint":                     p.URL + "/userinfo",
		"jwks_uri":                              p.URL + "/keys",
		"id_token_signing_alg_values_supported": []string{"RS256"},
	})
}

func (p *Provider) keys(w http.ResponseWriter, _ *http.Request) {
	encode := base64.RawURLEncoding.EncodeToString
	p.send(w, map[string]any{"keys": []any{map[string]any{
		"kty": "RSA", "alg": "RS256", "use": "sig", "kid": "one",
		"n": encode(p.key.N.Bytes()), "e": encode(big.NewInt(int64(p.key.E)).Bytes()),
	}}})
}

func (p *Provider) userInfo(w http.ResponseWriter, _ *http.Request) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.send(w, p.info)
}

// Tell sets the claims about the user that are not in the ID token.
func (p *Provider) Tell(info map[string]any) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.info = info
}

// SignWith makes the provider sign with a key that it does not publish.
func (p *Provider) SignWith(key *rsa.PrivateKey) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.signer = key
}

// Allow does what the provider does once the user has agreed: it returns the code that the browser passes on to the instance.
// claims override those of a valid ID token; a nil value removes a claim.
func (p *Provider) Allow(asked url.Values, claims map[string]any) (code string) {
	all := map[string]any{
		"iss": p.URL, "sub": "person 1", "aud": ClientID, "nonce": asked.Get("nonce"),
		"iat": p.Clock().Unix(), "exp": p.Clock().Add(time.Minute).Unix(),
		"email": "ada@example.com", "email_verified": true, "given_name": "Ada", "family_name": "King",
	}
	maps.Copy(all, claims)
	maps.DeleteFunc(all, func(_ string, v any) bool { return v == nil })
	p.mu.Lock()
	defer p.mu.Unlock()
	code = rand.Text()
	p.codes[code] = grant{challenge: asked.Get("code_challenge"), redirect: asked.Get("redirect_uri"), claims: all}
	return code
}

func (p *Provider) token(w http.ResponseWriter, r *http.Request) {
	p.mu.Lock()
	g, known := p.codes[r.FormValue("code")]
	delete(p.codes, r.FormValue("code"))
	signer := p.signer
	p.mu.Unlock()
	id, secret, _ := r.BasicAuth()
	secret, _ = url.QueryUnescape(secret)
	sum := sha256.Sum256([]byte(r.FormValue("code_verifier")))
	proven := base64.RawURLEncoding.EncodeToString(sum[:]) == g.challenge && r.FormValue("redirect_uri") == g.redirect
	if !known || !proven || id != ClientID || secret != ClientSecret {
		w.WriteHeader(http.StatusBadRequest)
		p.send(w, map[string]any{"error": "invalid_grant"})
		return
	}
	p.send(w, map[string]any{"access_token": "access", "token_type": "Bearer", "expires_in": 60, "id_token": sign(signer, g.claims)})
}

// sign returns a signed ID token.
func sign(key *rsa.PrivateKey, claims map[string]any) string {
	encode := base64.RawURLEncoding.EncodeToString
	body, _ := json.Marshal(claims) //nolint:errchkjson // strings and numbers always encode
	text := encode([]byte(`{"alg":"RS256","kid":"one","typ":"JWT"}`)) + "." + encode(body)
	sum := sha256.Sum256([]byte(text))
	signature, err := rsa.SignPKCS1v15(rand.Reader, key, crypto.SHA256, sum[:])
	if err != nil {
		panic(err)
	}
	return text + "." + encode(signature)
}
