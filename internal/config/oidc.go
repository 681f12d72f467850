package config

// OIDC names an OpenID Connect provider that people may sign in with, and us to it.
type OIDC struct {
	OIDCIssuer           string `name:"oidc-issuer" help:"Let people sign in with this OpenID Connect provider: its issuer, as it writes it." placeholder:"URL"`
	OIDCClientID         string `name:"oidc-client-id" help:"What the provider calls this instance." placeholder:"ID"`
	OIDCClientSecret     string `name:"oidc-client-secret" help:"Its secret; others can see flags: prefer variable or file." placeholder:"TEXT" xor:"oidc-secret"`
	OIDCClientSecretFile string `name:"oidc-client-secret-file" help:"File that holds the secret." placeholder:"FILE" xor:"oidc-secret"`
	OIDCName             string `name:"oidc-name" help:"What people call the provider." default:"OpenID Connect" placeholder:"NAME"`
	OIDCCreateUsers      bool   `name:"oidc-create-users" help:"Whom the provider vouches for and nobody here knows becomes a user."`
}

// UserReset names a user who cannot get in.
type UserReset struct {
	Email             string `help:"Email of the user." required:"" placeholder:"EMAIL"`
	ClearSecondFactor bool   `help:"Take the second factor away at once, not only when the link is used."`
}
