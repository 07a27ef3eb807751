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
  readonly provider: string;
  /** What people call it. */
  readonly name: string;
  /** Where the browser goes to say yes. */
  signInUrl(request: { state: string; codeVerifier: string; returnUrl: string }): Promise<string>;
  /**
   * Trades the code for the person. `iss` is what the provider says of itself on the way back (RFC 9207). Refuses
   * `social_refused`, `social_unavailable`, `social_unverified` and `social_clock_wrong`.
   */
  person(back: {
    code: string;
    state: string;
    codeVerifier: string;
    returnUrl: string;
    iss?: string | undefined;
  }): Promise<SocialPerson>;
}
