import type { Actor } from '@frontrow/core/kernel/actor.ts';

/**
 * Turns the `access-token` header into who is asking. No header and the public token are anonymous (decisions 3); a token
 * that is wrong, expired or revoked throws `token_invalid`.
 */
export interface Authenticator {
  authenticate(token: string | undefined): Promise<Actor>;
}
