package config

// OIDC configures an OpenID Connect provider that people may sign in with.
type OIDC struct {
	OIDCIssuer           string `name:"oidc-issuer" help:"Issuer of the OpenID Connect provider for sign-in, exactly as it writes it." placeholder:"URL"`
	OIDCClientID         string `name:"oidc-client-id" help:"Client id that the provider gave this instance." placeholder:"ID"`
	OIDCClientSecret     string `name:"oidc-client-secret" help:"The secret; others can see flags: prefer variable or file." placeholder:"TEXT" xor:"oidc-secret"`
	OIDCClientSecretFile string `name:"oidc-client-secret-file" help:"File that contains the client secret." placeholder:"FILE" xor:"oidc-secret"`
	OIDCName             string `name:"oidc-name" help:"Name of the provider, for the sign-in button." default:"OpenID Connect" placeholder:"NAME"`
	OIDCCreateUsers      bool   `name:"oidc-create-users" help:"Create users whom the provider vouches for and who do not exist here."`
}

// UserReset names a user who cannot sign in.
type UserReset struct {
	Email             string `help:"Email of the user." required:"" placeholder:"EMAIL"`
	ClearSecondFactor bool   `help:"Remove the second factor at once, not only when the link is used."`
}
