/** Who the provider says somebody is. */
export interface SocialPerson {
  /** Stays the same for one person, whatever they rename themselves to. */
  readonly subject: string;
  /** The name they go by there; may be empty. */
  readonly handle: string;
  /** Full name where the provider tells one. */
  readonly name: string;
}

/** Social sign-up: OAuth 2.0 authorization code with PKCE. The caller keeps the state and sees to single use. */
export interface SocialLogin {
  /** Identities of one provider are nothing at another. */
  readonly provider: 'instagram' | 'instagram_stand_in';
  /** Where the browser goes to say yes. */
  signInUrl(trip: { state: string; codeVerifier: string; returnUrl: string }): Promise<string>;
  /** Trades the code for the person; refuses `social_refused` and `social_unavailable`. */
  person(back: { code: string; state: string; codeVerifier: string; returnUrl: string }): Promise<SocialPerson>;
}
