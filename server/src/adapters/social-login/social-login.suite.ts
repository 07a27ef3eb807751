import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { SocialLogin } from '../../ports/social-login.ts';

export interface SocialOnStage {
  readonly social: SocialLogin;
  /** The person says yes on the provider's page. */
  approve(url: string, username: string): Promise<string>;
  /** What the provider says of itself on the way back, where it does. */
  readonly iss?: string;
  close(): Promise<void>;
}

const returnUrl = 'http://localhost:3000/social_login';

/** What every provider must do, whichever it is. */
export function socialLoginSuite(name: string, setUp: () => Promise<SocialOnStage>): void {
  describe(`social login: ${name}`, () => {
    let stage: SocialOnStage;
    beforeAll(async () => void (stage = await setUp()));
    afterAll(() => stage.close());

    const request = () => ({ state: randomUUID(), codeVerifier: `${randomUUID()}${randomUUID()}`, returnUrl });
    async function approved(username: string) {
      const began = request();
      const code = await stage.approve(await stage.social.signInUrl(began), username);
      return { ...began, code, iss: stage.iss };
    }
    const refusal = (back: Parameters<SocialLogin['person']>[0]) =>
      stage.social.person(back).then(
        () => 'let in',
        (error: { code?: string }) => error.code,
      );

    test('the page gets the state, the challenge and the redirect URL, never the verifier', async () => {
      const began = request();
      const url = new URL(await stage.social.signInUrl(began));
      expect(Object.fromEntries(url.searchParams)).toMatchObject({
        response_type: 'code',
        redirect_uri: returnUrl,
        state: began.state,
        code_challenge_method: 'S256',
      });
      expect(url.href).not.toContain(began.codeVerifier);
    });

    test('a code is traded for a person, who stays the same', async () => {
      const first = await stage.social.person(await approved('ada.lind'));
      expect(first.handle).toBe('ada.lind');
      expect(first.subject).not.toBe('');
      expect((await stage.social.person(await approved('ada.lind'))).subject).toBe(first.subject);
      expect((await stage.social.person(await approved('mei'))).subject).not.toBe(first.subject);
    });

    test('a code is good once, with its own verifier and its own way back', async () => {
      const used = await approved('ada');
      await stage.social.person(used);
      expect(await refusal(used)).toBe('social_refused');
      const another = await approved('ada');
      expect(await refusal({ ...(await approved('ada')), codeVerifier: another.codeVerifier })).toBe('social_refused');
      expect(await refusal({ ...(await approved('ada')), returnUrl: 'http://localhost:3000/elsewhere' })).toBe(
        'social_refused',
      );
      expect(await refusal({ ...(await approved('ada')), code: 'made-up' })).toBe('social_refused');
    });
  });
}
